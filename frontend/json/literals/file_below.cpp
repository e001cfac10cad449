// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/literals/file_below.h"

#include "frontend/diagnostics.h"

#include <filesystem>

using namespace mlir;

namespace shardc::json {

namespace fs = std::filesystem;

static LogicalResult leaves(Value file, StringRef why, StringRef whose) {
  return report(file.loc(), Diag::file_outside)
         << "the file '" << shown(file.string()) << "' " << why << "; files lie in the " << whose
         << "'s folder or below, and are named from there";
}

FailureOr<std::string> fileBelow(Value file, StringRef folder, StringRef whose) {
  StringRef name = file.string();
  if (folder.empty())
    return leaves(file, "cannot be found: the " + whose.str() + " has no folder", whose);
  if (name.empty() || name.contains('\0'))
    return leaves(file, "has no name that a file can have", whose);
  fs::path relative(name.str());
  if (relative.is_absolute()) return leaves(file, "has an absolute path", whose);
  for (const fs::path &part : relative)
    if (part == "..") return leaves(file, "leaves the folder by '..'", whose);
  std::error_code failed;
  fs::path root = fs::canonical(folder.str(), failed);
  fs::path path = failed ? fs::path() : fs::canonical(root / relative, failed);
  if (failed)
    return report(file.loc(), Diag::file_unreadable)
           << "the file '" << shown(name) << "' cannot be read: " << failed.message();
  if (std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first != root.end())
    return leaves(file, "is a link that leaves the folder", whose);
  if (!fs::is_regular_file(path, failed)) // a pipe would be waited for
    return report(file.loc(), Diag::file_unreadable)
           << "the file '" << shown(name) << "' cannot be read: it is no regular file";
  return path.string();
}

} // namespace shardc::json

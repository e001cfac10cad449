// SPDX-License-Identifier: Apache-2.0
// How a bundle gets to disk: written beside its place, then renamed into it. Whatever fails or
// interrupts, what was there before stays and nothing else is left.
#include "codegen/bundle.h"

#include "runtime/io/file.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::Error, llvm::Twine;

static Error failure(const Twine &what, StringRef where, std::error_code why) {
  return llvm::createStringError(why, what + " '" + where + "': " + why.message());
}

/// The folder and those above it, with what the umask leaves of all permissions.
static std::error_code makeFolder(StringRef folder, bool mayExist) {
  return fs::create_directories(folder, mayExist, fs::all_all);
}

static Error writeFile(StringRef file, StringRef text) {
  if (const std::error_code failed = makeFolder(path::parent_path(file), /*mayExist=*/true))
    return failure("cannot make the folder of", file, failed);
  std::error_code failed;
  llvm::raw_fd_ostream out(file, failed, fs::CD_CreateNew);
  if (failed) return failure("cannot write", file, failed);
  out << text;
  out.close();
  if (!out.has_error()) return Error::success();
  failed = out.error();
  out.clear_error();
  return failure("cannot write", file, failed);
}

/// Every plan.json of ours begins alike; that much is read, so a hostile file does no harm.
static bool isBundle(StringRef folder) {
  llvm::SmallString<128> plan(folder);
  path::append(plan, "plan.json");
  if (!fs::is_regular_file(plan)) return false; // nor wait for a pipe
  const auto begin = llvm::MemoryBuffer::getFileSlice(plan, 12, 0);
  if (!begin) return false;
  return (*begin)->getBuffer() == "{\n  \"shardc\"";
}

static bool isEmptyFolder(StringRef folder) {
  std::error_code failed;
  return fs::directory_iterator(folder, failed) == fs::directory_iterator() && !failed;
}

/// Whether there is a bundle to replace; an error if there is anything else that is not empty.
static llvm::Expected<bool> checkPlace(StringRef folder) {
  fs::file_status status;
  if (fs::status(folder, status)) return false; // nothing there
  if (status.type() != fs::file_type::directory_file)
    return llvm::createStringError(std::make_error_code(std::errc::not_a_directory),
                                   "'" + folder + "' is not a folder; choose another with -o");
  if (isBundle(folder)) return true;
  if (isEmptyFolder(folder)) return false;
  return llvm::createStringError(std::make_error_code(std::errc::file_exists),
                                 "folder '" + folder +
                                     "' is not a bundle of shardc and stays as it is; choose "
                                     "another with -o, or empty it");
}

/// A name beside `folder` that is free.
static std::string beside(StringRef folder) {
  llvm::SmallString<128> suffix;
  fs::createUniquePath("%%%%%%%%", suffix, /*MakeAbsolute=*/false);
  return (folder + "." + suffix).str();
}

/// What bundles have at their top.
static bool isOurs(StringRef name) {
  static constexpr StringRef ours[] = {"CMakeLists.txt", "README.md",    "cubin",
                                       "data",           "include",      "plan.json",
                                       "program.mlir",   "runtime",      "src"};
  return llvm::is_contained(ours, name);
}

/// Moves what is not ours from one bundle to another.
static Error keepOthers(StringRef from, StringRef to) {
  std::error_code failed;
  for (fs::directory_iterator entry(from, failed), end; entry != end && !failed;
       entry.increment(failed)) {
    const StringRef name = path::filename(entry->path());
    if (isOurs(name)) continue;
    llvm::SmallString<128> target(to);
    path::append(target, name);
    if (const std::error_code moved = fs::rename(entry->path(), target))
      return failure("cannot keep", entry->path(), moved);
  }
  return failed ? failure("cannot read", from, failed) : Error::success();
}

static Error writeAll(StringRef folder, ArrayRef<BundleFile> files,
                      const runtime::HeldInterrupts &interrupts) {
  if (const std::error_code failed = makeFolder(folder, /*mayExist=*/false))
    return failure("cannot make folder", folder, failed);
  for (const BundleFile &file : files) {
    if (interrupts.came())
      return failure("cannot finish", folder, std::make_error_code(std::errc::interrupted));
    llvm::SmallString<128> name(folder);
    path::append(name, file.path);
    if (Error error = writeFile(name, file.text)) return error;
  }
  return Error::success();
}

/// Whether all that a bundle has in `folder` can be removed: half-way is too late to find out.
static Error checkRemovable(StringRef folder, bool isTop) {
  if (const std::error_code failed = fs::access(folder, fs::AccessMode::Write))
    return failure("cannot replace", folder, failed);
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed, /*follow_symlinks=*/false), end;
       entry != end && !failed; entry.increment(failed))
    if (entry->type() == fs::file_type::directory_file &&
        (!isTop || isOurs(path::filename(entry->path()))))
      if (Error error = checkRemovable(entry->path(), /*isTop=*/false)) return error;
  return failed ? failure("cannot read", folder, failed) : Error::success();
}

/// Puts `fresh` where `folder` is. Should a step fail, the old bundle comes back.
static Error replace(StringRef folder, StringRef fresh) {
  if (Error error = checkRemovable(folder, /*isTop=*/true)) return error;
  const std::string old = beside(folder);
  if (const std::error_code failed = fs::rename(folder, old))
    return failure("cannot replace", folder, failed);
  if (const std::error_code failed = fs::rename(fresh, folder)) {
    fs::rename(old, folder);
    return failure("cannot replace", folder, failed);
  }
  if (Error error = keepOthers(old, folder)) {
    llvm::consumeError(keepOthers(folder, old));
    fs::rename(folder, fresh);
    fs::rename(old, folder);
    return error;
  }
  if (const std::error_code failed = fs::remove_directories(old, /*IgnoreErrors=*/false))
    return failure("cannot remove the old bundle", old, failed);
  return Error::success();
}

/// Where the bundle goes, as an absolute path; a link leads there and stays.
static std::error_code find(StringRef place, llvm::SmallString<128> &folder) {
  folder = place;
  if (const std::error_code failed = fs::make_absolute(folder)) return failed;
  path::remove_dots(folder);
  while (folder.size() > 1 && path::is_separator(folder.back()))
    folder.pop_back();
  if (!fs::is_symlink_file(folder)) return {};
  const llvm::SmallString<128> link = folder;
  return fs::real_path(link, folder);
}

Error writeBundle(StringRef place, ArrayRef<BundleFile> files) {
  llvm::SmallString<128> folder;
  if (const std::error_code failed = find(place, folder))
    return failure("cannot find", place, failed);
  llvm::Expected<bool> isThere = checkPlace(folder);
  if (!isThere) return isThere.takeError();
  const runtime::HeldInterrupts interrupts;
  const std::string fresh = beside(folder);
  Error error = writeAll(fresh, files, interrupts);
  if (!error && *isThere)
    error = replace(folder, fresh);
  else if (!error)
    if (const std::error_code failed = fs::rename(fresh, folder))
      error = failure("cannot make", folder, failed);
  if (error) fs::remove_directories(fresh);
  return error;
}

} // namespace shardc

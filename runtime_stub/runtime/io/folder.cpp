// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/folder.h"

#include "runtime/error.h"

#include <charconv>
#include <filesystem>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

namespace fs = std::filesystem;

static bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

std::string file_of(const std::string &name) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string file;
  for (size_t at = 0; at < name.size(); ++at) {
    const bool begins = at == 0 || name[at - 1] == '/', ends = at + 1 == name.size();
    // No part is empty, and none begins with a dot, as what leads up does.
    const bool separates = name[at] == '/' && !begins && !ends;
    if (separates || (is_plain(name[at]) && !(begins && name[at] == '.'))) {
      file += name[at];
      continue;
    }
    const auto byte = static_cast<unsigned char>(name[at]);
    file += {'%', kDigits[byte / 16], kDigits[byte % 16]};
  }
  return file + ".npy";
}

static std::string name_of(std::string file) {
  file.resize(file.size() - 4); // ".npy"
  std::string name;
  for (size_t at = 0; at < file.size(); ++at) {
    unsigned byte = 0;
    const char *const digits = file.data() + at + 1;
    const bool is_code = file[at] == '%' && at + 2 < file.size() &&
                         std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    name += is_code ? static_cast<char>(byte) : file[at];
    at += is_code ? 2 : 0;
  }
  return name;
}

std::map<std::string, std::string> files_in(const std::string &folder) {
  std::map<std::string, std::string> files;
  std::error_code failed;
  fs::recursive_directory_iterator at(folder, failed), end;
  for (; !failed && at != end; at.increment(failed))
    if (at->path().extension() == ".npy") {
      const std::string path = at->path().string();
      files[name_of(path.substr(folder.size()))] = path;
    }
  if (failed)
    throw Error(Exit::environment, one_line(folder + ": cannot be read: " + failed.message()));
  return files;
}

void replace_folder(const std::string &unfinished, const std::string &folder) {
  const std::string from = unfinished.substr(0, unfinished.size() - 1),
                    to = folder.substr(0, folder.size() - 1), old = to + ".old.part";
  std::error_code failed, ignored;
  fs::remove_all(old, failed); // of a run that was killed
  // What is there is put aside and removed last, which takes as long as it is large.
  const bool replaces = !failed && fs::exists(to, ignored);
  if (replaces) fs::rename(to, old, failed);
  if (!failed) fs::rename(from, to, failed);
  if (failed && replaces) fs::rename(old, to, ignored); // if it was put aside
  if (failed)
    throw Error(Exit::environment, one_line(folder + ": cannot be written: " + failed.message()));
  fs::remove_all(old, ignored);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

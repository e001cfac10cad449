// SPDX-License-Identifier: Apache-2.0
#include "file.h"

#include "error.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

std::string readFile(const std::string &path) {
  std::error_code failed;
  // A folder opens but does not read; a device or a pipe may never end.
  const bool regular = std::filesystem::is_regular_file(path, failed);
  std::ifstream file(path, std::ios::binary);
  if (!file || !regular) throw Error(Exit::environment, path + ": cannot be read");
  std::string data{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw Error(Exit::environment, path + ": cannot be read");
  return data;
}

void writeFile(const std::string &path, const std::string &data) {
  const std::string unfinished = path + ".part";
  std::ofstream file(unfinished, std::ios::binary);
  file.write(data.data(), static_cast<std::streamsize>(data.size()));
  file.close();
  std::error_code failed, ignored;
  if (file) std::filesystem::rename(unfinished, path, failed);
  if (file && !failed) return;
  std::filesystem::remove(unfinished, ignored);
  throw Error(Exit::environment, path + ": cannot be written");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

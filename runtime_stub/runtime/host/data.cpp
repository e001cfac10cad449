// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/data.h"

#include "runtime/io/formats/npy.h"

#include <cstdlib>
#include <filesystem>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// MLP_DATA_DIR for mlp.
static std::string variableOf(const Program &program) {
  std::string variable;
  for (const char *c = program.name; *c != 0; ++c)
    variable += *c >= 'a' && *c <= 'z' ? static_cast<char>(*c - 'a' + 'A') : *c;
  return variable + "_DATA_DIR";
}

/// The folders to look in; one that is named stands alone.
static std::vector<std::filesystem::path> foldersOf(const Program &program,
                                                    const std::string &data_dir) {
  if (!data_dir.empty()) return {data_dir};
  const char *named = std::getenv(variableOf(program).c_str());
  if (named != nullptr && *named != 0) return {named};
  std::error_code failed;
  const auto beside = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  std::vector<std::filesystem::path> folders;
  if (!failed) folders.push_back(beside / "data");
  if (program.data != nullptr) folders.push_back(program.data);
  if (!failed) folders.push_back(beside.parent_path() / "data");
  return folders;
}

Array read_constant(const Program &program, const Constant &constant, const std::string &data_dir) {
  std::string tried;
  for (const std::filesystem::path &folder : foldersOf(program, data_dir)) {
    const std::string path = (folder / constant.file).string();
    std::error_code failed;
    if (std::filesystem::exists(path, failed)) {
      Array array = readNpy(path);
      adopt(array, {constant.name, constant.type, constant.shape}, path);
      return array;
    }
    tried += (tried.empty() ? "" : ", ") + path;
  }
  throw Error(Exit::environment, "the data of '" + std::string(constant.name) +
                                     "' is missing: there is no " + tried + "; set " +
                                     variableOf(program) + " to the bundle's folder data");
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

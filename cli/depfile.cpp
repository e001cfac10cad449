// SPDX-License-Identifier: Apache-2.0
#include "cli/depfile.h"

#include "cli/io/write_file.h"

#include "llvm/Support/raw_ostream.h"

namespace shardc {

static std::string escaped(llvm::StringRef path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

llvm::Error writeDepfile(const Compilation &compilation, const std::string &folder,
                         llvm::ArrayRef<BundleFile> files) {
  const CommandOptions &options = compilation.options;
  const std::string path = options.depfilePath.empty() ? folder + ".d" : options.depfilePath;
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const BundleFile &file : files)
    out << escaped(folder + "/" + file.path) << (&file == &files.back() ? ":" : " \\\n");
  const std::string machine = compilation.machineText ? options.machine : "";
  for (const std::string &input : {options.program, options.config, machine})
    if (!input.empty() && input != "-") out << " " << escaped(input);
  for (const std::string &weights : compilation.files.read)
    out << " " << escaped(weights);
  out << "\n";
  return writeFile(path, text);
}

} // namespace shardc

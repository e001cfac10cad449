// SPDX-License-Identifier: Apache-2.0
#include "cli/io/read_file.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace shardc {

/// Reads to the end, or to `most` bytes.
static ErrorOr<std::unique_ptr<MemoryBuffer>> readStream(sys::fs::file_t file,
                                                         const std::string &name, size_t most) {
  constexpr size_t kAtOnce = size_t(64) << 10;
  SmallString<0> bytes;
  while (bytes.size() < most) {
    const size_t before = bytes.size();
    bytes.resize_for_overwrite(std::min(before + kAtOnce, most));
    Expected<size_t> read = sys::fs::readNativeFile(
        file, MutableArrayRef<char>(bytes.data() + before, bytes.size() - before));
    if (!read) return errorToErrorCode(read.takeError());
    bytes.truncate(before + *read);
    if (*read == 0) break;
  }
  return MemoryBuffer::getMemBufferCopy(bytes, name);
}

static ErrorOr<std::unique_ptr<MemoryBuffer>> readOpen(sys::fs::file_t file,
                                                       const std::string &path, size_t most) {
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(file, status)) return error;
  if (status.type() != sys::fs::file_type::regular_file) return readStream(file, path, most);
  if (status.getSize() <= most) return MemoryBuffer::getOpenFile(file, path, status.getSize());
  return MemoryBuffer::getOpenFileSlice(file, path, most, 0);
}

ErrorOr<std::unique_ptr<MemoryBuffer>> readFile(const std::string &path, size_t most) {
  if (path == "-") return readStream(sys::fs::getStdinHandle(), "<stdin>", most);
  Expected<sys::fs::file_t> file = sys::fs::openNativeFileForRead(path);
  if (!file) return errorToErrorCode(file.takeError());
  auto text = readOpen(*file, path, most);
  (void)sys::fs::closeFile(*file);
  return text;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// .npz files: ZIP archives of .npy files.
#pragma once

#include "runtime/io/array.h"

#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// An open .npz file, with entries stored or deflated. Only entries that are asked for are
/// unpacked.
class Npz {
public:
  /// Throws if the file cannot be read or its directory is broken.
  explicit Npz(const std::string &path);

  /// The entries' names, without ".npy", in the order of the file.
  std::vector<std::string> names() const;
  /// Throws if there is none, or it is broken.
  Array read(const std::string &name) const;

private:
  struct Entry {
    std::string name;
    size_t local;         // where its header starts
    size_t packed, bytes; // sizes
    uint32_t method, crc;
  };
  void readDirectory();
  std::string unpack(const Entry &entry) const;

  std::string path, data;
  std::vector<Entry> entries;
};

/// All arrays of a .npz file, by name.
std::map<std::string, Array> readNpz(const std::string &path);

/// Writes a .npz file, stored, in the given order. The same arrays give the same bytes.
void writeNpz(const std::string &path,
              const std::vector<std::pair<std::string, const Array *>> &arrays);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

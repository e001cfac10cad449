// SPDX-License-Identifier: Apache-2.0
// .npz files: ZIP archives of .npy files.
#pragma once

#include "runtime/io/array.h"
#include "runtime/io/mapping.h"

#include <map>
#include <memory>
#include <optional>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// An open .npz file, with entries stored or deflated, mapped into memory. Only entries that are
/// asked for are unpacked.
class Npz {
public:
  /// Throws if the file cannot be read or its directory is broken.
  explicit Npz(const std::string &path);

  /// The entries' names, without ".npy", in the order of the file.
  std::vector<std::string> names() const;
  /// Throws if there is none, or it is broken.
  Array read(const std::string &name) const;
  /// Where its elements are in the file, and what they are: its `data` stays empty, and nobody
  /// looks whether they are whole. None where they are not there as an array has them.
  std::optional<size_t> find(const std::string &name, Array &array) const;
  const std::shared_ptr<const Mapping> &mapping() const { return file; }

private:
  struct Entry {
    std::string name;
    size_t local;         // where its header starts
    size_t packed, bytes; // sizes
    uint32_t method, crc;
  };
  void readDirectory();
  const Entry &entry(const std::string &name) const;
  std::string_view packed(const Entry &entry) const;

  std::string path;
  std::shared_ptr<const Mapping> file;
  std::string_view data; // all of it
  std::vector<Entry> entries;
};

/// All arrays of a .npz file, by name.
std::map<std::string, Array> readNpz(const std::string &path);

/// Writes a .npz file, stored, in the given order. The same arrays give the same bytes.
void writeNpz(const std::string &path,
              const std::vector<std::pair<std::string, const Array *>> &arrays);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

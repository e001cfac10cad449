// SPDX-License-Identifier: Apache-2.0
// .safetensors files: tensors behind a header that says where each begins.
#pragma once

#include "runtime/io/array.h"
#include "runtime/io/mapping.h"

#include <map>
#include <memory>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Where a tensor lies in its file, and what it is there.
struct StoredTensor {
  std::string type; // "BF16"
  std::vector<int64_t> shape;
  size_t at = 0, bytes = 0;
};

/// An open file, of which no more is read than is looked at.
class Safetensors {
public:
  /// Throws if the file cannot be read or its header is broken.
  explicit Safetensors(const std::string &path);

  const std::map<std::string, StoredTensor> &tensors() const { return stored; }
  /// What the tensor is, without its elements. Throws if there is none, or of what type.
  Array describe(const std::string &name) const;
  /// The same with its elements.
  Array read(const std::string &name) const;
  /// All of the file.
  const std::shared_ptr<const Mapping> &mapping() const { return file; }

private:
  void read_header();

  const std::string path;
  const std::shared_ptr<const Mapping> file;
  std::map<std::string, StoredTensor> stored;
};

/// How elements are stored, of a type that the format lacks by their bits: complex<f64> as two F64.
const char *stored_name(Type type);
/// What stands in front of the tensors of a file: these, one behind the other.
std::string safetensors_header(const std::vector<Signature> &tensors);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

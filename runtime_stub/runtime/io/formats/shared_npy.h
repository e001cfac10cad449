// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/box.h"
#include "runtime/io/shared_file.h"
#include "runtime/type.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A .npy file that several processes write, each some boxes: the first makes it, then all write.
class SharedNpy {
public:
  SharedNpy(const std::string &path, Type type, std::vector<int64_t> shape);

  void make() const { file.make(); }
  void write(const Box &box, const char *data) const;
  /// By all processes, when it is whole; `is_first` gives it its name.
  void finish(bool is_first) { file.finish(is_first); }

private:
  const Type type;
  const std::vector<int64_t> shape;
  SharedFile file;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

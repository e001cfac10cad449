// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/box.h"
#include "runtime/type.h"

#include <string>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A .npy file that several processes write, each some boxes: the first makes it, as long as it
/// will be, then all write, and it has its name when the first one says that it is whole.
class SharedNpy {
public:
  SharedNpy(std::string path, Type type, std::vector<int64_t> shape);
  ~SharedNpy(); // what is not finished is removed
  SharedNpy(const SharedNpy &) = delete;
  SharedNpy &operator=(const SharedNpy &) = delete;

  void make() const;
  void write(const Box &box, const char *data) const;
  /// By all processes; `is_first` gives it its name.
  void finish(bool is_first);

private:
  std::string unfinished() const { return path + ".part"; }
  [[noreturn]] void fail(int number) const;

  const std::string path, header;
  const Type type;
  const std::vector<int64_t> shape;
  bool is_finished = false;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

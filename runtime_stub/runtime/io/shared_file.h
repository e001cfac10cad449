// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <cstddef>
#include <functional>
#include <string>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A file that is made as long as it will be, then written in pieces, by other processes too, and
/// has its name when it is whole.
class SharedFile {
public:
  /// `bytes`: behind the header.
  SharedFile(std::string path, std::string header, size_t bytes);
  ~SharedFile(); // what is not finished is removed
  SharedFile(const SharedFile &) = delete;
  SharedFile &operator=(const SharedFile &) = delete;

  void make() const;
  /// Puts bytes behind the header, `at` from there.
  using Put = std::function<void(const char *data, size_t bytes, size_t at)>;
  /// Opens the file for `body`, which puts any number of pieces.
  void write(const std::function<void(const Put &)> &body) const;
  /// By all that write it; `names` gives it its name.
  void finish(bool names);

private:
  std::string unfinished() const { return path + ".part"; }
  [[noreturn]] void fail(int number) const;

  const std::string path, header;
  const size_t bytes;
  bool is_finished = false;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

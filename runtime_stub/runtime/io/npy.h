// SPDX-License-Identifier: Apache-2.0
// .npy files: NumPy's arrays.
#pragma once

#include "runtime/box.h"
#include "runtime/io/array.h"

#include <optional>
#include <string_view>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The array in a .npy file. Column-major and big-endian ones are converted. Throws if the file
/// cannot be read, is broken, or has elements of a type that is not read.
Array readNpy(const std::string &path);
/// The same from the file's bytes; `where` begins the messages.
Array parseNpy(std::string_view file, const std::string &where);
/// Where the elements are in a file's bytes, and what they are: its `data` stays empty. None where
/// they are not as an array has them: big-endian, column-major, or truths.
std::optional<size_t> findElements(std::string_view file, const std::string &where, Array &array);

/// The bytes of a .npy file.
std::string formatNpy(const Array &array);
/// Those before the elements.
std::string formatNpyHeader(Type type, const std::vector<int64_t> &shape);
void writeNpy(const std::string &path, const Array &array);

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

/// Integers that are the bits of the wanted type, which NumPy lacks, become elements of it.
void readBitsAs(Type wanted, Array &array);
/// Throws unless the array, which comes from `where`, is what `wanted` says, by its bits at least.
void adopt(Array &array, const Signature &wanted, const std::string &where);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

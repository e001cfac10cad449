// SPDX-License-Identifier: Apache-2.0
// .npy files: NumPy's arrays.
#pragma once

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

/// Integers that are the bits of the wanted type, which NumPy lacks, become elements of it; so do
/// bytes that say no type. Throws where they are beyond a type of integers.
void readBitsAs(Type wanted, Array &array, const std::string &where);
/// Throws unless the array, which comes from `where`, is what `wanted` says, by its bits at least.
void adopt(Array &array, const Signature &wanted, const std::string &where);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

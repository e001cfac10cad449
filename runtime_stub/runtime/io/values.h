// SPDX-License-Identifier: Apache-2.0
// Values on a command line: made up, printed, compared.
#pragma once

#include "runtime/box.h"
#include "runtime/io/array.h"
#include "runtime/io/mapping.h"

#include <memory>
#include <optional>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A value that is given: an array, or files that have the elements. Or one for each step.
struct Input {
  Array array; // where files have the elements, without them
  std::shared_ptr<const Mapping> file = nullptr;
  size_t at = 0;                               // where they begin in it
  std::optional<int64_t> steps = std::nullopt; // that it has values for
  std::vector<BoxData> blocks = {};            // that it is made of, where there are several
  std::vector<std::shared_ptr<const Mapping>> files = {}; // that these lie in
  std::vector<Array> made = {};                           // or that they are
  std::string word = {}; // by which they are made, "random:3"; "": of files

  /// What makes up the value for a step.
  std::vector<BoxData> pieces(int64_t step = 0) const {
    if (!blocks.empty()) return blocks;
    return {{whole(array.shape), data(step)}};
  }
  /// The value for a step, where it is one piece; behind the last step comes the first.
  const char *data(int64_t step = 0) const {
    const char *const begin = file ? file->bytes().data() + at : array.data.data();
    return begin + (steps ? step % *steps * bytes() : 0);
  }
  size_t bytes() const { // of one value
    return elements(whole(array.shape)) * runtime::bytes(array.type);
  }
};

/// The values that the words of `--input` give, one per signature:
///   NAME=FILE.npy, NAME=zeros, NAME=ones, NAME=0.5, NAME=iota[:START], NAME=random:SEED
///                    NAME may be argN, or * for all
///   FILE.npz, FILE.safetensors
///                    all inputs in it
///   NAME=each:FILE.npy
///                    a value for each step: the file's first dimension counts them
///   FOLDER/          all inputs that have a file NAME.npy in it, or blocks (shards.h)
/// Of several for one input the last counts. Throws if one is missing or is not what its signature
/// says. Other arrays in a file are passed by, but for those that may be misspelt: whose name is
/// close to an input's that the file lacks, or any, while an input is given by no name but *.
/// `made` is what the program makes: nobody misspells that, and checkpoints have it. `parts`: the
/// boxes of each input that are looked at. Of a value that is no file they alone are made, and of
/// files whose elements lie there as an array has them no more is read. None: all is.
using Parts = std::vector<std::vector<Box>>;
std::vector<Input> readInputs(const std::vector<Signature> &inputs,
                              const std::vector<std::string> &words,
                              const std::optional<Parts> &parts = std::nullopt,
                              const std::vector<Signature> &made = {});

/// An input that is not read from a file: `from` is zeros, ones, a number that all elements are (or
/// true, false), iota[:START] or random:SEED. Random floats lie in [-1, 1), integers in [-8, 8), or
/// [0, 16) if unsigned. `number` is the input's: inputs with one seed differ. Nothing if `from` is
/// none of these; throws if its number is none, or no element of that type.
std::optional<Array> makeValue(const Signature &input, uint64_t number, const std::string &from);
/// A box of that value.
std::optional<Array> makeBox(const Signature &input, uint64_t number, const std::string &from,
                             const Box &box);

/// "z f32[2, 2]", then a line per row of the last dimension. Floats have the fewest digits that
/// read back as the same number.
std::string formatValue(const std::string &name, const Array &array);

/// The values in a .npz file of all outputs, by name or outN.
std::vector<Array> readExpected(const std::vector<Signature> &outputs, const std::string &path);

/// Elements that are not as expected.
struct Difference {
  int64_t first;    // of them, counted row-major
  std::string text; // "2 of 6 elements differ; the first, at [0, 1], is ..."
};
/// What differs between arrays of one shape, if something does. Integers and booleans must be
/// equal; floats may differ by `rtol` times the largest finite magnitude that is expected; nothing
/// given: 1e-5 for f32, 1e-12 for f64. Not-a-numbers are equal to each other.
std::optional<Difference> differenceOf(const Array &got, const Array &expected,
                                       std::optional<double> rtol);
/// The same in one line that names the output.
std::optional<std::string> findDifference(const Signature &output, const Array &got,
                                          const Array &expected, std::optional<double> rtol);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/values.h"

#include "runtime/io/element.h"
#include "runtime/io/folder.h"
#include "runtime/io/formats/npy.h"
#include "runtime/io/formats/npz.h"
#include "runtime/io/formats/safetensors.h"
#include "runtime/io/formats/shards.h"
#include "runtime/io/lookup.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

template <typename Number>
Number parseNumber(const std::string &from, size_t at) {
  Number number = 0;
  const auto [end, status] = std::from_chars(from.data() + at, from.data() + from.size(), number);
  if (status != std::errc() || end != from.data() + from.size())
    throw Error(Exit::usage, one_line("'" + from + "' does not end with a number"));
  return number;
}

/// Whether a word is a number or a truth, of whatever type.
bool isNumber(const std::string &word) {
  double number = 0; // or beyond what a double has
  const char *const end = word.data() + word.size();
  const bool isAll = !word.empty() && std::from_chars(word.data(), end, number).ptr == end;
  return isAll || word == "true" || word == "false";
}

/// Element `i` of the stream of random numbers `seed`: 64 bits (SplitMix64).
uint64_t random(uint64_t seed, uint64_t i) {
  uint64_t bits = (seed + 1) * 0x9e3779b97f4a7c15 + i * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

/// In [-1, 1), of the first 24 bits.
double randomReal(uint64_t bits) { return static_cast<double>(bits >> 40) * 0x1p-23 - 1; }

Element randomElement(Type type, uint64_t bits) {
  if (kind(type) == TypeKind::boolean) return integerElement(bits >> 63);
  if (kind(type) == TypeKind::floating) return {randomReal(bits)};
  if (kind(type) == TypeKind::complex) return {randomReal(bits), randomReal(bits << 24)};
  const int64_t small = static_cast<int64_t>(bits >> 60);
  return elementOf(type, kind(type) == TypeKind::signedInteger ? small - 8 : small);
}

int64_t countOf(const Array &array) {
  return static_cast<int64_t>(array.data.size() / bytes(array.type));
}
Element elementAt(const Array &array, int64_t i) {
  return loadElement(array.type, array.data.data() + i * bytes(array.type));
}

/// The box of an array whose element `i` is make(i).
template <typename Make>
Array filled(const Signature &input, const Box &box, const Make &make) {
  Array array = {input.type, {}, {}};
  for (const Interval &dim : box)
    array.shape.push_back(dim.size());
  const size_t size = bytes(array.type);
  array.data.resize(elementsOf(array.shape, array.type) * size);
  for_each_row(box, box, whole(input.shape), [&](int64_t to, int64_t from, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      storeElement(array.type, make(from + i), array.data.data() + (to + i) * size);
  });
  return array;
}

/// All elements as one word says; nothing if it is neither a number nor the name of one.
std::optional<Array> splat(const Signature &input, const std::string &from, const Box &box) {
  const std::string word = from == "zeros" ? "0" : from == "ones" ? "1" : from;
  if (const std::optional<Element> element = parseElement(input.type, word))
    return filled(input, box, [&](int64_t) { return *element; });
  if (!isNumber(word)) return std::nullopt;
  throw Error(Exit::usage,
              one_line("input '" + input.name + "' is " + typeText(input.type, input.shape) +
                       ", and " + word + " is no " + name(input.type)));
}

/// "[0, 1]": where element `i` of a row-major value is.
std::string indexText(int64_t i, const std::vector<int64_t> &shape) {
  std::string inner;
  for (size_t dim = shape.size(); dim-- > 0; i /= shape[dim])
    inner = std::to_string(i % shape[dim]) + (inner.empty() ? "" : ", ") + inner;
  return "[" + inner + "]";
}

/// How far floats of this type, or parts of complex numbers, may be apart where nothing else is
/// said, for each unit of the largest.
double ownTolerance(Type type) {
  return with_type(type, [](auto zero) {
    using T = PartOf<decltype(zero)>;
    if constexpr (isNarrow<T>) {
      const double digit = std::numeric_limits<T>::epsilon();
      return sizeof(T) == 1 ? std::min(0.5, digit) : 4 * digit;
    } else {
      return sizeof(T) == 8 ? 1e-12 : 1e-5;
    }
  });
}

double tolerance(const Array &expected, std::optional<double> rtol) {
  double largest = 0;
  for (int64_t i = 0, count = countOf(expected); i < count; ++i) {
    const Element element = elementAt(expected, i);
    for (const double part : {std::abs(element.real), std::abs(element.imaginary)})
      if (std::isfinite(part)) largest = std::max(largest, part);
  }
  return rtol.value_or(ownTolerance(expected.type)) * largest;
}

bool agree(double got, double expected, double atMost) {
  if (got == expected || (std::isnan(got) && std::isnan(expected))) return true;
  // Infinities that are not equal differ by an infinity or not-a-number: both fail this.
  const double apart = std::abs(got - expected);
  return std::isfinite(apart) && apart <= atMost;
}
bool agree(const Element &got, const Element &expected, double atMost) {
  return got.integer == expected.integer && agree(got.real, expected.real, atMost) &&
         agree(got.imaginary, expected.imaginary, atMost);
}

/// "; it has 'a', 'b' and 4 more".
std::string listed(const std::string &what, const std::vector<std::string> &names) {
  constexpr size_t most = 4;
  std::string text = names.empty() ? "; " + what + " none" : "; " + what + " ";
  for (size_t i = 0; i < std::min(most, names.size()); ++i)
    text += (i == 0 ? "'" : ", '") + names[i] + "'";
  return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more"
                             : text;
}

/// What was meant by a name that no input has.
std::string noInput(const std::string &typed, const std::vector<Signature> &inputs) {
  std::vector<std::string> names;
  for (const Signature &input : inputs)
    names.push_back(shownName(input));
  const std::string path = pathOf(typed);
  const std::string_view near = closest(path, {names.begin(), names.end()});
  std::string meant = listed("the program's inputs are", names);
  if (!near.empty()) meant = "; did you mean '" + std::string(near) + "'?";
  return one_line("there is no input '" + typed + "'" + meant);
}

/// One word of `--input`, taken apart. No `=` behind a known name: all of it is a file.
struct Word {
  std::string name, from;
};
std::optional<Word> takeApart(const Lookup &lookup, const std::vector<Signature> &inputs,
                              const std::string &word) {
  for (size_t at = word.find('='); at != std::string::npos; at = word.find('=', at + 1)) {
    const std::string name = word.substr(0, at);
    if (name == "*" || lookup.find(name).index >= 0) return Word{name, word.substr(at + 1)};
  }
  const size_t at = word.find('=');
  if (at == std::string::npos || word.ends_with(".npz") || word.ends_with(".safetensors"))
    return std::nullopt;
  throw Error(Exit::usage, noInput(word.substr(0, at), inputs));
}

/// Throws where an array of a file has been there by another name.
void requireOnce(const std::string &path, const std::string &before, const std::string &name,
                 const Signature &is) {
  if (before.empty()) return;
  throw Error(Exit::wrong_input, one_line(path + ": '" + before + "' and '" + name +
                                          "' are both '" + shownName(is) + "'"));
}

/// What a .npz file has of the list. Other names in it are left alone.
std::vector<std::optional<Array>> readNamed(const Npz &file, const std::string &path,
                                            const Lookup &lookup,
                                            const std::vector<Signature> &list) {
  std::vector<std::optional<Array>> found(list.size());
  std::vector<std::string> names(list.size());
  for (const std::string &name : file.names()) {
    const int index = findOne(lookup, list, name);
    if (index < 0) continue;
    requireOnce(path, names[index], name, list[index]);
    found[index] = file.read(name);
    names[index] = name;
    adopt(*found[index], list[index], path + ", '" + name + "'");
  }
  return found;
}

class InputReader {
public:
  InputReader(const std::vector<Signature> &wanted, const std::optional<Parts> &parts,
              const std::vector<Signature> &made)
      : inputs(wanted), held(parts), mapped(parts.has_value()), lookup(wanted, Side::input),
        outputs(made, Side::output), values(wanted.size()), named(wanted.size()) {}

  void read(const std::string &word) {
    const std::optional<Word> parts = takeApart(lookup, inputs, word);
    if (!parts) return readSeveral(word);
    const int only = parts->name == "*" ? -1 : findOne(lookup, inputs, parts->name);
    for (size_t input = 0; input < inputs.size(); ++input)
      if (only < 0 || static_cast<int>(input) == only) readOne(input, parts->from);
    if (only >= 0) named[only] = true;
  }

  std::vector<Input> all() {
    const std::vector<std::string> unnamed = namesOf(named);
    if (!unnamed.empty() && !other.empty())
      throw Error(Exit::wrong_input,
                  one_line(other + listed("inputs that no name gives are", unnamed)));
    std::vector<Input> arrays;
    for (size_t input = 0; input < inputs.size(); ++input) {
      if (!values[input])
        throw Error(Exit::wrong_input,
                    one_line("input '" + shownName(inputs[input]) + "' is missing; give --input " +
                             shownName(inputs[input]) + "=FILE.npy"));
      arrays.push_back(std::move(*values[input]));
    }
    return arrays;
  }

private:
  void readOne(size_t input, const std::string &from) {
    if (std::optional<Input> made = make(input, from))
      values[input] = std::move(*made);
    else if (from.starts_with("each:"))
      readEach(input, from.substr(5));
    else
      readFile(input, requireThere(input, from));
  }

  /// What is looked at of a value that is no file.
  std::optional<Input> make(size_t input, const std::string &from) const {
    const Signature &is = inputs[input];
    if (!held) {
      std::optional<Array> all = makeValue(is, input, from);
      return all ? std::optional(Input{std::move(*all)}) : std::nullopt;
    }
    const Box none(is.shape.size(), Interval{0, 0});
    if (!makeBox(is, input, from, none)) return std::nullopt; // no such value
    Input made = {{is.type, is.shape, {}}};
    made.word = from;
    for (const Box &box : (*held)[input]) {
      made.made.push_back(*makeBox(is, input, from, box));
      made.blocks.push_back({box, made.made.back().data.data()});
    }
    return made;
  }

  void readFile(size_t input, const std::string &path) {
    Input read = open(input, path);
    adopt(read.array, inputs[input], path);
    values[input] = std::move(read);
  }

  void readEach(size_t input, const std::string &path) {
    Input read = open(input, path);
    std::vector<int64_t> &shape = read.array.shape;
    if (shape.empty() || shape.front() == 0)
      throw Error(Exit::wrong_input, one_line(path + ": is " + typeText(read.array.type, shape) +
                                              ", and has no value for a step"));
    read.steps = shape.front();
    shape.erase(shape.begin());
    adopt(read.array, inputs[input], path + ", for each step");
    values[input] = std::move(read);
  }

  /// Bytes of types with fewer bits are looked at, all of them.
  Input open(size_t input, const std::string &path) const {
    Input read;
    const bool maps = mapped && bits(inputs[input].type) >= 8;
    auto file = maps ? std::make_shared<const Mapping>(path) : nullptr;
    const std::optional<size_t> at =
        file ? findElements(file->bytes(), path, read.array) : std::nullopt;
    if (at)
      read = {std::move(read.array), std::move(file), *at};
    else
      read.array = readNpy(path);
    return read;
  }

  void readSeveral(const std::string &path) {
    if (path.ends_with(".safetensors")) return readTensors(path);
    if (!path.ends_with('/')) return readArchive(path);
    const std::map<std::string, std::string> files = files_in(path);
    if (!has_owners(path))
      return readEntries(path, files,
                         [&](size_t input, const std::string &file) { readFile(input, file); });
    if (!files.empty())
      throw Error(Exit::wrong_input,
                  one_line(path + ": has " + kOwners + " and " + files.begin()->second +
                           ", and either may be meant; move the files that are not"));
    readEntries(path, read_shards(path),
                [&](size_t input, const Input &blocks) { readBlocks(input, blocks, path); });
  }

  void readTensors(const std::string &path) {
    const Safetensors file(path);
    std::vector<std::pair<std::string, std::string>> entries;
    for (const auto &[name, tensor] : file.tensors())
      entries.emplace_back(name, name);
    readEntries(path, entries, [&](size_t input, const std::string &name) {
      const bool maps = mapped && bits(inputs[input].type) >= 8;
      Input read = {maps ? file.describe(name) : file.read(name)};
      if (maps) {
        read.file = file.mapping();
        read.at = file.tensors().at(name).at;
      }
      adopt(read.array, inputs[input], path + ", '" + name + "'");
      values[input] = std::move(read);
    });
  }

  /// Elements of types with fewer bits than a byte are looked at, all of them.
  void readBlocks(size_t input, Input read, const std::string &path) {
    Array &array = read.array;
    const bool looks = bits(array.type) < 8;
    if (looks || !mapped) {
      array.data.resize(elementsOf(array.shape, array.type) * bytes(array.type));
      for (const BoxData &block : read.blocks)
        copy_box(array.data.data(), whole(array.shape), block.data, block.box, block.box,
                 bytes(array.type));
      read = Input{std::move(array)};
    }
    if (array.type == Type::i1)
      for (char &truth : array.data)
        truth = truth != 0;
    else if (looks)
      array.type = kind(array.type) == TypeKind::signedInteger ? Type::i8 : Type::ui8;
    adopt(array, inputs[input], path + kOwners);
    values[input] = std::move(read);
  }

  /// Inputs by the names of entries; `take` is called with an input's number and its entry.
  template <typename Entries, typename Take>
  void readEntries(const std::string &path, const Entries &entries, const Take &take) {
    std::vector<std::string> names;
    std::vector<std::string> taken(inputs.size());
    std::vector<bool> has(inputs.size());
    for (const auto &[name, entry] : entries) {
      names.push_back(name);
      const int input = findOne(lookup, inputs, name);
      if (input < 0) continue;
      requireOnce(path, taken[input], name, inputs[input]);
      take(input, entry);
      taken[input] = name;
      has[input] = named[input] = true;
    }
    requireAny(path, has, names);
  }

  /// What is no file may be a value that is misspelt.
  const std::string &requireThere(size_t input, const std::string &from) const {
    if (access(from.c_str(), F_OK) == 0 || from.ends_with(".npy")) return from;
    throw Error(Exit::environment,
                one_line("input '" + inputs[input].name + "': there is no file '" + from +
                         "'; without a file an input is zeros, ones, a number, iota[:START] or "
                         "random:SEED"));
  }

  void readArchive(const std::string &path) {
    const Npz file(path);
    std::vector<std::pair<std::string, std::string>> entries;
    for (const std::string &name : file.names())
      entries.emplace_back(name, name);
    readEntries(path, entries, [&](size_t input, const std::string &name) {
      Input read;
      const bool maps = mapped && bits(inputs[input].type) >= 8;
      const std::optional<size_t> at = maps ? file.find(name, read.array) : std::nullopt;
      if (at)
        read = {std::move(read.array), file.mapping(), *at};
      else
        read.array = file.read(name);
      adopt(read.array, inputs[input], path + ", '" + name + "'");
      values[input] = std::move(read);
    });
  }

  /// Of a file of several arrays: some input has to be in it, and the others are passed by.
  void requireAny(const std::string &path, const std::vector<bool> &has,
                  const std::vector<std::string> &names) {
    const bool isUsed = std::find(has.begin(), has.end(), true) != has.end();
    const bool isEmpty = inputs.empty() && names.empty();
    if (!isUsed && !isEmpty)
      throw Error(Exit::wrong_input,
                  one_line(path + ": has none of the inputs" + listed("it has", names)));
    for (const std::string &name : names)
      if (findOne(lookup, inputs, name) < 0 && outputs.find(name).index < 0)
        passBy(path, name, namesOf(has));
  }

  /// An array that no input takes: where a file has what the step before has made, it is no harm,
  /// but it may be misspelt. `lacking`: the inputs that the file does not have.
  void passBy(const std::string &path, const std::string &name,
              const std::vector<std::string> &lacking) {
    const std::string said = path + ": there is no input '" + name + "'";
    const std::string_view near = closest(pathOf(name), {lacking.begin(), lacking.end()});
    if (!near.empty())
      throw Error(Exit::wrong_input,
                  one_line(said + "; did you mean '" + std::string(near) + "'?"));
    if (other.empty()) other = said;
  }

  /// Of the inputs that are not so.
  std::vector<std::string> namesOf(const std::vector<bool> &are) const {
    std::vector<std::string> names;
    for (size_t input = 0; input < inputs.size(); ++input)
      if (!are[input]) names.push_back(shownName(inputs[input]));
    return names;
  }

  const std::vector<Signature> &inputs;
  const std::optional<Parts> &held; // of each, the boxes that are looked at
  const bool mapped;
  const Lookup lookup, outputs;
  std::vector<std::optional<Input>> values;
  std::vector<bool> named; // given by a name, of their own or in a file; not by '*'
  std::string other;       // about the first array that no input takes; "": there is none
};

} // namespace

std::vector<Input> readInputs(const std::vector<Signature> &inputs,
                              const std::vector<std::string> &words,
                              const std::optional<Parts> &parts,
                              const std::vector<Signature> &made) {
  InputReader reader(inputs, parts, made);
  for (const std::string &word : words)
    reader.read(word);
  return reader.all();
}

std::optional<Array> makeValue(const Signature &input, uint64_t number, const std::string &from) {
  return makeBox(input, number, from, whole(input.shape));
}

std::optional<Array> makeBox(const Signature &input, uint64_t number, const std::string &from,
                             const Box &box) {
  const bool isIota = from == "iota" || from.starts_with("iota:");
  const bool isRandom = from.starts_with("random:");
  if (!isIota && !isRandom) return splat(input, from, box);
  if (isRandom) {
    const uint64_t seed = parseNumber<uint64_t>(from, 7) * 65537 + number;
    return filled(input, box, [&](int64_t i) {
      return randomElement(input.type, random(seed, static_cast<uint64_t>(i)));
    });
  }
  const auto start = static_cast<uint64_t>(from == "iota" ? 0 : parseNumber<int64_t>(from, 5));
  return filled(input, box, [&](int64_t i) {
    return elementOf(input.type, static_cast<int64_t>(start + static_cast<uint64_t>(i)));
  });
}

std::string formatValue(const std::string &name, const Array &array) {
  std::string lines = one_line(name) + " " + typeText(array.type, array.shape) + "\n";
  const int64_t row = array.shape.empty() ? 1 : array.shape.back();
  for (int64_t i = 0, count = countOf(array); i < count; ++i) {
    lines += i % row == 0 ? "  " : " ";
    lines += elementText(array.type, elementAt(array, i));
    if ((i + 1) % row == 0) lines += '\n';
  }
  return lines;
}

std::vector<Array> readExpected(const std::vector<Signature> &outputs, const std::string &path) {
  const Npz file(path);
  std::vector<std::optional<Array>> found =
      readNamed(file, path, Lookup(outputs, Side::output), outputs);
  std::vector<Array> arrays;
  for (size_t output = 0; output < outputs.size(); ++output) {
    if (!found[output])
      throw Error(Exit::wrong_input,
                  one_line(path + ": has no output '" + shownName(outputs[output]) + "'" +
                           listed("it has", file.names())));
    arrays.push_back(std::move(*found[output]));
  }
  return arrays;
}

std::optional<Difference> differenceOf(const Array &got, const Array &expected,
                                       std::optional<double> rtol) {
  const double atMost = tolerance(expected, rtol);
  const int64_t count = countOf(got);
  int64_t different = 0, first = 0;
  for (int64_t i = count; i-- > 0;) {
    if (agree(elementAt(got, i), elementAt(expected, i), atMost)) continue;
    ++different;
    first = i;
  }
  if (different == 0) return std::nullopt;
  const auto textOf = [&](const Array &array) {
    return elementText(array.type, elementAt(array, first));
  };
  return Difference{first, std::to_string(different) + " of " + std::to_string(count) +
                               " elements differ; the first, at " + indexText(first, got.shape) +
                               ", is " + textOf(got) + ", expected " + textOf(expected) +
                               ", give or take " + elementText(Type::f64, {atMost})};
}

std::optional<std::string> findDifference(const Signature &output, const Array &got,
                                          const Array &expected, std::optional<double> rtol) {
  const auto difference = differenceOf(got, expected, rtol);
  if (!difference) return std::nullopt;
  return one_line("output '" + shownName(output) + "': " + difference->text);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

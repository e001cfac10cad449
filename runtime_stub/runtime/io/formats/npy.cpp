// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/formats/npy.h"

#include "runtime/io/file.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <iterator>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are little-endian");

constexpr size_t kMaxRank = 64;

constexpr Type kTypes[] = {
#define SHARDC_TYPE(name, ...) Type::name,
#include "runtime/types.def"
#undef SHARDC_TYPE
};

/// Types that NumPy lacks are in files as their bits, or as integers of a byte.
bool isOfBits(Type type) {
  const bool isSmall = bits(type) < 8 && kind(type) != TypeKind::boolean;
  return isSmall || (kind(type) == TypeKind::floating && npy_name(type)[0] == 'u');
}

/// The type of integers that a file's bits are.
Type bitsOf(Type type) {
  return *std::find_if(std::begin(kTypes), std::end(kTypes), [&](Type each) {
    return !isOfBits(each) && std::string_view(npy_name(each)) == npy_name(type);
  });
}

/// "f4, f8 and b1"
std::string codesText() {
  std::string text;
  for (Type type : kTypes) {
    if (isOfBits(type)) continue;
    const bool isFirst = type == kTypes[0], isLast = type == *(std::end(kTypes) - 1);
    text += (isFirst ? "" : isLast ? " and " : ", ") + std::string(npy_name(type));
  }
  return text;
}

/// Whether a file's type, without the order of bytes, may be this one. As ml_dtypes writes what
/// NumPy lacks it is so many bytes of whatever; f8E5M2 it calls a float of one.
bool isCode(std::string_view code, Type type) {
  if (!isOfBits(type)) return code == npy_name(type);
  return code == "V" + std::to_string(bytes(type)) || (bytes(type) == 1 && code == "f1");
}

/// Elements of fewer bits than a byte in their own range. Bytes that say no type may have zeros
/// where others have copies of the sign.
void narrow(Type wanted, Array &array, const std::string &where) {
  const bool isAnySign = isOfBits(array.type);
  const int all = 1 << bits(wanted);
  const int least = kind(wanted) == TypeKind::signedInteger ? -all / 2 : 0, most = least + all - 1;
  for (char &byte : array.data) {
    int number =
        array.type == Type::ui8 ? static_cast<unsigned char>(byte) : static_cast<signed char>(byte);
    if (isAnySign && number > most && number < all) number -= all;
    if (number < least || number > most)
      throw Error(Exit::wrong_input, one_line(where + ": has " + std::to_string(number) +
                                              ", which no " + name(wanted) + " is"));
    byte = static_cast<char>(number);
  }
}

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t dim = 0; dim < shape.size(); ++dim)
    text += (dim == 0 ? "" : ", ") + std::to_string(shape[dim]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

/// What the header of a .npy file says, which is a Python dictionary.
class Header {
public:
  Header(std::string dictionary, std::string source)
      : text(std::move(dictionary)), where(std::move(source)) {}

  /// The type's code, and whether bytes come in the other order.
  Type type(bool &swapped) const {
    const std::string_view descr = value("'descr'");
    const size_t end = descr.size() > 1 ? descr.find(descr[0], 1) : std::string_view::npos;
    if (end == std::string_view::npos || (descr[0] != '\'' && descr[0] != '"'))
      fail("has records, or a broken header");
    const std::string_view word = descr.substr(1, end - 1);
    for (Type type : kTypes)
      if (word.size() >= 3 && isCode(word.substr(1), type) &&
          std::string_view("<>|=").find(word[0]) != std::string_view::npos) {
        swapped = word[0] == '>';
        return type;
      }
    throw Error(Exit::unsupported, one_line(where + ": has elements of type '" + std::string(word) +
                                            "'; " + codesText() + " are read"));
  }

  bool columnMajor() const {
    const std::string_view order = value("'fortran_order'");
    if (!order.starts_with("True") && !order.starts_with("False")) fail("has a broken header");
    return order[0] == 'T';
  }

  std::vector<int64_t> shape() const {
    const std::string_view list = value("'shape'");
    const size_t close = list.find(')');
    if (close == std::string_view::npos || list[0] != '(') fail("has a broken header");
    std::vector<int64_t> shape;
    const char *at = list.data() + 1, *end = list.data() + close;
    while (true) {
      while (at != end && (*at == ' ' || *at == ',' || *at == 'L'))
        ++at;
      if (at == end) return shape;
      int64_t extent = 0;
      const auto [next, status] = std::from_chars(at, end, extent);
      if (status != std::errc() || extent < 0 || shape.size() == kMaxRank)
        fail("has a shape that is none");
      shape.push_back(extent);
      at = next;
    }
  }

  [[noreturn]] void fail(const std::string &what) const {
    throw Error(Exit::wrong_input, one_line(where + ": " + what));
  }

private:
  /// What follows a key.
  std::string_view value(std::string_view key) const {
    size_t at = text.find(key);
    if (at == std::string::npos) fail("has a header without " + std::string(key));
    at = text.find_first_not_of(' ', at + key.size());
    if (at == std::string::npos || text[at] != ':') fail("has a broken header");
    at = text.find_first_not_of(' ', at + 1);
    if (at == std::string::npos) fail("has a broken header");
    return std::string_view(text).substr(at);
  }

  std::string text, where;
};

void swapBytes(std::vector<char> &data, size_t size) {
  for (size_t at = 0; at < data.size(); at += size)
    std::reverse(data.begin() + at, data.begin() + at + size);
}

/// Column-major elements in row-major order.
std::vector<char> rowMajor(const std::vector<char> &data, const std::vector<int64_t> &shape,
                           size_t size) {
  std::vector<char> rows(data.size());
  std::vector<int64_t> index(shape.size());
  for (size_t to = 0; to < data.size(); to += size) {
    int64_t from = 0;
    for (size_t dim = shape.size(); dim-- > 0;)
      from = from * shape[dim] + index[dim];
    std::memcpy(rows.data() + to, data.data() + from * size, size);
    for (size_t dim = shape.size(); dim-- > 0 && ++index[dim] == shape[dim];)
      index[dim] = 0;
  }
  return rows;
}

/// What a .npy file says before its elements, and where these begin.
struct Start {
  Array array; // without elements
  size_t at;
  bool isSwapped, isColumnMajor;
};

Start parseStart(std::string_view file, const std::string &where) {
  const auto fail = [&](const char *what) -> void {
    throw Error(Exit::wrong_input, one_line(where + ": " + what));
  };
  if (file.size() < 12 || file.compare(0, 6, "\x93NUMPY") != 0) fail("is not a .npy file");
  const auto byte = [&](size_t at) { return size_t{static_cast<unsigned char>(file[at])}; };
  const bool longHeader = byte(6) > 1; // from version 2 on its length has four bytes
  const size_t start = longHeader ? 12 : 10;
  const size_t headerBytes =
      byte(8) + (byte(9) << 8) + (longHeader ? (byte(10) << 16) + (byte(11) << 24) : 0);
  if (headerBytes > file.size() - start) fail("is cut short");
  const Header header(std::string(file.substr(start, headerBytes)), where);

  Start said = {{}, start + headerBytes, false, header.columnMajor()};
  Array &array = said.array;
  array.type = header.type(said.isSwapped);
  array.shape = header.shape();
  said.isColumnMajor &= array.shape.size() > 1;
  const size_t size = bytes(array.type), dataBytes = file.size() - said.at;
  int64_t count = 0;
  try {
    count = elementsOf(array.shape, array.type);
  } catch (const Error &error) {
    header.fail(std::string("has ") + error.what());
  }
  if (dataBytes != count * size)
    header.fail("has " + std::to_string(dataBytes) + " bytes of data; " +
                typeText(array.type, array.shape) + " takes " + std::to_string(count * size));
  return said;
}

} // namespace

Array parseNpy(std::string_view file, const std::string &where) {
  Start said = parseStart(file, where);
  Array &array = said.array;
  const size_t size = bytes(array.type);
  array.data.assign(file.begin() + said.at, file.end());
  if (said.isSwapped)
    swapBytes(array.data, kind(array.type) == TypeKind::complex ? size / 2 : size);
  if (said.isColumnMajor) array.data = rowMajor(array.data, array.shape, size);
  if (array.type == Type::i1)
    for (char &truth : array.data)
      truth = truth != 0;
  return std::move(array);
}

std::optional<size_t> findElements(std::string_view file, const std::string &where, Array &array) {
  Start said = parseStart(file, where);
  if (said.isSwapped || said.isColumnMajor || said.array.type == Type::i1) return std::nullopt;
  array = std::move(said.array);
  return said.at;
}

Array readNpy(const std::string &path) { return parseNpy(readFile(path), path); }

std::string formatNpyHeader(Type type, const std::vector<int64_t> &shape) {
  const std::string order = bytes(type) == 1 ? "|" : "<";
  std::string header = "{'descr': '" + order + npy_name(type) +
                       "', 'fortran_order': False, 'shape': " + shapeText(shape) + ", }";
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 11, ' '); // the data starts at 64 n
  header += '\n';
  const std::string version = {1, 0}, length = {static_cast<char>(header.size() % 256),
                                                static_cast<char>(header.size() / 256)};
  return "\x93NUMPY" + version + length + header;
}

std::string formatNpy(const Array &array) {
  return formatNpyHeader(array.type, array.shape) +
         std::string(array.data.begin(), array.data.end());
}

void writeNpy(const std::string &path, const Array &array) { writeFile(path, formatNpy(array)); }

void readBitsAs(Type wanted, Array &array, const std::string &where) {
  const bool saysNone = isOfBits(array.type) && bytes(array.type) == bytes(wanted);
  if (!isOfBits(wanted) || (array.type != bitsOf(wanted) && !saysNone)) return;
  if (bits(wanted) < 8) narrow(wanted, array, where);
  array.type = wanted;
}

void adopt(Array &array, const Signature &wanted, const std::string &where) {
  readBitsAs(wanted.type, array, where);
  if (array.type == wanted.type && array.shape == wanted.shape) return;
  throw Error(Exit::wrong_input,
              one_line(where + ": is " + typeText(array.type, array.shape) + "; '" +
                       shownName(wanted) + "' is " + typeText(wanted.type, wanted.shape)));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

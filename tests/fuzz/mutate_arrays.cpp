// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate_arrays.h"

#include "runtime/io/formats/npy.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Compression.h"

#include <optional>

namespace shardc::test {

/// Numbers of the given widths, little-endian.
static std::string packed(std::initializer_list<std::pair<size_t, int>> fields) {
  std::string text;
  for (const auto &[value, bytes] : fields)
    for (int i = 0; i < bytes; ++i)
      text += static_cast<char>(value >> (8 * i));
  return text;
}

/// zlib's stream without what it has around the deflated data.
static std::string deflated(const std::string &data) {
  llvm::SmallVector<uint8_t, 0> stream;
  llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(data), stream);
  return std::string(stream.begin() + 2, stream.end() - 4);
}

std::string npzOf(const std::vector<ArrayEntry> &entries) {
  std::string data, directory;
  for (const ArrayEntry &entry : entries) {
    const std::string content = entry.deflated ? deflated(entry.npy) : entry.npy;
    const size_t crc = llvm::crc32(llvm::arrayRefFromStringRef(entry.npy));
    const std::string about = packed({{0, 2},
                                      {entry.deflated ? 8 : 0, 2},
                                      {0, 2},
                                      {0x21, 2},
                                      {crc, 4},
                                      {content.size(), 4},
                                      {entry.npy.size(), 4},
                                      {entry.name.size(), 2},
                                      {0, 2}});
    directory += packed({{0x02014b50, 4}, {20, 2}, {20, 2}}) + about +
                 packed({{0, 2}, {0, 2}, {0, 2}, {0, 4}, {data.size(), 4}}) + entry.name;
    data += packed({{0x04034b50, 4}, {20, 2}}) + about + entry.name + content;
  }
  const size_t count = entries.size(), start = data.size();
  return data + directory +
         packed({{0x06054b50, 4},
                 {0, 2},
                 {0, 2},
                 {count, 2},
                 {count, 2},
                 {directory.size(), 4},
                 {start, 4},
                 {0, 2}});
}

std::vector<ArrayEntry> randomArrays(Dice &dice, const std::vector<runtime::Signature> &wanted) {
  std::vector<ArrayEntry> entries;
  const bool packs = llvm::compression::zlib::isAvailable() && dice.chance(50);
  for (const runtime::Signature &one : wanted) {
    runtime::Array array{one.type, one.shape, {}};
    const size_t bytes =
        size_t(runtime::elementsOf(one.shape, one.type)) * runtime::bytes(one.type);
    for (size_t at = 0; at < bytes; ++at)
      array.data.push_back(char(dice.below(one.type == runtime::Type::i1 ? 2 : 64)));
    entries.push_back({one.name + ".npy", runtime::formatNpy(array), packs});
  }
  return entries;
}

/// Where the text of a .npy header begins: {'descr': '<f4', 'fortran_order': False, ...
static constexpr size_t kHeader = 10;

/// Replaces the first `from` by `to`, and keeps the header as long as it was where that is
/// possible.
static void replaceInHeader(std::string &npy, const std::string &from, const std::string &to) {
  const size_t at = npy.find(from, kHeader), end = npy.find('\n', kHeader);
  if (at == std::string::npos || end == std::string::npos || at > end) return;
  npy.replace(at, from.size(), to);
  const auto longer = static_cast<ptrdiff_t>(to.size()) - static_cast<ptrdiff_t>(from.size());
  const size_t space = npy.rfind(' ', npy.find('\n', kHeader));
  if (longer < 0) npy.insert(npy.find('\n', kHeader), size_t(-longer), ' ');
  if (longer > 0 && space != std::string::npos && space > size_t(longer) &&
      npy.substr(space + 1 - size_t(longer), size_t(longer)).find_first_not_of(' ') ==
          std::string::npos)
    npy.erase(space + 1 - size_t(longer), size_t(longer));
}

static void mutateHeader(Dice &dice, std::string &npy) {
  static const std::vector<std::pair<std::string, std::string>> kChanges = {
      {"'<f4'", "'>f4'"},
      {"'<f4'", "'<f8'"},
      {"'<f4'", "'<i4'"},
      {"'<f4'", "'<u4'"},
      {"'<f4'", "'|b1'"},
      {"'<f4'", "'<V2'"},
      {"'<f4'", "'|O'"},
      {"'<f4'", "[('a', '<f4')]"},
      {"'<i4'", "'>i4'"},
      {"'<i4'", "'<i8'"},
      {"False", "True"},
      {"False", "None"},
      {"'descr'", "'desc'"},
      {"'shape'", "'descr'"},
      {"(", "(-"},
      {"(", "(1, "},
      {"(", "(9999999999, 9999999999, "},
      {"(", "(0, "},
      {"(", "((((((((((("},
      {",)", ")"},
      {"}", ""},
      {"{", "{'more': 1, "},
      {"{", "{'descr': '<i8', "},
      {"4", "0x4"},
      {"2", "2000000"},
      {"'", "\""},
      {", ", ",\t"},
  };
  const auto &[from, to] = dice.pick(kChanges);
  replaceInHeader(npy, from, to);
}

static void mutateNpy(Dice &dice, std::string &npy) {
  if (npy.empty()) return;
  switch (dice.below(6)) {
  case 0: // version, length of the header
    npy[dice.index(npy.substr(0, kHeader))] = static_cast<char>(dice.below(256));
    return;
  case 1:
    npy.resize(size_t(dice.below(int64_t(npy.size()))));
    return;
  case 2:
    npy += std::string(size_t(dice.pick<int64_t>({1, 4, 1000})), '\0');
    return;
  case 3:
    npy[dice.index(npy)] = static_cast<char>(dice.below(256));
    return;
  default:
    mutateHeader(dice, npy);
  }
}

static std::string otherName(Dice &dice, const std::string &name) {
  return dice.pick<std::string>({"arg0.npy", "out0.npy", "x.npy", "", ".npy", "../x.npy", "x",
                                 name + ".npy", "X" + name, "p/" + name, std::string(70000, 'n'),
                                 std::string("\0", 1), "\xFF.npy", "[x].npy", "result.npy"});
}

void mutateEntries(Dice &dice, std::vector<ArrayEntry> &entries) {
  if (entries.empty()) {
    entries.push_back({"more.npy", runtime::formatNpy({runtime::Type::f32, {1}, {0, 0, 0, 0}})});
    return;
  }
  const size_t at = dice.index(entries);
  switch (dice.below(10)) {
  case 0:
    entries.erase(entries.begin() + ptrdiff_t(at));
    return;
  case 1:
    entries.push_back(ArrayEntry(entries[at]));
    return;
  case 2:
    std::swap(entries[at].npy, entries[dice.index(entries)].npy);
    return;
  case 3:
  case 4:
    entries[at].name = otherName(dice, entries[at].name);
    return;
  default:
    mutateNpy(dice, entries[at].npy);
  }
}

/// A field of one of ZIP's headers, somewhere in the file; none where there is no such header.
static std::optional<std::pair<size_t, size_t>> someField(Dice &dice, const std::string &file) {
  struct Header {
    const char *mark;
    std::vector<std::pair<size_t, size_t>> fields; // offset, bytes
  };
  static const std::vector<Header> kHeaders = {
      {"PK\x01\x02",
       {{8, 2}, {10, 2}, {16, 4}, {20, 4}, {24, 4}, {28, 2}, {30, 2}, {32, 2}, {42, 4}}},
      {"PK\x03\x04", {{0, 4}, {6, 2}, {8, 2}, {18, 4}, {22, 4}, {26, 2}, {28, 2}}},
      {"PK\x05\x06", {{8, 2}, {10, 2}, {12, 4}, {16, 4}, {20, 2}}}};
  const Header header = dice.pick(kHeaders);
  size_t at = file.find(header.mark, size_t(dice.below(int64_t(file.size()))));
  if (at == std::string::npos) at = file.find(header.mark);
  if (at == std::string::npos) return std::nullopt;
  const auto [offset, bytes] = dice.pick(header.fields);
  if (at + offset + bytes > file.size()) return std::nullopt;
  return std::pair(at + offset, bytes);
}

void mutateBytes(Dice &dice, std::string &file) {
  if (file.empty()) return;
  switch (dice.below(6)) {
  case 0:
    file[dice.index(file)] = static_cast<char>(dice.below(256));
    return;
  case 1:
    file.resize(size_t(dice.below(int64_t(file.size()))));
    return;
  case 2:
    file += file.substr(size_t(dice.below(int64_t(file.size()))));
    return;
  default:
    break;
  }
  const auto field = someField(dice, file);
  if (!field) return;
  static const std::vector<size_t> kValues = {0,    1,      8,          9,         0x7f,
                                              0xff, 0xffff, 0x7fffffff, 0xffffffff};
  const std::string value = packed({{dice.pick(kValues), int(field->second)}});
  file.replace(field->first, field->second, value);
}

} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
// Decompression of what .npz files hold, as RFC 1951 has it: a bundle needs no library for it.
#include "runtime/io/formats/inflate.h"

#include "runtime/error.h"

#include <algorithm>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// Symbols by the lengths of their codes: codes of one length are consecutive numbers.
struct Codes {
  std::vector<unsigned> of[16]; // a code has at most 15 bits

  explicit Codes(const std::vector<unsigned> &lengths) {
    for (size_t symbol = 0; symbol < lengths.size(); ++symbol)
      of[lengths[symbol]].push_back(static_cast<unsigned>(symbol));
  }
};

class Inflater {
public:
  Inflater(std::string_view packed, size_t bytes) : in(packed), limit(bytes) {}

  std::string all() {
    for (bool last = false; !last;) {
      last = bits(1) == 1;
      block(bits(2));
    }
    if (out.size() != limit) fail();
    return std::move(out);
  }

private:
  [[noreturn]] static void fail() { throw Error(Exit::wrong_input, "has broken compressed data"); }

  unsigned bits(unsigned count) {
    while (heldBits < count) {
      if (at == in.size()) fail();
      held |= static_cast<unsigned>(static_cast<unsigned char>(in[at++])) << heldBits;
      heldBits += 8;
    }
    const unsigned value = held & ((1u << count) - 1);
    held >>= count;
    heldBits -= count;
    return value;
  }

  unsigned symbol(const Codes &codes) {
    size_t code = 0; // less the first code of its length
    for (int length = 1; length < 16; ++length) {
      code = code * 2 + bits(1);
      if (code < codes.of[length].size()) return codes.of[length][code];
      code -= codes.of[length].size();
    }
    fail();
  }

  void block(unsigned kind) {
    if (kind == 0) return stored();
    if (kind == 1) return fixedCodes();
    if (kind == 2) return ownCodes();
    fail();
  }

  void stored() {
    held = heldBits = 0; // the rest of the byte
    const unsigned count = bits(16), inverse = bits(16);
    if (count != (~inverse & 0xffff) || count > in.size() - at || count > limit - out.size())
      fail();
    out.append(in.substr(at, count));
    at += count;
  }

  void fixedCodes() {
    std::vector<unsigned> lengths(288, 8);
    std::fill(lengths.begin() + 144, lengths.begin() + 256, 9);
    std::fill(lengths.begin() + 256, lengths.begin() + 280, 7);
    compressed(Codes(lengths), Codes(std::vector<unsigned>(30, 5)));
  }

  void ownCodes() {
    constexpr unsigned order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const unsigned literals = bits(5) + 257, distances = bits(5) + 1, count = bits(4) + 4;
    std::vector<unsigned> lengths(19);
    for (unsigned i = 0; i < count; ++i)
      lengths[order[i]] = bits(3);
    const Codes codes(lengths);
    lengths.clear();
    while (lengths.size() < literals + distances)
      addLengths(symbol(codes), lengths);
    if (lengths.size() > literals + distances) fail();
    compressed(Codes({lengths.begin(), lengths.begin() + literals}),
               Codes({lengths.begin() + literals, lengths.end()}));
  }

  void addLengths(unsigned next, std::vector<unsigned> &lengths) {
    if (next < 16) return lengths.push_back(next);
    if (next == 16 && lengths.empty()) fail();
    const unsigned repeated = next == 16 ? lengths.back() : 0;
    const unsigned times = next == 18 ? 11 + bits(7) : 3 + bits(next == 16 ? 2 : 3);
    lengths.insert(lengths.end(), times, repeated);
  }

  void compressed(const Codes &literals, const Codes &distances) {
    for (unsigned next; (next = symbol(literals)) != 256;) {
      if (out.size() == limit || next > 285) fail();
      if (next < 256)
        out += static_cast<char>(next);
      else
        repeat(next - 257, distances);
    }
  }

  /// Copies what came out before; its length has the number `i` of the table in the RFC.
  void repeat(unsigned i, const Codes &distances) {
    const unsigned more = i < 8 || i == 28 ? 0 : i / 4 - 1;
    const unsigned length = i == 28 ? 258 : 3 + (i < 8 ? i : (4 + i % 4) << more) + bits(more);
    const unsigned far = symbol(distances), extra = far < 4 ? 0 : far / 2 - 1;
    if (far > 29) fail();
    const size_t distance = 1 + (far < 4 ? far : (2 + far % 2) << extra) + bits(extra);
    if (distance > out.size() || length > limit - out.size()) fail();
    for (unsigned k = 0; k < length; ++k)
      out += out[out.size() - distance];
  }

  std::string_view in;
  size_t limit; // bytes that come out
  std::string out;
  size_t at = 0;
  unsigned held = 0, heldBits = 0;
};

} // namespace

std::string inflate(std::string_view packed, size_t bytes) { return Inflater(packed, bytes).all(); }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

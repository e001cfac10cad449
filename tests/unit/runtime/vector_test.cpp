// SPDX-License-Identifier: Apache-2.0
// Functions of vectors give in each place the bits that they give of the number there.
#include "runtime/device/angles.h"
#include "runtime/device/cpu/lanes_cpu.h"
#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/error_functions.h"
#include "runtime/device/hyperbolics.h"
#include "runtime/device/powers.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

using namespace shardc::runtime;

namespace {

/// Edges, and numbers in between.
std::vector<float> someFloats() {
  std::vector<float> all = {0.0f,   -0.0f,   1.0f,     -1.0f,     0.5f, 2.0f,  88.8f,  -104.0f,
                            1e-40f, -1e-40f, INFINITY, -INFINITY, NAN,  1e30f, -1e30f, 3.0f};
  for (int i = 0; i < 48; ++i)
    all.push_back(std::ldexp(static_cast<float>(i * 37 % 101) - 50.0f, i % 9 - 5));
  return all;
}

template <typename Function>
void expectAlike(const char *name, const Function &function) {
  const std::vector<float> x = someFloats();
  std::vector<float> y(x.rbegin(), x.rend());
  const int64_t count = static_cast<int64_t>(x.size());
  std::vector<float> whole(x.size());
  in_vectors<float>(0, count, [&](auto i) {
    store(whole.data(), i, function(load(x.data(), i), load(y.data(), i)));
  });
  for (size_t i = 0; i < x.size(); ++i) {
    const float one = function(x[i], y[i]);
    const bool areNan = std::isnan(one) && std::isnan(whole[i]);
    EXPECT_TRUE(areNan || memcmp(&one, &whole[i], sizeof one) == 0)
        << name << "(" << x[i] << ", " << y[i] << "): " << one << ", in a vector " << whole[i];
  }
}

/// Words of scalars.def.
enum class Kind { value, commutes, predicate, part, pair, conversion };
enum class TypeSet { none, integers, masks, bits, f32, floats, numbers, all };

constexpr int none = 0;

/// A line of it, where it has vectors of floats and what it gives are floats.
template <Kind kind, TypeSet vectors, typename Function>
void expectRowAlike(const char *name, const Function &function) {
  constexpr bool areNumbers = kind == Kind::value || kind == Kind::commutes;
  if constexpr (areNumbers && vectors >= TypeSet::f32) expectAlike(name, function);
}

TEST(Vectors, GiveTheBitsOfNumbers) {
#define SCALAR(name, arity, kind, linear, cost, vectors, home, constants, floats, integers,        \
               booleans, complexes)                                                                \
  expectRowAlike<Kind::kind, TypeSet::vectors>(                                                    \
      #name, []<typename T>([[maybe_unused]] T x, [[maybe_unused]] T y) { return floats; });
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR
  expectAlike("fma", [](auto x, auto y) { return fma(x, y, 0.1f); });
}

TEST(Vectors, HaveBooleansAsMasks) {
  for (const int64_t count : {1, 7, 16, 61, 130}) {
    std::vector<char> memory(static_cast<size_t>(count)), to(memory.size(), 2);
    for (size_t i = 0; i < memory.size(); ++i)
      memory[i] = i % 3 == 1;
    const bool *from = reinterpret_cast<const bool *>(memory.data());
    std::vector<int32_t> ones(memory.size(), -7);
    in_vectors<int32_t>(0, count, [&](auto i) {
      store(ones.data(), i, one_where<int32_t>(load(from, i)));
      store(reinterpret_cast<bool *>(to.data()), i, load(from, i));
    });
    EXPECT_EQ(to, memory);
    EXPECT_EQ(std::vector<int32_t>(memory.begin(), memory.end()), ones);
  }
}

TEST(Vectors, AreReadInAnotherWidthThanTheyAreOf) {
  std::vector<uint8_t> memory(77);
  for (size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<uint8_t>(i * 37);
  std::vector<double> wide(memory.size());
  in_vectors<double>(
      0, 77, [&](auto i) { store(wide.data(), i, converted<double>(load(memory.data(), i))); });
  EXPECT_EQ(std::vector<double>(memory.begin(), memory.end()), wide);
}

/// Numbers from below the least of a From to above its largest.
template <typename From, typename To>
void expectConverted() {
  std::vector<From> x;
  for (int64_t k = 0; k < 77; ++k)
    x.push_back(static_cast<From>(k * 0x0123456789abcdef));
  std::vector<To> y(77);
  in_vectors<std::conditional_t<(sizeof(From) > sizeof(To)), From, To>>(
      0, 77, [&](auto i) { store(y.data(), i, converted<To>(load(x.data(), i))); });
  for (int64_t k = 0; k < 77; ++k)
    EXPECT_EQ(y[k], static_cast<To>(x[k])) << sizeof(From) << " to " << sizeof(To) << ", " << k;
}
template <typename From>
void expectConvertedToAll() {
  expectConverted<From, int8_t>();
  expectConverted<From, uint8_t>();
  expectConverted<From, uint16_t>();
  expectConverted<From, int32_t>();
  expectConverted<From, uint64_t>();
  expectConverted<From, float>();
  expectConverted<From, double>();
}

TEST(Vectors, AreConvertedByTheWidthsBetween) {
  expectConvertedToAll<int8_t>();
  expectConvertedToAll<uint8_t>();
  expectConvertedToAll<int16_t>();
  expectConvertedToAll<uint16_t>();
  expectConvertedToAll<int32_t>();
  expectConvertedToAll<uint32_t>();
  expectConvertedToAll<int64_t>();
}

/// What lies outside of the first and the last is not there.
template <typename T, int64_t step>
void expectSteps() {
  for (int64_t count = 1; count < 70; ++count) {
    const std::vector<T> x = [&] {
      std::vector<T> made((count - 1) * step + 1);
      std::iota(made.begin(), made.end(), T(1));
      return made;
    }();
    std::vector<T> y(2 * count);
    in_vectors<T>(0, count, [&](auto i) {
      store(y.data(), i, load(x.data(), step * i));
      store(y.data(), i + count, load(x.data(), (i + 1) * step - step));
    });
    for (int64_t k = 0; k < count; ++k)
      EXPECT_TRUE(y[k] == x[k * step] && y[k + count] == x[k * step]) << k << " of " << count;
  }
}

TEST(Vectors, AreReadInSteps) {
  expectSteps<float, 2>();
  expectSteps<double, 2>();
  expectSteps<int32_t, 3>();
  expectSteps<int16_t, 4>();
}

TEST(Blocks, HaveEveryIndexOnceAndInOrder) {
  for (const int64_t count : {0, 3, 4, 11, 12}) {
    std::vector<int64_t> all, expected;
    for (int64_t i = 5; i < 5 + count; ++i)
      expected.push_back(i);
    in_blocks<4>(5, 5 + count, [&](int64_t from, auto to) SHARDC_INLINED {
      EXPECT_EQ(to == from + 4, from + 4 <= 5 + count);
      for (int64_t i = from; i != to; ++i)
        all.push_back(i);
    });
    EXPECT_EQ(all, expected);
  }
  std::vector<int64_t> ends;
  in_blocks<4, 11>(5, [&](int64_t, auto to) SHARDC_INLINED { ends.push_back(to); });
  EXPECT_EQ(ends, (std::vector<int64_t>{9, 13, 16}));
}

/// Of every number of a type, beside those of another order.
template <typename N, typename Function>
void expectNarrowAlike(const char *name, const Function &function) {
  std::vector<N> x(size_t(1) << N::width), y(x.size()), whole(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = std::numeric_limits<N>::ofBits(static_cast<uint32_t>(i));
    y[i] = std::numeric_limits<N>::ofBits(static_cast<uint32_t>(i * 40503 + 77));
  }
  int64_t differ = 0;
  const auto expectAll = [&](const auto &both, const char *where) {
    in_vectors<float>(0, static_cast<int64_t>(x.size()), [&](auto i) {
      store(whole.data(), i, both(load(x.data(), i), load(y.data(), i)));
    });
    for (size_t i = 0; i < x.size(); ++i) {
      const N one = both(x[i], y[i]);
      if (one.bits != whole[i].bits && differ++ == 0)
        ADD_FAILURE() << name << where << " of bits " << x[i].bits << ", " << y[i].bits << ": "
                      << one.bits << ", in a vector " << whole[i].bits;
    }
  };
  expectAll([&](auto a, auto b) { return function(a, b); }, "");
  expectAll([&](auto a, auto) { return function(a, N(1.5f)); }, ", beside 1.5");
  expectAll([&](auto, auto b) { return function(N(1.5f), b); }, ", 1.5 beside");
  EXPECT_EQ(differ, 0) << name;
}

template <typename N>
void expectNarrowVectorsAlike() {
  expectNarrowAlike<N>("left", [](auto a, auto) { return a; });
  expectNarrowAlike<N>("+", [](auto a, auto b) { return a + b; });
  expectNarrowAlike<N>("-", [](auto a, auto b) { return a - b; });
  expectNarrowAlike<N>("*", [](auto a, auto b) { return a * b; });
  expectNarrowAlike<N>("/", [](auto a, auto b) { return a / b; });
  expectNarrowAlike<N>("-x", [](auto a, auto b) { return -a + -b; });
  expectNarrowAlike<N>("max", [](auto a, auto b) { return max(a, b); });
  expectNarrowAlike<N>("min", [](auto a, auto b) { return min(a, b); });
  expectNarrowAlike<N>("abs", [](auto a, auto) { return abs(a); });
  expectNarrowAlike<N>("sqrt", [](auto a, auto) { return sqrt(a); });
  expectNarrowAlike<N>("exp", [](auto a, auto) { return exp(a); });
  expectNarrowAlike<N>("pow", [](auto a, auto b) { return pow(a, b); });
  expectNarrowAlike<N>("choose", [](auto a, auto b) { return choose(a < b, b, N(0.25f)); });
  expectNarrowAlike<N>("one_where", [](auto a, auto b) { return one_where<N>(a == b) + a; });
  expectNarrowAlike<N>("converted", [](auto a, auto b) {
    return converted<N>(converted<float>(a) * converted<float>(b));
  });
}

TEST(Vectors, OfNarrowFloatsAreRoundedAsEachNumberIs) {
  expectNarrowVectorsAlike<bf16>();
  expectNarrowVectorsAlike<f16>();
  expectNarrowVectorsAlike<f8E4M3FN>();
  expectNarrowVectorsAlike<f8E5M2FNUZ>();
}

/// By numbers of bits that there are, and that there are not; beside a number, too.
template <typename T>
void expectShiftedAlike() {
  std::vector<T> x, by, made(64);
  for (int i = 0; i < 64; ++i) {
    x.push_back(static_cast<T>(i * 2654435761u + 0x80));
    by.push_back(static_cast<T>(i % (8 * static_cast<int>(sizeof(T)) + 3) - 1));
  }
  const auto expectAll = [&](const char *name, const auto &shift) {
    in_vectors<T>(0, 64, [&](auto i) {
      store(made.data(), i, shift(load(x.data(), i), load(by.data(), i)));
    });
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(made[i], shift(x[i], by[i])) << name << ", " << +x[i] << " by " << +by[i];
    in_vectors<T>(0, 64, [&](auto i) { store(made.data(), i, shift(load(x.data(), i), T(3))); });
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(made[i], shift(x[i], T(3))) << name << ", " << +x[i];
  };
  expectAll("left", [](auto a, auto b) { return shiftLeft(a, b); });
  expectAll("right", [](auto a, auto b) { return shiftRight(a, b); });
  expectAll("right, with zeros", [](auto a, auto b) { return shiftRightLogical(a, b); });
}

TEST(Vectors, ShiftIntegersAsNumbers) {
  expectShiftedAlike<int8_t>();
  expectShiftedAlike<uint8_t>();
  expectShiftedAlike<int16_t>();
  expectShiftedAlike<int32_t>();
  expectShiftedAlike<uint32_t>();
  expectShiftedAlike<int64_t>();
  expectShiftedAlike<uint64_t>();
}

TEST(Vectors, TakeEachIndexOnce) {
  for (int64_t count = 0; count < 70; ++count) {
    std::vector<int32_t> visits(static_cast<size_t>(count) + 2);
    in_vectors<int32_t>(1, 1 + count, [&](auto i) {
      store(visits.data(), i, load(visits.data(), i) + numbers<int32_t>(i));
    });
    for (int64_t i = 0; i < count + 2; ++i)
      EXPECT_EQ(visits[static_cast<size_t>(i)], i <= count ? i : 0) << count << " from 1 on";
  }
}

TEST(Vectors, LieAlongAnyDimensionOfAWindow) {
  float memory[2 * 19];
  for (int i = 0; i < 2 * 19; ++i)
    memory[i] = static_cast<float>(i);
  const Window x(static_cast<const float *>(memory), Whole<2>(), Interval{5, 24}, Whole<1>());
  float copy[19];
  const Window y(copy, Interval{5, 24}, Whole<1>());
  in_vectors<float>(5, 24, [&](auto j) { store(y, j, 0, load(x, 1, j, 0)); });
  for (int j = 0; j < 19; ++j)
    EXPECT_EQ(copy[j], memory[19 + j]) << "5 + " << j;
}

TEST(Lanes, AreAddedUpAsATreeAddsThem) {
  float lanes[8] = {1e8f, 1, -1e8f, 1, 0.5f, 0.25f, 3, 7};
  const float pairs[4] = {lanes[0] + lanes[1], lanes[2] + lanes[3], lanes[4] + lanes[5],
                          lanes[6] + lanes[7]};
  EXPECT_EQ(sum_of_lanes(lanes), (pairs[0] + pairs[1]) + (pairs[2] + pairs[3]));
  const auto largest = [](auto x, auto y) { return max(x, y); };
  EXPECT_EQ(over_lanes(lanes, largest), 1e8f);
}

/// How often each of `count` indices is given to a loop on vectors of T.
template <typename T, typename Loop>
void expectEachOnce(int64_t count, const Loop &loop) {
  std::vector<T> times(count);
  loop([&](auto i) { store(times.data(), i, load(times.data(), i) + T(1)); });
  for (int64_t k = 0; k < count; ++k)
    EXPECT_EQ(times[k], T(1)) << "index " << k << " of " << count << ", " << sizeof(T) << " bytes";
}

template <typename T, int64_t count>
void expectEachOnceOf() {
  expectEachOnce<T>(count, [](const auto &body) { in_vectors<T, count>(0, body); });
  expectEachOnce<T>(count, [](const auto &body) { in_vectors<T>(0, count, body); });
}

template <typename T, int64_t... counts>
void expectEachOnceOfAll(std::integer_sequence<int64_t, counts...>) {
  (expectEachOnceOf<T, counts>(), ...);
}

/// Sums in lanes of `count` elements from the fourth on, beside those that numbers give.
template <int64_t count, typename T, typename X, typename Get>
void expectLanes(const std::vector<X> &x, const Get &get) {
  T lanes[64] = {}, terms[130] = {}, sums[64] = {}, expected[130] = {};
  in_blocks<64, count>(3, [&](int64_t from, auto to) SHARDC_INLINED {
    in_lanes<T>(from, to, [&](auto i, auto lane) {
      const auto term = get(load(x.data(), i - 1), numbers<T>(i));
      store(terms, i - 3, term);
      store(lanes, lane, load(lanes, lane) + term);
    });
  });
  for (int64_t i = 0; i < count; ++i)
    sums[i % 64] += expected[i] = get(x[i + 2], T(i + 3));
  EXPECT_EQ(memcmp(lanes, sums, sizeof lanes), 0) << "of " << count;
  EXPECT_EQ(memcmp(terms, expected, sizeof terms), 0) << "of " << count;
}
template <typename T, typename X, typename Get>
void expectLanes(const std::vector<X> &x, const Get &get) {
  expectLanes<1, T>(x, get);
  expectLanes<3, T>(x, get);
  expectLanes<33, T>(x, get);
  expectLanes<47, T>(x, get);
  expectLanes<64, T>(x, get);
  expectLanes<65, T>(x, get);
  expectLanes<127, T>(x, get);
}

TEST(Lanes, OfARestAreWholeVectorsWithItsSums) {
  std::vector<float> x;
  std::vector<double> wide;
  std::vector<bf16> narrow;
  for (int i = 0; i < 130; ++i) {
    x.push_back(static_cast<float>(i * 37 % 101) / 7 - 5);
    wide.push_back(x.back());
    narrow.push_back(bf16(x.back()));
  }
  expectLanes<float>(x, [](auto each, auto i) { return each * each - i; });
  expectLanes<double>(wide, [](auto each, auto i) { return each * each - i; });
  expectLanes<float>(narrow, [](auto each, auto i) { return converted<float>(each) * i; });
}

TEST(Vectors, TakeEachIndexOnceWhateverIsLeftOver) {
  constexpr auto counts = std::make_integer_sequence<int64_t, 70>();
  expectEachOnceOfAll<uint8_t>(counts);
  expectEachOnceOfAll<int16_t>(counts);
  expectEachOnceOfAll<float>(counts);
  expectEachOnceOfAll<double>(counts);
}

} // namespace

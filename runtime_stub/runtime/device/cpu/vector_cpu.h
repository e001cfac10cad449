// SPDX-License-Identifier: Apache-2.0
// Loops on vectors. Compilers are not asked to find vectors in loops: some are wrong where they do.
//
//   in_vectors<float, 64>(0, [&](auto j) { store(y, i * 64 + j, 2.0f * load(x, i * 64 + j)); });
//
// calls the function for 64 indices from 0 on, as many neighbours at once as a register has floats;
// for what is left over it is called with fewer, at last with one: j is Indices or a number, and
// load(x, j) a vector of the elements there or one of them. in_vectors<float>(0, n, ...) is for
// numbers that the compiler does not know.
#pragma once

#include "runtime/device/vector.h"
#include "runtime/device/window.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

/// How many a register has; of what is no number, one.
template <typename T>
constexpr int kWidth = std::is_arithmetic_v<T> ? kVectorBytes / sizeof(T) : 1;
template <typename T>
using Register = Vector<T, kWidth<T>>;

/// The integers that are as wide as a T.
template <typename T>
using IntegerFor = IntegerOf<sizeof(T)>;

/// Neighbouring indices, from `first` on, of elements that are as wide as a T.
template <typename T, int width>
struct Indices {
  using Numbers = Vector<IntegerFor<T>, width>;
  int64_t first;

  friend Indices operator+(Indices i, int64_t by) { return {i.first + by}; }
  friend Indices operator+(int64_t by, Indices i) { return {i.first + by}; }
  friend Indices operator-(Indices i, int64_t by) { return {i.first - by}; }

  friend auto operator<(Indices i, int64_t end) { return places() < i.placeOf(end); }
  friend auto operator<=(Indices i, int64_t last) { return i < last + 1; }
  friend auto operator>=(Indices i, int64_t begin) { return places() >= i.placeOf(begin); }
  friend auto operator>(Indices i, int64_t before) { return i >= before + 1; }
  friend auto operator==(Indices i, int64_t one) { return places() == i.placeOf(one); }
  friend auto operator!=(Indices i, int64_t one) { return places() != i.placeOf(one); }
  friend auto operator<(int64_t before, Indices i) { return i > before; }
  friend auto operator<=(int64_t begin, Indices i) { return i >= begin; }
  friend auto operator>=(int64_t last, Indices i) { return i <= last; }
  friend auto operator>(int64_t end, Indices i) { return i < end; }
  friend auto operator==(int64_t one, Indices i) { return i == one; }
  friend auto operator!=(int64_t one, Indices i) { return i != one; }

  static Numbers places() {
    Numbers numbers = {};
    for (int k = 0; k < width; ++k)
      numbers[k] = k;
    return numbers;
  }

private:
  /// Those outside are one beside the ends.
  IntegerFor<T> placeOf(int64_t index) const {
    const int64_t place = index - first;
    return IntegerFor<T>(place < -1 ? -1 : place > width ? width : place);
  }
};

/// Indices as numbers of type X.
template <typename X>
SHARDC_INLINE X numbers(int64_t i) {
  return X(i);
}
template <typename X, typename T, int width>
SHARDC_INLINE Vector<X, width> numbers(Indices<T, width> i) {
  // Sums are of integers, which are not rounded.
  return converted<X>(i.places() + IntegerFor<T>(i.first));
}

/// What comparing elements beside these indices gives: -1 where it is so, and 0 elsewhere.
template <typename T, int width>
using Mask = typename Indices<T, width>::Numbers;

/// x in as many places as there are indices.
template <typename X>
SHARDC_INLINE X spread(int64_t, X x) {
  return x;
}
template <typename T, int width, typename X>
SHARDC_INLINE Vector<X, width> spread(Indices<T, width>, X x) {
  return spread<Vector<X, width>>(x);
}

/// The element, or elements, of memory at an index, or indices. Booleans are a mask.
template <typename T>
SHARDC_INLINE T load(const T *memory, int64_t i) {
  return memory[i];
}
template <typename T, typename I, int width>
SHARDC_INLINE auto load(const T *memory, Indices<I, width> i) {
  if constexpr (std::is_same_v<T, bool>) {
    Vector<int8_t, width> bytes;
    memcpy(&bytes, memory + i.first, sizeof bytes);
    return -convertedInSteps<IntegerFor<I>>(bytes);
  } else {
    Vector<T, width> to;
    memcpy(&to, memory + i.first, sizeof to);
    return to;
  }
}
/// Indices that are `step` apart, of elements that are read: load(x, 2 * j + 1).
template <typename T, int width>
struct Steps {
  int64_t first, step;

  friend Steps operator+(Steps i, int64_t by) { return {i.first + by, i.step}; }
  friend Steps operator+(int64_t by, Steps i) { return {i.first + by, i.step}; }
  friend Steps operator-(Steps i, int64_t by) { return {i.first - by, i.step}; }
};
template <typename T, int width>
SHARDC_INLINE Steps<T, width> operator*(int64_t step, Indices<T, width> i) {
  return {step * i.first, step};
}
template <typename T, int width>
SHARDC_INLINE Steps<T, width> operator*(Indices<T, width> i, int64_t step) {
  return step * i;
}
#if __has_builtin(__builtin_shufflevector)
/// Of two vectors, the second of which begins with the last element of the first one.
template <typename V, int... places>
SHARDC_INLINE V every_second(V x, V y, std::integer_sequence<int, places...>) {
  constexpr int width = sizeof...(places);
  return __builtin_shufflevector(x, y, (2 * places + (2 * places < width ? 0 : 1))...);
}
#endif
/// Nothing is read beside the first, the last, and what is between them.
template <typename T, typename I, int width>
SHARDC_INLINE Vector<T, width> load(const T *memory, Steps<I, width> i) {
#if __has_builtin(__builtin_shufflevector)
  if (i.step == 2)
    return every_second(load(memory, Indices<I, width>{i.first}),
                        load(memory, Indices<I, width>{i.first + width - 1}),
                        std::make_integer_sequence<int, width>());
#endif
  Vector<T, width> all = {};
  for (int k = 0; k < width; ++k)
    all[k] = memory[i.first + k * i.step];
  return all;
}

template <typename T>
SHARDC_INLINE void store(T *memory, int64_t i, std::type_identity_t<T> value) {
  memory[i] = value;
}
/// A number goes to all places.
template <typename T, typename I, int width, typename V>
SHARDC_INLINE void store(T *memory, Indices<I, width> i, V value) {
  if constexpr (!std::is_same_v<T, bool>) {
    const Vector<T, width> all = spread<Vector<T, width>>(value);
    memcpy(memory + i.first, &all, sizeof all);
  } else if constexpr (isVector<V>) {
    const Vector<int8_t, width> bytes = -convertedInSteps<int8_t>(value);
    memcpy(memory + i.first, &bytes, sizeof bytes);
  } else {
    memset(memory + i.first, value, width);
  }
}

inline int64_t first_of(int64_t i) { return i; }
template <typename T, int width>
int64_t first_of(Indices<T, width> i) {
  return i.first;
}
/// Those of some indices that are several, as if they began at 0; there may be none.
SHARDC_INLINE int64_t several_from_zero() { return 0; }
template <typename First, typename... Rest>
SHARDC_INLINE auto several_from_zero(First first, Rest... rest) {
  if constexpr (std::is_class_v<First>)
    return first - first.first;
  else
    return several_from_zero(rest...);
}

/// The same of windows, by global indices: load(x, i, j), store(x, i, j, value).
template <typename T, typename... Dims, typename... I>
SHARDC_INLINE auto load(const Window<T, Dims...> &window, I... i) {
  return load(&window(first_of(i)...), several_from_zero(i...));
}
/// So many of the arguments go behind the others.
template <size_t turns, typename Memory, typename First, typename... Rest>
SHARDC_INLINE void store_turned(const Memory &window, First first, Rest... rest) {
  if constexpr (turns > 0)
    store_turned<turns - 1>(window, rest..., first);
  else
    store(&window(first_of(rest)...), several_from_zero(rest...), first);
}
template <typename T, typename... Dims, typename... IndicesAndValue>
SHARDC_INLINE void store(const Window<T, Dims...> &window, IndicesAndValue... all) {
  store_turned<sizeof...(Dims)>(window, all...);
}

/// body(j) for `count` indices from lo on, in order.
template <typename T, int64_t count, typename Body>
SHARDC_INLINE void in_vectors(int64_t lo, const Body &body) {
  constexpr int width = kWidth<T>;
  constexpr int64_t whole = width > 1 ? count / width * width : 0, rest = count - whole;
  constexpr int64_t ones = width > 1 ? rest % 4 : rest;
  if constexpr (whole > 0)
    for (int64_t k = 0; k < whole; k += width)
      body(Indices<T, width>{lo + k});
  if constexpr (width > 32 && rest >= 32) body(Indices<T, 32>{lo + whole});
  if constexpr (width > 16 && rest % 32 >= 16) body(Indices<T, 16>{lo + whole + rest / 32 * 32});
  if constexpr (width > 8 && rest % 16 >= 8) body(Indices<T, 8>{lo + whole + rest / 16 * 16});
  if constexpr (width > 4 && rest % 8 >= 4) body(Indices<T, 4>{lo + whole + rest / 8 * 8});
  if constexpr (ones > 0)
    for (int64_t i = lo + count - ones; i != lo + count; ++i)
      body(i);
}

/// body(j) for the indices from lo to hi, in order.
template <typename T, typename Body>
SHARDC_INLINE void in_vectors(int64_t lo, int64_t hi, const Body &body) {
  constexpr int width = kWidth<T>;
  const int64_t count = hi - lo;
  if (count <= 0) return;
  const int64_t whole = count / width * width;
  if constexpr (width > 1)
    for (int64_t k = 0; k < whole; k += width)
      body(Indices<T, width>{lo + k});
  int64_t i = lo + whole;
  if constexpr (width > 32)
    if (count % 64 >= 32) body(Indices<T, 32>{i}), i += 32;
  if constexpr (width > 16)
    if (count % 32 >= 16) body(Indices<T, 16>{i}), i += 16;
  if constexpr (width > 8)
    if (count % 16 >= 8) body(Indices<T, 8>{i}), i += 8;
  if constexpr (width > 4)
    if (count % 8 >= 4) body(Indices<T, 4>{i}), i += 4;
  if constexpr (width > 1)
    for (int64_t rest = count % (width < 4 ? width : 4); rest > 0; --rest)
      body(i++);
  else
    for (i = lo; i < hi; ++i)
      body(i);
}

/// Of a lambda: where it is called, its body stands.
#define SHARDC_INLINED __attribute__((always_inline))

/// The end of a block of so many indices, behind others or not.
template <int64_t size, bool isFirst = false>
struct EndOfBlock {
  int64_t first;

  operator int64_t() const { return first + size; }
};
template <typename T, int64_t size, bool isFirst, typename Body>
SHARDC_INLINE void in_vectors(int64_t lo, EndOfBlock<size, isFirst>, const Body &body) {
  in_vectors<T, size>(lo, body);
}

/// body(first, end) for blocks of `size` indices from lo on, whose ends say how many they are; then
/// for what is left before hi. So that compilers know where a block ends, the body is
/// SHARDC_INLINED.
template <int64_t size, typename Body>
SHARDC_INLINE void in_blocks(int64_t lo, int64_t hi, const Body &body) {
  for (; lo + size <= hi; lo += size)
    body(lo, EndOfBlock<size>{lo});
  if (lo < hi) body(lo, hi);
}
/// The same of `count` indices from lo on.
template <int64_t size, int64_t count, typename Body>
SHARDC_INLINE void in_blocks(int64_t lo, const Body &body) {
  constexpr int64_t rest = count % size;
  for (const int64_t end = lo + count - rest; lo != end; lo += size)
    body(lo, EndOfBlock<size>{lo});
  if constexpr (rest > 0) body(lo, EndOfBlock<rest, count == rest>{lo});
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

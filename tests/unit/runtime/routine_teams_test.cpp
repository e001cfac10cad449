// SPDX-License-Identifier: Apache-2.0
// Routines that several threads may do together, as the threads of a block do on GPUs: they are the
// bits of one thread, and those are the bits of one column after the other.
#include "runtime/routines/cholesky.h"
#include "runtime/routines/cpu/each_cpu.h"
#include "runtime/routines/householder.h"
#include "runtime/routines/lu.h"
#include "runtime/routines/qr.h"
#include "runtime/routines/triangular_solve.h"

#include "gtest/gtest.h"

#include <barrier>
#include <random>
#include <thread>
#include <vector>

namespace shardc::runtime {
namespace {

/// Threads of a CPU, as a block of a GPU has them.
class Threads {
public:
  Threads(int number, int count, std::barrier<> &meeting, char *memory)
      : number(number), count(count), meeting(meeting), memory(memory) {}

  int rank() const { return number; }
  int size() const { return count; }
  void *shared() const { return memory; }
  void wait() const { meeting.arrive_and_wait(); }

private:
  int number, count;
  std::barrier<> &meeting;
  char *memory;
};

/// Memory at a multiple of 64 bytes.
class Room {
public:
  explicit Room(int64_t size) : bytes(size + 63) {}
  char *begin() {
    return reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(bytes.data()) + 63) / 64 * 64);
  }

private:
  std::vector<char> bytes;
};

template <template <typename> class Routine, typename T>
void runByThreads(const shardc_call &call, int count) {
  const Batch batch = batch_of(call);
  Workspace counted;
  typename Routine<T>::Space(counted, batch);
  Room scratch(counted.bytes()), shared(kTeamBytes);
  std::barrier<> meeting(count);
  std::vector<std::thread> threads;
  for (int number = 0; number < count; ++number)
    threads.emplace_back([&, number] {
      Routine<T>::run({batch, 0, scratch.begin()}, Threads(number, count, meeting, shared.begin()));
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// A matrix of a call, or a vector; row by row.
template <typename T>
struct Value {
  std::vector<T> data;
  std::vector<int64_t> shape, strides;

  explicit Value(std::vector<int64_t> of) : shape(std::move(of)), strides(shape.size(), 1) {
    for (size_t dim = shape.size(); dim-- > 1;)
      strides[dim - 1] = strides[dim] * shape[dim];
    data.resize(shape.empty() ? 1 : shape[0] * strides[0]);
  }
  T &operator()(int64_t i, int64_t j) { return data[i * strides[0] + j]; }
  shardc_part part(const char *type) {
    return {data.data(),  type,         int64_t(sizeof(T)), int64_t(shape.size()),
            shape.data(), shape.data(), strides.data(),     strides.data()};
  }
  /// The bits of all that are numbers; of NaN there are many.
  bool operator==(const Value &other) const {
    using Part = PartOf<T>;
    const auto *mine = reinterpret_cast<const Part *>(data.data());
    const auto *others = reinterpret_cast<const Part *>(other.data.data());
    return std::equal(
        mine, mine + data.size() * sizeof(T) / sizeof(Part), others,
        [](Part x, Part y) { return !std::memcmp(&x, &y, sizeof x) || (x != x && y != y); });
  }
};

template <typename T>
const char *nameOf();
template <>
const char *nameOf<float>() {
  return "f32";
}
template <>
const char *nameOf<c64>() {
  return "c64";
}
template <>
const char *nameOf<double>() {
  return "f64";
}

template <typename T>
Value<T> randomMatrix(int64_t rows, int64_t columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(-1, 1);
  Value<T> made({rows, columns});
  for (T &each : made.data) {
    each = T(number(random));
    if constexpr (isComplex<T>) each.im = number(random);
  }
  return made;
}

/// What is read of it, the lower triangle, is positive definite.
template <typename T>
Value<T> positiveMatrix(int64_t n) {
  Value<T> made = randomMatrix<T>(n, n, 3);
  for (int64_t k = 0; k < n; ++k)
    made(k, k) = T(PartOf<T>(2 * n));
  return made;
}

std::vector<shardc_attribute> numbers(std::initializer_list<int64_t> values) {
  std::vector<shardc_attribute> made;
  for (const int64_t value : values)
    made.push_back({"", nullptr, double(value), value});
  return made;
}

shardc_call callOf(std::vector<shardc_part> &operands, std::vector<shardc_part> &results,
                   std::vector<shardc_attribute> &given) {
  return {operands.data(),
          results.data(),
          nullptr,
          given.data(),
          int64_t(operands.size()),
          int64_t(results.size()),
          0,
          int64_t(given.size()),
          0,
          nullptr,
          nullptr,
          0,
          nullptr,
          nullptr,
          nullptr};
}

/// Has a routine done by one thread and by several: first result of each.
template <template <typename> class Routine, typename T>
void compare(const char *(*alone)(const shardc_call *), std::vector<shardc_part> operands,
             std::vector<Value<T>> results, std::vector<Value<int32_t>> counts,
             std::vector<shardc_attribute> given) {
  const auto partsOf = [](std::vector<Value<T>> &values, std::vector<Value<int32_t>> &numbers) {
    std::vector<shardc_part> parts;
    for (Value<T> &each : values)
      parts.push_back(each.part(nameOf<T>()));
    for (Value<int32_t> &each : numbers)
      parts.push_back(each.part("i32"));
    return parts;
  };
  auto expected = results;
  auto expectedCounts = counts;
  auto parts = partsOf(expected, expectedCounts);
  shardc_call call = callOf(operands, parts, given);
  ASSERT_EQ(alone(&call), nullptr);
  for (const int count : {2, 7, 40}) {
    auto got = results;
    auto gotCounts = counts;
    auto made = partsOf(got, gotCounts);
    runByThreads<Routine, T>(callOf(operands, made, given), count);
    for (size_t k = 0; k < got.size(); ++k)
      EXPECT_TRUE(got[k] == expected[k]) << "result " << k << " of " << count << " threads";
    for (size_t k = 0; k < counts.size(); ++k)
      EXPECT_EQ(gotCounts[k].data, expectedCounts[k].data) << count << " threads";
  }
}

template <typename T>
class RoutineByATeam : public testing::Test {};
using Types = testing::Types<float, double, c64>;
TYPED_TEST_SUITE(RoutineByATeam, Types);

TYPED_TEST(RoutineByATeam, CholeskyHasTheBitsOfOneThread) {
  using T = TypeParam;
  for (const int64_t n : {1, 16, 53})
    for (const int64_t lower : {0, 1}) {
      Value<T> a = positiveMatrix<T>(n);
      compare<Cholesky, T>(cholesky, {a.part(nameOf<T>())}, {Value<T>({n, n})},
                           {Value<int32_t>({})}, numbers({1, lower}));
    }
}

TYPED_TEST(RoutineByATeam, CholeskyOfWhatIsNotPositiveSaysWhere) {
  using T = TypeParam;
  Value<T> a = positiveMatrix<T>(40);
  a(20, 20) = T(PartOf<T>(-1));
  compare<Cholesky, T>(cholesky, {a.part(nameOf<T>())}, {Value<T>({40, 40})}, {Value<int32_t>({})},
                       numbers({1, 1}));
}

TYPED_TEST(RoutineByATeam, LuHasTheBitsOfOneThread) {
  using T = TypeParam;
  for (const auto &[m, n] : {std::pair{1, 1}, {53, 53}, {60, 21}, {21, 60}}) {
    Value<T> a = randomMatrix<T>(m, n, 5);
    a(0, n / 2) = T(PartOf<T>(NAN)); // in one column, which has others behind it
    for (const bool isSingular : {false, true}) {
      for (int64_t i = 0; i < m && isSingular; ++i)
        a(i, n / 3) = T(0);
      const int64_t least = std::min(m, n);
      compare<Lu, T>(lu, {a.part(nameOf<T>())}, {Value<T>({m, n})},
                     {Value<int32_t>({least}), Value<int32_t>({})}, {});
    }
  }
}

TYPED_TEST(RoutineByATeam, SolvingATriangleHasTheBitsOfOneThread) {
  using T = TypeParam;
  const int64_t n = 53, count = 21;
  Value<T> a = positiveMatrix<T>(n), b = randomMatrix<T>(n, count, 7),
           c = randomMatrix<T>(count, n, 7);
  for (const int64_t form : {0, 1, 2, 3, 4, 5, 6, 7}) {
    const bool left = form & 1;
    compare<TriangularSolve, T>(
        triangular_solve, {a.part(nameOf<T>()), (left ? b : c).part(nameOf<T>())},
        {left ? Value<T>({n, count}) : Value<T>({count, n})}, {},
        numbers({left, form >> 1 & 1, form == 2 ? 2 : form & 1, form >> 2}));
  }
}

TYPED_TEST(RoutineByATeam, QrAndItsReflectionsHaveTheBitsOfOneThread) {
  using T = TypeParam;
  for (const auto &[m, n] : {std::pair{1, 1}, {53, 53}, {70, 21}, {21, 40}}) {
    Value<T> a = randomMatrix<T>(m, n, 9);
    const int64_t least = std::min(m, n);
    compare<Qr, T>(qr, {a.part(nameOf<T>())}, {Value<T>({m, n}), Value<T>({least})}, {}, {});
    Value<T> factors({least});
    factors.data = randomMatrix<T>(1, least, 11).data;
    compare<Householder, T>(householder, {a.part(nameOf<T>()), factors.part(nameOf<T>())},
                            {Value<T>({m, n})}, {}, {});
  }
}

/// Column after column, each subtracted from all behind it.
template <typename T>
void factoriseInOrder(Value<T> &a) {
  const int64_t n = a.shape[0];
  for (int64_t k = 0; k < n; ++k) {
    const PartOf<T> root = std::sqrt(real_of(a(k, k)));
    a(k, k) = T(root);
    for (int64_t i = k + 1; i < n; ++i)
      a(i, k) = scaled(a(i, k), 1 / root);
    for (int64_t j = k + 1; j < n; ++j)
      for (int64_t i = j; i < n; ++i)
        a(i, j) = a(i, j) - a(i, k) * conjugate(a(j, k));
  }
}

TYPED_TEST(RoutineByATeam, PanelsHaveTheBitsOfOneColumnAfterTheOther) {
  using T = TypeParam;
  const int64_t n = 83;
  Value<T> a = positiveMatrix<T>(n), expected = a, got({n, n});
  factoriseInOrder(expected);
  std::vector<shardc_part> operands = {a.part(nameOf<T>())}, results = {got.part(nameOf<T>()), {}};
  auto given = numbers({0, 1});
  const shardc_call call = callOf(operands, results, given);
  ASSERT_EQ(cholesky(&call), nullptr);
  EXPECT_TRUE(got == expected) << "the other triangle is as it was, too";
}

} // namespace
} // namespace shardc::runtime

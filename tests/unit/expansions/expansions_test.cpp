// SPDX-License-Identifier: Apache-2.0
// Ops that are algorithms, on one device and on random meshes: sorts against the standard
// library's, factorisations by what makes them ones, scans one after the other, random bits by
// another implementation's.
#include "cli/running/own_routines.h"
#include "tests/support/compile.h"
#include "tests/support/random_sharding.h"

#include "codegen/check/check.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace shardc::test {
namespace {

using Json = nlohmann::ordered_json;
using Numbers = std::vector<int64_t>;

/// A parameter: its name, and its type as a tensor.
struct Input {
  std::string name;
  Numbers shape;
  ElementType type;
  std::vector<double> values;
};

std::string typeText(const Numbers &shape, const std::string &element) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + element + ">";
}
std::string typeText(const Input &input) {
  return typeText(input.shape, std::string(info(input.type).name));
}

/// Rows by columns, one of a batch.
struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<double> values;

  Matrix(int64_t rows, int64_t columns) : rows(rows), columns(columns), values(rows * columns) {}
  double &at(int64_t i, int64_t j) { return values[i * columns + j]; }
  double at(int64_t i, int64_t j) const { return values[i * columns + j]; }
};
Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < b.columns; ++j)
      for (int64_t k = 0; k < a.columns; ++k)
        c.at(i, j) += a.at(i, k) * b.at(k, j);
  return c;
}
Matrix transposed(const Matrix &a) {
  Matrix b(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      b.at(j, i) = a.at(i, j);
  return b;
}
Matrix identity(int64_t size) {
  Matrix a(size, size);
  for (int64_t i = 0; i < size; ++i)
    a.at(i, i) = 1;
  return a;
}
/// What of a matrix is in a triangle; with ones on the diagonal if `unit`.
Matrix triangle(const Matrix &a, bool lower, bool unit) {
  Matrix b = a;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j) {
      if (lower ? j > i : j < i) b.at(i, j) = 0;
      if (unit && i == j) b.at(i, j) = 1;
    }
  return b;
}
void expectNear(const Matrix &expected, const Matrix &got) {
  ASSERT_EQ(expected.values.size(), got.values.size());
  for (size_t k = 0; k < got.values.size(); ++k)
    ASSERT_NEAR(expected.values[k], got.values[k], 1e-9) << "element " << k;
}

class Expansions : public testing::Test {
protected:
  std::mt19937 random{31};

  int64_t oneOf(const Numbers &choices) { return choices[random() % choices.size()]; }

  std::vector<double> uniform(int64_t count) {
    std::vector<double> values(count);
    for (double &value : values)
      value = static_cast<double>(random() % 2001) / 1000 - 1;
    return values;
  }

  /// Runs the text of a body, once whole and twice on meshes, and hands on what comes out.
  void run(const std::vector<Input> &inputs, const std::string &body, const std::string &results,
           const std::function<void(const std::vector<std::vector<double>> &)> &check) {
    std::string program = "func.func @main(";
    std::vector<HostTensor> tensors;
    for (const Input &input : inputs) {
      program += (&input == inputs.data() ? "%" : ", %") + input.name + ": " + typeText(input);
      tensors.push_back(
          tensor({input.type, {input.shape.begin(), input.shape.end()}}, input.values));
    }
    program += ") -> (" + results + ") {\n" + body + "\n}\n";
    for (int mesh = 0; mesh < 3 && !HasFailure(); ++mesh) {
      const std::string config = mesh == 0 ? "" : configFor(inputs);
      SCOPED_TRACE(program + config);
      const Compiled compiled = compile(program, config);
      ASSERT_TRUE(compiled.plan) << compiled.messages();
      if (const auto wrong = shardc::check(*compiled.plan)) ADD_FAILURE() << *wrong;
      std::vector<HostTensor> outputs;
      const Compute compute =
          withRoutines(*compiled.plan, interpretLaunch,
                       std::make_shared<OwnRoutines>(*compiled.plan, "", /*twice=*/true));
      const auto fault = runPlan(*compiled.plan, tensors, outputs, {.compute = compute});
      ASSERT_FALSE(fault) << fault->what;
      std::vector<std::vector<double>> values;
      for (const HostTensor &result : outputs)
        values.push_back(valuesOf(result));
      check(values);
    }
  }

  std::string configFor(const std::vector<Input> &inputs) {
    RandomMesh mesh(random);
    Json config = {{"shardc", 1}, {"kind", "sharding"}, {"mesh", mesh.text()}};
    for (size_t k = 0; k < inputs.size(); ++k)
      config["inputs"]["arg" + std::to_string(k)] = mesh.sharding(inputs[k].shape.size(), true);
    return config.dump();
  }

  /// A batch of them.
  Input matrices(const char *name, int64_t batch, int64_t rows, int64_t columns) {
    return {name, {batch, rows, columns}, ElementType::f64, uniform(batch * rows * columns)};
  }
};

/// Matrix `number` of a batch of them.
Matrix matrixOf(const std::vector<double> &values, int64_t number, int64_t rows, int64_t columns) {
  Matrix a(rows, columns);
  std::copy_n(values.begin() + number * rows * columns, rows * columns, a.values.begin());
  return a;
}

TEST_F(Expansions, SortIsStableInAnyOrder) {
  for (int sample = 0; sample < 25 && !HasFailure(); ++sample) {
    Numbers shape(oneOf({1, 2, 3}));
    for (int64_t &extent : shape)
      extent = oneOf({1, 2, 3, 5, 8, 9});
    const int64_t dimension = static_cast<int64_t>(random() % shape.size());
    if (sample % 4 == 0) shape[dimension] = 70; // in order by a routine, others by a network
    const int64_t size = shape[dimension];
    const int64_t all =
        std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
    const bool descends = random() % 2;
    Input keys{"k", shape, ElementType::i32, {}}, marks{"m", shape, ElementType::f32, {}};
    for (int64_t at = 0; at < all; ++at) {
      keys.values.push_back(static_cast<double>(random() % 4));
      marks.values.push_back(static_cast<double>(at));
    }
    const std::string k = typeText(keys), m = typeText(marks);
    const std::string body =
        "%r:2 = \"stablehlo.sort\"(%k, %m) <{dimension = " + std::to_string(dimension) +
        " : i64, is_stable = true}> ({\n^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, "
        "%d: tensor<f32>):\n  %o = stablehlo.compare " +
        (descends ? "GT" : "LT") +
        ", %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %o : "
        "tensor<i1>\n}) : (" +
        k + ", " + m + ") -> (" + k + ", " + m + ")\nreturn %r#0, %r#1 : " + k + ", " + m;
    int64_t inner = 1;
    for (size_t dim = dimension + 1; dim < shape.size(); ++dim)
      inner *= shape[dim];
    std::vector<double> sortedKeys = keys.values, sortedMarks = marks.values;
    for (int64_t line = 0; line < all / std::max<int64_t>(size, 1); ++line) {
      const int64_t start = line / inner * inner * size + line % inner;
      Numbers order(size);
      std::iota(order.begin(), order.end(), 0);
      const auto key = [&](int64_t place) { return keys.values[start + place * inner]; };
      std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
        return descends ? key(a) > key(b) : key(a) < key(b);
      });
      for (int64_t place = 0; place < size; ++place) {
        sortedKeys[start + place * inner] = key(order[place]);
        sortedMarks[start + place * inner] = marks.values[start + order[place] * inner];
      }
    }
    run({keys, marks}, body, k + ", " + m, [&](const auto &values) {
      EXPECT_EQ(sortedKeys, values[0]);
      EXPECT_EQ(sortedMarks, values[1]);
    });
  }
}

/// What a comparator looks at: an operand by its number, and how it compares it.
struct Compared {
  int operand;
  const char *direction, *order;
};

/// A sort of operands %a, %b, %c and %d of some types by keys, each where those before are equal.
/// `isHidden`: branches return what it says, so that it is none of a routine's.
std::string sortBy(const std::vector<Compared> &keys, const std::vector<Input> &inputs,
                   bool isHidden) {
  const auto scalar = [&](int operand) {
    return "tensor<" + std::string(info(inputs[operand].type).name) + ">";
  };
  std::string types, arguments, body, says;
  for (size_t k = 0; k < inputs.size(); ++k) {
    const std::string number = std::to_string(k), type = ": " + scalar(static_cast<int>(k));
    types += (k ? ", " : "") + typeText(inputs[k]);
    arguments += (k ? ", %l" : "%l") + number + type + ", %r" + number + type;
  }
  const auto compare = [&](const std::string &name, const char *direction, const Compared &key) {
    const std::string of = std::to_string(key.operand), type = scalar(key.operand);
    body += "  " + name + " = stablehlo.compare " + direction + ", %l" + of + ", %r" + of + ", " +
            key.order + " : (" + type + ", " + type + ") -> tensor<i1>\n";
  };
  for (size_t k = keys.size(); k-- > 0;) {
    const std::string number = std::to_string(k);
    compare("%first" + number, keys[k].direction, keys[k]);
    if (says.empty()) {
      says = "%first" + number;
      continue;
    }
    compare("%equal" + number, "EQ", keys[k]);
    body += "  %rest" + number + " = stablehlo.and " + says + ", %equal" + number +
            " : tensor<i1>\n  %says" + number + " = stablehlo.or %first" + number + ", %rest" +
            number + " : tensor<i1>\n";
    says = "%says" + number;
  }
  if (isHidden) {
    body += "  %yes = stablehlo.constant dense<true> : tensor<i1>\n"
            "  %picked = \"stablehlo.if\"(" +
            says +
            ") ({\n    stablehlo.return %yes : tensor<i1>\n  }, {\n"
            "    %no = stablehlo.not %yes : tensor<i1>\n    stablehlo.return %no : tensor<i1>\n"
            "  }) : (tensor<i1>) -> tensor<i1>\n";
    says = "%picked";
  }
  return "\"stablehlo.sort\"(%a, %b, %c, %d) <{dimension = 1 : i64, is_stable = true}> ({\n^bb0(" +
         arguments + "):\n" + body + "  stablehlo.return " + says + " : tensor<i1>\n}) : (" +
         types + ") -> (" + types + ")\n";
}

TEST_F(Expansions, SortsBySeveralKeysAreThoseOfTheNetwork) {
  const std::vector<std::vector<Compared>> kOrders = {
      {{0, "LT", "TOTALORDER"}, {1, "GT", "SIGNED"}},
      {{2, "GT", "UNSIGNED"}, {0, "GT", "FLOAT"}, {1, "LT", "SIGNED"}},
      {{1, "LT", "SIGNED"}, {0, "LT", "FLOAT"}, {2, "LT", "UNSIGNED"}, {3, "GT", "SIGNED"}}};
  const Numbers shape = {3, 70};
  std::vector<Input> inputs = {{"a", shape, ElementType::f32, {}},
                               {"b", shape, ElementType::i8, {}},
                               {"c", shape, ElementType::i1, {}},
                               {"d", shape, ElementType::i64, {}}};
  for (int64_t at = 0; at < 210; ++at) {
    inputs[0].values.push_back(static_cast<double>(random() % 5) - 2);
    inputs[1].values.push_back(static_cast<double>(random() % 5) - 2);
    inputs[2].values.push_back(static_cast<double>(random() % 2));
    inputs[3].values.push_back(static_cast<double>(at));
  }
  std::string types, results, more;
  for (size_t k = 0; k < inputs.size(); ++k) {
    types += (k ? ", " : "") + typeText(inputs[k]);
    results += (k ? ", %s#" : "%s#") + std::to_string(k);
    more += ", %n#" + std::to_string(k);
  }
  types += ", " + types;
  for (const auto &order : kOrders)
    run(inputs,
        "%s:4 = " + sortBy(order, inputs, false) + "%n:4 = " + sortBy(order, inputs, true) +
            "return " + results + more + " : " + types,
        types, [&](const auto &values) {
          for (size_t k = 0; k < inputs.size(); ++k)
            EXPECT_EQ(values[k], values[inputs.size() + k]);
          EXPECT_NE(values[3], inputs[3].values);
        });
}

/// A function of two numbers, its name and where it starts.
struct Step {
  const char *op, *init;
  double (*combine)(double, double);
};

TEST_F(Expansions, ScansReduceUpToEachElement) {
  static constexpr Step kSteps[] = {
      {"add", "0", [](double a, double b) { return a + b; }},
      {"maximum", "-2147483648", [](double a, double b) { return std::max(a, b); }},
      {"minimum", "2147483647", [](double a, double b) { return std::min(a, b); }},
      {"multiply", "3",
       [](double a, double b) { return double(int32_t(int64_t(a) * int64_t(b))); }}};
  for (int sample = 0; sample < 24 && !HasFailure(); ++sample) {
    const Step &step = kSteps[sample % 4];
    Numbers shape(oneOf({1, 2, 3}), 2);
    const size_t dimension = random() % shape.size();
    const int64_t size = shape[dimension] = oneOf({5, 64, 65, 80, 96, 257, 1100});
    const bool fromEnd = random() % 2, toBefore = random() % 2;
    Input x{"x", shape, ElementType::i32, {}};
    int64_t all = 1, inner = 1;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      all *= shape[dim];
      if (dim > dimension) inner *= shape[dim];
    }
    for (int64_t at = 0; at < all; ++at)
      x.values.push_back(static_cast<double>(random() % 7) - 3);
    std::string sizes, padding;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      const int64_t skipped = toBefore ? 1 : 0, most = dim == dimension ? size - 1 + skipped : 0,
                    least = dim == dimension ? -skipped : 0;
      sizes += (dim == 0 ? "" : ", ") + std::to_string(dim == dimension ? size : 1);
      padding += (dim == 0 ? "[" : ", [") + std::to_string(fromEnd ? least : most) + ", " +
                 std::to_string(fromEnd ? most : least) + "]";
    }
    const std::string type = typeText(x);
    const std::string body =
        "%i = stablehlo.constant dense<" + std::string(step.init) +
        "> : tensor<i32>\n%r = \"stablehlo.reduce_window\"(%x, %i) <{window_dimensions = "
        "array<i64: " +
        sizes + ">, padding = dense<[" + padding + "]> : tensor<" + std::to_string(shape.size()) +
        "x2xi64>}> ({\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n  %c = stablehlo." + step.op +
        " %a, %b : tensor<i32>\n  stablehlo.return %c : tensor<i32>\n}) : (" + type +
        ", tensor<i32>) -> " + type + "\nreturn %r : " + type;
    std::vector<double> wanted(all);
    for (int64_t line = 0; line < all / size; ++line) {
      const int64_t start = line / inner * inner * size + line % inner;
      double sum = std::stod(step.init);
      for (int64_t k = 0; k < size; ++k) {
        const int64_t at = start + (fromEnd ? size - 1 - k : k) * inner;
        const double with = step.combine(sum, x.values[at]);
        wanted[at] = toBefore ? sum : with;
        sum = with;
      }
    }
    run({x}, body, type, [&](const auto &values) { EXPECT_EQ(values[0], wanted); });
  }
}

TEST_F(Expansions, ScansTakeWhatCombinesInAnyOrder) {
  Input x{"x", {700}, ElementType::f64, uniform(700)};
  const std::string body = R"(%i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%r = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 700>, padding = dense<[[699, 0]]> : tensor<1x2xi64>}> ({
^bb0(%a: tensor<f64>, %b: tensor<f64>):
  %m = stablehlo.maximum %a, %b : tensor<f64>
  %d = stablehlo.subtract %a, %b : tensor<f64>
  %is_nan = stablehlo.compare NE, %d, %d, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %sum = stablehlo.add %a, %b : tensor<f64>
  %abs = stablehlo.abs %d : tensor<f64>
  %neg = stablehlo.negate %abs : tensor<f64>
  %e = stablehlo.exponential %neg : tensor<f64>
  %l = stablehlo.log_plus_one %e : tensor<f64>
  %more = stablehlo.add %m, %l : tensor<f64>
  %c = stablehlo.select %is_nan, %sum, %more : tensor<i1>, tensor<f64>
  stablehlo.return %c : tensor<f64>
}) : (tensor<700xf64>, tensor<f64>) -> tensor<700xf64>
return %r : tensor<700xf64>)";
  run({x}, body, "tensor<700xf64>", [&](const auto &values) {
    double sum = 0;
    for (size_t k = 0; k < 700; ++k) {
      sum += std::exp(x.values[k]);
      ASSERT_NEAR(values[0][k], std::log(sum), 1e-12);
    }
  });
}

TEST_F(Expansions, ScansTakeComplexNumbers) {
  Input x{"x", {70}, ElementType::f64, uniform(70)};
  const std::string body = R"(%n = stablehlo.negate %x : tensor<70xf64>
%z = stablehlo.complex %x, %n : tensor<70xcomplex<f64>>
%i = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
%r = "stablehlo.reduce_window"(%z, %i) <{window_dimensions = array<i64: 70>, padding = dense<[[69, 0]]> : tensor<1x2xi64>}> ({
^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
  %c = stablehlo.add %a, %b : tensor<complex<f64>>
  stablehlo.return %c : tensor<complex<f64>>
}) : (tensor<70xcomplex<f64>>, tensor<complex<f64>>) -> tensor<70xcomplex<f64>>
%re = stablehlo.real %r : (tensor<70xcomplex<f64>>) -> tensor<70xf64>
%im = stablehlo.imag %r : (tensor<70xcomplex<f64>>) -> tensor<70xf64>
return %re, %im : tensor<70xf64>, tensor<70xf64>)";
  run({x}, body, "tensor<70xf64>, tensor<70xf64>", [&](const auto &values) {
    double sum = 0;
    for (size_t k = 0; k < 70; ++k) {
      sum += x.values[k];
      ASSERT_NEAR(values[0][k], sum, 1e-12);
      ASSERT_NEAR(values[1][k], -sum, 1e-12);
    }
  });
}

/// A sum's square, squared again: it is reached in 2^60 ways, and is none that any order gives.
TEST_F(Expansions, ScansLookOnceAtPartsOfACombiner) {
  std::string squares;
  for (int k = 0; k < 60; ++k)
    squares += "  %c" + std::to_string(k + 1) + " = stablehlo.multiply %c" + std::to_string(k) +
               ", %c" + std::to_string(k) + " : tensor<f64>\n";
  Input x{"x", {65}, ElementType::f64, std::vector<double>(65, 0)};
  x.values.back() = 1;
  const std::string body = R"(%i = stablehlo.constant dense<0.0> : tensor<f64>
%r = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 65>, padding = dense<[[64, 0]]> : tensor<1x2xi64>}> ({
^bb0(%a: tensor<f64>, %b: tensor<f64>):
  %c0 = stablehlo.add %a, %b : tensor<f64>
)" + squares + R"(  stablehlo.return %c60 : tensor<f64>
}) : (tensor<65xf64>, tensor<f64>) -> tensor<65xf64>
return %r : tensor<65xf64>)";
  run({x}, body, "tensor<65xf64>", [&](const auto &values) { EXPECT_EQ(values[0], x.values); });
}

/// What jaxlib 0.10.2 gives on CPUs.
TEST_F(Expansions, RandomBitsAreThoseOfXla) {
  struct Row {
    const char *algorithm, *state, *type;
    Numbers shape;
    std::vector<double> next, bits;
  };
  const double far = 9223372036854775813.0;
  const std::vector<Row> rows = {
      {"THREE_FRY",
       "1, 2",
       "ui32",
       {3, 5},
       {1, 11},
       {43444564, 2150618427, 3979645651, 3745730563, 1672743891, 2109414752, 618976052, 2534981805,
        3824176357, 2868795927, 2915202000, 3844842626, 3159807845, 3120200270, 299673330}},
      {"THREE_FRY",
       "9223372036854775813, 18446744073709551613",
       "ui64",
       {2, 2},
       {far, 1},
       {7293456354276281552., 16907046113001404961., 15229235728746501420., 3607819637178642783.}},
      {"THREE_FRY", "3, 4", "ui16", {4}, {3, 6}, {58690, 63674, 48227, 21371}},
      {"DEFAULT",
       "1, 2",
       "ui32",
       {5},
       {1, 4},
       {2100602697, 2847456232, 2074354647, 800269529, 1828267006}},
      {"PHILOX",
       "7, 18446744073709551615",
       "ui64",
       {3},
       {7, 1},
       {12582623120030231089., 3721964000698584067., 2113786144769580494.}},
      {"PHILOX",
       "5, 18446744073709551615, 7",
       "ui8",
       {2, 3},
       {5, 1, 8},
       {31, 151, 81, 66, 39, 135}}};
  for (const Row &row : rows) {
    const std::string state = typeText({static_cast<int64_t>(row.next.size())}, "ui64"),
                      bits = typeText(row.shape, row.type);
    const std::string body =
        "%s = stablehlo.constant dense<[" + std::string(row.state) + "]> : " + state +
        "\n%n, %b = stablehlo.rng_bit_generator %s, algorithm = " + row.algorithm + " : (" + state +
        ") -> (" + state + ", " + bits + ")\nreturn %n, %b : " + state + ", " + bits;
    run({}, body, state + ", " + bits, [&](const auto &values) {
      EXPECT_EQ(values[0], row.next);
      EXPECT_EQ(values[1], row.bits);
    });
  }
}

TEST_F(Expansions, RandomNumbersHaveTheirDistribution) {
  const std::string body = R"(%a = stablehlo.constant dense<2.0> : tensor<f32>
%b = stablehlo.constant dense<3.0> : tensor<f32>
%s = stablehlo.constant dense<4000> : tensor<1xi64>
%u = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4000xf32>
%n = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4000xf32>
%c = stablehlo.constant dense<-3> : tensor<i8>
%d = stablehlo.constant dense<4> : tensor<i8>
%i = stablehlo.rng %c, %d, %s, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<4000xi8>
return %u, %n, %i : tensor<4000xf32>, tensor<4000xf32>, tensor<4000xi8>)";
  run({}, body, "tensor<4000xf32>, tensor<4000xf32>, tensor<4000xi8>", [](const auto &values) {
    std::array<double, 3> mean = {}, square = {};
    for (size_t k = 0; k < 3; ++k)
      for (const double value : values[k]) {
        mean[k] += value / 4000;
        square[k] += value * value / 4000;
      }
    for (size_t k = 0; k < 4000; ++k) {
      ASSERT_TRUE(values[0][k] >= 2 && values[0][k] <= 3);
      ASSERT_TRUE(values[2][k] >= -3 && values[2][k] <= 3);
    }
    EXPECT_NEAR(mean[0], 2.5, 0.02);
    EXPECT_NEAR(square[0] - mean[0] * mean[0], 1.0 / 12, 0.005);
    EXPECT_NEAR(mean[1], 2, 0.2);
    EXPECT_NEAR(square[1] - mean[1] * mean[1], 9, 0.6);
    EXPECT_NEAR(mean[2], 0, 0.15);
    EXPECT_NEAR(square[2], 4, 0.2);
  });
}

TEST_F(Expansions, TopKHasTheLargestAndTheFirstOfEquals) {
  const Input x{"x", {2, 6}, ElementType::f32, {3, 1, 3, -1, 0, 2, -5, -5, -4, -4, -9, -4}};
  run({x},
      "%v, %i = chlo.top_k(%x, k = 3) : tensor<2x6xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)\n"
      "return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>",
      "tensor<2x3xf32>, tensor<2x3xi32>", [](const auto &values) {
        EXPECT_EQ(values[0], (std::vector<double>{3, 3, 2, -4, -4, -4}));
        EXPECT_EQ(values[1], (std::vector<double>{0, 2, 5, 2, 3, 5}));
      });
}

/// Of 64 bits they are sorted; others are selected one after the other.
TEST_F(Expansions, TopKOfOneIsTheLargestOfEveryType) {
  const std::vector<std::pair<ElementType, double>> largest = {
      {ElementType::f32, INFINITY},   {ElementType::f16, 60000},
      {ElementType::bf16, 1e30},      {ElementType::f64, 1e300},
      {ElementType::i8, 127},         {ElementType::ui8, 255},
      {ElementType::i32, 2147483647}, {ElementType::ui32, 4294967295},
      {ElementType::i64, 1LL << 40}};
  for (const auto &[type, most] : largest) {
    const std::string name(info(type).name);
    const double least = info(type).isSigned ? -100 : 0;
    run({{"x", {8}, type, {1, least, 3, 2, most, 0, most, 5}}},
        "%v, %i = chlo.top_k(%x, k = 3) : tensor<8x" + name + "> -> (tensor<3x" + name +
            ">, tensor<3xi32>)\nreturn %v, %i : tensor<3x" + name + ">, tensor<3xi32>",
        "tensor<3x" + name + ">, tensor<3xi32>", [&](const auto &values) {
          EXPECT_EQ(values[0][0], values[0][1]) << name;
          EXPECT_EQ(values[0][2], 5) << name;
          EXPECT_EQ(values[1], (std::vector<double>{4, 6, 7})) << name;
        });
  }
}

TEST_F(Expansions, TopKHasTheTotalOrderOfFloats) {
  run({{"x", {6}, ElementType::f32, {-0.0, -INFINITY, 0.0, NAN, INFINITY, -1}}},
      "%v, %i = chlo.top_k(%x, k = 6) : tensor<6xf32> -> (tensor<6xf32>, tensor<6xi32>)\n"
      "return %v, %i : tensor<6xf32>, tensor<6xi32>",
      "tensor<6xf32>, tensor<6xi32>", [](const auto &values) {
        EXPECT_EQ(values[1], (std::vector<double>{3, 4, 2, 0, 5, 1}));
        EXPECT_TRUE(std::isnan(values[0][0]));
        EXPECT_TRUE(std::signbit(values[0][3]));
      });
}

TEST_F(Expansions, ApproximateTopKMissesNone) {
  const Input x{"x", {2, 6}, ElementType::f32, {3, 1, 3, -1, 0, 2, -5, -5, -4, -4, -9, -4}};
  const Input i{"i", {2, 6}, ElementType::i32, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}};
  run({x, i},
      "%a = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
      "%b = stablehlo.constant dense<-1> : tensor<i32>\n"
      "%r:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %a, %b) {called_computations = [@larger], "
      "mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, "
      "recall_target = 0.95 : f32, reduction_dim = 1 : i64, "
      "reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<2x6xf32>, "
      "tensor<2x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)\n"
      "return %r#0, %r#1 : tensor<2x2xf32>, tensor<2x2xi32>\n}\n"
      "func.func private @larger(%p: tensor<f32>, %q: tensor<f32>, %m: tensor<i32>, "
      "%n: tensor<i32>) -> tensor<i1> {\n"
      "%o = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
      "stablehlo.return %o : tensor<i1>",
      "tensor<2x2xf32>, tensor<2x2xi32>", [](const auto &values) {
        EXPECT_EQ(values[0], (std::vector<double>{3, 3, -4, -4}));
        EXPECT_EQ(values[1], (std::vector<double>{0, 2, 2, 3}));
      });
}

TEST_F(Expansions, RaggedDotHasAProductForEachGroup) {
  const Input x{"x", {3, 2}, ElementType::f32, {1, 2, 3, 4, 5, 6}};
  const Input w{"w", {2, 2, 1}, ElementType::f32, {1, 1, 10, 100}};
  const Input n{"n", {2}, ElementType::i32, {1, 1}};
  run({x, w, n},
      "%a = \"chlo.ragged_dot\"(%x, %w, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<"
      "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = "
      "[0], rhs_group_dimensions = [0]>}> : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> "
      "tensor<3x1xf32>\n"
      "%b = \"chlo.ragged_dot\"(%x, %x, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<"
      "lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = "
      "[0]>}> : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xi32>) -> tensor<2x2x2xf32>\n"
      "return %a, %b : tensor<3x1xf32>, tensor<2x2x2xf32>",
      "tensor<3x1xf32>, tensor<2x2x2xf32>", [](const auto &values) {
        EXPECT_EQ(values[0], (std::vector<double>{3, 430, 0}));
        EXPECT_EQ(values[1], (std::vector<double>{1, 2, 2, 4, 9, 12, 12, 16}));
      });
}

TEST_F(Expansions, CholeskyGivesFactors) {
  for (int sample = 0; sample < 8 && !HasFailure(); ++sample) {
    const int64_t batch = oneOf({1, 2, 3}), n = oneOf({1, 2, 4, 5});
    const bool lower = random() % 2;
    Input a = matrices("a", batch, n, n);
    for (int64_t b = 0; b < batch; ++b) {
      const Matrix some = matrixOf(a.values, b, n, n);
      Matrix square = some * transposed(some);
      for (int64_t i = 0; i < n; ++i)
        square.at(i, i) += 1;
      std::copy(square.values.begin(), square.values.end(), a.values.begin() + b * n * n);
    }
    const std::string type = typeText(a);
    run({a},
        "%r = stablehlo.cholesky %a, lower = " + std::string(lower ? "true" : "false") + " : " +
            type + "\nreturn %r : " + type,
        type, [&](const auto &values) {
          for (int64_t b = 0; b < batch; ++b) {
            const Matrix factor = matrixOf(values[0], b, n, n);
            expectNear(triangle(factor, lower, false), factor);
            const Matrix l = lower ? factor : transposed(factor);
            expectNear(matrixOf(a.values, b, n, n), l * transposed(l));
          }
        });
  }
}

TEST_F(Expansions, TriangularSolveSolvesInEveryForm) {
  for (int form = 0; form < 16 && !HasFailure(); ++form) {
    const bool left = form & 1, lower = form & 2, turns = form & 4, unit = form & 8;
    const int64_t batch = oneOf({1, 2}), n = oneOf({1, 3, 4}), m = oneOf({1, 2, 5});
    Input a = matrices("a", batch, n, n);
    Input b = left ? matrices("b", batch, n, m) : matrices("b", batch, m, n);
    for (int64_t k = 0; k < batch; ++k)
      for (int64_t i = 0; i < n; ++i)
        a.values[k * n * n + i * n + i] += 3;
    const auto word = [](bool holds) { return std::string(holds ? "true" : "false"); };
    run({a, b},
        "%r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = " + word(left) +
            ", lower = " + word(lower) + ", transpose_a = #stablehlo<transpose " +
            (turns ? "TRANSPOSE" : "NO_TRANSPOSE") + ">, unit_diagonal = " + word(unit) + "}> : (" +
            typeText(a) + ", " + typeText(b) + ") -> " + typeText(b) +
            "\nreturn %r : " + typeText(b),
        typeText(b), [&](const auto &values) {
          for (int64_t k = 0; k < batch; ++k) {
            Matrix factor = triangle(matrixOf(a.values, k, n, n), lower, unit);
            if (turns) factor = transposed(factor);
            const Matrix x = matrixOf(values[0], k, b.shape[1], b.shape[2]);
            expectNear(matrixOf(b.values, k, b.shape[1], b.shape[2]),
                       left ? factor * x : x * factor);
          }
        });
  }
}

/// A call of LAPACK as JAX writes it.
std::string libraryCall(const std::string &results, const std::string &routine,
                        const std::string &operands, const std::string &types) {
  return results + " = stablehlo.custom_call @lapack_d" + routine + "_ffi(" + operands +
         ") {mhlo.backend_config = {}} : " + types + "\n";
}

TEST_F(Expansions, LuExchangesRowsForTheLargestPivot) {
  for (const auto &[m, n] : {std::pair<int64_t, int64_t>{4, 4}, {3, 5}, {5, 2}, {1, 1}}) {
    const int64_t batch = 2, least = std::min(m, n);
    const Input a = matrices("a", batch, m, n);
    const std::string type = typeText(a), pivots = typeText({batch, least}, "i32");
    const std::string results = type + ", " + pivots + ", tensor<2xi32>";
    run({a},
        libraryCall("%r:3", "getrf", "%a", "(" + type + ") -> (" + results + ")") +
            "return %r#0, %r#1, %r#2 : " + results,
        results, [&, m = m, n = n](const auto &values) {
          for (int64_t b = 0; b < batch; ++b) {
            const Matrix lu = matrixOf(values[0], b, m, n);
            Matrix l(m, least), u(least, n), exchanged = matrixOf(a.values, b, m, n);
            for (int64_t i = 0; i < m; ++i)
              for (int64_t j = 0; j < least; ++j)
                l.at(i, j) = i == j ? 1 : i > j ? lu.at(i, j) : 0;
            for (int64_t i = 0; i < least; ++i)
              for (int64_t j = i; j < n; ++j)
                u.at(i, j) = lu.at(i, j);
            for (int64_t k = 0; k < least; ++k) {
              const auto with = static_cast<int64_t>(values[1][b * least + k]) - 1;
              for (int64_t j = 0; j < n; ++j)
                std::swap(exchanged.at(k, j), exchanged.at(with, j));
            }
            for (double factor : triangle(l, true, true).values)
              EXPECT_LE(std::fabs(factor), 1);
            EXPECT_EQ(values[2][b], 0);
            expectNear(exchanged, l * u);
          }
        });
  }
}

TEST_F(Expansions, ExchangesOfRowsAreAnOrder) {
  const int64_t batch = 3, rows = 5, count = 4;
  Input pivots{"p", {batch, count}, ElementType::i32, {}};
  std::vector<double> expected;
  for (int64_t b = 0; b < batch; ++b) {
    std::vector<double> order(rows);
    std::iota(order.begin(), order.end(), 0);
    for (int64_t k = 0; k < count; ++k) {
      const auto with = k + static_cast<int64_t>(random() % (rows - k));
      pivots.values.push_back(static_cast<double>(with));
      std::swap(order[k], order[with]);
    }
    expected.insert(expected.end(), order.begin(), order.end());
  }
  run({pivots},
      "%o = stablehlo.custom_call @cu_lu_pivots_to_permutation(%p) {mhlo.backend_config = {}} : "
      "(tensor<3x4xi32>) -> tensor<3x5xi32>\nreturn %o : tensor<3x5xi32>",
      "tensor<3x5xi32>", [&](const auto &values) { EXPECT_EQ(values[0], expected); });
}

TEST_F(Expansions, LuTellsTheFirstPivotThatIsZero) {
  const Input a{"a", {3, 3}, ElementType::f64, {1, 2, 3, 2, 4, 6, 0, 0, 5}};
  const std::string results = "tensor<3x3xf64>, tensor<3xi32>, tensor<i32>";
  run({a},
      libraryCall("%r:3", "getrf", "%a", "(tensor<3x3xf64>) -> (" + results + ")") +
          "return %r#0, %r#1, %r#2 : " + results,
      results, [](const auto &values) { EXPECT_EQ(values[2], std::vector<double>{2}); });
}

TEST_F(Expansions, CholeskyTellsTheFirstMinorThatIsNotPositive) {
  const Input a{"a", {2, 2, 2}, ElementType::f64, {4, 0, 2, 1, 1, 0, 3, 2}};
  const std::string results = "tensor<2x2x2xf64>, tensor<2xi32>";
  run({a},
      "%r:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : "
      "ui8}} : (tensor<2x2x2xf64>) -> (" +
          results + ")\nreturn %r#0, %r#1 : " + results,
      results, [](const auto &values) {
        EXPECT_EQ(values[1], (std::vector<double>{2, 2}));
      });
}

TEST_F(Expansions, QrIsMadeOfReflections) {
  for (const auto &[m, n] : {std::pair<int64_t, int64_t>{4, 4}, {5, 3}, {1, 1}}) {
    const int64_t batch = 2;
    Input a = matrices("a", batch, m, n);
    for (int64_t i = 1; i < m; ++i)
      a.values[i * n] = 0; // a column that is reflected already
    const std::string type = typeText(a), taus = typeText({batch, n}, "f64");
    run({a},
        libraryCall("%r:2", "geqrf", "%a", "(" + type + ") -> (" + type + ", " + taus + ")") +
            libraryCall("%q", "orgqr", "%r#0, %r#1", "(" + type + ", " + taus + ") -> " + type) +
            "return %r#0, %q : " + type + ", " + type,
        type + ", " + type, [&, m = m, n = n](const auto &values) {
          for (int64_t b = 0; b < batch; ++b) {
            const Matrix all = matrixOf(values[0], b, m, n), q = matrixOf(values[1], b, m, n);
            Matrix r(n, n);
            for (int64_t i = 0; i < n; ++i)
              for (int64_t j = i; j < n; ++j)
                r.at(i, j) = all.at(i, j);
            expectNear(identity(n), transposed(q) * q);
            expectNear(matrixOf(a.values, b, m, n), q * r);
          }
        });
  }
}

/// What is used twice is looked at once: 60 times twice would take years.
TEST_F(Expansions, SortsByAFunctionThatUsesItsPartsTwice) {
  Input x{"x", {70}, ElementType::i32, {}};
  for (int at = 0; at < 70; ++at)
    x.values.push_back(static_cast<double>(at * 37 % 70));
  std::string body = "%r = \"stablehlo.sort\"(%x) <{dimension = 0 : i64, is_stable = true}> "
                     "({\n^bb0(%a0: tensor<i32>, %b0: tensor<i32>):\n";
  for (int step = 0; step < 60; ++step)
    for (const std::string side : {"%a", "%b"}) {
      const std::string before = side + std::to_string(step);
      body += side + std::to_string(step + 1) + " = stablehlo.maximum " + before + ", " + before +
              " : tensor<i32>\n";
    }
  body += "%o = stablehlo.compare LT, %a60, %b60, SIGNED : (tensor<i32>, tensor<i32>) -> "
          "tensor<i1>\nstablehlo.return %o : tensor<i1>\n}) : (tensor<70xi32>) -> "
          "tensor<70xi32>\nreturn %r : tensor<70xi32>";
  std::vector<double> sorted(70);
  std::iota(sorted.begin(), sorted.end(), 0);
  run({x}, body, "tensor<70xi32>", [&](const auto &values) { EXPECT_EQ(sorted, values[0]); });
}

TEST_F(Expansions, NothingIsSortedOrFactorised) {
  const Input a{"a", {0, 3, 3}, ElementType::f64, {}};
  run({a},
      "%r = stablehlo.cholesky %a, lower = true : tensor<0x3x3xf64>\nreturn %r : tensor<0x3x3xf64>",
      "tensor<0x3x3xf64>", [](const auto &values) { EXPECT_TRUE(values[0].empty()); });
}

} // namespace
} // namespace shardc::test

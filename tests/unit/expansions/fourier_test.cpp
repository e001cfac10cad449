// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of all kinds and lengths, on one device and on meshes, beside sums by the
// definition.
#include "frontend/ir/expansions/roots_of_unity.h"
#include "tests/support/compile.h"

#include "cli/running/own_routines.h"
#include "codegen/check/check.h"

#include <gtest/gtest.h>

#include <complex>
#include <random>

namespace shardc::test {
namespace {

using Values = std::vector<std::complex<double>>;

Values random(int64_t count, bool isReal = false) {
  std::mt19937 random(static_cast<unsigned>(count));
  std::normal_distribution<double> normal;
  Values values(static_cast<size_t>(count));
  for (auto &value : values) {
    const double real = normal(random);
    value = {real, isReal ? 0 : normal(random)};
  }
  return values;
}

/// Along the last dimension, by its definition; an inverse is not divided.
Values defined(const Values &x, int64_t n, bool isInverse) {
  Values made(x.size());
  for (size_t row = 0; row < x.size(); row += n)
    for (int64_t k = 0; k < n; ++k)
      for (int64_t j = 0; j < n; ++j) {
        const auto root = rootOfUnity(j * k % n, n);
        made[row + k] += x[row + j] * (isInverse ? root : std::conj(root));
      }
  return made;
}

HostTensor tensorOf(const TensorSpec &type, const Values &values) {
  HostTensor tensor = HostTensor::zeros(type);
  for (int64_t k = 0; k < type.elements(); ++k)
    tensor.set(k, info(type.type).isComplex
                      ? Number::complex(type.type, values[k].real(), values[k].imag())
                      : Number::of(type.type, values[k].real()));
  return tensor;
}

struct Transform {
  std::string type, from, to, lengths;

  std::string program() const {
    return "func.func @main(%x: tensor<" + from + ">) -> tensor<" + to +
           "> {\n  %y = stablehlo.fft "
           "%x, type = " +
           type + ", length = [" + lengths + "] : (tensor<" + from + ">) -> tensor<" + to +
           ">\n  return %y : tensor<" + to + ">\n}";
  }
};

/// The largest error, relative to the largest number that is expected.
double errorOf(const Transform &transform, const Values &x, const Values &expected,
               const std::string &config = "") {
  const Compiled compiled = compile(transform.program(), config);
  EXPECT_TRUE(compiled.plan) << compiled.messages() << transform.program();
  if (!compiled.plan) return INFINITY;
  if (const auto wrong = shardc::check(*compiled.plan)) ADD_FAILURE() << *wrong;
  std::vector<HostTensor> outputs;
  const auto routines = std::make_shared<OwnRoutines>(*compiled.plan, "", /*twice=*/true);
  const auto fault = runPlan(*compiled.plan, {tensorOf(compiled.plan->inputs[0].type, x)}, outputs,
                             {.compute = withRoutines(*compiled.plan, interpretLaunch, routines)});
  EXPECT_FALSE(fault) << fault->what;
  if (fault) return INFINITY;
  const HostTensor &got = outputs.front();
  EXPECT_EQ(got.type.elements(), static_cast<int64_t>(expected.size()));
  double most = 0, apart = 0;
  for (size_t k = 0; k < expected.size(); ++k) {
    const Number number = got.at(static_cast<int64_t>(k));
    most = std::max(most, std::abs(expected[k]));
    apart = std::max(apart, std::abs(std::complex(number.real, number.imaginary) - expected[k]));
  }
  return apart / most;
}

std::string text(int64_t n) { return std::to_string(n); }

TEST(Fourier, AnyLengthIsTransformed) {
  for (const int64_t n :
       {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 17, 30, 36, 61, 64, 67, 97, 100, 134, 210, 243}) {
    const std::string c128 = "2x" + text(n) + "xcomplex<f64>";
    const Values x = random(2 * n), there = defined(x, n, false);
    EXPECT_LT(errorOf({"FFT", c128, c128, text(n)}, x, there), 1e-14) << n;
    Values back = defined(x, n, true);
    for (auto &value : back)
      value /= static_cast<double>(n);
    EXPECT_LT(errorOf({"IFFT", c128, c128, text(n)}, x, back), 1e-14) << n;
    const std::string c64 = "2x" + text(n) + "xcomplex<f32>";
    EXPECT_LT(errorOf({"FFT", c64, c64, text(n)}, x, there), 4e-7) << n;
  }
}

TEST(Fourier, RealSignalsHaveHalfASpectrum) {
  for (const int64_t n : {1, 2, 3, 8, 9, 30, 67, 96}) {
    const int64_t half = n / 2 + 1;
    const std::string real = "3x" + text(n) + "xf64",
                      spectrum = "3x" + text(half) + "xcomplex<f64>";
    const Values x = random(3 * n, /*isReal=*/true), all = defined(x, n, false);
    Values first;
    for (int64_t row = 0; row < 3; ++row)
      first.insert(first.end(), all.begin() + row * n, all.begin() + row * n + half);
    EXPECT_LT(errorOf({"RFFT", real, spectrum, text(n)}, x, first), 1e-14) << n;
    EXPECT_LT(errorOf({"IRFFT", spectrum, real, text(n)}, first, x), 1e-14) << n;
  }
}

/// Of 3 x 4 x 5 numbers, whose dimensions are transformed one after the other.
Values alongAll(Values x, bool isInverse) {
  const int64_t sizes[] = {3, 4, 5};
  for (int turn = 0; turn < 3; ++turn) {
    x = defined(x, sizes[2 - turn], isInverse);
    // What was last is first.
    const int64_t last = sizes[2 - turn], others = 60 / last;
    Values turned(60);
    for (int64_t i = 0; i < others; ++i)
      for (int64_t j = 0; j < last; ++j)
        turned[j * others + i] = x[i * last + j];
    x = turned;
  }
  return x;
}

TEST(Fourier, SeveralDimensionsAreTransformed) {
  const Values x = random(60);
  const std::string type = "3x4x5xcomplex<f64>";
  EXPECT_LT(errorOf({"FFT", type, type, "3, 4, 5"}, x, alongAll(x, false)), 1e-14);
  const Values signal = random(60, /*isReal=*/true), all = alongAll(signal, false);
  Values half;
  for (size_t row = 0; row < 12; ++row)
    half.insert(half.end(), all.begin() + row * 5, all.begin() + row * 5 + 3);
  EXPECT_LT(errorOf({"RFFT", "3x4x5xf64", "3x4x3xcomplex<f64>", "3, 4, 5"}, signal, half), 1e-14);
  EXPECT_LT(errorOf({"IRFFT", "3x4x3xcomplex<f64>", "3x4x5xf64", "3, 4, 5"}, half, signal), 1e-14);
}

std::string onMesh(const std::string &dims) {
  return R"({"shardc": 1, "kind": "sharding", "mesh": "x=2, y=2",
             "inputs": {"arg0": )" +
         dims + "}}";
}

TEST(Fourier, ShardsHaveTheBitsOfOneDevice) {
  const Transform transform{"FFT", "8x60xcomplex<f32>", "8x60xcomplex<f32>", "60"};
  const Values x = random(480), expected = defined(x, 60, false);
  for (const char *dims :
       {R"([["x"], null])", R"([["x", "y"], null])", R"([["x"], ["y"]])", R"([null, ["x"]])"})
    EXPECT_LT(errorOf(transform, x, expected, onMesh(dims)), 4e-7) << dims;
}

TEST(Fourier, ManyPointsAreTransformedByARoutine) {
  const auto callsIn = [](int64_t n) {
    const std::string type = text(n) + "xcomplex<f32>";
    const Compiled compiled = compile(Transform{"FFT", type, type, text(n)}.program(), "");
    EXPECT_TRUE(compiled.plan) << compiled.messages();
    int64_t calls = 0;
    for (const Kernel &kernel : compiled.plan->functions[0].kernels)
      calls += kernel.call.has_value();
    return calls;
  };
  EXPECT_EQ(callsIn(16), 0);
  EXPECT_EQ(callsIn(61), 0); // a prime, as a product
  EXPECT_EQ(callsIn(18), 1);
  EXPECT_EQ(callsIn(4096), 2); // of 64 points each
}

TEST(Fourier, ABatchMovesNothing) {
  const Transform transform{"RFFT", "8x134xf32", "8x68xcomplex<f32>", "134"};
  const Compiled compiled = compile(transform.program(), onMesh(R"([["x", "y"], null])"));
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  EXPECT_TRUE(compiled.plan->functions[0].collectives.empty());
}

TEST(Fourier, WrongTransformsAreRefused) {
  for (const Transform &wrong : {Transform{"FFT", "8xf32", "8xf32", "8"},
                                 {"FFT", "8xcomplex<f32>", "8xcomplex<f32>", "4"},
                                 {"RFFT", "8xf32", "8xcomplex<f32>", "8"},
                                 {"RFFT", "8xcomplex<f32>", "5xcomplex<f32>", "8"},
                                 {"IRFFT", "4xcomplex<f32>", "8xf32", "8"},
                                 {"FFT", "80xcomplex<f32>", "80xcomplex<f32>", "40"},
                                 {"FFT", "8xcomplex<f32>", "8xcomplex<f32>", "1, 8"}}) {
    const Compiled compiled = compile(wrong.program(), "");
    EXPECT_FALSE(compiled.plan) << wrong.program();
    EXPECT_EQ(compiled.ids().size(), 1u) << compiled.messages();
  }
}

TEST(Fourier, RootsAreExactWhereTheyCanBe) {
  EXPECT_EQ(rootOfUnity(1, 4), std::complex<double>(0, 1));
  EXPECT_EQ(rootOfUnity(6, 12), std::complex<double>(-1, 0));
  EXPECT_EQ(rootOfUnity(1, 8).real(), rootOfUnity(1, 8).imag());
}

} // namespace
} // namespace shardc::test

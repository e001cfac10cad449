// SPDX-License-Identifier: Apache-2.0
// Every routine of the runtime over every small mesh: each dimension of what it takes and of what
// it gives is split over each axis, and each two over two, in parts that are even, uneven, or of no
// element. What the devices make together equals what one device makes, bit for bit.
#include "cli/running/own_routines.h"
#include "tests/support/compile.h"

#include "codegen/check/check.h"

#include "nlohmann/json.hpp"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>

namespace shardc::test {
namespace {

using Json = nlohmann::ordered_json;

/// A call of a routine, in StableHLO: what stands in front of the types. Where $in stands are its
/// operands, where $pairs and $scalar stand are a comparator's arguments, and the first's type.
struct Case {
  const char *routine, *name;
  std::vector<std::string> takes, makes; // types: "3x4xf32"
  const char *op;
  std::string unread = ""; // type of a result in front of the others, which is not to be read
};

std::string nameOf(const Case &one) { return std::string(one.routine) + "_" + one.name; }
void PrintTo(const Case &one, std::ostream *out) { *out << nameOf(one); }

constexpr const char *kSort = R"("stablehlo.sort"($in) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0($pairs):
    %less = stablehlo.compare LT, %a0, %b0 : ($scalar, $scalar) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }))";

constexpr const char *kSortPairs =
    R"("stablehlo.sort"($in) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0($pairs):
    %less = stablehlo.compare LT, %a0, %b0 : ($scalar, $scalar) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a0, %b0 : ($scalar, $scalar) -> tensor<i1>
    %rest = stablehlo.compare GT, %a1, %b1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %says = stablehlo.select %equal, %rest, %less : tensor<i1>, tensor<i1>
    stablehlo.return %says : tensor<i1>
  }))";

const std::vector<Case> kCases = {
    {"argsort", "rows", {"3x64xf32"}, {"3x64xf32"}, kSort},
    {"argsort", "middle", {"2x65x3xi64", "2x65x3xf32"}, {"2x65x3xi64", "2x65x3xf32"}, kSort},
    {"argsort", "pairs", {"3x64xf64", "3x64xi32"}, {"3x64xf64", "3x64xi32"}, kSortPairs},
    {"cholesky",
     "real",
     {"3x4x4xf32"},
     {"3x4x4xf32"},
     R"("stablehlo.cholesky"($in) <{lower = true}>)"},
    {"cholesky",
     "complex",
     {"5x2x3x3xcomplex<f64>"},
     {"5x2x3x3xcomplex<f64>"},
     R"("stablehlo.cholesky"($in) <{lower = false}>)"},
    {"eigh",
     "real",
     {"3x4x4xf32"},
     {"3x4x4xf32", "3x4xf32", "3xi32"},
     "stablehlo.custom_call @lapack_ssyevd_ffi($in) {mhlo.backend_config = {mode = 86 : ui8, uplo "
     "= 76 : ui8}}"},
    {"fourier",
     "last",
     {"3x2x20xcomplex<f32>"},
     {"3x2x20xcomplex<f32>"},
     R"("stablehlo.fft"($in) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 20>}>)"},
    {"fourier",
     "two",
     {"2x18x20xcomplex<f32>"},
     {"2x18x20xcomplex<f32>"},
     R"("stablehlo.fft"($in) <{fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 18, 20>}>)"},
    {"fourier",
     "real",
     {"3x18xf64"},
     {"3x10xcomplex<f64>"},
     R"("stablehlo.fft"($in) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 18>}>)"},
    {"hessenberg",
     "real",
     {"3x4x4xf64"},
     {"3x4x4xf64", "3x3xf64", "3xi32"},
     "stablehlo.custom_call @lapack_dgehrd_ffi($in) {mhlo.backend_config = {low = 1 : i32, high = "
     "4 : i32}}"},
    {"householder",
     "real",
     {"3x5x4xf32", "3x4xf32"},
     {"3x5x4xf32"},
     "stablehlo.custom_call @lapack_sorgqr_ffi($in) {mhlo.backend_config = {}}"},
    {"lu",
     "wide",
     {"3x4x5xf32"},
     {"3x4x5xf32", "3x4xi32", "3xi32"},
     "stablehlo.custom_call @lapack_sgetrf_ffi($in) {mhlo.backend_config = {}}"},
    {"pivots_to_permutation",
     "rows",
     {"5x3xi32"},
     {"5x6xi32"},
     "stablehlo.custom_call @cu_lu_pivots_to_permutation($in) {mhlo.backend_config = {}}"},
    {"qr",
     "tall",
     {"3x5x4xcomplex<f32>"},
     {"3x5x4xcomplex<f32>", "3x4xcomplex<f32>"},
     "stablehlo.custom_call @lapack_cgeqrf_ffi($in) {mhlo.backend_config = {}}"},
    {"svd",
     "wide",
     {"3x4x5xf32"},
     {"3x4xf32", "3x4x4xf32", "3x5x5xf32", "3xi32"},
     "stablehlo.custom_call @lapack_sgesdd_ffi($in) {mhlo.backend_config = {mode = 65 : ui8}}",
     "3x4x5xf32"},
    {"triangular_solve",
     "left",
     {"3x4x4xf32", "3x4x5xf32"},
     {"3x4x5xf32"},
     R"("stablehlo.triangular_solve"($in) <{left_side = true, lower = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>)"},
    {"triangular_solve",
     "right",
     {"4x4xcomplex<f32>", "5x4xcomplex<f32>"},
     {"5x4xcomplex<f32>"},
     R"("stablehlo.triangular_solve"($in) <{left_side = false, lower = false,
    transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}>)"},
    {"tridiagonal",
     "real",
     {"3x4x4xf32"},
     {"3x4x4xf32", "3x4xf32", "3x3xf32", "3x3xf32", "3xi32"},
     "stablehlo.custom_call @lapack_ssytrd_ffi($in) {mhlo.backend_config = {uplo = 76 : ui8}}"},
};

/// A piece of text for each of some types, with the type in place of '$' and its number of '*'.
std::string listed(const std::vector<std::string> &types, const std::string &piece) {
  std::string text;
  for (size_t number = 0; number < types.size(); ++number) {
    text += number > 0 ? ", " : "";
    for (const char c : piece)
      text += c == '*' ? std::to_string(number) : c == '$' ? types[number] : std::string(1, c);
  }
  return text;
}

std::string with(std::string text, const std::string &word, const std::string &by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

std::string programOf(const Case &one) {
  std::vector<std::string> elements; // "f32" of "3x4xf32"
  for (const std::string &type : one.takes)
    elements.push_back(type.substr(type.find_first_not_of("0123456789x")));
  std::string op = with(one.op, "$in", listed(one.takes, "%x*"));
  op = with(op, "$pairs", listed(elements, "%a*: tensor<$>, %b*: tensor<$>"));
  op = with(op, "$scalar", "tensor<" + elements[0] + ">");
  std::vector<std::string> all = one.makes;
  if (!one.unread.empty()) all.insert(all.begin(), one.unread);
  const std::string makes = listed(one.makes, "tensor<$>");
  const std::string made = "%y:" + std::to_string(all.size()) + " = " + op + " : (" +
                           listed(one.takes, "tensor<$>") + ") -> (" + listed(all, "tensor<$>") +
                           ")\n";
  std::string read = listed(all, "%y#*");
  if (!one.unread.empty()) read = read.substr(read.find(' ') + 1);
  return "func.func @main(" + listed(one.takes, "%x*: tensor<$>") + ") -> (" + makes + ") {\n  " +
         made + "  return " + read + " : " + makes + "\n}\n";
}

/// Square matrices can be factorised in all ways: each is its own adjoint, with a large diagonal.
HostTensor operandOf(const TensorSpec &type, std::mt19937 &random) {
  HostTensor made = HostTensor::zeros(type);
  const size_t rank = type.shape.size();
  const int64_t n = type.shape.back();
  const bool isSquare = rank > 1 && type.shape[rank - 2] == n;
  const auto value = [&] { return static_cast<double>(random() % 1000) / 250 - 2; };
  for (int64_t at = 0; at < type.elements(); ++at) {
    const int64_t row = at / n % n, column = at % n;
    double real = value(), imaginary = value();
    if (isSquare && row == column) real += 4 * static_cast<double>(n), imaginary = 0;
    if (isSquare && row > column) {
      const Number mirrored = made.at(at + (column - row) * (n - 1));
      real = mirrored.real, imaginary = -mirrored.imaginary;
    }
    made.set(at, info(type.type).isComplex ? Number::complex(type.type, real, imaginary)
                 : info(type.type).isFloat ? Number::of(type.type, real)
                                           : Number::of(type.type, int64_t(random() % 6)));
  }
  return made;
}

/// A program of one call, and what it makes on one device.
class Subject {
public:
  explicit Subject(const Case &one) : program(programOf(one)), whole(compile(program, "")) {
    if (!whole.plan) return;
    std::mt19937 random(1);
    for (const PlanTensor &input : whole.plan->inputs)
      inputs.push_back(operandOf(input.type, random));
    whole.plan->routines = whole.customOps->routines;
    routines = std::make_shared<OwnRoutines>(*whole.plan, "", /*twice=*/true);
    expected = run(*whole.plan);
  }

  std::string problem(const std::string &routine) const {
    if (!whole.plan) return program + whole.messages();
    const bool calls = llvm::any_of(whole.plan->functions[0].kernels, [&](const Kernel &kernel) {
      return kernel.call && whole.plan->routines[kernel.call->routine].name == routine;
    });
    return calls ? "" : "it does not call '" + routine + "':\n" + program;
  }

  /// Each dimension of all values over each of the mesh's axes, and each two over two axes.
  void checkOn(const std::vector<int64_t> &sizes) {
    const std::vector<Place> all = places();
    for (const Place &one : all) {
      for (size_t axis = 0; axis < sizes.size(); ++axis)
        check(sizes, {{one, axis}});
      for (const Place &other : all)
        if (sizes.size() > 1 && other != one) check(sizes, {{one, 0}, {other, 1}});
    }
  }

  int64_t runs = 0, moves = 0;

private:
  using Place = std::pair<size_t, size_t>; // a value, inputs first, and its dimension
  using Split = std::pair<Place, size_t>;  // and the axis over which it is split

  std::vector<PlanTensor> values() const {
    std::vector<PlanTensor> all(whole.plan->inputs.begin(), whole.plan->inputs.end());
    all.insert(all.end(), whole.plan->outputs.begin(), whole.plan->outputs.end());
    return all;
  }
  std::vector<Place> places() const {
    std::vector<Place> all;
    for (auto [value, tensor] : llvm::enumerate(values()))
      for (size_t dim = 0; dim < tensor.type.shape.size(); ++dim)
        all.emplace_back(value, dim);
    return all;
  }

  std::string configFor(const std::vector<int64_t> &sizes, const std::vector<Split> &splits) const {
    Json config = {{"shardc", 1}, {"kind", "sharding"}};
    std::string mesh;
    for (auto [axis, size] : llvm::enumerate(sizes))
      mesh += (axis ? ", a" : "a") + std::to_string(axis) + "=" + std::to_string(size);
    config["mesh"] = mesh;
    for (auto [value, tensor] : llvm::enumerate(values())) {
      Json dims = Json::array();
      for (size_t dim = 0; dim < tensor.type.shape.size(); ++dim) {
        Json axes = Json::array();
        for (const auto &[place, axis] : splits)
          if (place == Place(value, dim)) axes.push_back("a" + std::to_string(axis));
        dims.push_back(axes);
      }
      config[value < inputs.size() ? "inputs" : "outputs"].push_back(dims);
    }
    return config.dump();
  }

  void check(const std::vector<int64_t> &sizes, const std::vector<Split> &splits) {
    if (testing::Test::HasFailure()) return;
    const std::string config = configFor(sizes, splits);
    SCOPED_TRACE(program + config);
    Compiled cut = compile(program, config);
    ASSERT_TRUE(cut.plan) << cut.messages();
    if (const auto wrong = shardc::check(*cut.plan)) ADD_FAILURE() << *wrong;
    const auto got = run(*cut.plan);
    ASSERT_EQ(got.size(), expected.size());
    for (auto [result, of] : llvm::enumerate(got))
      EXPECT_EQ(of.data, expected[result].data) << "result " << result;
    ++runs;
    moves += static_cast<int64_t>(cut.plan->functions[0].collectives.size());
  }

  std::vector<HostTensor> run(const Plan &plan) const {
    std::vector<HostTensor> outputs;
    const auto fault =
        runPlan(plan, inputs, outputs, {.compute = withRoutines(plan, interpretLaunch, routines)});
    EXPECT_FALSE(fault) << fault->what;
    return outputs;
  }

  std::string program;
  Compiled whole;
  std::shared_ptr<const OwnRoutines> routines;
  std::vector<HostTensor> inputs, expected;
};

class MeshPerRoutine : public testing::TestWithParam<Case> {};

TEST_P(MeshPerRoutine, DevicesMakeWhatOneMakes) {
  Subject subject(GetParam());
  ASSERT_EQ(subject.problem(GetParam().routine), "");
  for (const auto &sizes : std::vector<std::vector<int64_t>>{{2}, {3}, {4}, {2, 2}, {2, 3}})
    subject.checkOn(sizes);
  std::printf("meshes: %s of %s %lld runs, %lld moves\n", GetParam().routine, GetParam().name,
              static_cast<long long>(subject.runs), static_cast<long long>(subject.moves));
}

TEST(MeshRoutines, EachIsInACase) {
  for (const char *name : {
#define SHARDC_ROUTINE(name, flops) #name,
#include "runtime/routines/routines.def"
       })
    EXPECT_TRUE(
        llvm::any_of(kCases, [&](const Case &one) { return StringRef(one.routine) == name; }))
        << "'" << name << "' has no row in tests/exhaustive/calls_test.cpp";
}

INSTANTIATE_TEST_SUITE_P(Routines, MeshPerRoutine, testing::ValuesIn(kCases),
                         [](const auto &info) { return nameOf(info.param); });

} // namespace
} // namespace shardc::test

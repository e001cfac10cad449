// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/spot_check.h"

#include "codegen/engine/evaluation_work.h"
#include "codegen/interp/evaluator.h"
#include "codegen/text/literal.h"
#include "codegen/text/text.h"
#include "frontend/ir/formula/push.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <cmath>
#include <random>

namespace shardc {

/// Operations that may be evaluated for all kernels of a run, and for one; about 30 take a
/// microsecond.
static constexpr double kWorkOfRun = 2e7, kWorkOfKernel = 2e6;
/// Of what a kernel has left, a launch takes this share.
static constexpr double kShare = 0.25;
static constexpr int64_t kMostElements = 64;

SpotChecks::SpotChecks(const Plan &plan) : plan(plan) {
  size_t kernels = 0;
  for (const Function &function : plan.functions)
    kernels += function.kernels.size();
  const double each = std::min(kWorkOfKernel, kWorkOfRun / static_cast<double>(kernels));
  for (const Function &function : plan.functions)
    tallies.emplace_back(function.kernels.size(), Tally{.left = each});
}

namespace {

/// Points of loops: corners, the diagonal, any.
class Points {
public:
  explicit Points(uint64_t seed) : random(seed) {}

  std::vector<SmallVector<int64_t, 4>> choose(ArrayRef<int> loops, const Env &env, int64_t count) {
    std::vector<SmallVector<int64_t, 4>> points;
    if (llvm::any_of(loops, [&](int loop) { return env.loops[loop].empty(); })) return points;
    for (int64_t n = 0; n < count; ++n) {
      const uint64_t diagonal = random();
      SmallVector<int64_t, 4> point;
      for (const int loop : loops)
        point.push_back(indexIn(env.loops[loop], n, diagonal));
      points.push_back(point);
    }
    llvm::sort(points);
    points.erase(llvm::unique(points), points.end());
    return points;
  }

private:
  std::mt19937_64 random;

  int64_t indexIn(const Interval &range, int64_t n, uint64_t diagonal) {
    const int64_t steps = llvm::divideCeil(range.extent(), range.step);
    const auto at = [&](uint64_t k) {
      return range.lo + static_cast<int64_t>(k % static_cast<uint64_t>(steps)) * range.step;
    };
    const int64_t first = range.lo, last = at(static_cast<uint64_t>(steps) - 1);
    if (n == 0) return first;
    if (n == 1) return last;
    if (n % 4 == 0) return at(diagonal);
    const uint64_t dice = random();
    return dice % 8 == 0 ? first : dice % 8 == 1 ? last : at(dice / 8);
  }
};

/// The same bits, or both NaN.
bool isAlike(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

/// Bit for bit, but for what a NaN says; where the order of sums is the kernel's own, nearly.
bool agree(const Kernel &kernel, ElementType type, Slot got, Slot expected) {
  if (got == expected) return true;
  if (!info(type).isRounded) return false;
  const Number one = fromSlot(type, got), other = fromSlot(type, expected);
  if (info(type).isComplex)
    return isAlike(one.real, other.real) && isAlike(one.imaginary, other.imaginary);
  const double a = one.real, b = other.real;
  if (std::isnan(a) && std::isnan(b)) return true;
  return kernel.isAttention && std::abs(a - b) <= 1e-4 * std::max(std::abs(a), std::abs(b));
}

/// Elements of a launch's results as they should be, evaluated before it runs.
class Expectation {
public:
  Expectation(const Launch &launch, uint64_t seed, double allowance)
      : launch(launch), last(launch.steps.back()), points(seed), left(allowance) {}

  /// What it took.
  double evaluate() {
    const double allowance = left;
    if (isPushed(kernelOf(last).formula))
      evaluatePush();
    else if (launch.steps.size() == 1)
      evaluateSome(envOf(kernelOf(last), launch), operandsOf(last), kMostElements);
    else
      evaluateRows();
    return allowance - left;
  }

  size_t size() const { return elements.size(); }
  /// Whether there is an element, and one takes more work than is allowed.
  bool isTooMuch() const { return tooMuch; }
  /// A line about the first element that is otherwise.
  std::optional<std::string> difference() const {
    for (const Element &element : elements)
      if (auto line = differenceOf(element)) return line;
    return std::nullopt;
  }

private:
  const Launch &launch;
  const Step &last;
  Points points;
  double left;
  bool tooMuch = false;
  std::vector<Element> elements; // of the last step

  const Kernel &kernelOf(const Step &step) const { return launch.function.kernels[step.kernel]; }

  SmallVector<const WindowData *, 4> operandsOf(const Step &step) const {
    SmallVector<const WindowData *, 4> operands;
    for (const int in : step.ins)
      operands.push_back(&launch.windows[in]);
    return operands;
  }

  void evaluateSome(const Env &env, ArrayRef<const WindowData *> operands, int64_t most) {
    const Formula &formula = kernelOf(last).formula;
    const double each = evaluationWorkOfElement(formula, env);
    const int64_t count = std::min<int64_t>(most, static_cast<int64_t>(left / each));
    const auto choose = [&](ArrayRef<int> loops, llvm::function_ref<void(ArrayRef<int64_t>)> at) {
      for (const auto &point : points.choose(loops, env, count))
        at(point);
    };
    left -= each * static_cast<double>(count);
    tooMuch = count == 0;
    (void)interpretSome(formula, env, operands, choose,
                        [&](const Element &element) { elements.push_back(element); });
  }

  /// All updates of a copy of what is there, or none.
  void evaluatePush() {
    const Formula &formula = kernelOf(last).formula;
    const Env env = envOf(kernelOf(last), launch);
    WindowData after = launch.windows[last.outs.front()];
    const double work = evaluationWorkOfElement(formula, env) * evaluationsOf(formula, env) +
                        static_cast<double>(volume(after.window));
    tooMuch = work > left;
    if (tooMuch) return;
    left -= work;
    if (interpret(formula, env, operandsOf(last), {&after})) return;
    const WindowView view(after);
    Env dims;
    dims.loops.assign(after.window.begin(), after.window.end());
    const auto all = llvm::seq<int>(0, static_cast<int>(after.window.size()));
    const SmallVector<int, 4> loops(all.begin(), all.end());
    for (const auto &at : points.choose(loops, dims, kMostElements)) {
      const char *element = after.data.data() + view.find(at) * view.bytes;
      elements.push_back({0, at, loadSlot(after.type, element)});
    }
  }

  /// Kernels that are done by rows, for some rows.
  void evaluateRows() {
    constexpr int64_t kRows = 3;
    const Kernel &kernel = kernelOf(last);
    SmallVector<int, 4> loops = kernel.rows->around;
    loops.push_back(kernel.rows->loop);
    for (const auto &row : points.choose(loops, envOf(kernel, launch), kRows))
      evaluateRow(row);
  }

  static Env narrowed(Env env, const Kernel::Rows &rows, ArrayRef<int64_t> row) {
    for (auto [loop, at] : llvm::zip(rows.around, row))
      env.loops[loop] = {at, at + 1};
    env.loops[rows.loop] = {row.back(), row.back() + 1};
    return env;
  }

  void evaluateRow(ArrayRef<int64_t> row) {
    std::vector<WindowData> between(launch.steps.size());
    const WindowData *before = nullptr;
    int made = -1; // the buffer that it is
    for (auto [k, step] : llvm::enumerate(launch.steps)) {
      const Kernel &kernel = kernelOf(step);
      const Env env = narrowed(envOf(kernel, launch), *kernel.rows, row);
      SmallVector<const WindowData *, 4> operands = operandsOf(step);
      for (auto [operand, buffer] : llvm::zip_equal(operands, step.ins))
        if (buffer == made) operand = before;
      if (&step == &last) return evaluateSome(env, operands, kMostElements / 4);
      WindowData &out = between[k];
      out.type = launch.windows[step.outs.front()].type;
      out.window = resultBox(kernel.formula, 0, env);
      out.data.resize(volume(out.window) * info(out.type).bytes);
      left -=
          evaluationWorkOfElement(kernel.formula, env) * static_cast<double>(volume(out.window));
      tooMuch = left < 0;
      if (tooMuch || interpret(kernel.formula, env, operands, {&out})) return;
      before = &out;
      made = step.outs.front();
    }
  }

  std::optional<std::string> differenceOf(const Element &element) const {
    const int buffer = last.outs[element.result];
    const WindowData &window = launch.windows[buffer];
    const WindowView view(window);
    const Slot got =
        loadSlot(window.type, window.data.data() + view.find(element.index) * view.bytes);
    if (agree(kernelOf(last), window.type, got, element.value)) return std::nullopt;
    const auto text = [&](Slot slot) { return numberText(fromSlot(window.type, slot)); };
    return "kernel '" + kernelOf(last).name + "' (step " + last.label + ") makes " +
           launch.function.buffers[buffer].value + text::shape(element.index) + " " + text(got) +
           ", and its formula " + text(element.value);
  }
};

} // namespace

std::optional<Fault> SpotChecks::launch(const Compute &compute, const Launch &launch) {
  if (launch.function.kernels[launch.steps.back().kernel].call) return compute(launch);
  Tally &tally = tallies[&launch.function - plan.functions.data()][launch.steps.back().kernel];
  const uint64_t seed = static_cast<uint64_t>(launch.steps.back().kernel) << 32 |
                        static_cast<uint64_t>(tally.launches);
  Expectation expected(launch, seed, tally.left * kShare);
  tally.left -= expected.evaluate();
  if (auto fault = compute(launch)) return fault;
  ++tally.launches;
  tally.checked += static_cast<int64_t>(expected.size());
  checked += static_cast<int64_t>(expected.size());
  tally.isTooMuch |= expected.isTooMuch();
  if (tally.isWrong) return std::nullopt;
  if (auto line = expected.difference()) {
    tally.isWrong = true;
    lines.push_back(*line);
  }
  return std::nullopt;
}

Compute SpotChecks::around(Compute compute) {
  return [this, compute = std::move(compute)](const Launch &each) { return launch(compute, each); };
}

std::vector<std::string> SpotChecks::unchecked() const {
  std::vector<std::string> names;
  for (auto [function, own] : llvm::zip_equal(plan.functions, tallies))
    for (auto [kernel, tally] : llvm::zip_equal(function.kernels, own))
      if (tally.isTooMuch && tally.checked == 0) names.push_back(kernel.name);
  return names;
}

} // namespace shardc

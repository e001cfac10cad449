// SPDX-License-Identifier: Apache-2.0
// Every op of the registry, under every kind of cut of its results: each shard is computed from
// exactly the boxes that it demands, and what they make together equals the whole, bit for bit.
#include "tests/exhaustive/cases.h"
#include "tests/support/compile.h"

#include "codegen/lower/graph/constant_data.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/interfaces/shardable.h"
#include "frontend/ir/names.h"
#include "frontend/ir/tables/registry.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace shardc;
using namespace shardc::test;

namespace {

enum class CutKind { whole, even, uneven, single, empty };
constexpr const char *kKindNames[] = {"whole", "even", "uneven", "single", "empty"};

std::vector<int64_t> cutsFor(CutKind kind, int64_t extent) {
  switch (kind) {
  case CutKind::whole:
    return {0, extent};
  case CutKind::even:
    return {0, extent / 2, extent};
  case CutKind::uneven:
    return {0, std::min<int64_t>(1, extent), extent};
  case CutKind::single: {
    std::vector<int64_t> at;
    for (int64_t index = 0; index <= extent; ++index)
      at.push_back(index);
    return at;
  }
  case CutKind::empty:
    return {0, 0, extent, extent};
  }
  return {};
}

/// Whole numbers around zero: sums of them are exact. Indices also lie outside.
WindowData randomOperand(const TensorSpec &type, std::mt19937 &random) {
  WindowData operand{type.type, whole(type.shape), {}};
  HostTensor tensor = HostTensor::zeros(type);
  for (int64_t element = 0; element < type.elements(); ++element) {
    const int64_t value = static_cast<int64_t>(random() % 9) - 3;
    tensor.set(element, Number::of(type.type, type.type == ElementType::i1 ? value & 1 : value));
  }
  operand.data = std::move(tensor.data);
  return operand;
}

int64_t offsetIn(const Box &window, ArrayRef<int64_t> index) {
  int64_t offset = 0;
  for (auto [interval, at] : llvm::zip(window, index))
    offset = offset * interval.extent() + at - interval.lo;
  return offset;
}

/// Calls `visit` for every index of the box.
void forEachIndex(const Box &box, llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  if (isEmpty(box)) return;
  SmallVector<int64_t, 4> index;
  for (const Interval &interval : box)
    index.push_back(interval.lo);
  while (true) {
    visit(index);
    size_t dim = box.size();
    while (dim > 0 && ++index[dim - 1] == box[dim - 1].hi) {
      index[dim - 1] = box[dim - 1].lo;
      --dim;
    }
    if (dim == 0) return;
  }
}

WindowData part(const WindowData &from, const Box &window) {
  WindowData to{from.type, window, {}};
  const int64_t bytes = info(from.type).bytes;
  to.data.assign(volume(window) * bytes, 0);
  forEachIndex(window, [&](ArrayRef<int64_t> index) {
    std::memcpy(&to.data[offsetIn(window, index) * bytes],
                &from.data[offsetIn(from.window, index) * bytes], bytes);
  });
  return to;
}

WindowData emptyWindow(ElementType type, const Box &window) {
  return {type, window, std::vector<char>(volume(window) * info(type).bytes, '\x5a')};
}

/// One result of one op: its formula, operands, and the whole result.
class Subject {
public:
  Subject(Formula formula, std::vector<WindowData> operands)
      : formula(std::move(formula)), operands(std::move(operands)),
        expected(emptyWindow(this->formula.results[0].type.type,
                             whole(this->formula.results[0].type.shape))) {
    const auto fault = compute(expected, this->operands, wholeLoops(this->formula));
    EXPECT_FALSE(fault) << fault->what;
  }

  /// Computes the box from its demand alone; what is wrong, if anything.
  std::string check(const Box &box) const {
    const Env env = loopsFor(formula, 0, box);
    const Demand wanted = demand(formula, env);
    std::vector<WindowData> parts;
    for (auto [operand, boxes] : llvm::zip(operands, wanted)) {
      Box window(operand.window.size());
      for (const Box &one : boxes)
        window = isEmpty(window) ? hull(one, one) : hull(window, one);
      parts.push_back(part(operand, window));
      parts.back().allowed.assign(boxes.begin(), boxes.end());
    }
    const Box made = resultBox(formula, 0, env);
    if (!covers(made, box)) return "the loops do not cover the box";
    WindowData result = emptyWindow(expected.type, made);
    if (auto fault = compute(result, parts, env)) return fault->what;
    return compare(result, box);
  }

  const Formula formula;

private:
  std::optional<Fault> compute(WindowData &result, const std::vector<WindowData> &from,
                               const Env &env) const {
    SmallVector<const WindowData *, 4> ins;
    for (const WindowData &operand : from)
      ins.push_back(&operand);
    WindowData *out = &result;
    return interpret(formula, env, ins, out);
  }

  std::string compare(const WindowData &result, const Box &box) const {
    const int64_t bytes = info(expected.type).bytes;
    std::string wrong;
    forEachIndex(box, [&](ArrayRef<int64_t> index) {
      if (std::memcmp(&result.data[offsetIn(result.window, index) * bytes],
                      &expected.data[offsetIn(expected.window, index) * bytes], bytes) != 0)
        wrong = "another value than in the whole result";
    });
    return wrong;
  }

  std::vector<WindowData> operands;
  WindowData expected;
};

struct Count {
  int64_t runs = 0;
  std::map<std::string, int64_t> types, ranks, kinds;
};

/// All combinations of kinds of cuts over the dimensions of the result.
void checkAllCuts(const Subject &subject, const std::string &type, Count &count) {
  const auto &shape = subject.formula.results[0].type.shape;
  std::vector<CutKind> kinds(shape.size(), CutKind::whole);
  const auto shards = [&](auto &&self, size_t dim, Box box) -> void {
    if (dim == shape.size()) {
      const std::string wrong = subject.check(box);
      ASSERT_EQ(wrong, "") << str(subject.formula) << "\nbox " << str(box) << " of " << type;
      ++count.runs;
      ++count.types[type];
      ++count.ranks["rank " + std::to_string(shape.size())];
      for (CutKind kind : kinds)
        ++count.kinds[kKindNames[static_cast<int>(kind)]];
      return;
    }
    const auto cuts = cutsFor(kinds[dim], shape[dim]);
    for (size_t slice = 0; slice + 1 < cuts.size(); ++slice) {
      box.push_back({cuts[slice], cuts[slice + 1], 1});
      self(self, dim + 1, box);
      box.pop_back();
    }
  };
  const auto choose = [&](auto &&self, size_t dim) -> void {
    if (dim == shape.size()) return shards(shards, 0, {});
    for (CutKind kind :
         {CutKind::whole, CutKind::even, CutKind::uneven, CutKind::single, CutKind::empty}) {
      kinds[dim] = kind;
      self(self, dim + 1);
    }
  };
  choose(choose, 0);
}

/// The op that makes the output, before that is cut off, or a narrow sum rounded.
mlir::Operation *opOf(mlir::ModuleOp program, StringRef mnemonic) {
  mlir::Operation *op = entryOf(program).front().getTerminator()->getOperand(0).getDefiningOp();
  const auto isAfter = [&] {
    return op->getName().stripDialect() != mnemonic && op->getNumOperands() == 1;
  };
  for (int after = 0; after < 2 && isAfter(); ++after)
    op = op->getOperand(0).getDefiningOp();
  return op;
}

/// The op, and those that make its operands where one op has become several.
SmallVector<mlir::Operation *, 2> partsOf(mlir::Operation *op) {
  SmallVector<mlir::Operation *, 2> parts{op};
  for (mlir::Value operand : op->getOperands())
    if (mlir::Operation *maker = operand.getDefiningOp())
      if (mlir::isa<StandInOp>(maker) && mnemonicOf(maker) == mnemonicOf(op))
        parts.push_back(maker);
  return parts;
}

void checkResults(mlir::Operation *op, Pool &pool, const std::string &type, Count &count) {
  const auto formula = formulaOf(op, pool);
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>()(mnemonicOf(op) + type)));
  for (size_t result = 0; result < formula->results.size(); ++result) {
    std::vector<WindowData> operands;
    for (const TensorSpec &operand : formula->operands)
      operands.push_back(randomOperand(operand, random));
    if (auto data = mlir::cast<ShardableOp>(op).constantData())
      operands[0].data = constantBytes(data);
    checkAllCuts({onlyResult(*formula, static_cast<int>(result)), std::move(operands)}, type,
                 count);
  }
}

/// Whether the op takes the type; if so, all its results have been checked.
bool checkCase(const ExhaustiveCase &one, const std::string &type, Count &count) {
  Compiled c = compile(programOf(one, type), "");
  if (!c.program) return false;
  mlir::Operation *op = opOf(*c.program, one.op);
  EXPECT_EQ(mnemonicOf(op), one.op);
  for (mlir::Operation *part : partsOf(op))
    checkResults(part, *c.pool, type, count);
  return true;
}

std::string listing(const std::map<std::string, int64_t> &counts) {
  std::string text;
  for (const auto &[name, count] : counts)
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  return text;
}

} // namespace

class ExhaustivePerOp : public testing::TestWithParam<std::string> {};

TEST_P(ExhaustivePerOp, ShardsMakeTheWhole) {
  const auto cases = casesOf(GetParam());
  ASSERT_FALSE(cases.empty()) << "'" << GetParam() << "' has no row in tests/exhaustive/cases.cpp";
  Count count;
  for (const ExhaustiveCase &one : cases) {
    bool any = false;
    for (ElementType type : elementTypes())
      any |= checkCase(one, info(type).name, count);
    EXPECT_TRUE(any) << "no element type fits: " << programOf(one, "f32") << "\n"
                     << compile(programOf(one, "f32"), "").messages();
  }
  std::printf("exhaustive: %s %lld shards; %s; %s; %s\n", GetParam().c_str(),
              static_cast<long long>(count.runs), listing(count.types).c_str(),
              listing(count.ranks).c_str(), listing(count.kinds).c_str());
}

static std::vector<std::string> mnemonics() {
  std::vector<std::string> names;
  for (const OpInfo &op : allOps())
    if (op.hasFormula) names.push_back(op.mnemonic.str());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, ExhaustivePerOp, testing::ValuesIn(mnemonics()),
                         [](const auto &info) { return info.param; });

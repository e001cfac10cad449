// SPDX-License-Identifier: Apache-2.0
// Text is what people read of an expansion, so that is what is written down: words for types and
// sizes are filled in, the parser of programs reads it, and the body of its function is copied in
// place of the op. What it holds that stands for a program itself, as a sort, is replaced in turn.
#include "frontend/ir/expansions/expansion.h"

#include "frontend/bug.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/interfaces/manual.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

static bool isWord(char c) { return llvm::isAlnum(c) || c == '_'; }

std::string filled(StringRef text, const Words &words) {
  std::string all;
  while (!text.empty()) {
    const size_t at = text.find('$');
    all += text.take_front(at);
    if (at == StringRef::npos) break;
    text = text.drop_front(at + 1);
    const StringRef word = text.take_while(isWord);
    const auto found = words.find(word);
    if (found == words.end()) internalError("no word '" + word.str() + "' in an expansion");
    all += found->second;
    text = text.drop_front(word.size());
  }
  return all;
}

std::string tensorText(ArrayRef<int64_t> shape, Type element) {
  std::string text;
  llvm::raw_string_ostream(text) << RankedTensorType::get(shape, element);
  return text;
}

std::string commaList(ArrayRef<int64_t> numbers) {
  return llvm::join(llvm::map_range(numbers, [](int64_t number) { return std::to_string(number); }),
                    ", ");
}

std::string numbered(StringRef text, size_t number) {
  std::string all;
  for (char c : text)
    all += c == '*' ? std::to_string(number) : std::string(1, c);
  return all;
}

std::string perNumber(StringRef text, size_t count, StringRef between) {
  return llvm::join(llvm::map_range(llvm::seq<size_t>(0, count),
                                    [&](size_t number) { return numbered(text, number); }),
                    between);
}

std::string fromZero(ArrayRef<int64_t> shape) {
  return llvm::join(
      llvm::map_range(shape, [](int64_t extent) { return "0:" + std::to_string(extent); }), ", ");
}

std::string wholeText(StringRef name, StringRef value, StringRef type, ArrayRef<int64_t> dimensions,
                      StringRef mnemonic) {
  return ("  " + name + " = \"stablehlo.whole\"(" + value +
          ") <{dimensions = array<i64: " + commaList(dimensions) + ">, mnemonic = \"" + mnemonic +
          "\"}> : (" + type + ") -> " + type + "\n")
      .str();
}

std::string turnsText(StringRef turn) {
  return filled(R"(
  cond {
    %more = stablehlo.compare LT, $turn, %count, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add $turn, %one : tensor<i32>
)",
                {{"turn", turn.str()}});
}

/// Does to tensors, element by element, what the region does to scalars.
static void mapBody(func::CallOp call, Region &body) {
  OpBuilder builder(call);
  const int64_t rank = cast<RankedTensorType>(call.getResult(0).getType()).getRank();
  auto map =
      stablehlo::MapOp::create(builder, call.getLoc(), call.getResult(0).getType(),
                               call.getOperands(), llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  IRMapping copied;
  body.cloneInto(&map.getComputation(), copied);
  call.getResult(0).replaceAllUsesWith(map.getResult());
  call.erase();
}

OwningOpRef<ModuleOp> parsed(MLIRContext *context, StringRef text) {
  const ParserConfig config(context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> program = parseSourceString<ModuleOp>(text, config);
  if (!program) internalError("an expansion does not parse");
  return program;
}

/// "body": 0; "body1": 1.
static size_t bodyNumber(StringRef callee) {
  size_t number = 0;
  callee.drop_front(StringRef("body").size()).getAsInteger(10, number);
  return number;
}

void replaceBy(Operation *op, StringRef text, ArrayRef<Region *> bodies) {
  // Bodies of reductions may call @body, which is none of an op until it is put in.
  OwningOpRef<ModuleOp> program = parsed(op->getContext(), text);
  auto function = program->lookupSymbol<func::FuncOp>("f");
  function.walk([&](Operation *inner) { inner->setLoc(op->getLoc()); });
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls)
    mapBody(call, *bodies[bodyNumber(call.getCallee())]);

  OpBuilder builder(op);
  IRMapping mapped;
  Block &block = function.front();
  mapped.map(block.getArguments(), op->getOperands());
  SmallVector<ExpandableOp> more;
  for (Operation &inner : block.without_terminator())
    if (auto expandable = dyn_cast<ExpandableOp>(builder.clone(inner, mapped)))
      more.push_back(expandable);
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), block.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapped.lookupOrDefault(value));
  op->erase();
  for (ExpandableOp inner : more)
    if (failed(inner.expand())) internalError("an expansion is not one");
}

bool replaceEmpty(Operation *op) {
  const auto isEmpty = [](Type type) { return cast<RankedTensorType>(type).getNumElements() == 0; };
  if (llvm::none_of(op->getOperandTypes(), isEmpty)) return false;
  OpBuilder builder(op);
  for (Value result : op->getResults()) {
    const auto type = cast<RankedTensorType>(result.getType());
    const Type element = type.getElementType();
    auto complex = dyn_cast<ComplexType>(element);
    const Attribute zero = builder.getZeroAttr(complex ? complex.getElementType() : element);
    const auto zeros =
        DenseElementsAttr::get(type, complex ? builder.getArrayAttr({zero, zero}) : zero);
    result.replaceAllUsesWith(stablehlo::ConstantOp::create(builder, op->getLoc(), type, zeros));
  }
  op->erase();
  return true;
}

} // namespace shardc

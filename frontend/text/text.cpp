// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/text.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/composites.h"
#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/calls/routines/library_calls.h"
#include "frontend/ir/calls/routines/routine_calls.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/rewrites/sharding_calls.h"
#include "frontend/ir/tuples.h"
#include "frontend/messages/error_limit.h"
#include "frontend/messages/gathered_errors.h"
#include "frontend/text/jax_names.h"
#include "frontend/text/missing.h"
#include "frontend/text/places.h"
#include "frontend/text/properties.h"
#include "frontend/text/scan.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace shardc {

static StringRef withoutByteOrderMark(StringRef text) {
  text.consume_front("\xEF\xBB\xBF");
  return text;
}

bool acceptsText(StringRef text) {
  text = withoutByteOrderMark(text).ltrim();
  return !text.empty() && (llvm::isAlpha(text[0]) || StringRef("#!/\"%").contains(text[0]));
}
bool acceptsBytecode(StringRef text) { return text.starts_with("ML\xEFR"); }
bool acceptsHlo(StringRef text) { return text.ltrim().starts_with("HloModule"); }

OwningOpRef<ModuleOp> refuseBytecode(MLIRContext &context, StringRef, StringRef fileName, Files &) {
  (void)(report(FileLineColLoc::get(&context, fileName, 1, 1), Diag::bytecode)
         << "this is MLIR bytecode; shardc reads text: write what "
            "'jax.jit(f).lower(...).as_text()' prints");
  return {};
}

OwningOpRef<ModuleOp> refuseHlo(MLIRContext &context, StringRef, StringRef fileName, Files &) {
  (void)(report(FileLineColLoc::get(&context, fileName, 1, 1), Diag::hlo_text)
         << "this is XLA's HLO; shardc reads StableHLO: write what "
            "'jax.jit(f).lower(...).as_text()' prints, before it is compiled");
  return {};
}

/// The place of a byte of the text.
static Location locationOf(MLIRContext &context, StringRef fileName, StringRef text, size_t at) {
  const StringRef before = text.take_front(at);
  const size_t line = before.count('\n') + 1, lineStart = before.rfind('\n') + 1;
  return FileLineColLoc::get(&context, fileName, line, at - lineStart + 1);
}

/// Parses, and sees to it that everything has a place in a file.
static OwningOpRef<ModuleOp> parse(MLIRContext &context, const std::string &text,
                                   StringRef fileName, bool hasPlaces) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, fileName), SMLoc());
  const ParserConfig config(&context, /*verifyAfterParse=*/false);
  // What the parser gives a place itself is half as fast again to parse.
  if (!hasPlaces) return parseSourceFile<ModuleOp>(sources, config);
  Block block;
  AsmParserState parsed;
  if (failed(parseAsmSourceFile(sources, &block, config, &parsed))) return {};
  OwningOpRef<ModuleOp> module = mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
      &block, &context, FileLineColLoc::get(&context, fileName, 0, 0));
  if (module) addPlaces(*module, parsed, sources);
  return module;
}

/// Whether the program has ops without a definition here that the parser stops at; then all that
/// is missing has been told.
static bool toldMissingOps(MLIRContext &context, const std::string &text, StringRef fileName,
                           bool hasPlaces, const CustomOps *ops) {
  const auto readable = withMissingOps(text, context, ops);
  if (!readable) return false;
  OwningOpRef<ModuleOp> module;
  {
    ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
    module = parse(context, *readable, fileName, hasPlaces);
  }
  return module && failed(checkSupported(*module, ops));
}

/// Parses, and tells all that is missing in place of the first that the parser stops at.
static OwningOpRef<ModuleOp> parseOrTellMissing(MLIRContext &context, const std::string &text,
                                                StringRef fileName, bool hasPlaces,
                                                const CustomOps *ops) {
  std::vector<Diagnostic> told;
  OwningOpRef<ModuleOp> module;
  {
    ScopedDiagnosticHandler hold(
        &context, [&](Diagnostic &diagnostic) { told.push_back(std::move(diagnostic)); });
    module = parse(context, text, fileName, hasPlaces);
  }
  if (!module && toldMissingOps(context, text, fileName, hasPlaces, ops)) return {};
  for (Diagnostic &diagnostic : told)
    context.getDiagEngine().emit(std::move(diagnostic));
  return module;
}

static bool hasAnyOf(const OpNames &names, ArrayRef<StringRef> wanted, MLIRContext &context) {
  return llvm::any_of(
      wanted, [&](StringRef name) { return names.contains(OperationName(name, &context)); });
}

OwningOpRef<ModuleOp> readText(MLIRContext &context, StringRef text, StringRef fileName,
                               Files &files) {
  text = withoutByteOrderMark(text);
  const TextLook look = lookAt(text);
  if (look.tooDeep) {
    (void)(report(locationOf(context, fileName, text, *look.tooDeep), Diag::too_deep)
           << "brackets are nested more than " << kMostNested << " deep");
    return {};
  }
  if (look.arrayOfNoNumbers) {
    (void)(report(locationOf(context, fileName, text, *look.arrayOfNoNumbers), Diag::wrong_value)
           << "an 'array' attribute is of integers or floats of so many bits, such as i64");
    return {};
  }
  ErrorLimit limit(&context);
  GatheredErrors gathered(&context);
  const std::string packed = look.hasHexadecimal ? packBooleans(text) : text.str();
  OwningOpRef<ModuleOp> module =
      parseOrTellMissing(context, packed, fileName, look.hasPlaces, files.customOps);
  const auto placeOf = [&](size_t at) { return locationOf(context, fileName, text, at); };
  if (module && failed(takeTuplesApart(*module))) return {};
  if (!module) return {};
  const auto names = checkSupported(*module, files.customOps);
  if (failed(names) || failed(checkProperties(context, text, look.properties, placeOf))) return {};
  CustomOps unlisted; // where there is no list of them
  CustomOps &ops = files.customOps ? *files.customOps : unlisted;
  const bool hasComposites =
      hasAnyOf(*names, {stablehlo::CompositeOp::getOperationName()}, context);
  if (hasComposites && failed(callDecompositions(*module))) return {};
  const bool hasCalls = hasAnyOf(*names, {kCustomCall, sdy::CustomOp::getOperationName()}, context);
  if (hasCalls && (failed(constrainShardingCalls(*module)) ||
                   failed(bindCustomCalls(*module, files.customOps)) ||
                   failed(expandLibraryCalls(*module, ops))))
    return {};
  if (failed(bindRoutineCalls(*module, ops))) return {};
  if (look.hasPlaces) nameForPeople(*module);
  return module;
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutant.h"

#include "tests/fuzz/mutant_seeds.h"
#include "tests/fuzz/mutate_json.h"
#include "tests/fuzz/mutate_module.h"
#include "tests/fuzz/mutate_tokens.h"
#include "tests/fuzz/random_config.h"

#include "frontend/frontend.h"
#include "frontend/text/scan.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace shardc::test {

static constexpr struct {
  const char *name;
  bool isText, byTokens, byMeaning;
} kKinds[kMutantKinds] = {
    {"text by tokens", true, true, false},   {"text by meaning", true, false, true},
    {"text by both", true, true, true},      {"JSON by tokens", false, true, false},
    {"JSON by meaning", false, false, true}, {"JSON by both", false, true, true},
};

/// Changes by meaning are accepted more often, and reach more.
static const std::vector<MutantKind> kOften = {
    MutantKind::textByTokens,  MutantKind::textByMeaning, MutantKind::textByMeaning,
    MutantKind::textByMeaning, MutantKind::textByBoth,    MutantKind::jsonByTokens,
    MutantKind::jsonByMeaning, MutantKind::jsonByMeaning, MutantKind::jsonByBoth};

const char *name(MutantKind kind) { return kKinds[static_cast<int>(kind)].name; }
bool isText(MutantKind kind) { return kKinds[static_cast<int>(kind)].isText; }

/// Mostly one change, at times many.
static int64_t changes(Dice &dice) { return dice.pick<int64_t>({1, 1, 1, 1, 2, 2, 3, 8}); }

static std::string textOf(ModuleOp module, bool generic) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, generic ? OpPrintingFlags().printGenericOpForm().assumeVerified()
                            : OpPrintingFlags());
  return text;
}

static std::string changedText(Dice &dice, const std::string &text, const std::string &other) {
  if (lookAt(text).arrayOfNoNumbers) return text;
  auto context = makeContext();
  ScopedDiagnosticHandler quiet(context.get(), [](Diagnostic &) {});
  const ParserConfig unverified(context.get(), /*verifyAfterParse=*/false);
  const auto module = parseSourceString<ModuleOp>(text, unverified),
             beside = parseSourceString<ModuleOp>(other, unverified);
  if (!module || !beside) return text;
  for (int64_t count = changes(dice); count > 0; --count)
    mutateModule(dice, *module, *beside);
  const bool printable = dice.chance(50) && succeeded(verify(*module));
  return textOf(*module, !printable);
}

static std::string changedJson(Dice &dice, const std::string &text) {
  Json program = Json::parse(text, nullptr, false);
  if (program.is_discarded()) return text;
  for (int64_t count = changes(dice); count > 0; --count) {
    try {
      mutateProgram(dice, program);
    } catch (const Json::exception &) {
      // An earlier change left nothing that this one knows.
    }
  }
  return program.dump(dice.chance(50) ? 1 : -1, ' ', false, Json::error_handler_t::replace);
}

Mutant mutantProgram(Dice &dice) {
  const auto kind = dice.pick(kOften);
  const auto &how = kKinds[static_cast<int>(kind)];
  const auto &seeds = how.isText ? textSeeds() : jsonSeeds();
  const MutantSeed &seed = someSeed(dice, seeds);
  std::string text = seed.program;
  const std::string &other = someSeed(dice, seeds).program;
  if (how.byMeaning) text = how.isText ? changedText(dice, text, other) : changedJson(dice, text);
  if (how.byTokens)
    for (int64_t count = changes(dice); count > 0; --count)
      text = mutateTokens(dice, text, other);
  return {kind, text, seed.config};
}

std::string mutantConfig(Dice &dice, const std::string &before, ModuleOp program) {
  if (dice.chance(25)) return "";
  if (before.empty() || dice.chance(50)) return randomConfig(dice, program);
  return dice.chance(30) ? before : changedConfig(dice, before);
}

} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
// Attention: one call of the runtime, as print_products.cpp has those of products.
#include "codegen/cpp/body/body_printer.h"

#include "llvm/Support/MathExtras.h"

namespace shardc {

void BodyPrinter::print(const Attend &attend) {
  text.need("attention");
  text.need("Along");
  const Attention &own = attend.attention;
  const auto nameOf = [&](int loop) { return view.loops[loop].name; };
  const std::string rows = nameOf(own.rows), keys = nameOf(own.keys);
  const std::string terms = nameOf(own.terms), features = nameOf(own.features);
  std::string arguments = interval(own.rows) + ", " + interval(own.keys) + ", " +
                          interval(own.terms) + ", " + interval(own.features);
  arguments += addFunction("query", function(attend.query, {rows, terms}, "", own.queryInChunks));
  arguments += addFunction("key", function(attend.key, {terms, keys}, "", own.keyInChunks));
  arguments +=
      addFunction("score", function(attend.score, {rows, keys}, ", float " + attend.product));
  arguments +=
      addFunction("value", function(attend.values, {keys, features}, "", own.valueInChunks));
  CodeLine write = lambda({rows, features}, ", float " + attend.sum);
  apart([&] { write.body = print(attend.end); });
  arguments += addFunction("write", std::move(write));
  if (!own.where.empty()) arguments += addFunction("where", where(own.where, own.rows, own.keys));
  addCall("attention<" + parametersText(own), std::move(arguments));
}

/// "bf16, int, 64, 64, 128, 128, 4, Along::terms, Along::terms, Along::results": factors, rows,
/// keys, room for terms and features, warps, and how operands lie; on CPUs the room alone.
std::string BodyPrinter::parametersText(const Attention &own) {
  const int64_t terms = view.loops[own.terms].largest, features = view.loops[own.features].largest;
  const auto number = [](uint64_t n) { return ", " + std::to_string(n); };
  const std::string index = text.indexType();
  if (!own.tile) {
    constexpr int64_t room = 4; // of the widest access to shared memory
    return index + number(llvm::alignTo(terms, room)) + number(llvm::alignTo(features, 8 * room));
  }
  // Whole turns of terms, and lines of features whose chunks lie in all banks.
  const auto &factors = info(own.factors);
  const uint64_t turn = runtime::kTensorTermBytes / factors.bytes, line = 2 * turn, least = 32;
  const uint64_t width = features <= int64_t(least) ? least : llvm::alignTo(features, line);
  const auto along = [](bool terms) { return ", " + alongText(terms); };
  return factors.cpp + (", " + index) + number(own.tile->rows) + number(own.tile->keys) +
         number(llvm::alignTo(terms, turn)) + number(width) + number(own.tile->warps) +
         along(own.queryAlongTerms) + along(own.keyAlongTerms) + along(own.valueAlongKeys);
}

} // namespace shardc

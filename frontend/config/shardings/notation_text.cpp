// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/shardings/notation_text.h"

#include "frontend/config/shardings/mesh.h"
#include "frontend/ir/sharding/notations/hlo_sharding.h"
#include "frontend/ir/sharding/notations/pxla_spec.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/json_text.h"

#include "llvm/ADT/StringSwitch.h"

namespace shardc::config {

std::optional<Notation> notationNamed(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Notation>>(name)
      .Case("spec", Notation::spec)
      .Case("sdy", Notation::sdy)
      .Case("hlo", Notation::hlo)
      .Case("pxla", Notation::pxla)
      .Default(std::nullopt);
}

std::optional<std::string> notedText(const Sharding &sharding, const Mesh &mesh, Notation notation,
                                     NotationProblem &problem) {
  switch (notation) {
  case Notation::spec:
    return shortText(sharding, mesh);
  case Notation::sdy:
    return str(sharding, mesh);
  case Notation::hlo:
    return hloText({mesh, sharding}, problem);
  case Notation::pxla:
    return pxlaText({mesh, sharding}, problem);
  }
  llvm_unreachable("all notations are above");
}

std::optional<std::string> notedJson(const Sharding &sharding, const Mesh &mesh, Notation notation,
                                     NotationProblem &problem) {
  if (notation == Notation::spec) return shardingJson(writtenAs(sharding, mesh));
  const auto text = notedText(sharding, mesh, notation, problem);
  if (!text) return std::nullopt;
  if (notation == Notation::pxla) return "{\"pxla\": " + *text + "}"; // is JSON
  return std::string(notation == Notation::sdy ? "{\"shardy\": " : "{\"hlo\": ") +
         json::quoted(*text) + "}";
}

} // namespace shardc::config

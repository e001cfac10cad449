// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fusion/fuse_epilogues.h"

#include "codegen/kernel/forms/library/bare_product.h"
#include "codegen/lower/fusion/by_library.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class EpilogueFuser {
public:
  EpilogueFuser(const Graph &graph, std::vector<Fusion> made, const Libraries &chosen,
                ArrayRef<bool> unjoined)
      : graph(graph), chosen(chosen), unjoined(unjoined), kept(keptInMemory(graph)),
        moved(graph.values.size(), false), users(graph.values.size(), kNone),
        fusions(std::move(made)) {
    for (const GraphValue &value : graph.values)
      if (value.kind == GraphValue::Kind::moved)
        for (const int operand : value.operands)
          moved[operand] = true;
    for (auto [number, fusion] : llvm::enumerate(fusions))
      for (const int operand : fusion.operands)
        if (int &user = users[operand]; user != static_cast<int>(number))
          user = user == kNone ? static_cast<int>(number) : kSeveral;
  }

  std::vector<Fusion> run() {
    gone.assign(fusions.size(), false);
    for (size_t number = 0; number < fusions.size(); ++number) {
      Fusion *user = mayBeJoined(fusions[number]) ? onlyUser(fusions[number].value) : nullptr;
      if (!user || !isElementwise(*user, fusions[number].value)) continue;
      Fusion both = inlined(*user, fusions[number]);
      if (!mayHaveBoth(fusions[number].formula, both.formula)) continue;
      *user = std::move(both);
      gone[number] = true;
    }
    return remaining(std::move(fusions), gone);
  }

private:
  const Graph &graph;
  const Libraries &chosen;
  ArrayRef<bool> unjoined;
  static constexpr int kNone = -1, kSeveral = -2;
  std::vector<bool> kept, moved;
  std::vector<int> users; // of a value: the number of a fusion
  std::vector<Fusion> fusions;
  std::vector<bool> gone; // into their users

  /// Whether each element is made of that of the value at the same place: it lies as a library has
  /// it.
  static bool isElementwise(const Fusion &user, int value) {
    const auto &result = user.formula.results.front();
    for (auto [number, operand] : llvm::enumerate(user.operands))
      for (Expr load : loadsOf(result.value, static_cast<int>(number)))
        if (operand == value && load->args != result.index) return false;
    return true;
  }

  /// Whether some library does both, and all that would do the product.
  bool mayHaveBoth(const Formula &product, const Formula &both) const {
    const Libraries able = thatTake(both, chosen);
    return !able.empty() && llvm::all_of(thatTake(product, chosen), [&](const Library *library) {
      return llvm::is_contained(able, library);
    });
  }

  bool mayBeJoined(const Fusion &product) const {
    const GraphValue &value = graph.values[product.value];
    return isForLibraries(value, chosen) && bareProductOf(product.formula) &&
           !unjoined[product.value] && !kept[product.value] && !moved[product.value] &&
           value.output < 0 && value.into < 0;
  }

  /// Of its region; null: there are several, or it is elsewhere.
  Fusion *onlyUser(int value) {
    const int user = users[value];
    if (user < 0 || gone[user]) return nullptr;
    Fusion *only = &fusions[user];
    return graph.values[only->value].region == graph.values[value].region ? only : nullptr;
  }
};

} // namespace

std::vector<Fusion> fuseEpilogues(const Graph &graph, std::vector<Fusion> fusions,
                                  const Libraries &chosen, ArrayRef<bool> unjoined) {
  if (chosen.empty()) return fusions;
  return EpilogueFuser(graph, std::move(fusions), chosen, unjoined).run();
}

} // namespace shardc

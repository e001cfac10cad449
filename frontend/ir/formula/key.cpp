// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/key.h"

namespace shardc {

static void addTo(Key &key, const TensorSpec &type) {
  key.push_back(static_cast<uint64_t>(type.type));
  key.push_back(type.shape.size());
  key.append(type.shape.begin(), type.shape.end());
}

static void addTo(Key &key, const std::string &text) {
  key.push_back(text.size());
  key.append(text.begin(), text.end());
}

void addResults(Key &key, const Formula &formula) {
  for (const Result &result : formula.results) {
    for (Expr index : result.index)
      addTo(key, static_cast<const void *>(index));
    for (Expr e : {result.value, result.combine, result.where})
      addTo(key, static_cast<const void *>(e));
  }
}

void addTo(Key &key, const Formula &formula) {
  key.push_back(formula.loops.size());
  for (const Loop &loop : formula.loops) {
    addTo(key, loop.name);
    addTo(key, loop.extent);
    addTo(key, int64_t{loop.split});
    addTo(key, int64_t{loop.isWhole});
    addTo(key, int64_t{loop.hasCommunicator});
  }
  key.push_back(formula.operands.size());
  for (const TensorSpec &type : formula.operands)
    addTo(key, type);
  key.push_back(formula.results.size());
  for (const Result &result : formula.results)
    addTo(key, result.type);
  addResults(key, formula);
}

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/chain.h"

namespace shardc::bench {

static std::string matrix(int64_t rows, int64_t columns) {
  return "tensor<" + std::to_string(rows) + "x" + std::to_string(columns) + "xf32>";
}

static std::string argument(const std::string &name, const std::string &type,
                            const std::string &axis) {
  return "%" + name + ": " + type + " {sdy.sharding = #sdy.sharding<@mesh, [{\"" + axis +
         "\"}, {}]>}";
}

/// The op number `n`, applied to the one before.
static std::string op(int64_t n, const std::string &activation, const std::string &weight) {
  const std::string from = n == 0 ? "%a" : "%" + std::to_string(n - 1);
  const std::string to = "    %" + std::to_string(n) + " = stablehlo.";
  switch (n % 3) {
  case 0:
    return to + "dot_general " + from + ", %w, contracting_dims = [1] x [0] : (" + activation +
           ", " + weight + ") -> " + activation + "\n";
  case 1:
    return to + "tanh " + from + " : " + activation + "\n";
  default:
    return to + "add " + from + ", %a : " + activation + "\n";
  }
}

std::string textOf(const Chain &chain) {
  const std::string activation = matrix(chain.rows, chain.columns);
  const std::string weight = matrix(chain.columns, chain.columns);
  std::string text = "module @chain {\n  sdy.mesh @mesh = <[\"x\"=" + std::to_string(chain.x) +
                     ", \"y\"=" + std::to_string(chain.y) + "]>\n  func.func public @main(" +
                     argument("a", activation, "x") + ", " + argument("w", weight, "y") + ") -> " +
                     activation + " {\n";
  for (int64_t n = 0; n < chain.ops; ++n)
    text += op(n, activation, weight);
  text += "    return %" + std::to_string(chain.ops - 1) + " : " + activation + "\n  }\n}\n";
  return text;
}

Chain chainOn(int64_t ops, int64_t devices) {
  int64_t x = 1, y = 1;
  while (x * y < devices)
    (x > y ? y : x) *= 2;
  return {ops, x, y, 2 * x, 2 * y};
}

} // namespace shardc::bench

// SPDX-License-Identifier: Apache-2.0
// Small programs over a mesh, and what propagation makes of them, as text.
#pragma once

#include "tests/support/compile.h"

#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "gtest/gtest.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace shardc::test {

/// The axes: a=2, b=2, c=4.
inline const char *const kAxes = "a=2, b=2, c=4";

/// `inputs` are `"x": [8, 4], ...` (all f32), `ops` the entries of "ops", one of them named "y",
/// which is returned; `given` are members of the config: `"inputs": {"x": ["a"]}`.
inline Compiled propagated(const std::string &inputs, const std::string &ops,
                           const std::string &given, const std::string &axes = kAxes) {
  std::string list;
  const auto tensors = nlohmann::ordered_json::parse("{" + inputs + "}");
  for (const auto &[name, shape] : tensors.items())
    list += (list.empty() ? "" : ", ") + std::string(R"({"name": ")") + name + R"(", "shape": )" +
            shape.dump() + R"(, "dtype": "f32"})";
  const std::string program = R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [)" +
                              list + R"(], "ops": [)" + ops + R"(], "outputs": {"out": "y"}})";
  const std::string config = R"({"shardc": 1, "kind": "sharding", "mesh": ")" + axes + "\"" +
                             (given.empty() ? "" : ", ") + given + "}";
  Compiled c = compile(program, config);
  EXPECT_TRUE(c.propagation) << c.messages();
  return c;
}

/// "x [{"a"}, {}]; y [{"a", ?}]; out [...]": inputs, ops in order, the output.
inline std::string shardings(const Compiled &c) {
  if (!c.propagation) return "nothing";
  const Propagation &done = *c.propagation;
  auto entry = entryOf(*c.program);
  std::string text;
  for (mlir::BlockArgument input : entry.getArguments())
    text +=
        inputName(entry, input.getArgNumber()) + " " + str(done.sharding(input), done.mesh) + "; ";
  for (mlir::Operation &op : entry.front().without_terminator())
    for (mlir::OpResult value : op.getResults())
      if (!done.isConstantLike(value))
        text += valueName(value).value_or("?") + " " + str(done.sharding(value), done.mesh) + "; ";
  return text + "out " + str(done.table[done.outputs[0]], done.mesh);
}

inline std::string flow(const std::string &inputs, const std::string &ops, const std::string &given,
                        const std::string &axes = kAxes) {
  return shardings(propagated(inputs, ops, given, axes));
}

} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
// What `shardc list ops NAME` prints compiles as it stands, on operands that fit it.
#include "tests/support/compile.h"

#include "frontend/json/program.h"
#include "frontend/json/spellings/spellings.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>
#include <map>

namespace shardc::test {
namespace {

using Types = std::vector<std::string>;

/// Of ops whose operands are not of one type: in order; the last one stands for all that follow.
const std::map<std::string, Types> kOperands = {
    {"batch_norm_training", {"f32[2, 3]", "f32[2]"}},
    {"batch_norm_inference", {"f32[2, 3]", "f32[2]"}},
    {"batch_norm_grad", {"f32[2, 3]", "f32[2]", "f32[2]", "f32[2]", "f32[2, 3]"}},
    {"broadcast_in_dim", {"f32[2]"}},
    {"case", {"i32[]", "f32[2, 3]"}},
    {"convolution", {"f32[1, 4, 4, 2]", "f32[3, 3, 2, 1]"}},
    {"dynamic_slice", {"f32[3]", "i32[]"}},
    {"dynamic_update_slice", {"f32[3]", "f32[3]", "i32[]"}},
    {"fft", {"c64[2, 3]"}},
    {"gather", {"f32[2, 3]", "i32[2]"}},
    {"if", {"i1[]", "f32[2, 3]"}},
    {"layer_norm", {"f32[2, 3]", "f32[3]"}},
    {"pad", {"f32[3]", "f32[]"}},
    {"reduce", {"f32[2, 3]", "f32[]"}},
    {"reduce_window", {"f32[3]", "f32[]"}},
    {"rms_norm", {"f32[2, 3]", "f32[3]"}},
    {"rng", {"f32[]"}},
    {"rng_bit_generator", {"ui64[2]"}},
    {"scatter", {"f32[2, 3]", "i32[2]", "f32[2, 3]"}},
    {"select", {"i1[]", "f32[2, 3]"}},
    {"take", {"f32[2, 3]", "i32[2]"}},
    {"torch_index_select", {"f32[2, 3]", "i32[2]"}},
    {"where", {"i1[]", "f32[2, 3]"}},
};
/// Of all others: one of these for all operands.
const char *const kAlike[] = {"f32[2, 3]", "i32[2, 3]", "i1[2, 3]", "f32[3]", "f32[3, 3]", "f32[]"};

std::string inputOf(const std::string &name, llvm::StringRef type) {
  const auto [dtype, shape] = type.split('[');
  return (R"({"name": ")" + name + R"(", "dtype": ")" + dtype + R"(", "shape": [)" + shape + "}")
      .str();
}

std::string programOf(const OpInfo &info, const std::string &skeleton, const Types &types) {
  std::vector<std::string> names, inputs, outputs;
  for (const OperandInfo &operand : info.operands)
    names.push_back(operand.name.str() + (operand.variadic ? "..." : ""));
  const bool seesX = skeleton.find(R"("in": ["x"])") != std::string::npos; // from around a region
  if (seesX && !llvm::is_contained(names, "x")) names.push_back("x");
  for (size_t k = 0; k < names.size(); ++k)
    inputs.push_back(inputOf(names[k], types[std::min(k, types.size() - 1)]));
  const bool isOne = info.variadicResults || info.results.size() == 1;
  for (llvm::StringRef result : info.results)
    outputs.push_back("\"" + (isOne ? "y" : result.str()) + "\"");
  return R"({"shardc": 1, "kind": "program", "inputs": [)" + llvm::join(inputs, ", ") +
         R"(], "ops": [)" + skeleton + R"(], "outputs": [)" + llvm::join(outputs, ", ") + "]}";
}

/// Null where it compiles, else what is wrong with the last types that were tried.
std::optional<std::string> problemOf(const OpInfo &info) {
  const std::string skeleton = opSkeleton(info.mnemonic);
  const bool isOfMap = skeleton.find(R"("axis": "i")") != std::string::npos;
  const std::string config =
      isOfMap ? R"({"shardc": 1, "kind": "sharding", "map": {"axis": "i", "size": 2}})" : "";
  std::vector<Types> all;
  const auto given = kOperands.find(info.mnemonic.str());
  if (given != kOperands.end())
    all = {given->second};
  else
    for (const char *type : kAlike)
      all.push_back({type});
  std::string told;
  for (const Types &types : all) {
    const std::string program = programOf(info, skeleton, types);
    const Compiled compiled = compile(program, config);
    if (compiled.plan) return std::nullopt;
    told = program + "\n" + compiled.messages();
  }
  return told;
}

TEST(Skeletons, CompileAsTheyStand) {
  int tried = 0;
  for (const OpInfo &op : allOps()) {
    if (op.terminator) continue;
    EXPECT_EQ(problemOf(op), std::nullopt) << op.mnemonic.str();
    ++tried;
  }
  for (const Spelling &spelling : spellings()) {
    EXPECT_EQ(problemOf(spelling.info), std::nullopt) << spelling.info.mnemonic.str();
    ++tried;
  }
  EXPECT_GT(tried, 120);
}

TEST(Skeletons, NameEachResult) {
  EXPECT_EQ(opSkeleton("top_k"),
            R"({"name": ["values", "indices"], "op": "top_k", "in": ["operand"], "k": 1})");
}

} // namespace
} // namespace shardc::test

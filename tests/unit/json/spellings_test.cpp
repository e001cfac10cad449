// SPDX-License-Identifier: Apache-2.0
// Each spelling: the ops that it stands for, and the type of its result.
#include "read.h"

#include <gtest/gtest.h>

using namespace shardc;
using test::programOf;
using test::ReadProgram;

namespace {

struct Case {
  const char *op;
  const char *ops;  // mnemonics of the module, without constants and what is inside reductions
  const char *type; // of z
};

const Case cases[] = {
    {R"("op": "matmul", "in": ["x", "y"])", "dot_general", "tensor<2xf32>"},
    {R"("op": "matmul", "in": ["x", {"op": "full", "shape": [4, 3, 5], "value": 1, "dtype": "f32"}])",
     "dot_general transpose", "tensor<4x2x5xf32>"},
    {R"("op": "matmul", "in": [{"op": "full", "shape": [4, 2, 3], "value": 1, "dtype": "f32"}, {"op": "full", "shape": [6, 1, 3, 5], "value": 1, "dtype": "f32"}])",
     "broadcast_in_dim broadcast_in_dim dot_general", "tensor<6x4x2x5xf32>"},
    {R"("op": "einsum", "in": ["x", "x"], "equation": "ik,jk->ji")", "dot_general transpose",
     "tensor<2x2xf32>"},
    {R"("op": "einsum", "in": ["x"], "equation": "ij->j")", "reduce", "tensor<3xf32>"},
    {R"("op": "einsum", "in": ["x", "y", "x"], "equation": "ij,j,kj->ik")",
     "dot_general dot_general", "tensor<2x2xf32>"},
    {R"("op": "sum", "in": ["x"])", "reduce", "tensor<f32>"},
    {R"("op": "sum", "in": ["x"], "dimensions": ["r"], "keepdims": true)", "reduce reshape",
     "tensor<1x3xf32>"},
    {R"("op": "max_of", "in": ["i"])", "reduce", "tensor<i32>"},
    {R"("op": "min_of", "in": ["x"], "dimensions": [-1])", "reduce", "tensor<2xf32>"},
    {R"("op": "prod", "in": ["x"], "dimensions": [])", "reduce", "tensor<2x3xf32>"},
    {R"("op": "mean", "in": ["x"], "dimensions": [1])", "reduce broadcast_in_dim divide",
     "tensor<2xf32>"},
    {R"("op": "any", "in": ["b"], "dimensions": [0])", "reduce", "tensor<3xi1>"},
    {R"("op": "all", "in": ["b"])", "reduce", "tensor<i1>"},
    {R"("op": "cumsum", "in": ["x"], "reverse": true)", "reduce_window", "tensor<2x3xf32>"},
    {R"("op": "softmax", "in": ["x"])",
     "reduce broadcast_in_dim subtract exponential reduce broadcast_in_dim divide",
     "tensor<2x3xf32>"},
    {R"("op": "log_softmax", "in": ["x"], "dimension": 0)",
     "reduce broadcast_in_dim subtract exponential reduce broadcast_in_dim log subtract",
     "tensor<2x3xf32>"},
    {R"("op": "squeeze", "in": [{"op": "expand_dims", "in": ["x"], "dimensions": [0, -1]}])",
     "reshape reshape", "tensor<2x3xf32>"},
    {R"("op": "expand_dims", "in": ["x"], "dimensions": [1])", "reshape", "tensor<2x1x3xf32>"},
    {R"("op": "full", "shape": [2, 2], "value": 7, "dtype": "i32")", "", "tensor<2x2xi32>"},
    {R"("op": "relu", "in": ["x"])", "broadcast_in_dim maximum", "tensor<2x3xf32>"},
    {R"("op": "silu", "in": ["x"])", "logistic multiply", "tensor<2x3xf32>"},
    {R"("op": "sigmoid", "in": ["x"])", "logistic", "tensor<2x3xf32>"},
    {R"("op": "where", "in": ["b", "x", 0])", "broadcast_in_dim select", "tensor<2x3xf32>"},
    {R"("op": "take", "in": ["x", "i"])", "gather", "tensor<2x3xf32>"},
    {R"("op": "take", "in": ["x", [[0, 1], [2, 0]]], "dimension": 1)", "gather",
     "tensor<2x2x2xf32>"},
    {R"("op": "rms_norm", "in": ["x", "y"])",
     "multiply reduce broadcast_in_dim divide broadcast_in_dim broadcast_in_dim add rsqrt multiply "
     "broadcast_in_dim multiply",
     "tensor<2x3xf32>"},
    {R"("op": "layer_norm", "in": ["x"])",
     "reduce broadcast_in_dim divide broadcast_in_dim subtract multiply reduce broadcast_in_dim "
     "divide broadcast_in_dim broadcast_in_dim add rsqrt multiply",
     "tensor<2x3xf32>"},
    {R"("op": "gelu", "in": ["x"])", nullptr, "tensor<2x3xf32>"},
    {R"("op": "gelu", "in": ["x"], "approximate": false)",
     "broadcast_in_dim multiply erf broadcast_in_dim multiply broadcast_in_dim add multiply",
     "tensor<2x3xf32>"},
};

TEST(Spellings, AreRewrittenToStableHlo) {
  for (const Case &one : cases) {
    ReadProgram read(programOf("{\"name\": \"z\", " + std::string(one.op) + "}"));
    ASSERT_TRUE(read.module) << one.op << "\n" << read.errors;
    auto main = *read.module->getOps<mlir::func::FuncOp>().begin();
    std::string ops;
    for (mlir::Operation &op : main.getBody().front().without_terminator())
      if (op.getName().stripDialect() != "constant")
        ops += (ops.empty() ? "" : " ") + op.getName().stripDialect().str();
    std::string type;
    llvm::raw_string_ostream(type)
        << main.getBody().front().getTerminator()->getOperand(0).getType();
    if (one.ops) {
      EXPECT_EQ(ops, one.ops) << read.text();
    }
    EXPECT_EQ(type, one.type) << read.text();
  }
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
#include "tests/exhaustive/cases.h"

#include "frontend/ir/tables/registry.h"

namespace shardc::test {

static const std::vector<ExhaustiveCase> &table() {
  static const std::vector<ExhaustiveCase> rows = {
      {"constant", {}, R"("value": {"value": [[1, 0, 1], [0, 1, 1]], "dtype": "T"})"},
      {"constant", {}, R"("value": {"splat": 1, "dtype": "T", "shape": [3, 2]})"},
      {"iota", {}, R"("shape": [4, 3], "dtype": "T", "iota_dimension": 0)"},
      {"iota", {}, R"("shape": [5], "dtype": "T", "iota_dimension": 0)"},
      {"broadcast_in_dim",
       {{"[3, 1]", "T"}},
       R"("shape": [3, 2, 4], "broadcast_dimensions": [0, 2])"},
      {"broadcast_in_dim", {{"[]", "T"}}, R"("shape": [3, 2], "broadcast_dimensions": [])"},
      {"broadcast_in_dim", {{"[2, 3]", "T"}}, R"("shape": [3, 2], "broadcast_dimensions": [1, 0])"},
      {"reshape", {{"[2, 6]", "T"}}, R"("shape": [2, 3, 2])"},
      {"reshape", {{"[2, 3, 2]", "T"}}, R"("shape": [6, 2])"},
      {"reshape", {{"[4, 3]", "T"}}, R"("shape": [6, 2])"},
      {"reshape", {{"[1, 5, 1]", "T"}}, R"("shape": [5])"},
      {"transpose", {{"[2, 3, 4]", "T"}}, R"("permutation": [2, 0, 1])"},
      {"slice",
       {{"[5, 4]", "T"}},
       R"("start_indices": [1, 0], "limit_indices": [5, 3], "strides": [2, 1])"},
      {"pad",
       {{"[3, 4]", "T"}, {"[]", "T"}},
       R"("edge_padding_low": [1, -1], "edge_padding_high": [0, 2], "interior_padding": [1, 0])"},
      {"pad",
       {{"[4]", "T"}, {"[]", "T"}},
       R"("edge_padding_low": [-1], "edge_padding_high": [-1], "interior_padding": [2])"},
      {"pad",
       {{"[3, 2]", "T"}, {"[]", "T"}},
       R"("edge_padding_low": [0, 1], "edge_padding_high": [2, 0], "interior_padding": [0, 0])"},
      {"concatenate", {{"[2, 3]", "T"}, {"[1, 3]", "T"}, {"[3, 3]", "T"}}, R"("dimension": 0)"},
      {"concatenate", {{"[2, 1]", "T"}, {"[2, 4]", "T"}}, R"("dimension": 1)"},
      {"reverse", {{"[3, 4]", "T"}}, R"("dimensions": [1])"},
      {"reverse", {{"[3, 2]", "T"}}, R"("dimensions": [0, 1])"},
      {"reduce", {{"[3, 4]", "T"}}, R"("dimensions": [1], "reducer": "add")"},
      {"reduce", {{"[3, 4]", "T"}}, R"("dimensions": [0], "reducer": "mul")"},
      {"reduce", {{"[2, 3, 2]", "T"}}, R"("dimensions": [0, 2], "reducer": "max")"},
      {"reduce", {{"[3, 4]", "T"}}, R"("dimensions": [1], "reducer": "min")"},
      {"reduce", {{"[3, 4]", "T"}}, R"("dimensions": [1], "reducer": "and")"},
      {"reduce", {{"[3, 4]", "T"}}, R"("dimensions": [0], "reducer": "or")"},
      {"reduce", {{"[3, 4]", "T"}}, R"("dimensions": [1], "reducer": "xor")"},
      {"dot_general",
       {{"[2, 3, 4]", "T"}, {"[2, 4, 2]", "T"}},
       R"("lhs_batching_dimensions": [0], "rhs_batching_dimensions": [0],
          "lhs_contracting_dimensions": [2], "rhs_contracting_dimensions": [1])"},
      {"dot_general",
       {{"[2, 3]", "T"}, {"[3, 2, 2]", "T"}},
       R"("lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0])"},
      {"dot", {{"[3, 4]", "T"}, {"[4, 2]", "T"}}, ""},
      {"dot", {{"[4]", "T"}, {"[4]", "T"}}, ""},
      {"dynamic_slice",
       {{"[5, 4]", "T"}, {"[]", "i32"}, {"[]", "i32"}},
       R"("slice_sizes": [2, 3])"},
      {"dynamic_update_slice",
       {{"[5, 4]", "T"}, {"[2, 3]", "T"}, {"[]", "i64"}, {"[]", "i64"}},
       ""},
      {"dynamic_slice", {{"[5, 4]", "i16"}, {"[]", "T"}, {"[]", "T"}}, R"("slice_sizes": [2, 3])"},
      {"gather",
       {{"[5, 3]", "T"}, {"[4, 1]", "i32"}},
       R"("offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0],
          "index_vector_dim": 1, "slice_sizes": [1, 3])"},
      {"gather",
       {{"[3, 5]", "T"}, {"[2, 2]", "i32"}},
       R"("offset_dims": [0], "collapsed_slice_dims": [1], "start_index_map": [1],
          "index_vector_dim": 2, "slice_sizes": [3, 1])"},
      {"gather",
       {{"[3, 5]", "f32"}, {"[2, 2]", "T"}},
       R"("offset_dims": [0], "collapsed_slice_dims": [1], "start_index_map": [1],
          "index_vector_dim": 2, "slice_sizes": [3, 1])"},
      {"scatter",
       {{"[5, 3]", "T"}, {"[4, 1]", "i32"}, {"[4, 3]", "T"}},
       R"("update_window_dims": [1], "inserted_window_dims": [0],
          "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1, "reducer": "add")"},
      {"scatter",
       {{"[4, 5]", "T"}, {"[2, 2, 2]", "i64"}, {"[2, 2, 2]", "T"}},
       R"("update_window_dims": [2], "inserted_window_dims": [0],
          "scatter_dims_to_operand_dims": [1, 0], "index_vector_dim": 2, "reducer": "max")"},
      {"scatter",
       {{"[3, 4, 2]", "T"}, {"[3, 3]", "ui32"}, {"[2, 3, 3]", "T"}},
       R"("update_window_dims": [0], "inserted_window_dims": [1], "input_batching_dims": [0],
          "scatter_indices_batching_dims": [1], "scatter_dims_to_operand_dims": [1],
          "index_vector_dim": 2,
          "update_computation": {"inputs": ["a", "b"], "ops": [], "outputs": ["b"]})"},
      {"convolution",
       {{"[1, 3, 2]", "T"}, {"[2, 2, 3]", "T"}},
       R"("dim_numbers": "[b, 0, f]x[0, i, o]->[b, 0, f]", "padding": [[1, 1]])"},
      {"convolution",
       {{"[2, 2, 5]", "T"}, {"[2, 2, 3]", "T"}},
       R"("dim_numbers": "[b, f, 0]x[o, i, 0]->[f, b, 0]", "window_strides": [2],
          "rhs_dilation": [2], "padding": [[2, -1]], "window_reversal": [true])"},
      {"convolution",
       {{"[4, 2, 1]", "T"}, {"[2, 2, 4]", "T"}},
       R"("dim_numbers": "[f, 0, b]x[0, i, o]->[0, b, f]", "lhs_dilation": [3],
          "padding": [[1, 1]], "feature_group_count": 2)"},
      {"convolution",
       {{"[1, 3, 2]", "T"}, {"[3, 2, 2]", "T"}},
       R"("dim_numbers": "[b, 0, f]x[0, i, o]->[b, 0, f]", "lhs_dilation": [2],
          "padding": [[2, 1]], "window_reversal": [true])"},
      {"convolution",
       {{"[4, 3, 2]", "T"}, {"[3, 2, 4]", "T"}},
       R"("dim_numbers": "[b, 0, f]x[0, i, o]->[f, 0, b]", "batch_group_count": 2,
          "padding": [[1, 0]])"},
      {"convolution",
       {{"[3, 4, 2]", "T"}, {"[3, 4, 2]", "T"}},
       R"("dim_numbers": "[f, 0, b]x[i, 0, o]->[0, b, f]", "padding": [[1, 1]])"},
      {"convolution",
       {{"[1, 3, 3, 1]", "T"}, {"[2, 2, 1, 2]", "T"}},
       R"("dim_numbers": "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
          "padding": [[1, 0], [0, 1]])"},
      {"convolution",
       {{"[3, 2]", "T"}, {"[2, 2]", "T"}},
       R"("dim_numbers": "[b, f]x[i, o]->[b, f]")"},
      {"reduce_window",
       {{"[5, 3]", "T"}},
       R"("window_dimensions": [3, 1], "padding": [[2, 0], [0, 0]], "reducer": "add")"},
      {"reduce_window",
       {{"[4, 5]", "T"}},
       R"("window_dimensions": [2, 3], "window_strides": [1, 2], "padding": [[0, 0], [1, 1]],
          "reducer": "max")"},
      {"reduce_window",
       {{"[3, 4]", "T"}},
       R"("window_dimensions": [2, 2], "base_dilations": [2, 1], "window_dilations": [1, 2],
          "padding": [[-1, 2], [1, 0]], "reducer": "mul")"},
      {"reduce_window",
       {{"[6]", "T"}},
       R"("window_dimensions": [2], "window_strides": [2], "reducer": "xor")"},
      {"select_and_scatter",
       {{"[6, 2]", "T"}, {"[3, 2]", "T"}, {"[]", "T"}},
       R"("window_dimensions": [2, 1], "window_strides": [2, 1],
          "select": {"inputs": ["a", "b"], "outputs": ["c"],
                     "ops": [{"name": "c", "op": "compare", "in": ["a", "b"],
                              "comparison_direction": "GE"}]},
          "scatter": {"inputs": ["a", "b"], "outputs": ["c"],
                      "ops": [{"name": "c", "op": "add", "in": ["a", "b"]}]})"},
      {"select_and_scatter",
       {{"[4, 5]", "T"}, {"[4, 3]", "T"}, {"[]", "T"}},
       R"("window_dimensions": [2, 3], "window_strides": [1, 2], "padding": [[1, 0], [1, 1]],
          "select": {"inputs": ["a", "b"], "outputs": ["c"],
                     "ops": [{"name": "c", "op": "compare", "in": ["a", "b"],
                              "comparison_direction": "LE"}]},
          "scatter": {"inputs": ["a", "b"], "outputs": ["c"],
                      "ops": [{"name": "c", "op": "add", "in": ["a", "b"]}]})"},
      {"map",
       {{"[3, 4]", "T"}, {"[3, 4]", "T"}},
       R"("dimensions": [0, 1],
          "computation": {"inputs": ["a", "b"], "outputs": ["d"],
                          "ops": [{"name": "c", "op": "multiply", "in": ["a", "b"]},
                                  {"name": "d", "op": "add", "in": ["c", "b"]}]})"},
      {"broadcast", {{"[3, 2]", "T"}}, R"("broadcast_sizes": [2, 3])"},
      {"torch_index_select", {{"[5, 3]", "T"}, {"[4]", "i32"}}, R"("dim": 0, "batch_dims": 0)"},
      {"torch_index_select",
       {{"[2, 3, 4]", "T"}, {"[2, 2]", "i64"}},
       R"("dim": 1, "batch_dims": 1)"},
      {"get_dimension_size", {{"[3, 4]", "T"}}, R"("dimension": 1)"},
      {"optimization_barrier", {{"[3, 4]", "T"}, {"[2]", "T"}}, ""},
      {"reduce_precision", {{"[3, 4]", "f32"}}, R"("exponent_bits": 5, "mantissa_bits": 10)"},
      {"reduce_precision", {{"[5]", "f64"}}, R"("exponent_bits": 8, "mantissa_bits": 7)"},
      {"rng_bit_generator",
       {{"[2]", "ui64"}},
       R"("rng_algorithm": "THREE_FRY", "shape": [3, 4], "dtype": "T")"},
      {"rng_bit_generator",
       {{"[3]", "ui64"}},
       R"("rng_algorithm": "PHILOX", "shape": [5, 3], "dtype": "T")"},
      {"bitcast_convert", {{"[3, 4]", "f32"}}, R"("dtype": "i32")"},
      {"bitcast_convert", {{"[3, 4]", "i32"}}, R"("dtype": "f32")"},
      {"bitcast_convert", {{"[5]", "i64"}}, R"("dtype": "f64")"},
      {"bitcast_convert", {{"[5]", "ui32"}}, R"("dtype": "i32")"},
      {"bitcast_convert", {{"[5]", "i8"}}, R"("dtype": "ui8")"},
      {"bitcast_convert", {{"[4, 3]", "f32"}}, R"("dtype": "i8", "shape": [4, 3, 4])"},
      {"bitcast_convert", {{"[5, 2]", "i32"}}, R"("dtype": "f64", "shape": [5])"},
      {"bitcast_convert", {{"[5, 4]", "i8"}}, R"("dtype": "f32", "shape": [5])"},
      {"bitcast_convert", {{"[5]", "ui16"}}, R"("dtype": "i16")"},
      {"bitcast_convert", {{"[5]", "f64"}}, R"("dtype": "ui64")"},
      {"select", {{"[3, 4]", "i1"}, {"[3, 4]", "T"}, {"[3, 4]", "T"}}, ""},
      {"clamp", {{"[]", "T"}, {"[3, 4]", "T"}, {"[]", "T"}}, ""},
      {"clamp", {{"[3, 4]", "T"}, {"[3, 4]", "T"}, {"[3, 4]", "T"}}, ""},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "f32")"},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "f64")"},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "i1")"},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "i32")"},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "i64")"},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "ui32")"},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "i8")"},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "ui16")"},
      {"convert", {{"[3, 4]", "T"}}, R"("dtype": "ui64")"},
  };
  return rows;
}

/// Every choice of the op's one required enum attribute; one empty text where it has none.
static std::vector<std::string> choicesOf(const OpInfo &op) {
  for (const AttributeInfo &attribute : op.attributes) {
    if (!attribute.required || attribute.kind != AttributeKind::choice) continue;
    std::vector<std::string> texts;
    for (llvm::StringRef choice : attribute.choices)
      texts.push_back("\"" + attribute.name.str() + "\": \"" + choice.str() + "\"");
    return texts;
  }
  return {""};
}

std::vector<ExhaustiveCase> casesOf(const std::string &mnemonic) {
  std::vector<ExhaustiveCase> cases;
  for (const ExhaustiveCase &row : table())
    if (row.op == mnemonic) cases.push_back(row);
  const OpInfo *op = findMnemonic(mnemonic);
  if (!cases.empty() || !op || !op->broadcasts) return cases;
  for (const char *shape : {"[3, 4]", "[5]", "[2, 1, 3]", "[]"})
    for (const std::string &choice : choicesOf(*op))
      cases.push_back({mnemonic, {op->operands.size(), {shape, "T"}}, choice});
  return cases;
}

static std::string replaceType(std::string text, const std::string &type) {
  for (size_t at = text.find("\"T\""); at != std::string::npos; at = text.find("\"T\"", at))
    text.replace(at, 3, "\"" + type + "\"");
  return text;
}

std::string programOf(const ExhaustiveCase &one, const std::string &type) {
  std::string inputs, names;
  for (size_t number = 0; number < one.inputs.size(); ++number) {
    const auto &[shape, own] = one.inputs[number];
    inputs += (number ? ", " : "") + std::string("{\"name\": \"a") + std::to_string(number) +
              "\", \"shape\": " + shape + ", \"dtype\": \"" + (own == "T" ? type : own) + "\"}";
    names += (number ? ", \"a" : "\"a") + std::to_string(number) + "\"";
  }
  std::string results = "\"y\"";
  if (one.op == "optimization_barrier") results = "[\"y\", \"y1\"]";
  if (one.op == "rng_bit_generator") results = "[\"state\", \"y\"]";
  return "{\"shardc\": 1, \"kind\": \"program\", \"name\": \"p\", \"inputs\": [" + inputs +
         "], \"ops\": [{\"name\": " + results + ", \"op\": \"" + one.op + "\", \"in\": [" + names +
         "]" + (one.attributes.empty() ? "" : ", ") + replaceType(one.attributes, type) +
         "}], \"outputs\": [\"y\"]}";
}

} // namespace shardc::test

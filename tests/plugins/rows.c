/* SPDX-License-Identifier: Apache-2.0 */
/* custom_call @reversed turns the rows of a matrix around. It says how it is sharded as JAX's
   custom_partitioning does: whatever is proposed for the rows is kept, and columns are whole; where
   they are split and rows are not, rows may be split in their place. */
#include <shardc/plugin.h>

#include <stdlib.h>
#include <string.h>

static const char *describe(const char *const **targets) {
  static const char *const own[] = {"reversed", NULL};
  *targets = own;
  return NULL;
}

static const char *infer_from_operands(const shardc_plugin_call *call,
                                       shardc_plugin_places *results) {
  static const char *dims[2] = {"", ""};
  static const char *const *const places[] = {dims};
  dims[0] = call->operands[0].axes[0];
  *results = places;
  return NULL;
}

static const char *partition(const shardc_plugin_call *call, const shardc_plugin_case **cases,
                             int64_t *count) {
  static const char *rows[2] = {"", ""}, *others[2] = {"", ""};
  static const char *const *const by_rows[] = {rows}, *const *const by_others[] = {others};
  static const shardc_plugin_case both[] = {{by_rows, by_rows, NULL, 0},
                                            {by_others, by_others, NULL, 0}};
  /* The devices as a mesh of its own. */
  static const shardc_plugin_axis own[] = {{"r", 2}, {"s", 3}}, line[] = {{"r", 6}},
                                  wrong[] = {{"r", 3}, {"s", 2}};
  static const char *const first[2] = {"r", ""};
  static const char *const *const by_first[] = {first};
  static const shardc_plugin_case on_own[] = {{by_first, by_first, own, 2}},
                                  on_line[] = {{by_first, by_first, line, 1}},
                                  on_wrong[] = {{by_first, by_first, wrong, 2}};
  const char *mesh = getenv("OWN_MESH");
  if (mesh) {
    *cases = !strcmp(mesh, "own") ? on_own : !strcmp(mesh, "line") ? on_line : on_wrong;
    *count = 1;
    return NULL;
  }
  rows[0] = call->operands[0].axes[0];
  others[0] = call->operands[0].axes[1];
  /* What is inferred is what is proposed, where nobody wants anything else. */
  if (!getenv("WANTED") && strcmp(call->results[0].axes[0], rows[0]) != 0) return "not as inferred";
  *cases = both;
  *count = rows[0][0] == 0 && others[0][0] != 0 ? 2 : 1;
  return NULL;
}

static const char *emit(const shardc_plugin_call *call, shardc_plugin_code *code) {
  (void)call;
  code->cpp = "#include \"runtime/op.h\"\n"
              "extern \"C\" const char *reversed(const shardc_call *call) {\n"
              "  const shardc_part &x = call->operands[0], &y = call->results[0];\n"
              "  if (y.extents[1] != y.whole[1]) return \"columns are split\";\n"
              "  for (int64_t i = 0; i < y.extents[0]; ++i)\n"
              "    for (int64_t j = 0; j < y.extents[1]; ++j)\n"
              "      static_cast<float *>(y.data)[i * y.strides[0] + j * y.strides[1]] =\n"
              "          static_cast<float *>(x.data)[i * x.strides[0] +\n"
              "                                       (y.extents[1] - 1 - j) * x.strides[1]];\n"
              "  return nullptr;\n"
              "}\n";
  code->flops = 1;
  code->reference = "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
                    "  %y = stablehlo.reverse %x, dims = [1] : tensor<8x6xf32>\n"
                    "  return %y : tensor<8x6xf32>\n"
                    "}\n";
  return NULL;
}

const shardc_plugin *shardc_plugin_entry(void) {
  static const shardc_plugin plugin = {.version = SHARDC_PLUGIN_VERSION,
                                       .size = sizeof(shardc_plugin),
                                       .describe = describe,
                                       .infer_from_operands = infer_from_operands,
                                       .partition = partition,
                                       .emit = emit};
  return &plugin;
}

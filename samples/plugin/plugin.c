/* Sums along the rows of a matrix: y[i, n] = x[i, 0] + ... + x[i, n]. The code is written for the
   element type of each call. */
#include <shardc/plugin.h>

#include <stdio.h>
#include <string.h>

static const char *describe(const char *const **targets) {
  static const char *const own[] = {"prefix_sum", NULL};
  *targets = own;
  return NULL;
}

/* Devices may split the rows; each of them needs whole ones. */
static const char *rule(const shardc_plugin_call *call, const char **rule) {
  if (call->operand_count != 1 || call->result_count != 1) return "prefix_sum is of one value";
  *rule = "i n -> i n need_replication={n}";
  return NULL;
}

static const char *const cpp =
    "#include \"runtime/op.h\"\n"
    "\n"
    "extern \"C\" const char *%s(const shardc_call *call) {\n"
    "  const shardc_part &x = call->operands[0], &y = call->results[0];\n"
    "  for (int64_t i = 0; i < y.extents[0]; ++i) {\n"
    "    const auto *from = static_cast<const %s *>(x.data) + i * x.strides[0];\n"
    "    auto *to = static_cast<%s *>(y.data) + i * y.strides[0];\n"
    "    %s sum = 0;\n"
    "    for (int64_t n = 0; n < y.extents[1]; ++n)\n"
    "      to[n * y.strides[1]] = sum += from[n * x.strides[1]];\n"
    "  }\n"
    "  return nullptr;\n"
    "}\n";

static const char *const cuda =
    "#include \"runtime/op.h\"\n"
    "\n"
    "// A row for each thread.\n"
    "static __global__ void %s_rows(const %s *x, %s *y, int64_t rows, int64_t count, int64_t "
    "x_row,\n"
    "                               int64_t x_column, int64_t y_row, int64_t y_column) {\n"
    "  const int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;\n"
    "  if (i >= rows) return;\n"
    "  %s sum = 0;\n"
    "  for (int64_t n = 0; n < count; ++n)\n"
    "    y[i * y_row + n * y_column] = sum += x[i * x_row + n * x_column];\n"
    "}\n"
    "\n"
    "extern \"C\" const char *%s(const shardc_call *call) {\n"
    "  const shardc_part &x = call->operands[0], &y = call->results[0];\n"
    "  const int block = 128;\n"
    "  const auto grid = static_cast<unsigned>((y.extents[0] + block - 1) / block);\n"
    "  %s_rows<<<grid, block, 0, static_cast<cudaStream_t>(call->stream)>>>(\n"
    "      static_cast<const %s *>(x.data), static_cast<%s *>(y.data), y.extents[0], "
    "y.extents[1],\n"
    "      x.strides[0], x.strides[1], y.strides[0], y.strides[1]);\n"
    "  return nullptr;\n"
    "}\n";

/* What the code has to compute, for `shardc verify`. */
static const char *const reference =
    "{ \"shardc\": 1, \"kind\": \"program\", \"name\": \"prefix_sum\",\n"
    "  \"inputs\": [ {\"name\": \"x\", \"shape\": [%d, %d], \"dtype\": \"%s\"} ],\n"
    "  \"ops\": [ {\"op\": \"cumsum\", \"name\": \"y\", \"in\": [\"x\"]} ],\n"
    "  \"outputs\": [\"y\"] }\n";

static const char *emit(const shardc_plugin_call *call, shardc_plugin_code *code) {
  static char cpp_text[4096], cuda_text[4096], reference_text[1024], name[64];
  const shardc_plugin_value *x = &call->operands[0];
  const char *type = strcmp(x->type, "f32") == 0   ? "float"
                     : strcmp(x->type, "f64") == 0 ? "double"
                                                   : NULL;
  if (!type || x->rank != 2) return "prefix_sum is of a matrix of f32 or f64";
  snprintf(name, sizeof name, "prefix_sum_%s", x->type);
  snprintf(cpp_text, sizeof cpp_text, cpp, name, type, type, type);
  snprintf(cuda_text, sizeof cuda_text, cuda, name, type, type, type, name, name, type, type);
  snprintf(reference_text, sizeof reference_text, reference, (int)x->extents[0], (int)x->extents[1],
           x->type);
  code->symbol = name;
  code->cpp = cpp_text;
  code->cuda = cuda_text;
  code->reference = reference_text;
  code->flops = 1; /* for each i and n */
  return NULL;
}

const shardc_plugin *shardc_plugin_entry(void) {
  static const shardc_plugin plugin = {.version = SHARDC_PLUGIN_VERSION,
                                       .size = sizeof(shardc_plugin),
                                       .describe = describe,
                                       .rule = rule,
                                       .emit = emit};
  return &plugin;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A plug-in for custom_call @own, which negates a matrix; FAULT says what is wrong with it. */
#include <shardc/plugin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* The faults, by number, as tests/plugins/refused lists them. */
enum fault { FAULTS };
static const enum fault fault = FAULT;

static void crash(void) { *(volatile int *)8 = 1; }
static int deeper(volatile char *text) {
  volatile char more[1 << 16];
  more[0] = text ? text[0] : 0;
  return deeper(more) + more[1];
}
static void loop(void) {
  for (volatile int go = 1; go;) {
  }
}
static void fill_memory(void) {
  while (1)
    memset(malloc(1 << 26), 1, 1);
}
static void write_everywhere(void) {
  for (int file = 0; file < 64; ++file)
    if (write(file, "garbage", 7) < 0) continue;
}
/* As if all had been asked. */
static void end_early(void) {
  if (write(3, "4:done,", 7) == 7) _exit(0);
}
static void close_all(void) {
  for (int file = 0; file < 64; ++file)
    close(file);
}
/* A process that outlives this one and holds its files. */
static void leave_a_process(void) {
  if (fork() == 0) {
    sleep(1000);
    _exit(0);
  }
}

/* The same in a session of its own, whose parent ends. */
static void leave_a_daemon(void) {
  const pid_t first = fork();
  if (first == 0) {
    setsid();
    leave_a_process();
    _exit(0);
  }
  waitpid(first, NULL, 0);
}

#ifdef CONSTRUCTOR
__attribute__((constructor)) static void begin(void) { crash(); }
#endif

static const char *describe(const char *const **targets) {
  static const char *own[] = {"own", NULL, NULL};
  if (fault == describe_crashes) crash();
  if (fault == describe_says) return "there is no licence";
  if (fault == describe_nothing) return NULL;
  if (fault == describe_ends) end_early();
  if (fault == describe_twice) own[1] = "own";
  if (fault == describe_known) own[0] = "Sharding";
  if (fault == describe_garbage) own[0] = "\xff\xfe";
  if (fault == describe_other) own[0] = "other";
  *targets = own;
  return NULL;
}

static const char *rule(const shardc_plugin_call *call, const char **rule) {
  if (call->operands[0].rank != 2) abort();
  *rule = "i j -> i j";
  if (fault == rule_crashes) crash();
  if (fault == rule_loops) loop();
  if (fault == rule_exits) exit(0);
  if (fault == rule_exits_3) exit(3);
  if (fault == rule_aborts) abort();
  if (fault == rule_overflows) deeper(NULL);
  if (fault == rule_fills_memory) fill_memory();
  if (fault == rule_writes) write_everywhere();
  if (fault == rule_closes) close_all();
  if (fault == rule_ends) end_early();
  if (fault == rule_dangles) *rule = (const char *)16;
  if (fault == rule_null) *rule = NULL;
  if (fault == rule_grammar) *rule = "i j => i j";
  if (fault == rule_rank) *rule = "i -> i";
  if (fault == rule_operands) *rule = "i j, j -> i j";
  if (fault == rule_size) *rule = "i j -> i j {i=3}";
  if (fault == rule_bytes) *rule = "\xff\xfe -> i j";
  if (fault == rule_says) return "it is not for\nmatrices";
  return NULL;
}

static const char *emit(const shardc_plugin_call *call, shardc_plugin_code *code) {
  const shardc_plugin_attribute unnamed = {NULL, NULL, 1, 1};
  (void)call;
  code->cpp = "#include \"runtime/op.h\"\n"
              "extern \"C\" const char *own(const shardc_call *call) {\n"
              "  const shardc_part &x = call->operands[0], &y = call->results[0];\n"
              "  for (int64_t i = 0; i < y.extents[0]; ++i)\n"
              "    for (int64_t j = 0; j < y.extents[1]; ++j)\n"
              "      static_cast<float *>(y.data)[i * y.strides[0] + j * y.strides[1]] =\n"
              "          -static_cast<float *>(x.data)[i * x.strides[0] + j * x.strides[1]];\n"
              "  return nullptr;\n"
              "}\n";
  if (fault == emit_crashes) crash();
  if (fault == emit_loops) loop();
  if (fault == emit_forks) leave_a_process();
  if (fault == emit_forks_and_crashes) {
    leave_a_process();
    crash();
  }
  if (fault == emit_daemon || fault == emit_daemon_loops) leave_a_daemon();
  if (fault == emit_daemon_loops) loop();
  if (fault == emit_keyword) code->symbol = "int";
  if (fault == emit_scratch) code->scratch_bytes = -1;
  if (fault == emit_nothing) code->cpp = NULL;
  if (fault == emit_symbol) code->symbol = "no name";
  if (fault == emit_file) {
    code->cpp = NULL;
    code->cpp_file = "../own.cpp";
  }
  if (fault == emit_absent) {
    code->cpp = NULL;
    code->cpp_file = "absent.cpp";
  }
  if (fault == emit_ending) code->cpp_file = "own.txt";
  if (fault == emit_flops) code->flops = 0.0 / 0.0;
  if (fault == emit_combine) code->combine = "both";
  if (fault == emit_reference) code->reference = "no program";
  if (fault == emit_other_types)
    code->reference = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                      "  return %x : tensor<2xf32>\n}\n";
  if (fault == emit_attribute) {
    code->attributes = &unnamed;
    code->attribute_count = 1;
  }
  if (fault == emit_much) {
    char *text = malloc(1 << 26);
    memset(text, '/', 1 << 26);
    text[(1 << 26) - 1] = 0;
    code->cpp = text;
  }
  if (fault == emit_no_cpp) code->cpp = "no code\n";
  return NULL;
}

/* Lists of axes, per dimension, and lists of these, per value. */
static const char *const rows[] = {"p", ""}, *const columns[] = {"", "p"},
                         *const none_split[] = {"", ""}, *const unknown[] = {"z", ""},
                         *const twice[] = {"p", "p"};
static const char *const *const on_rows[] = {rows}, *const *const on_columns[] = {columns},
                                *const *const on_none[] = {none_split},
                                *const *const on_unknown[] = {unknown},
                                *const *const on_twice[] = {twice};

static const char *infer(const shardc_plugin_call *call, shardc_plugin_places *results) {
  if (fault == infer_crashes) crash();
  if (fault == infer_says) return "no";
  if (strcmp(call->operands[0].axes[0], "p") != 0) abort();
  *results = fault == infer_dangles ? (shardc_plugin_places)16 : on_rows;
  return NULL;
}

static const char *propagate(const shardc_plugin_call *call, shardc_plugin_places *results) {
  (void)results;
  if (fault == propagate_crashes) crash();
  if (strcmp(call->results[0].axes[0], "p") != 0) abort();
  return NULL;
}

static const char *partition(const shardc_plugin_call *call, const shardc_plugin_case **cases,
                             int64_t *count) {
  static shardc_plugin_case own[1];
  own[0].operands = own[0].results = on_rows;
  if (call->axis_count != 1 || strcmp(call->mesh[0].name, "p") != 0) abort();
  if (fault == partition_crashes) crash();
  if (fault == partition_loops) loop();
  if (fault == partition_says) return "it is not to be split";
  if (fault == partition_dangles) own[0].results = (shardc_plugin_places)16;
  if (fault == partition_unknown) own[0].operands = own[0].results = on_unknown;
  if (fault == partition_twice) own[0].operands = own[0].results = on_twice;
  if (fault == partition_sizes) own[0].results = on_columns;
  if (fault == partition_shares) own[0].results = on_none;
  *cases = own;
  *count = fault == partition_nothing ? 0 : 1;
  return NULL;
}

#ifndef NO_ENTRY
const shardc_plugin *shardc_plugin_entry(void) {
  static shardc_plugin plugin = {
      SHARDC_PLUGIN_VERSION, sizeof plugin, describe, rule, NULL, NULL, NULL, emit};
  if (fault == entry_null) return NULL;
  if (fault == entry_crashes) crash();
  if (fault == entry_version) plugin.version = SHARDC_PLUGIN_VERSION + 1;
  if (fault == entry_size) plugin.size = 8;
  if (fault == entry_no_describe) plugin.describe = NULL;
  if (fault == entry_no_rule) plugin.rule = NULL;
#ifdef PARTITIONS
  plugin.rule = NULL;
  plugin.infer_from_operands = infer;
  plugin.propagate_user = propagate;
  plugin.partition = partition;
#endif
  if (fault == entry_no_emit) plugin.emit = NULL;
  return &plugin;
}
#endif

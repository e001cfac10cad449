/* SPDX-License-Identifier: Apache-2.0 */
/* A plug-in of shardc: a shared library that says, while a program is compiled, how custom calls of
   some targets may be sharded, and what code computes them. It exports one function in C,

     const shardc_plugin *shardc_plugin_entry(void);

   and `shardc --plugin LIBRARY` asks the functions of the table that this returns: `describe` once;
   then, for the calls of each of its targets, types and attributes, `rule`, or
   `infer_from_operands`, `propagate_user` and `partition`; and `emit`. What they say is what an
   entry of a config's "custom_ops" says.

   They run in a process of their own, which has a limit of time and of memory and is gone
   afterwards: nothing is remembered from one call to the next. A function returns NULL, or what is
   wrong. What it hands out has to live until the process ends. */
#ifndef SHARDC_PLUGIN_H
#define SHARDC_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this interface. shardc refuses a plug-in of another. */
#define SHARDC_PLUGIN_VERSION 3

/* A value that the op takes or makes. */
typedef struct shardc_plugin_value {
  const char *type; /* "f32", as in `shardc list types` */
  int64_t rank;
  const int64_t *extents; /* of the whole value */
  /* Per dimension the axes of the mesh that split it: "", "p", or several, major first, "p q".
     NULL: not known, for all but `partition`, or there is no mesh. */
  const char *const *axes;
} shardc_plugin_value;

/* Where several values lie: per value, and per dimension, axes as above. */
typedef const char *const *const *shardc_plugin_places;

/* An axis of the mesh. */
typedef struct shardc_plugin_axis {
  const char *name;
  int64_t size;
} shardc_plugin_axis;

/* A number or word that the program's call says. */
typedef struct shardc_plugin_attribute {
  const char *name;
  const char *text; /* NULL: it is a number */
  double number;
  int64_t integer; /* the number, where it is whole */
} shardc_plugin_attribute;

/* A custom call of the program. */
typedef struct shardc_plugin_call {
  const char *target;
  const shardc_plugin_value *operands, *results;
  const shardc_plugin_attribute *attributes;
  const shardc_plugin_axis *mesh;
  int64_t operand_count, result_count, attribute_count, axis_count;
} shardc_plugin_call;

/* Shardings that the code works with: all that the program has otherwise is moved. */
typedef struct shardc_plugin_case {
  shardc_plugin_places operands, results;
  /* Whose axes these are, and of which the code is told its places; NULL: the mesh of the call.
     Another one has as many devices, in the same order (row-major), and its axes are made of axes
     of the program's mesh and of parts of them. */
  const shardc_plugin_axis *mesh;
  int64_t axis_count;
} shardc_plugin_case;

/* The code of a call: a function of C, as runtime/op.h in every bundle declares it. */
typedef struct shardc_plugin_code {
  /* Sources for CPUs, in C++, and for GPUs, in CUDA: one of them at least. Bundles have a copy. */
  const char *cpp, *cuda;
  /* What the files are called, in bundles; NULL: like the function. Without a text above it is a
     file in the plug-in's folder, or below. */
  const char *cpp_file, *cuda_file;
  const char *symbol;    /* the function; NULL: the target */
  const char *reference; /* a program of what it computes, JSON or StableHLO; NULL: none */
  const char *combine;   /* how shares of a reduction become one; NULL: "sum" */
  double flops;          /* for each combination of the factors' indices */
  int64_t only_even;     /* not 0: parts of different sizes are refused */
  int64_t scratch_bytes; /* memory that a call has for itself, on every device; 0: none */
  /* What the code is told, beside what the call says. */
  const shardc_plugin_attribute *attributes;
  int64_t attribute_count;
} shardc_plugin_code;

/* Functions that a plug-in lacks are NULL. */
typedef struct shardc_plugin {
  int64_t version; /* SHARDC_PLUGIN_VERSION */
  int64_t size;    /* sizeof(shardc_plugin) */

  /* The targets of the custom calls that the plug-in is for, and NULL behind them. */
  const char *(*describe)(const char *const **targets);

  /* How a call may be sharded: a rule as a config has it, "i j, j k -> i k reduction={j}". None,
     NULL: `partition` says it or, if that is missing, the program. */
  const char *(*rule)(const shardc_plugin_call *call, const char **rule);

  /* In place of a rule, on a mesh. What operands have where they come from and results where they
     are used is known; `infer_from_operands` says how results lie then, which is proposed where
     their users want nothing, and `propagate_user` what is proposed where these want something.
     Both may be missing, and may leave `results` as it is: NULL. */
  const char *(*infer_from_operands)(const shardc_plugin_call *call, shardc_plugin_places *results);
  const char *(*propagate_user)(const shardc_plugin_call *call, shardc_plugin_places *results);
  /* What of that the code works with, or something else: cases in order of preference. The program
     is compiled with each, and the first of those is taken with which devices receive the least. An
     axis that splits operands and no result makes shares, which are combined as the code says
     (`combine`, not NULL then). Dimensions that an axis splits have one size. */
  const char *(*partition)(const shardc_plugin_call *call, const shardc_plugin_case **cases,
                           int64_t *count);

  /* What computes it. `code` is all 0 and NULL before. */
  const char *(*emit)(const shardc_plugin_call *call, shardc_plugin_code *code);
} shardc_plugin;

/* The plug-in exports it. */
const shardc_plugin *shardc_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#endif

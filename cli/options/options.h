// SPDX-License-Identifier: Apache-2.0
// The command line as plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardc {

struct CommandOptions {
  std::string verb;

  // What is compiled.
  std::string program, config;         // files; "-" is stdin; config may be empty
  std::vector<std::string> plugins;    // libraries
  std::optional<double> pluginTimeout; // of a question to one [s]; 10 if none
  std::string programName;             // in place of the program's own; may be empty
  std::string machine;                 // a name, or a file; empty: as the target says
  // Compiling verbs.
  std::string numerics = "exact"; // "strict" or "fast"
  std::string libraries = "none"; // or "auto", or names with commas between them
  int64_t sumLeaves = 0;          // a power of two; 0: not given
  bool noOverlap = false;         // of collectives with kernels
  std::string from, to;           // stages
  std::string dumpDir, timings;
  bool verbose = false;
  std::vector<std::string> warnings; // words of -W: "no-NAME", "error=NAME"
  bool warningsAreErrors = false;
  bool jsonDiagnostics = false;
  std::optional<double> timeout; // [s]

  // compile
  std::string output;            // folder or file
  std::string target;            // "cuda", "cpu", or "": both; run and verify, too
  std::string cudaArchitectures; // may be empty
  std::string embed;             // "cubin", or empty
  std::vector<std::string> emit;
  bool listOutputs = false, depfile = false;
  std::string depfilePath;

  // plan, explain, list
  bool json = false;
  std::string notation = "spec"; // of shardings: or sdy, hlo, pxla
  std::string collective;        // explain: its id
  std::string value;
  std::string topic, name;

  // init
  std::string mesh; // "data=2, model=4"; redistribute, too

  // redistribute
  std::string movedValue;               // "w:f32[1024, 64]"
  std::string fromSharding, toSharding; // JSON, as in configs

  bool debugChecks = false; // compile, run: of calls of the user's code

  // run, verify
  std::string engine = "compiled";
  unsigned threads = 0; // 0: one per processor
  std::string isa;      // verify: a set of instructions, or "all"
  std::string compiler; // verify: that builds the bundle
  std::vector<std::string> inputs;
  bool print = false, time = false;
  int repeat = 1;
  std::optional<int> steps; // run
  int fromStep = 0;
  std::vector<std::string> watched; // outputs, by name
  std::string expect, got;
  std::optional<double> rtol;
};

/// Reads the arguments; `@file` is replaced by the words of the file. Either the options, or the
/// exit code where there is nothing to do: help and version have been printed, or what is wrong.
struct ParsedCommand {
  CommandOptions options;
  std::optional<int> exit;
};
ParsedCommand parseCommand(int argc, const char *const *argv);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
// config_fuzz [COUNT [SEED]]: reads mutated configs. Each must be read or refused with a located
// error, in little time; what is read must cut dimensions from end to end.
#include "frontend/config/config.h"
#include "frontend/messages/diagnostics_printer.h"
#include "tests/support/program.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

using namespace shardc;

namespace {

const char *const seeds[] = {
    R"({"shardc": 1, "kind": "sharding", "unspecified": "sharded", "conflict": "refine",
        "max_shards": 16, "donate": ["l"], "//": "why",
        "inputs": {"r": {"4": ["0..0", "1..1"], "k": {"parts": 2}, "unspecified": "whole"},
                   "l*": {"0": [":1", "1:"], "-1": {"length": 3}}, "*": {}},
        "outputs": {"y": {"0": ["0:2"]}}})",
    R"({"shardc": 1, "kind": "sharding", "inputs": [{"0": {"parts": 2}}, null, {}], "outputs": [{}]})",
    R"({"shardc": 1, "kind": "sharding", "mesh": "data=2, model=4", "unspecified": "open",
        "inputs": {"l": ["data", null, "?"], "r": {"n": ["model", "?"]}},
        "outputs": [[["data", "model:(1)2"]]], "values": {"h": [null, "?"]}})",
    R"({"shardc": 1, "kind": "sharding", "inputs": {"l": ["x"]},
        "mesh": {"axes": [["x", 2], ["y", 2]], "device_ids": [3, 1, 0, 2]}})",
    R"({"shardc": 1, "kind": "sharding", "mesh": "x=2, y=4",
        "inputs": {"l": {"hlo": "{devices=[2,1,2,2]<=[2,4]T(1,0) last_tile_dims={replicated}}"},
                   "r": {"dims": ["x", "?"], "priority": [1, 0, null, null, null],
                         "replicated": ["y"], "unreduced": [], "override": true}},
        "outputs": {"y": {"shardy": "<@mesh, [{\"x\", ?}p1, {}], replicated={\"y\":(1)2}>"}}})",
    R"j({"shardc": 1, "kind": "sharding",
        "inputs": {"l": {"pxla": {"sharding": ["Unstacked(2)", null, "Chunked(3,1)"],
                                  "mesh_mapping": ["R2", "S1", "S0", "S2"]}},
                   "r": {"hlo": "{mesh['a'=2,'b'=6], device_ids=([12]), [{}, {}, {'a'}, {}, {?}]}"}},
        "outputs": {"y": {"hlo": "{devices=[2,1,6]0,1,2,3,4,5,6,7,8,9,11,10 last_tile_dim_replicate}"}}})j",
};

const char *const pieces[] = {
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "..",
    "null",
    "true",
    "-1",
    "0",
    "1e400",
    "\\",
    "\\ud800",
    "//",
    "\"*\"",
    "9223372036854775807",
    "99999999999999999999",
    "1000000000000",
    "\xFF",
    "\xC3\xA9",
    "\"0:1\"",
    "\"parts\"",
    "\"a**b*\"",
    "\"length\"",
    "\"unspecified\"",
    "\"mesh\"",
    "[[[[[[[[",
    "\"x:(0)2\"",
    "\n",
    "(",
    "?",
    "=",
    "<=[4]T(0)",
    "{manual}",
    "{maximal device=0}",
    "Chunked(2)",
    "S0",
    "'",
};

class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {}

  std::string next() {
    std::string text = seeds[pick(std::size(seeds))];
    for (size_t changes = 1 + pick(3); changes > 0; --changes)
      change(text);
    return text;
  }

private:
  size_t pick(size_t count) { return random() % count; }

  /// Replaces a string or number by another value: the text stays JSON.
  void replaceValue(std::string &text) {
    static const char *const values[] = {"null",
                                         "[]",
                                         "{}",
                                         "-1",
                                         "7",
                                         "\"0:1\"",
                                         "\"1:\"",
                                         "[\"0..0\", \"1..1\"]",
                                         "{\"parts\": 2}",
                                         "\"r\"",
                                         "\"*\"",
                                         "\"arg1\"",
                                         "\"whole\"",
                                         "\"data\"",
                                         "\"0\"",
                                         "9223372036854775807",
                                         "[\"x\", \"?\"]",
                                         "0.5"};
    size_t at = text.find_first_of("\"0123456789", pick(text.size()));
    if (at == std::string::npos) return;
    size_t end =
        text[at] == '"' ? text.find('"', at + 1) : text.find_first_not_of("0123456789", at);
    if (end == std::string::npos) return;
    text.replace(at, end - at + (text[at] == '"'), values[pick(std::size(values))]);
  }

  void change(std::string &text) {
    if (text.empty()) return;
    size_t at = pick(text.size()), length = std::min(1 + pick(12), text.size() - at);
    switch (pick(12)) {
    case 0:
      text[at] = static_cast<char>(pick(256));
      return;
    case 1:
      text.erase(at, length);
      return;
    case 2:
      text.insert(at, pieces[pick(std::size(pieces))]);
      return;
    case 3: // a digit for a digit keeps the rest whole
      if (at = text.find_first_of("0123456789", at); at != std::string::npos)
        text[at] = static_cast<char>('0' + pick(10));
      return;
    case 4: // the same again, elsewhere
      text.insert(pick(text.size()), text.substr(at, length * 4));
      return;
    case 5:
      text.replace(at, length, pieces[pick(std::size(pieces))]);
      return;
    default:
      replaceValue(text);
    }
  }

  std::mt19937_64 random;
};

bool cutsWell(const TensorCuts &tensor, llvm::ArrayRef<int64_t> shape) {
  int64_t before = -1;
  for (const DimensionCuts &dim : tensor.dims) {
    if (dim.dimension <= before || dim.dimension >= int64_t(shape.size())) return false;
    before = dim.dimension;
    if (dim.cuts.size() < 2 || dim.cuts.size() != dim.spelled.size() + 1) return false;
    if (dim.cuts.front() != 0 || dim.cuts.back() != shape[dim.dimension]) return false;
    for (size_t k = 1; k < dim.cuts.size(); ++k)
      if (dim.cuts[k] <= dim.cuts[k - 1]) return false;
  }
  return true;
}

bool holds(const std::optional<Config> &config, const DiagnosticsPrinter &printer,
           const std::string &printed) {
  if (config.has_value() == printer.failed()) return false;
  if (!config) return printed.find("c.json:") == 0;
  static const std::vector<int64_t> inputs[] = {{2, 2, 3}, {1, 1, 3, 2, 2}, {}};
  if (config->inputs.size() != 3 || config->outputs.size() != 1) return false;
  for (size_t i = 0; i < 3; ++i)
    if (!cutsWell(config->inputs[i], inputs[i])) return false;
  return !config->outputs[0] || cutsWell(*config->outputs[0], {2, 2});
}

} // namespace

int main(int argc, char **argv) {
  size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5000;
  uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  Mutator mutator(seed);
  test::Signature program(
      R"(%0: tensor<2x2x3xf32> loc("l"),
         %1: tensor<1x1x3x2x2xi32> {shardc.dims = ["a", "b", "k", "j", "n"]} loc("r"),
         %2: tensor<f32> loc("s"))",
      R"(tensor<2x2xf32> {jax.result_info = "y"})");
  size_t read = 0;
  for (size_t i = 0; i < count; ++i) {
    std::string text = mutator.next(), printed;
    llvm::raw_string_ostream stream(printed);
    auto start = std::chrono::steady_clock::now();
    DiagnosticsPrinter printer(program.context, {.json = false}, stream);
    printer.addFile("c.json", text);
    std::optional<Config> config = readConfig(text, "c.json", *program.module);
    read += config.has_value();
    bool quick = std::chrono::steady_clock::now() - start < std::chrono::seconds(1);
    if (quick && holds(config, printer, printed)) continue;
    std::printf("seed %llu, document %zu:\n%s\n%s\n", static_cast<unsigned long long>(seed), i,
                text.c_str(), printed.c_str());
    return 1;
  }
  std::printf("%zu configs, %zu read, seed %llu\n", count, read,
              static_cast<unsigned long long>(seed));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// include/NAME.h: the C interface.
#include "codegen/bundle/parts.h"

#include "codegen/plan/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

namespace shardc::bundle {

static std::string guardOf(const Plan &plan) { return programPrefix(plan.id) + "_API_H"; }

namespace {
/// What the header calls a tensor: MLP_X, and MLP_X_BYTES.
struct Enumerator {
  std::string name;
  int64_t bytes;
};

/// Hands out capitals that meet nobody else's.
class Capitals {
public:
  explicit Capitals(const Plan &plan) : prefix(programPrefix(plan.id) + "_") {
    taken.insert(guardOf(plan));
    for (const char *count : {"INPUTS", "OUTPUTS", "DEVICES", "MAX_RANK"})
      taken.insert(prefix + count);
  }
  std::vector<Enumerator> of(const std::vector<PlanTensor> &tensors) {
    std::vector<Enumerator> result;
    for (const PlanTensor &tensor : tensors)
      result.push_back({fresh(StringRef(tensor.id).upper()), tensor.type.bytes()});
    return result;
  }

private:
  std::string fresh(const std::string &wanted) {
    std::string name = prefix + wanted;
    unsigned &number = last.try_emplace(wanted, 1).first->second;
    while (taken.count(name) || taken.count(name + "_BYTES"))
      name = prefix + wanted + "_" + std::to_string(++number);
    taken.insert({name, name + "_BYTES"});
    return name;
  }
  std::string prefix;
  std::set<std::string> taken;
  llvm::StringMap<unsigned> last; // number that was given when it was wanted again
};
} // namespace

static std::string headerIntroduction(const Plan &plan) {
  std::string makes = plan.id + ": makes " + text::listed([&] {
                        std::vector<std::string> ids;
                        for (const PlanTensor &output : plan.outputs)
                          ids.push_back(output.id);
                        return ids;
                      }());
  std::string lines = text::wrapped(" * ", makes + " on " + arrangement(plan) + ".", "/* ");
  std::vector<std::vector<std::string>> rows;
  const auto addRows = [&](const char *kind, Role role, ArrayRef<PlanTensor> tensors) {
    const std::vector<std::string> all = slicings(plan, role);
    for (auto [number, tensor] : llvm::enumerate(tensors))
      rows.push_back({kind, std::to_string(number), tensor.id,
                      text::dtype(tensor.type) + text::shape(tensor.type.shape),
                      all[number] + (tensor.donated ? ", donated: each run needs it anew" : "")});
  };
  addRows("input", Role::input, plan.inputs);
  addRows("output", Role::output, plan.outputs);
  lines += " *\n" + text::columns(" *   ", rows) + " *\n";
  lines += text::wrapped(
      " * ", "Values are whole and row-major on this side; the program cuts them and puts them "
             "together again. A function that can fail returns 0, or an exit code (1 wrong input, "
             "2 wrong use, 3 not supported, 5 environment, 70 a bug of shardc) and leaves a line "
             "for " +
                 plan.id + "_error. A session is for one thread at a time. */");
  return lines;
}

/// "enum { ... };", broken where it is long.
static std::string enumeration(std::vector<std::string> items) {
  const std::string line = "enum { " + text::joined(items) + " };\n";
  if (line.size() <= text::kColumns + 1) return line;
  return "enum {\n  " + text::joined(items, ",\n  ") + "\n};\n";
}

static std::string sessionPart(const Parts &parts) {
  const std::string &n = parts.plan.id;
  const bool data = hasDataFiles(parts.plan);
  std::string dataDir = "/* where constants in files lie; this program has none";
  if (data)
    dataDir =
        "/* of constants; as built, beside the program or $" + StringRef(n).upper() + "_DATA_DIR";
  std::string out = "typedef struct " + n + "_session " + n + "_session;\n\n";
  out += "/* 0 and NULL mean the default. */\ntypedef struct {\n";
  out += "  int gpus;             /* how many to use; all that there are */\n";
  out += "  const char *data_dir; " + dataDir + " */\n";
  out += "  int timeout_ms;       /* no wait is longer; 10 minutes */\n";
  out += "  int threads;          /* on CPUs; one per processor */\n";
  out += "  const void *mpi;      /* the MPI_Comm of processes that share the devices; this alone "
         "*/\n";
  out +=
      "  const int *ranks;     /* there, of the process of each device; as the config places them "
      "*/\n";
  out += "} " + n + "_options;\n\n";
  out += "/* Gives each device its memory. `options` may be NULL; if it fails *session is. */\n";
  const std::string session = n + "_session *session";
  const auto function = [&](const char *name, std::vector<std::string> parameters) {
    out += text::packed("int " + n + "_" + name + "(", parameters, ");\n");
  };
  function("create", {"const " + n + "_options *options", n + "_session **session"});
  out += "/* An input from a .npy file; by its name, or argN. */\n";
  function("load_npy", {session, "const char *name", "const char *path"});
  function("set_input", {session, "int input", "const void *data", "size_t bytes"});
  function("run", {session});
  out +=
      "/* The same in two halves: GPUs work in between, and the session does nothing but wait. On "
      "CPUs the\n * first returns when all is done. */\n";
  function("run_async", {session});
  function("wait", {session});
  out += "/* Outputs of the last run become inputs of the next, all at once, and go to no host. "
         "Both of "
         "a pair lie\n"
         " * alike, or have one name: then the program moves it, and of several processes all call "
         "this. The\n * outputs are gone then. */\n";
  function("feed", {session, "const int outputs[]", "const int inputs[]", "int count"});
  out += "/* After a run, and before an input is set again. Of several processes all call it, and "
         "the\n"
         " * first one gets the value; the others' `data` may be NULL. */\n";
  function("get_output", {session, "int output", "void *data", "size_t bytes"});
  out += "/* What one device holds, its boxes row-major, one after another: nothing is cut or put "
         "together.\n * Devices that hold the same block are to be given the same. */\n";
  function("set_input_shard",
           {session, "int input", "int device", "const void *data", "size_t bytes"});
  function("get_output_shard", {session, "int output", "int device", "void *data", "size_t bytes"});
  out += "/* Where box number `box` of what one device holds lies in that device's own memory, and "
         "how "
         "far apart\n * elements are, in elements; NULL: it has none. Who asks for it of an input "
         "writes all of it before\n * the next run; what an output has there is so up to that. "
         "*/\n";
  for (const std::string kind : {"input", "output"})
    out += text::packed(
        "int " + n + "_" + kind + "_memory(",
        {session, "int " + kind, "int device", "int box", "void **at", "int64_t strides[]"},
        ");\n");
  out +=
      "/* Values that stay on the devices, whatever runs, until they are released; then, and in "
      "another session,\n"
      " * their use is an error (2). `make_value`: one that lies as an input does, to be filled; "
      "`keep_output`: a\n"
      " * copy of what the last run has made. An input takes a copy of one that lies alike. */\n";
  const std::string value = n + "_handle value", place = n + "_handle *value";
  out += "typedef uint64_t " + n + "_handle; /* never 0 */\n";
  function("make_value", {session, "int input", place});
  function("keep_output", {session, "int output", place});
  function("set_input_value", {session, "int input", value});
  function("set_value_shard", {session, value, "int device", "const void *data", "size_t bytes"});
  function("get_value_shard", {session, value, "int device", "void *data", "size_t bytes"});
  function("value_memory",
           {session, value, "int device", "int box", "void **at", "int64_t strides[]"});
  function("release", {session, value});
  out += "/* Once; NULL is fine. */\nvoid " + n + "_destroy(" + n + "_session *session);\n\n";
  out +=
      "/* The last failure on this thread, in one line, which stays until the next one there. */\n";
  out += "const char *" + n + "_error(void);\n\n";
  return out;
}

static std::string numbersPart(const Plan &plan) {
  Capitals capitals(plan);
  const std::vector<Enumerator> inputs = capitals.of(plan.inputs);
  const std::vector<Enumerator> outputs = capitals.of(plan.outputs);
  std::vector<std::string> inputNames, outputNames, sizes;
  std::string largeSizes; // an enumerator of C is an int
  const auto size = [&](const Enumerator &tensor) {
    const std::string name = tensor.name + "_BYTES", bytes = std::to_string(tensor.bytes);
    if (isNarrow(tensor.bytes))
      sizes.push_back(name + " = " + bytes);
    else
      largeSizes += "#define " + name + " " + bytes + "\n";
  };
  for (const Enumerator &input : inputs) {
    inputNames.push_back(input.name);
    size(input);
  }
  for (const Enumerator &output : outputs) {
    outputNames.push_back(output.name);
    size(output);
  }
  inputNames.push_back(programPrefix(plan.id) + "_INPUTS");
  outputNames.push_back(programPrefix(plan.id) + "_OUTPUTS");
  return "/* The numbers of inputs and outputs, and their sizes. */\n" + enumeration(inputNames) +
         enumeration(outputNames) + (sizes.empty() ? "" : enumeration(sizes)) + largeSizes + "\n";
}

static std::string introspectionPart(const Plan &plan) {
  size_t rank = 1;
  for (const auto *list : {&plan.inputs, &plan.outputs})
    for (const PlanTensor &tensor : *list)
      rank = std::max(rank, tensor.type.shape.size());
  const std::string &n = plan.id, prefix = programPrefix(n);
  const std::string bound = "[" + prefix + "_MAX_RANK]";
  std::string out = "/* What there is. */\n";
  out += enumeration({prefix + "_DEVICES = " + std::to_string(plan.devices()),
                      prefix + "_MAX_RANK = " + std::to_string(rank)});
  out += "\ntypedef struct {\n  const char *name, *dtype, *sharding;\n"
         "  int boxes; /* that a device holds of it */\n  int rank;\n  int64_t shape" +
         bound + ";\n} " + n + "_tensor;\n\n";
  for (const char *kind : {"input", "output"})
    out += text::packed("int " + n + "_" + kind + "(",
                        {std::string("int ") + kind, n + "_tensor *tensor"}, ");\n");
  out += "\n/* A part [lo, hi) of an input or output that a device holds, per dimension; lo = hi: "
         "nothing. */\n";
  for (const char *kind : {"input", "output"})
    out += text::packed("int " + n + "_" + kind + "_box(",
                        {std::string("int ") + kind, "int device", "int box", "int64_t lo" + bound,
                         "int64_t hi" + bound},
                        ");\n");
  out += "\n/* The first device that holds the same block of an output as `device`; -1: it holds "
         "nothing. */\n";
  out += text::packed("int " + n + "_output_owner(", {"int output", "int device", "int *owner"},
                      ");\n");
  return out + "\n";
}

std::string headerFile(const Parts &parts) {
  const Plan &plan = parts.plan;
  const std::string guard = guardOf(plan);
  std::string out = headerIntroduction(plan);
  out += "#ifndef " + guard + "\n#define " + guard + "\n\n";
  out += "#include <stddef.h>\n#include <stdint.h>\n\n";
  out += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  out += sessionPart(parts) + numbersPart(plan) + introspectionPart(plan);
  return out + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

} // namespace shardc::bundle

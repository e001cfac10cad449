// SPDX-License-Identifier: Apache-2.0
// src/NAME.api.cpp and src/main.cpp: the C interface and the command line, over the runtime.
#include "codegen/bundle/parts.h"

#include "codegen/plan/names.h"

namespace shardc::bundle {

/// A C function whose body is one guarded call, in one line if it fits.
static std::string guarded(const std::string &name, ArrayRef<std::string> parameters,
                           const std::string &callee, ArrayRef<std::string> arguments) {
  const std::string head = text::packed("int " + name + "(", parameters, ") {\n");
  const std::string line =
      "  return guard([&] { " + callee + "(" + text::joined(arguments) + "); });\n";
  if (line.size() <= text::kColumns + 1) return head + line + "}\n\n";
  const std::string call = text::packed("    " + callee + "(", arguments, ");\n");
  return head + "  return guard([&] {\n" + call + "  });\n}\n\n";
}

std::string apiFile(const Parts &parts) {
  const std::string &n = parts.plan.id;
  const std::string session = n + "_session *session";
  std::string out = "// The C interface of " + n + " over the runtime's Session.\n";
  // CMake defines it where the target is a shared library.
  out += "#ifdef " + n + "_EXPORTS // a shared library shows what is in the header\n" +
         "#pragma GCC visibility push(default)\n#endif\n#include \"" + n + ".h\"\n#ifdef " + n +
         "_EXPORTS\n#pragma GCC visibility pop\n#endif\n\n";
  out += "#include \"" + n + ".plan.h\"\n\n#include \"runtime/host/c_api.h\"\n\n";
  out += "struct " + n + "_session {\n  shardc::runtime::Session session;\n};\n\n";
  out +=
      "using " + n + "::program;\nusing shardc::runtime::guard, shardc::runtime::session_of;\n\n";

  out += guarded(n + "_create", {"const " + n + "_options *options", n + "_session **session"},
                 "shardc::runtime::create", {"program()", "options", "session"});
  out += guarded(n + "_load_npy", {session, "const char *name", "const char *path"},
                 "session_of(session).load_npy", {"name", "path"});
  out += guarded(n + "_set_input", {session, "int input", "const void *data", "size_t bytes"},
                 "session_of(session).set_input", {"input", "data", "bytes"});
  out += guarded(n + "_run", {session}, "session_of(session).run", {});
  out += guarded(n + "_run_async", {session}, "session_of(session).start", {});
  out += guarded(n + "_wait", {session}, "session_of(session).wait", {});
  out += guarded(n + "_feed", {session, "const int outputs[]", "const int inputs[]", "int count"},
                 "session_of(session).feed", {"outputs", "inputs", "count"});
  out += guarded(n + "_get_output", {session, "int output", "void *data", "size_t bytes"},
                 "session_of(session).get_output", {"output", "data", "bytes"});
  out += guarded(n + "_set_input_shard",
                 {session, "int input", "int device", "const void *data", "size_t bytes"},
                 "session_of(session).set_input_shard", {"input", "device", "data", "bytes"});
  out += guarded(n + "_get_output_shard",
                 {session, "int output", "int device", "void *data", "size_t bytes"},
                 "session_of(session).get_output_shard", {"output", "device", "data", "bytes"});
  const std::string bound = "[" + programPrefix(n) + "_MAX_RANK]";
  for (const std::string kind : {"input", "output"})
    out += guarded(
        n + "_" + kind + "_memory",
        {session, "int " + kind, "int device", "int box", "void **at", "int64_t strides[]"},
        "shardc::runtime::describe_memory",
        {"session_of(session)." + kind + "_memory(" + kind + ", device, box)", "at", "strides"});
  const std::string value = n + "_handle value", place = n + "_handle *value";
  out += guarded(n + "_make_value", {session, "int input", place}, "session_of(session).make_value",
                 {"input", "value"});
  out += guarded(n + "_keep_output", {session, "int output", place},
                 "session_of(session).keep_output", {"output", "value"});
  out += guarded(n + "_set_input_value", {session, "int input", value},
                 "session_of(session).set_input_value", {"input", "value"});
  out += guarded(n + "_set_value_shard",
                 {session, value, "int device", "const void *data", "size_t bytes"},
                 "session_of(session).set_value_shard", {"value", "device", "data", "bytes"});
  out +=
      guarded(n + "_get_value_shard", {session, value, "int device", "void *data", "size_t bytes"},
              "session_of(session).get_value_shard", {"value", "device", "data", "bytes"});
  out += guarded(n + "_value_memory",
                 {session, value, "int device", "int box", "void **at", "int64_t strides[]"},
                 "shardc::runtime::describe_memory",
                 {"session_of(session).value_memory(value, device, box)", "at", "strides"});
  out += guarded(n + "_release", {session, value}, "session_of(session).release", {"value"});
  out += "void " + n + "_destroy(" + session + ") { delete session; }\n\n";
  out += "const char *" + n + "_error(void) { return shardc::runtime::last_error(); }\n\n";
  for (const std::string kind : {"input", "output"})
    out += guarded(n + "_" + kind, {"int " + kind, n + "_tensor *tensor"},
                   "shardc::runtime::describe", {"program()." + kind + "s", kind, "tensor"});
  for (const std::string kind : {"input", "output"})
    out += guarded(
        n + "_" + kind + "_box",
        {"int " + kind, "int device", "int box", "int64_t lo" + bound, "int64_t hi" + bound},
        "shardc::runtime::describe_box",
        {"program()", "program()." + kind + "s", kind, "device", "box", "lo", "hi"});
  out += text::packed("int " + n + "_output_owner(", {"int output", "int device", "int *owner"},
                      ") {\n") +
         "  return guard([&] {\n"
         "    static const auto owners = // of all devices, looked for once\n"
         "        shardc::runtime::owners_of(program(), program().outputs);\n"
         "    shardc::runtime::describe_owner(owners, output, device, owner);\n"
         "  });\n}\n\n";
  out.pop_back();
  return out;
}

std::string mainFile(const Parts &parts) {
  const std::string &n = parts.plan.id;
  return "#include \"" + n +
         ".plan.h\"\n\n#include \"runtime/host/command_line/launcher.h\"\n\n"
         "int main(int argc, char **argv) {\n  return shardc::runtime::command_line(" +
         n + "::program(), argc, argv);\n}\n";
}

} // namespace shardc::bundle

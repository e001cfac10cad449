// SPDX-License-Identifier: Apache-2.0
// Updates that a block lists before its threads take them (runtime/device/cuda/push_cuda.h).
#include "codegen/cpp/body/body_printer.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// All loops over updates as one, where there are several.
Collapsed BodyPrinter::collapsedUpdates(const PushOwn &own) {
  Collapsed updates{own.names.update};
  const auto isLooped = [&](int loop) { return view.loops[loop].isLooped(); };
  if (llvm::count_if(own.loops, isLooped) < 2) return updates;
  const int outermost = *llvm::find_if(own.loops, isLooped);
  for (const int loop : llvm::reverse(own.loops))
    if (isLooped(loop)) updates.add(loop, *view.loops[loop].extent, loop == outermost);
  return updates;
}

/// const auto element = [=](int update) { ... return &y[at * 512 + j]; };
void BodyPrinter::addOfUpdate(const PushOwn &own, const std::string &name,
                              llvm::function_ref<Code()> body) {
  const Collapsed updates = collapsedUpdates(own);
  for (const auto &[loop, digit] : updates.loops)
    text.loopsUsed.erase(loop);
  CodeLine made = lambdaOfOne(("const auto " + name + " = ").c_str(), own.names.update);
  apart([&] {
    if (!updates.loops.empty()) text.known.collapsed.push_back(updates);
    Code lines = body();
    made.body = digitsApart(updates);
    llvm::append_range(made.body, lines);
  });
  into->push_back(onOneLine(std::move(made)));
}

/// const auto combine = [](float there, float more) { return there + more; };
void BodyPrinter::addCombine(const PushOwn &own) {
  const std::string type = typeOf(own.combined.value);
  const auto argument = [&](const std::string &name) {
    return name.empty() ? type : type + " " + name;
  };
  CodeLine made{"const auto " + own.names.combine + " = [](" + argument(own.names.there) + ", " +
                    argument(own.names.more) + ")",
                true};
  made.open = " {";
  apart([&] {
    text.args = {own.names.there, own.names.more};
    made.body = print(own.combined.body);
    made.body.push_back({"return " + text.stored(own.combined.value).text + ";"});
  });
  text.args.clear();
  into->push_back(onOneLine(std::move(made)));
}

/// const auto found = [=](int k) { ... return at >= 0 && at < 1000 ? at : -1; };
/// const auto element = [=](int k) { ... return &y[at * 512 + j]; };
/// const auto value = [=](int k) { return x[k * 512 + j]; };
/// const auto combine = [](float there, float more) { return there + more; };
/// push_own<int, 256, 1, 512>({0, 4096}, found, element, value, combine);
void BodyPrinter::print(const PushOwn &own) {
  addOfUpdate(own, own.names.found, [&] {
    Code code = print(own.find.body);
    const std::string condition = own.condition ? text.value(own.condition).text : "";
    if (own.condition) text.assume(own.condition, true);
    const std::string index = text.index(own.find.value).text;
    code.push_back(
        {"return " + (condition.empty() ? index : condition + " ? " + index + " : -1") + ";"});
    return code;
  });
  addOfUpdate(own, own.names.element, [&] {
    if (own.condition) text.assume(own.condition, true);
    Code code = print(own.address);
    code.push_back({"return &" + textOf(own.to) + ";"});
    return code;
  });
  addOfUpdate(own, own.names.value, [&] {
    if (own.condition) text.assume(own.condition, true);
    Code code = print(own.pushed.body);
    code.push_back({"return " + text.stored(own.pushed.value).text + ";"});
    return code;
  });
  addCombine(own);
  text.need("push_own");
  const Collapsed updates = collapsedUpdates(own);
  const auto isLooped = [&](int loop) { return view.loops[loop].isLooped(); };
  const std::string range = updates.loops.empty() ? interval(*llvm::find_if(own.loops, isLooped))
                                                  : "{0, " + std::to_string(updates.count) + "}";
  line("push_own<" + std::string(text.indexType()) + ", " + std::to_string(threadsOfBlock) + ", " +
       std::to_string(own.teams) + ", " + std::to_string(own.blocks) + ">(" + range + ", " +
       own.names.found + ", " + own.names.element + ", " + own.names.value + ", " +
       own.names.combine + ");");
}

} // namespace shardc

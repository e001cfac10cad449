// SPDX-License-Identifier: Apache-2.0
// shardc-plugin-host LIBRARY: the process that runs a plug-in. The request is its standard input,
// the reply goes to file descriptor 3. shardc starts it with limits, and ends it. It is two
// processes: one runs the plug-in, the other sees to it that nothing is left of that.
#include "cli/plugins/host/reply.h"
#include "cli/plugins/host/request.h"
#include "cli/plugins/host/supervise.h"
#include "cli/plugins/words.h"

#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <exception>
#include <iostream>
#include <iterator>
#include <stdexcept>

using namespace shardc::plugins;

static constexpr int kReply = 3;

static std::string versionText(const shardc_plugin &plugin) {
  const std::string ours = std::to_string(SHARDC_PLUGIN_VERSION);
  if (plugin.version != SHARDC_PLUGIN_VERSION)
    return "is for version " + std::to_string(plugin.version) +
           " of the interface, and this shardc has version " + ours;
  return "says that it is for version " + ours + ", and its table has " +
         std::to_string(plugin.size) + " bytes, not " + std::to_string(sizeof plugin);
}

static const shardc_plugin &load(const char *file, Reply &reply) {
  reply.enter("shardc_plugin_entry");
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) reply.fail("unusable", std::string("cannot be loaded: ") + dlerror());
  void *found = dlsym(library, "shardc_plugin_entry");
  if (!found)
    reply.fail("unusable", "has no function 'shardc_plugin_entry'; export it as shardc/plugin.h "
                           "declares it, extern \"C\" in C++");
  const shardc_plugin *plugin = reinterpret_cast<decltype(&shardc_plugin_entry)>(found)();
  if (!plugin) reply.fail("unusable", "gives no table: 'shardc_plugin_entry' returns NULL");
  if (plugin->version != SHARDC_PLUGIN_VERSION || plugin->size != sizeof(shardc_plugin))
    reply.fail("version", versionText(*plugin));
  const std::pair<bool, const char *> needed[] = {
      {plugin->describe, "describe"},
      {plugin->rule || plugin->partition, "rule' and no 'partition"},
      {plugin->emit, "emit"}};
  for (const auto &[isThere, name] : needed)
    if (!isThere)
      reply.fail("unusable", std::string("has no function '") + name + "' in its table");
  return *plugin;
}

/// What a function returns is nothing, or what is wrong.
static void require(const char *wrong, Reply &reply) {
  if (wrong) reply.fail("says", wrong);
}

static std::string listOf(const char *const *texts) {
  std::string list;
  for (; texts && *texts; ++texts)
    list += (list.empty() ? "" : ", ") + quoted(*texts);
  return "[" + list + "]";
}

static void describe(const shardc_plugin &plugin, Reply &reply) {
  reply.enter("describe");
  const char *const *targets = nullptr;
  require(plugin.describe(&targets), reply);
  Object object;
  object.raw("targets", listOf(targets));
  if (plugin.partition) object.raw("partitions", "true");
  reply.value("describe", object);
}

/// Whether it gives one.
static bool giveRule(const shardc_plugin &plugin, const shardc_plugin_call &call, Reply &reply) {
  if (!plugin.rule) return false;
  reply.enter("rule");
  const char *rule = nullptr;
  require(plugin.rule(&call, &rule), reply);
  Object object;
  object.text("rule", rule);
  reply.value("rule", object);
  return rule != nullptr;
}

/// Axes of a dimension as a config has them: "p q" is ["p", "q"].
static std::string axesText(std::string_view axes) {
  std::string list;
  while (!axes.empty()) {
    const size_t end = std::min(axes.find(' '), axes.size());
    if (end > 0) list += (list.empty() ? "" : ", ") + quoted(axes.substr(0, end));
    axes.remove_prefix(std::min(end + 1, axes.size()));
  }
  return "[" + list + "]";
}

static std::string placesText(const shardc_plugin_value *values, int64_t count,
                              shardc_plugin_places places) {
  std::string list;
  for (int64_t k = 0; k < count; ++k) {
    list += k == 0 ? "[" : ", [";
    for (int64_t dim = 0; dim < values[k].rank; ++dim)
      list += (dim == 0 ? "" : ", ") + axesText(places[k][dim]);
    list += "]";
  }
  return "[" + list + "]";
}

/// Asks how results lie, and puts that into the request.
static void propose(const shardc_plugin &plugin, Request &request, Reply &reply) {
  const bool isWanted = request.isWanted();
  const auto ask = isWanted ? plugin.propagate_user : plugin.infer_from_operands;
  if (!ask) return;
  reply.enter(isWanted ? "propagate_user" : "infer_from_operands");
  shardc_plugin_places results = nullptr;
  require(ask(&request.call(), &results), reply);
  request.place(results);
}

/// "x=2, y=3"
static std::string meshText(const shardc_plugin_axis *mesh, int64_t count) {
  std::string text;
  for (int64_t k = 0; k < count; ++k)
    text += (k == 0 ? "" : ", ") + std::string(mesh[k].name) + "=" + std::to_string(mesh[k].size);
  return text;
}

static void giveCases(const shardc_plugin &plugin, Request &request, Reply &reply) {
  propose(plugin, request, reply);
  reply.enter("partition");
  const shardc_plugin_call &call = request.call();
  const shardc_plugin_case *cases = nullptr;
  int64_t count = 0;
  require(plugin.partition(&call, &cases, &count), reply);
  std::string list;
  for (int64_t k = 0; k < count; ++k) {
    Object each;
    each.raw("operands", placesText(call.operands, call.operand_count, cases[k].operands));
    each.raw("results", placesText(call.results, call.result_count, cases[k].results));
    if (cases[k].mesh) each.text("mesh", meshText(cases[k].mesh, cases[k].axis_count).c_str());
    list += (k == 0 ? "" : ", ") + each.json();
  }
  Object object;
  object.raw("cases", "[" + list + "]");
  reply.value("partition", object);
}

/// Without a mesh nothing is partitioned: a rule in which all is whole.
static void giveWhole(const shardc_plugin_call &call, Reply &reply) {
  std::string names, text;
  int64_t dims = 0;
  const auto add = [&](const shardc_plugin_value *values, int64_t count) {
    for (int64_t k = 0; k < count; ++k) {
      if (k > 0) text += ",";
      for (int64_t left = values[k].rank; left > 0; --left) {
        const std::string name = "d" + std::to_string(dims++);
        text += " " + name;
        names += (names.empty() ? "" : ", ") + name;
      }
    }
  };
  add(call.operands, call.operand_count);
  text += " ->";
  add(call.results, call.result_count);
  if (dims > 0) text += " need_replication={" + names + "}";
  Object object;
  object.text("rule", text.c_str());
  reply.value("partition", object);
}

/// The file of a source: what it is called, and its text if that is given.
static void giveSource(const char *key, const char *text, const char *file, std::string usual,
                       Object &kernel, Reply &reply) {
  if (!text && !file) return;
  const char *name = file ? file : usual.c_str();
  kernel.text(key, name);
  if (text) reply.file(name, text);
}

static Object attributesOf(const shardc_plugin_code &code) {
  Object object;
  for (int64_t k = 0; k < code.attribute_count; ++k) {
    const shardc_plugin_attribute &each = code.attributes[k];
    const char *name = each.name ? each.name : "";
    if (!each.text && !std::isfinite(each.number)) // a text would be taken for one
      throw std::runtime_error("attribute '" + std::string(name) + "' is no finite number");
    if (each.text)
      object.text(name, each.text);
    else if (each.number == 0 || each.number == static_cast<double>(each.integer))
      object.integer(name, each.integer);
    else
      object.number(name, each.number);
  }
  return object;
}

static void giveCode(const shardc_plugin &plugin, const shardc_plugin_call &call, Reply &reply) {
  reply.enter("emit");
  shardc_plugin_code code = {};
  require(plugin.emit(&call, &code), reply);
  const std::string_view target = call.target; // "TARGET:CONFIG" is of one backend_config
  const std::string symbol =
      code.symbol ? code.symbol : std::string(target.substr(0, target.find(':')));
  Object kernel, object;
  giveSource("cpp", code.cpp, code.cpp_file, symbol + ".cpp", kernel, reply);
  giveSource("cuda", code.cuda, code.cuda_file, symbol + ".cu", kernel, reply);
  kernel.text("symbol", symbol.c_str());
  object.raw("kernel", kernel.json());
  object.number("flops", code.flops);
  object.text("combine", code.combine);
  if (code.only_even) object.text("uneven", "forbid");
  if (code.scratch_bytes != 0) object.integer("scratch", code.scratch_bytes);
  if (code.attribute_count > 0) object.raw("attributes", attributesOf(code).json());
  if (code.reference) {
    const std::string name = symbol + ".reference";
    object.text("reference", name.c_str());
    reply.file(name, code.reference);
  }
  reply.value("emit", object);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "shardc-plugin-host: shardc runs plug-ins by this; see 'shardc help compile'\n";
    return 64;
  }
  supervise();
  Reply reply(kReply);
  try {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    Request request(wordsOf(text).list);
    const shardc_plugin &plugin = load(argv[1], reply);
    if (request.isOfPlugin()) {
      describe(plugin, reply);
    } else {
      const bool hasRule = giveRule(plugin, request.call(), reply);
      if (!hasRule && plugin.partition && request.hasMesh()) giveCases(plugin, request, reply);
      if (!hasRule && plugin.partition && !request.hasMesh()) giveWhole(request.call(), reply);
      giveCode(plugin, request.call(), reply);
    }
    reply.done();
  } catch (const std::exception &error) { // of the plug-in's, in C++
    reply.fail("says", std::string("an exception: ") + error.what());
  }
}

// SPDX-License-Identifier: Apache-2.0
// shardc-plugin-host LIBRARY: the process that runs a plug-in. The request is its standard input,
// the reply goes to file descriptor 3. shardc starts it with limits, and ends it.
#include "cli/plugins/host/reply.h"
#include "cli/plugins/host/request.h"
#include "cli/plugins/words.h"

#include <dlfcn.h>
#include <exception>
#include <iostream>
#include <iterator>

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
      {plugin->describe, "describe"}, {plugin->rule, "rule"}, {plugin->emit, "emit"}};
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
  reply.value("describe", object);
}

static void giveRule(const shardc_plugin &plugin, const shardc_plugin_call &call, Reply &reply) {
  reply.enter("rule");
  const char *rule = nullptr;
  require(plugin.rule(&call, &rule), reply);
  Object object;
  object.text("rule", rule);
  reply.value("rule", object);
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
  const std::string symbol = code.symbol ? code.symbol : call.target;
  Object kernel, object;
  giveSource("cpp", code.cpp, code.cpp_file, symbol + ".cpp", kernel, reply);
  giveSource("cuda", code.cuda, code.cuda_file, symbol + ".cu", kernel, reply);
  kernel.text("symbol", symbol.c_str());
  object.raw("kernel", kernel.json());
  object.number("flops", code.flops);
  object.text("combine", code.combine);
  if (code.only_even) object.text("uneven", "forbid");
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
  Reply reply(kReply);
  try {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    const Request request(wordsOf(text).list);
    const shardc_plugin &plugin = load(argv[1], reply);
    if (request.isOfPlugin()) {
      describe(plugin, reply);
    } else {
      giveRule(plugin, request.call(), reply);
      giveCode(plugin, request.call(), reply);
    }
    reply.done();
  } catch (const std::exception &error) { // of the plug-in's, in C++
    reply.fail("says", std::string("an exception: ") + error.what());
  }
}

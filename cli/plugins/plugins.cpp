// SPDX-License-Identifier: Apache-2.0
// Which calls there are is known when the program has been read; so it is read once with ops of
// which nothing else is known yet, and again with what plug-ins say of them.
#include "cli/plugins/plugins.h"

#include "frontend/config/calls/custom_op_entry.h"
#include "frontend/config/calls/custom_ops.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace shardc {

namespace {

/// A target of a plug-in's.
struct Offered {
  std::string name;
  size_t library; // by number
  bool isCalled = false;
};

/// Asks all that is asked of one compile's plug-ins.
class Asking {
public:
  Asking(llvm::ArrayRef<std::string> libraries, const PluginSurroundings &surroundings)
      : context(surroundings.context), libraries(libraries), surroundings(surroundings) {}

  /// The targets of all plug-ins.
  LogicalResult describe();
  std::vector<std::string> names() const;
  /// Asks about the calls of a program that has been read with these.
  LogicalResult askAbout(ModuleOp program);

  std::vector<PluginEntry> entries;

private:
  MLIRContext &context;
  const llvm::ArrayRef<std::string> libraries;
  const PluginSurroundings &surroundings;
  std::vector<Offered> targets;
  llvm::StringMap<size_t> owners;      // of targets: libraries, by number
  bool partitions = false;             // one of them wants to know how values lie
  std::map<std::string, size_t> known; // what has been asked of which form: the entry

  Location placeOf(size_t library) const {
    return FileLineColLoc::get(&context, libraries[library], 0, 0);
  }
  std::optional<PluginReply> ask(size_t library, const std::string &request, Location loc,
                                 StringRef target) const;
  LogicalResult addTarget(size_t library, json::Value name);
  LogicalResult askAbout(const OwnCall &call, size_t library, const std::string &request);
  void forgetNumbers();
  LogicalResult requireCalls() const;
};

} // namespace

std::optional<PluginReply> Asking::ask(size_t library, const std::string &request, Location loc,
                                       StringRef target) const {
  llvm::SmallString<128> path(libraries[library]); // the loader searches for a mere name
  llvm::sys::fs::make_absolute(path);
  PluginAnswer answer = askPlugin(path.str().str(), request, surroundings.limits);
  if (!answer.failure && answer.reply.values.empty())
    answer.failure = PluginFailure{Diag::plugin_reply, "", "says nothing"};
  if (!answer.failure) return std::move(answer.reply);
  const PluginFailure &failure = *answer.failure;
  Report error = report(loc, failure.id);
  error << "plug-in '" << shown(libraries[library]) << "'";
  if (!failure.function.empty()) error << ": '" << failure.function << "'";
  if (!failure.function.empty() && !target.empty()) error << " of '" << shown(target) << "'";
  constexpr size_t kLongest = 500; // words of the plug-in's may be in it
  error << " " << StringRef(failure.what).take_front(kLongest);
  return std::nullopt;
}

LogicalResult Asking::addTarget(size_t library, json::Value name) {
  const auto text = name.asString("a target");
  if (!text) return failure();
  const auto refuse = [&](Location loc, Diag id) {
    return report(loc, id) << "plug-in '" << shown(libraries[library]) << "': ";
  };
  if (text->empty() || isKnownTarget(*text))
    return refuse(placeOf(library), Diag::plugin_reply)
           << "'describe' names '" << shown(*text) << "', which "
           << (text->empty() ? "is no target" : "shardc reads itself");
  const auto [owner, isNew] = owners.try_emplace(*text, library);
  if (!isNew)
    return refuse(placeOf(library), Diag::duplicate_name)
           << "'describe' names '" << shown(*text) << "', which is of plug-in '"
           << shown(libraries[owner->second]) << "' already; leave one of the two out";
  for (const CustomOpEntry &entry : surroundings.ofConfig.entries)
    if (entry.target == *text)
      return refuse(entry.loc, Diag::duplicate_name)
             << "'" << shown(*text)
             << "' is what it is for, too; leave the entry out, or the plug-in";
  targets.push_back({text->str(), library});
  return success();
}

LogicalResult Asking::describe() {
  for (size_t library = 0; library < libraries.size(); ++library) {
    const auto reply = ask(library, "", placeOf(library), "");
    if (!reply) return failure();
    const std::string &text = reply->values.front().json;
    const auto document = json::Document::parse(context, text, libraries[library] + ", describe");
    if (!document) return failure();
    const auto list = document->root().find("targets");
    if (!list || list->size() == 0)
      return report(placeOf(library), Diag::plugin_reply)
             << "plug-in '" << shown(libraries[library]) << "': 'describe' names no target";
    for (const json::Value name : list->elements())
      if (failed(addTarget(library, name))) return failure();
    partitions = partitions || document->root().find("partitions");
  }
  return success();
}

void addUnknown(MLIRContext &context, llvm::ArrayRef<std::string> targets, CustomOps &ops) {
  for (const std::string &target : targets) {
    CustomOpEntry entry(UnknownLoc::get(&context));
    entry.target = target;
    entry.isAlone = true;
    entry.routine.emplace();
    entry.routine->name = entry.routine->symbol = target;
    ops.entries.push_back(std::move(entry));
  }
}

std::vector<std::string> Asking::names() const {
  std::vector<std::string> names;
  for (const Offered &target : targets)
    names.push_back(target.name);
  return names;
}

LogicalResult Asking::askAbout(ModuleOp program) {
  std::map<int64_t, CallPlaces> places; // by the call's number
  if (partitions)
    for (CallPlaces &each : surroundings.propagate(names()))
      places.try_emplace(each.number, std::move(each));
  for (const OwnCall &call : ownCallsOf(program)) {
    auto target = llvm::find_if(targets, [&](const Offered &t) { return t.name == call.target; });
    if (target == targets.end()) continue;
    target->isCalled = true;
    const auto own = places.find(call.number);
    const std::string request = requestOf(call, own == places.end() ? nullptr : &own->second);
    const auto [asked, isNew] = known.try_emplace(call.form + request, entries.size());
    if (isNew && failed(askAbout(call, target->library, request))) return failure();
    entries[asked->second].calls.push_back(call.number);
  }
  forgetNumbers();
  return requireCalls();
}

LogicalResult Asking::askAbout(const OwnCall &call, size_t number, const std::string &request) {
  auto reply = ask(number, request, call.loc, call.target);
  if (!reply) return failure();
  const std::string &library = libraries[number];
  PluginEntry &entry = entries.emplace_back();
  entry.library = library;
  entry.target = call.target;
  entry.form = call.form;
  entry.files = std::move(reply->files);
  if (const auto place = fileLocation(call.loc)) {
    entry.file = place->getFilename().str();
    entry.line = place->getLine();
    entry.column = place->getColumn();
  }
  for (PluginReply::Value &value : reply->values) {
    const std::string name = value.function + " of '" + call.target + "'";
    entry.parts.push_back({value.function, library + ", " + name, std::move(value.json)});
  }
  // Replies to several calls differ in what they say alone.
  if (const size_t before = entries.size() - 1; before > 0)
    for (EntryPart &part : entry.parts)
      part.name += ", call " + std::to_string(before);
  return success();
}

/// An entry that is for all calls of a form needs no numbers of them.
void Asking::forgetNumbers() {
  std::map<std::string, int> count;
  for (const PluginEntry &entry : entries)
    ++count[entry.target + entry.form];
  for (PluginEntry &entry : entries)
    if (count[entry.target + entry.form] == 1) entry.calls.clear();
}

LogicalResult Asking::requireCalls() const {
  for (size_t library = 0; library < libraries.size(); ++library) {
    std::vector<std::string> own;
    for (const Offered &target : targets)
      if (target.library == library) own.push_back("@" + shown(target.name));
    const auto isCalled = [&](const Offered &t) { return t.library == library && t.isCalled; };
    if (llvm::any_of(targets, isCalled)) continue;
    return report(placeOf(library), Diag::unused_entry)
           << "plug-in '" << shown(libraries[library])
           << "': the program has no custom_call of it, which would be " << llvm::join(own, " or ");
  }
  return success();
}

std::optional<std::vector<PluginEntry>> askPlugins(llvm::ArrayRef<std::string> libraries,
                                                   const PluginSurroundings &surroundings) {
  Asking asking(libraries, surroundings);
  if (failed(asking.describe())) return std::nullopt;
  CustomOps ops = surroundings.ofConfig;
  addUnknown(surroundings.context, asking.names(), ops);
  const auto program = [&] {
    // The program is read again; warnings are told then.
    ScopedDiagnosticHandler quiet(&surroundings.context, [](Diagnostic &diagnostic) {
      return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
    });
    return surroundings.read(ops);
  }();
  if (!program || failed(asking.askAbout(*program))) return std::nullopt;
  return std::move(asking.entries);
}

Location placeOf(MLIRContext &context, const PluginEntry &entry) {
  if (entry.file.empty()) return UnknownLoc::get(&context);
  return FileLineColLoc::get(&context, entry.file, entry.line, entry.column);
}

static std::optional<CustomOpEntry> entryOf(MLIRContext &context, const PluginEntry &from,
                                            std::set<std::string> &read) {
  std::vector<std::unique_ptr<const json::Document>> documents;
  std::vector<json::Value> parts;
  for (const EntryPart &part : from.parts) {
    documents.push_back(json::Document::parse(context, part.json, part.name));
    if (!documents.back()) return std::nullopt;
    parts.push_back(documents.back()->root());
  }
  Files files;
  const StringRef folder = llvm::sys::path::parent_path(from.library);
  files.folder = folder.empty() ? "." : folder.str();
  files.texts = from.files;
  auto entry = readCustomOp(from.target, placeOf(context, from), parts, "plug-in", files);
  read.insert(files.read.begin(), files.read.end());
  read.insert(from.library);
  if (entry) entry->form = from.form;
  if (entry) entry->calls = from.calls;
  return entry;
}

LogicalResult addEntries(MLIRContext &context, llvm::ArrayRef<PluginEntry> entries, CustomOps &ops,
                         std::set<std::string> &read) {
  for (const PluginEntry &each : entries) {
    auto entry = entryOf(context, each, read);
    if (!entry) return failure();
    ops.entries.push_back(std::move(*entry));
  }
  return refuseClashes(ops);
}

} // namespace shardc

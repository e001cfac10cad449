// SPDX-License-Identifier: Apache-2.0
// What devices receive, by what makes it necessary.
#include "codegen/report/causes.h"

#include "codegen/report/facts.h"
#include "codegen/report/name_patterns.h"
#include "codegen/text/text.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc::reports {

constexpr size_t kLongestCause = 40;

/// The text with names in place of "{}".
static std::string filled(StringRef text, ArrayRef<std::string> names) {
  std::string result;
  for (const std::string &name : names) {
    const auto [before, after] = text.split("{}");
    result += before.str() + shortened(name, kLongestCause);
    text = after;
  }
  return text::clean(result + text.str());
}

static std::string shortName(StringRef name) { return endOfPath(pathOf(name)); }

std::string causeText(const Cause &cause) {
  std::vector<std::string> names;
  for (const std::string &name : cause.names)
    names.push_back(shortName(name));
  return filled(cause.text, names);
}

namespace {

/// Collectives of one cause and kind.
struct OneCause {
  double bytes = 0; // in a call
  std::vector<const Collective *> members;
  std::vector<std::vector<std::string>> names; // per place in the text, of each member
};

} // namespace

static std::string keyOf(const Collective &collective) {
  std::string key = std::string(name(collective.pattern)) + ' ' + collective.cause.text;
  for (const std::string &name : collective.cause.names)
    key += '\0' + skeletonOf(name);
  return key;
}

static std::vector<OneCause> causesOf(const Plan &plan) {
  llvm::MapVector<std::string, OneCause, std::map<std::string, unsigned>> causes;
  for (const Function &function : plan.functions)
    for (const Collective &collective : function.collectives) {
      if (collective.times == 0) continue; // between calls
      OneCause &each = causes[keyOf(collective)];
      each.bytes += collective.payloadBytes * static_cast<double>(collective.times);
      each.members.push_back(&collective);
      each.names.resize(collective.cause.names.size());
      for (auto [all, name] : llvm::zip(each.names, collective.cause.names))
        all.push_back(shortName(name));
    }
  std::vector<OneCause> list;
  for (auto &[key, each] : causes)
    list.push_back(std::move(each));
  llvm::stable_sort(list, [](const OneCause &a, const OneCause &b) { return a.bytes > b.bytes; });
  return list;
}

/// "all_reduce c0", "24 x all_reduce (c0 to c46)".
static std::string collectivesText(const OneCause &each) {
  const auto &members = each.members;
  const std::string kind = name(members.front()->pattern);
  if (members.size() == 1) return kind + " " + members.front()->id;
  return std::to_string(members.size()) + " x " + kind + " (" + members.front()->id + " to " +
         members.back()->id + ")";
}

/// "768 bytes by all_reduce c0: dot_general sums over dimension 1 of h, split over model".
static std::string textOf(const OneCause &each) {
  std::vector<std::string> names;
  for (const std::vector<std::string> &all : each.names)
    names.push_back(patternOf(all));
  return facts::bytesText(each.bytes) + " by " + collectivesText(each) + ": " +
         filled(each.members[0]->cause.text, names);
}

std::string causesText(const Plan &plan, StringRef prefix, size_t most) {
  const std::vector<OneCause> causes = causesOf(plan);
  const size_t shown = causes.size() > most ? most - 1 : causes.size();
  std::string out;
  for (const OneCause &each : ArrayRef(causes).take_front(shown))
    out += text::wrapped(prefix.str() + "  ", textOf(each), prefix);
  if (shown == causes.size()) return out;
  double bytes = 0;
  for (const OneCause &each : ArrayRef(causes).drop_front(shown))
    bytes += each.bytes;
  return out + text::wrapped(prefix, facts::bytesText(bytes) + " for " +
                                         std::to_string(causes.size() - shown) + " other causes");
}

} // namespace shardc::reports

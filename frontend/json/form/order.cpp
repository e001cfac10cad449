// SPDX-License-Identifier: Apache-2.0
// A topological order of the ops, by a search in depth that keeps its own stack. An op in place
// counts as its owner; a name that a region gives hides the one around it.
#include "frontend/json/form/order.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace shardc::json {
namespace {

class Ordering {
public:
  explicit Ordering(const ScopeForm &form) : scope(form) {}
  bool collectNames();
  bool sort();
  Order order;

private:
  struct Owner {
    size_t op; // of the scope, that makes the name
    bool inPlace;
  };
  using State = std::pair<size_t, size_t>; // an op, and how many of its uses have been followed

  bool add(const NameForm &name);
  bool collect(const OpForm &op, Owner owner);
  void collectUses(const OpForm &op, size_t user, std::vector<size_t> &uses);
  void collectUses(const ScopeForm &region, size_t user, std::vector<size_t> &uses);
  void use(StringRef name, size_t user, std::vector<size_t> &uses);
  bool reportCycle(ArrayRef<State> path, size_t back);
  std::string nameOf(size_t op) const;

  const ScopeForm &scope;
  llvm::StringMap<Owner> owners;
  llvm::StringSet<> inner; // names of the regions that are looked into
  size_t unnamedOps = 0;
};

bool Ordering::add(const NameForm &name) {
  auto [entry, isNew] = order.names.try_emplace(name.name, name.loc);
  if (isNew) return true;
  Report error = report(name.loc, Diag::duplicate_name);
  error << "the name '" << shown(name.name) << "' is given twice; rename one of the two";
  error.note(entry->second) << "it is given here first";
  return false;
}

/// Names of an op and those in place in it; inner ones are made first, so they count first.
bool Ordering::collect(const OpForm &op, Owner owner) {
  bool ok = true;
  for (const OperandForm &operand : op.in)
    if (operand.op) ok &= collect(*operand.op, {owner.op, true});
  std::vector<NameForm> names = op.names;
  if (names.empty()) {
    names = {{"%" + std::to_string(unnamedOps++), op.json.loc()}};
    order.unnamed[&op] = names[0].name;
  }
  for (const NameForm &name : names) {
    ok &= add(name);
    owners.try_emplace(name.name, owner);
  }
  return ok;
}

bool Ordering::collectNames() {
  bool ok = true;
  for (const InputForm &input : scope.inputs)
    ok &= add(input.name);
  for (size_t op = 0; op < scope.ops.size(); ++op)
    ok &= collect(scope.ops[op], {op, false});
  return ok;
}

/// Ops in place of one op are made in order, so among them there is nothing to sort.
void Ordering::collectUses(const OpForm &op, size_t user, std::vector<size_t> &uses) {
  for (const OperandForm &operand : op.in) {
    if (operand.op) collectUses(*operand.op, user, uses);
    if (operand.kind == OperandForm::Kind::name) use(operand.json.string(), user, uses);
  }
  for (const RegionForm &region : op.regions)
    collectUses(*region.scope, user, uses);
}

void Ordering::use(StringRef name, size_t user, std::vector<size_t> &uses) {
  auto owner = owners.find(name);
  if (owner == owners.end() || inner.contains(name)) return;
  if (owner->second.op != user || !owner->second.inPlace) uses.push_back(owner->second.op);
}

/// Names that ops give; those without a name count on.
static void addNames(const OpForm &op, llvm::StringSet<> &names, size_t &unnamed) {
  for (const OperandForm &operand : op.in)
    if (operand.op) addNames(*operand.op, names, unnamed);
  for (const NameForm &name : op.names)
    names.insert(name.name);
  if (op.names.empty()) names.insert("%" + std::to_string(unnamed++));
}

/// A region may use values around it, those that it has no name for.
void Ordering::collectUses(const ScopeForm &region, size_t user, std::vector<size_t> &uses) {
  const llvm::StringSet<> around = inner;
  size_t unnamed = 0;
  for (const InputForm &input : region.inputs)
    inner.insert(input.name.name);
  for (const OpForm &op : region.ops)
    addNames(op, inner, unnamed);
  for (const OpForm &op : region.ops)
    collectUses(op, user, uses);
  for (const OutputForm &output : region.outputs)
    use(output.value.name, user, uses);
  inner = around;
}

std::string Ordering::nameOf(size_t op) const {
  auto unnamed = order.unnamed.find(&scope.ops[op]);
  return shown(unnamed != order.unnamed.end() ? unnamed->second : scope.ops[op].names[0].name);
}

bool Ordering::reportCycle(ArrayRef<State> path, size_t back) {
  while (path.front().first != back)
    path = path.drop_front();
  Report error = report(scope.ops[back].json.loc(), Diag::cycle);
  error << "the value '" << nameOf(back) << "' needs itself";
  constexpr size_t most = 8;
  for (const State &step : path.drop_front().take_front(most))
    error.note(scope.ops[step.first].json.loc()) << "through '" << nameOf(step.first) << "'";
  if (path.size() > most + 1) error.note() << "and " << path.size() - most - 1 << " more";
  return false;
}

/// Depth first, without recursion: chains may be long.
bool Ordering::sort() {
  enum class Mark : uint8_t { unseen, open, done };
  std::vector<Mark> marks(scope.ops.size(), Mark::unseen);
  std::vector<std::vector<size_t>> uses(scope.ops.size());
  for (size_t first = 0; first < scope.ops.size(); ++first) {
    if (marks[first] == Mark::done) continue;
    std::vector<State> path = {{first, 0}};
    while (!path.empty()) {
      auto &[op, followed] = path.back();
      if (marks[op] == Mark::unseen) collectUses(scope.ops[op], op, uses[op]);
      marks[op] = Mark::open;
      if (followed == uses[op].size()) {
        marks[op] = Mark::done;
        order.ops.push_back(&scope.ops[op]);
        path.pop_back();
        continue;
      }
      size_t next = uses[op][followed++];
      if (marks[next] == Mark::open) return reportCycle(path, next);
      if (marks[next] == Mark::unseen) path.push_back({next, 0});
    }
  }
  return true;
}

} // namespace

std::optional<Order> orderOf(const ScopeForm &scope) {
  Ordering ordering(scope);
  if (!ordering.collectNames() || !ordering.sort()) return std::nullopt;
  return std::move(ordering.order);
}

} // namespace shardc::json

// SPDX-License-Identifier: Apache-2.0
// Values get numbers, the same one where they are the same formula of operands with the same
// numbers (value numbering; Alpern, Wegman and Zadeck, "Detecting equality of variables in
// programs", 1988). Cells of a loop are taken for equal at first, where type and placement are.
// Those that begin or go on as values of different numbers are told apart, values are numbered
// again, and so on, until nothing changes: then what is left together is equal in every trip. Each
// round is linear; what needs many rounds is left as it is.
#include "codegen/lower/graph/equal_cells.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace shardc {

namespace {

constexpr int kMostRounds = 8;

/// Numbers for keys, in the order in which they come.
class Numbering {
public:
  using Key = std::vector<int64_t>;
  int64_t of(Key key) {
    return numbers.try_emplace(std::move(key), static_cast<int64_t>(numbers.size())).first->second;
  }
  size_t size() const { return numbers.size(); }

private:
  std::map<Key, int64_t> numbers;
};

int64_t bitsOf(const void *pointer) {
  return static_cast<int64_t>(reinterpret_cast<intptr_t>(pointer));
}

/// What a formula computes, without names. Expressions are interned.
Numbering::Key keyOf(const Formula &formula) {
  Numbering::Key key;
  for (const Loop &loop : formula.loops) {
    key.push_back(loop.extent);
    key.push_back(loop.split);
  }
  for (const Result &result : formula.results) {
    key.push_back(bitsOf(result.value));
    for (Expr index : result.index)
      key.push_back(bitsOf(index));
  }
  return key;
}

class EqualCells {
public:
  explicit EqualCells(Graph &graph) : graph(graph) {}

  void run() {
    findCells();
    if (cells.size() < 2) return;
    for (int round = 0; round < kMostRounds; ++round) {
      numberValues();
      if (!tellApart()) return unite();
    }
  }

private:
  struct Cell {
    int64_t group = 0; // of cells that may be equal
    SmallVector<int, 1> begins;
    int next = -1;
  };

  /// Those of loops, in groups of one type and placement.
  void findCells() {
    for (auto [number, control] : llvm::enumerate(graph.controls)) {
      if (control.kind != GraphControl::Kind::loop) continue;
      std::map<Numbering::Key, std::vector<int>> firsts; // of each placement, by type
      for (const auto &[cell, next] : control.next) {
        const GraphValue &own = graph.values[cell];
        Numbering::Key type = {static_cast<int64_t>(own.type.type)};
        type.insert(type.end(), own.type.shape.begin(), own.type.shape.end());
        std::vector<int> &alike = firsts[type];
        const auto same = [&](int other) { return sameParts(graph.values[other], own); };
        const auto first = llvm::find_if(alike, same);
        const int of = first == alike.end() ? alike.emplace_back(cell) : *first;
        cells[cell] = {of, {}, next};
      }
    }
    for (auto [number, value] : llvm::enumerate(graph.values))
      if (const auto cell = cells.find(value.into); cell != cells.end())
        cell->second.begins.push_back(static_cast<int>(number));
  }

  void numberValues() {
    Numbering numbering;
    numbers.clear();
    for (auto [number, value] : llvm::enumerate(graph.values)) {
      enum : int64_t { alone, cell, computed };
      const auto known = cells.find(static_cast<int>(number));
      if (known != cells.end()) {
        numbers.push_back(numbering.of({cell, known->second.group}));
      } else if (value.kind == GraphValue::Kind::computed) {
        Numbering::Key key = {computed, formulaOf(value)};
        for (const int operand : value.operands)
          key.push_back(numbers[operand]);
        numbers.push_back(numbering.of(std::move(key)));
      } else {
        numbers.push_back(numbering.of({alone, static_cast<int64_t>(number)}));
      }
    }
  }

  int64_t formulaOf(const GraphValue &value) {
    const auto [known, fresh] = formulas.try_emplace(value.formula.get());
    if (fresh) known->second = byContent.of(keyOf(value.formula));
    return known->second;
  }

  /// Whether there were any to tell apart.
  bool tellApart() {
    Numbering groups;
    std::set<int64_t> before;
    std::vector<int64_t> after;
    for (const auto &[number, cell] : cells) {
      Numbering::Key key = {cell.group, numbers[cell.next]};
      for (const int begin : cell.begins)
        key.push_back(numbers[begin]);
      before.insert(cell.group);
      after.push_back(groups.of(std::move(key)));
    }
    for (auto [entry, group] : llvm::zip_equal(cells, after))
      entry.second.group = group;
    return groups.size() > before.size();
  }

  /// Whether it goes on as a cell of its group: one that is equal to it would go on as itself.
  bool isPassedOn(const Cell &cell) const {
    int value = cell.next;
    while (graph.values[value].copies)
      value = graph.values[value].operands.front();
    const auto from = cells.find(value);
    return from != cells.end() && from->second.group == cell.group;
  }

  void unite() {
    std::set<int64_t> constant; // groups that only exchange what they begin with
    for (const auto &[number, cell] : cells)
      if (isPassedOn(cell)) constant.insert(cell.group);
    std::map<int64_t, int> firsts;
    std::map<int, int> instead;
    for (const auto &[number, cell] : cells) {
      if (constant.contains(cell.group)) continue;
      const auto [first, isNew] = firsts.try_emplace(cell.group, number);
      if (!isNew) instead[number] = first->second;
    }
    for (GraphValue &value : graph.values)
      for (int &operand : value.operands)
        if (const auto first = instead.find(operand); first != instead.end())
          operand = first->second;
    for (GraphControl &control : graph.controls) {
      llvm::erase_if(control.next,
                     [&](const auto &next) { return instead.count(next.first) != 0; });
      if (const auto first = instead.find(control.decider); first != instead.end())
        control.decider = first->second;
    }
  }

  Graph &graph;
  std::map<int, Cell> cells;
  std::vector<int64_t> numbers; // of values
  Numbering byContent;
  std::map<const Formula *, int64_t> formulas;
};

} // namespace

void uniteEqualCells(Graph &graph) { EqualCells(graph).run(); }

} // namespace shardc

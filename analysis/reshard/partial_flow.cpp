// SPDX-License-Identifier: Apache-2.0
// Which values stay partial sums is a smallest cut: partial sums flow from where they are born to
// where something whole is needed, a value's own edge has the bytes that combining it takes, and
// what makes a partial sum has to be one, which edges of any capacity say. The cut is found by the
// largest flow, along shortest ways (Edmonds and Karp), for values that have to do with each other
// apart.
#include "analysis/reshard/partial_flow.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

namespace shardc {

namespace {

/// Parts flow from where they are born to where something whole is needed. What is combined cuts
/// all ways through it, so the cheapest choice is a smallest cut, which the largest flow finds.
class SmallestCut {
public:
  explicit SmallestCut(llvm::ArrayRef<PartialNode> nodes) : edges(2 * nodes.size() + 2) {
    born = static_cast<int>(2 * nodes.size());
    wanted = born + 1;
    for (size_t node = 0; node < nodes.size(); ++node)
      add(static_cast<int>(node), nodes[node]);
    while (augment()) {
    }
  }

  /// Per vertex whether it lies behind the cut: what is whole anyway.
  std::vector<bool> behind() const {
    std::vector<bool> found(edges.size(), false);
    std::vector<int> next = {wanted};
    found[wanted] = true;
    while (!next.empty()) {
      const int to = next.back();
      next.pop_back();
      for (const Edge &edge : edges[to]) {
        const bool isOpen = edges[edge.to][edge.opposite].left > kNothing;
        if (!isOpen || found[edge.to]) continue;
        found[edge.to] = true;
        next.push_back(edge.to);
      }
    }
    return found;
  }

  static int in(int node) { return 2 * node; }

private:
  static constexpr double kNothing = 1e-9, kNever = std::numeric_limits<double>::infinity();
  /// What a launch counts for, so that of equal choices the one with fewer is taken.
  static constexpr double kLaunch = 1e-3;

  struct Edge {
    int to;
    double left;
    int opposite; // its place among the edges of `to`
  };

  static int out(int node) { return 2 * node + 1; }

  void add(int number, const PartialNode &node) {
    connect(in(number), out(number), node.combining + kLaunch);
    if (node.from.empty()) connect(born, in(number), kNever);
    for (int from : node.from) {
      connect(out(from), in(number), kNever);
      connect(in(number), in(from), kNever); // all that makes partial sums is one
    }
    if (node.making > 0) connect(in(number), wanted, node.making);
    if (node.isWanted) connect(out(number), wanted, kNever);
  }

  void connect(int from, int to, double bytes) {
    const auto there = static_cast<int>(edges[from].size());
    const auto back = static_cast<int>(edges[to].size());
    edges[from].push_back({to, bytes, back});
    edges[to].push_back({from, 0, there});
  }

  /// Adds what fits through one of the shortest ways that are left.
  bool augment() {
    std::vector<std::pair<int, int>> cameBy(edges.size(), {-1, -1}); // vertex, its edge
    std::vector<int> order = {born};
    for (size_t at = 0; at < order.size() && cameBy[wanted].first < 0; ++at)
      for (size_t number = 0; number < edges[order[at]].size(); ++number) {
        const Edge &edge = edges[order[at]][number];
        if (edge.left <= kNothing || edge.to == born || cameBy[edge.to].first >= 0) continue;
        cameBy[edge.to] = {order[at], static_cast<int>(number)};
        order.push_back(edge.to);
      }
    if (cameBy[wanted].first < 0) return false;
    double fits = kNever;
    for (int at = wanted; at != born; at = cameBy[at].first)
      fits = std::min(fits, edges[cameBy[at].first][cameBy[at].second].left);
    for (int at = wanted; at != born; at = cameBy[at].first) {
      Edge &edge = edges[cameBy[at].first][cameBy[at].second];
      edge.left -= fits;
      edges[at][edge.opposite].left += fits;
    }
    return true;
  }

  std::vector<llvm::SmallVector<Edge, 4>> edges; // per vertex
  int born, wanted;
};

} // namespace

/// Of more values that have to do with each other none is made of partial sums: finding a cut may
/// take time for the square of them.
static constexpr size_t kMostValues = 4096;

/// Values that have to do with each other, each set ascending.
static std::vector<std::vector<int>> linkedSets(llvm::ArrayRef<PartialNode> nodes) {
  llvm::IntEqClasses classes(static_cast<unsigned>(nodes.size()));
  for (const auto &[number, node] : llvm::enumerate(nodes))
    for (int from : node.from)
      classes.join(static_cast<unsigned>(number), static_cast<unsigned>(from));
  classes.compress();
  std::vector<std::vector<int>> sets(classes.getNumClasses());
  for (size_t node = 0; node < nodes.size(); ++node)
    sets[classes[static_cast<unsigned>(node)]].push_back(static_cast<int>(node));
  return sets;
}

std::vector<bool> madeOfPartials(llvm::ArrayRef<PartialNode> nodes) {
  std::vector<bool> made;
  for (const PartialNode &node : nodes)
    made.push_back(node.from.empty());
  std::vector<int> places(nodes.size());
  for (const std::vector<int> &set : linkedSets(nodes)) {
    if (set.size() == 1 || set.size() > kMostValues) continue;
    std::vector<PartialNode> linked;
    for (int node : set) {
      places[node] = static_cast<int>(linked.size());
      linked.push_back(nodes[node]);
      for (int &from : linked.back().from)
        from = places[from];
    }
    const std::vector<bool> behind = SmallestCut(linked).behind();
    for (int node : set)
      made[node] = !behind[SmallestCut::in(places[node])];
  }
  return made;
}

} // namespace shardc

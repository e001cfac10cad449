// SPDX-License-Identifier: Apache-2.0
// Where parts of sums are combined, against all choices there are.
#include "analysis/reshard/partial_flow.h"

#include "gtest/gtest.h"

#include <random>

using namespace shardc;

namespace {

PartialNode born(double combining) { return {{}, combining, 0, false}; }
PartialNode from(llvm::SmallVector<int, 2> parts, double combining, bool isWanted = false) {
  return {std::move(parts), combining, 0, isWanted};
}

TEST(PartialFlow, PartialSumsAreCombinedWhereTheyAreSmallest) {
  EXPECT_EQ(madeOfPartials({born(8), from({0}, 8), from({1}, 2), from({2}, 8, true)}),
            (std::vector<bool>{true, true, true, false}));
}

TEST(PartialFlow, OneCombinationServesSeveralUsers) {
  // Two of size 4 are not better than one of 4, nor one of 8; two of size 3 are.
  EXPECT_EQ(madeOfPartials({born(4), from({0}, 4, true), from({0}, 4, true)}),
            (std::vector<bool>{true, false, false}));
  EXPECT_EQ(madeOfPartials({born(8), from({0}, 3, true), from({0}, 3, true)}),
            (std::vector<bool>{true, true, true}));
}

TEST(PartialFlow, SumOfPartialSumsIsCombinedOnceThoughOneIsWantedToo) {
  EXPECT_EQ(madeOfPartials({{{}, 8, 0, true}, born(8), from({0, 1}, 8, true)}),
            (std::vector<bool>{true, true, true}));
}

TEST(PartialFlow, WhatOtherOperandsMoveForPartialSumsCounts) {
  std::vector<PartialNode> nodes = {born(8), from({0}, 2, true)};
  nodes[1].making = 5;
  EXPECT_TRUE(madeOfPartials(nodes)[1]);
  nodes[1].making = 7;
  EXPECT_FALSE(madeOfPartials(nodes)[1]);
}

/// So many values, each made of the one before, of which the first is the smallest to combine.
std::vector<PartialNode> chain(int length) {
  std::vector<PartialNode> nodes = {born(1)};
  for (int k = 1; k < length; ++k)
    nodes.push_back(from({k - 1}, 2, k == length - 1));
  return nodes;
}

TEST(PartialFlow, ManyThatHaveToDoWithEachOtherAreCombinedWhereTheyAreSmallest) {
  std::vector<bool> made(3000, false);
  made[0] = true;
  EXPECT_EQ(madeOfPartials(chain(3000)), made);
  std::vector<PartialNode> nodes = chain(3000);
  nodes[1000].combining = 0.5;
  std::fill(made.begin(), made.begin() + 1001, true);
  EXPECT_EQ(madeOfPartials(nodes), made);
}

TEST(PartialFlow, OfTooManyNoneIsMadeOfPartialSums) {
  std::vector<PartialNode> nodes = chain(5000);
  nodes[1000].combining = 0.5;
  std::vector<bool> made(5000, false);
  made[0] = true;
  EXPECT_EQ(madeOfPartials(nodes), made);
}

/// What a choice moves, and how often: a part is combined if it is wanted, or an op needs it whole.
double costOf(const std::vector<PartialNode> &nodes, const std::vector<bool> &made) {
  std::vector<bool> combined(nodes.size(), false);
  double cost = 0;
  for (size_t node = nodes.size(); node-- > 0;) {
    const auto needsWhole = [&](size_t user) {
      return !made[user] && llvm::is_contained(nodes[user].from, static_cast<int>(node));
    };
    bool isNeeded = nodes[node].isWanted;
    for (size_t user = node + 1; user < nodes.size(); ++user)
      isNeeded = isNeeded || (combined[user] && needsWhole(user));
    combined[node] = isNeeded;
    if (isNeeded && made[node]) cost += nodes[node].combining + 1e-3;
    if (made[node]) cost += nodes[node].making;
  }
  return cost;
}

bool isPossible(const std::vector<PartialNode> &nodes, const std::vector<bool> &made) {
  for (size_t node = 0; node < nodes.size(); ++node) {
    if (nodes[node].from.empty() && !made[node]) return false;
    for (int part : nodes[node].from)
      if (made[node] && !made[part]) return false;
  }
  return true;
}

TEST(PartialFlow, NoChoiceIsBetter) {
  std::mt19937 random(1);
  const auto upTo = [&](int most) { return static_cast<int>(random() % (most + 1)); };
  for (int round = 0; round < 2000; ++round) {
    std::vector<PartialNode> nodes(1 + upTo(7));
    std::vector<bool> isUsed;
    for (size_t node = 0; node < nodes.size(); ++node) {
      nodes[node].combining = upTo(9);
      nodes[node].isWanted = upTo(2) == 0;
      for (int count = upTo(2); node > 0 && count > 0; --count)
        if (const int part = upTo(static_cast<int>(node) - 1);
            !llvm::is_contained(nodes[node].from, part))
          nodes[node].from.push_back(part);
      if (!nodes[node].from.empty() && upTo(3) == 0) nodes[node].making = upTo(4);
      isUsed.resize(nodes.size(), false);
      for (int part : nodes[node].from)
        isUsed[part] = true;
    }
    for (size_t node = 0; node < nodes.size(); ++node) // nothing is made in vain
      nodes[node].isWanted = nodes[node].isWanted || !isUsed[node];
    double best = std::numeric_limits<double>::infinity();
    for (unsigned choice = 0; choice < 1U << nodes.size(); ++choice) {
      std::vector<bool> made;
      for (size_t node = 0; node < nodes.size(); ++node)
        made.push_back((choice >> node) % 2 != 0);
      if (isPossible(nodes, made)) best = std::min(best, costOf(nodes, made));
    }
    const std::vector<bool> chosen = madeOfPartials(nodes);
    ASSERT_TRUE(isPossible(nodes, chosen)) << round;
    ASSERT_NEAR(costOf(nodes, chosen), best, 1e-6) << round;
  }
}

} // namespace

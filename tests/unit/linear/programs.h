// SPDX-License-Identifier: Apache-2.0
// Programs of a size, each large in one way.
#pragma once

#include <string>

namespace shardc::test {

// x + x, x * x, sums of the last two, choices between what is shared: n times over.
std::string doubling(size_t n);
std::string squaring(size_t n);
std::string fibonacci(size_t n);
std::string choices(size_t n);
std::string negations(size_t n);
// Reshapes that cut digits of digits, under conditions.
std::string reshapes(size_t n);

// n inputs, outputs, or both; `texts` is both in StableHLO's text, with shardings.
std::string inputsSummed(size_t n);
std::string outputsOfOne(size_t n);
std::string inputsAndOutputs(size_t n);
std::string texts(size_t n);
/// Inputs that differ in size.
std::string sizes(size_t n);
/// One value under n names.
std::string sameOutputs(size_t n);

// One op with n operands, results or regions, and n of a kind one after the other.
std::string concatenated(size_t n);
std::string barriers(size_t n);
std::string carried(size_t n);
std::string branches(size_t n);
std::string loops(size_t n);
std::string calls(size_t n);
std::string nestedCalls(size_t n);
std::string products(size_t n);
std::string constraints(size_t n);
std::string sorts(size_t n);

// Names of n letters, n names that are one identifier, a constant of n numbers.
std::string longNames(size_t n);
std::string alikeNames(size_t n);
std::string numbers(size_t n);

/// A program for a mesh of n devices, or n shards.
std::string large(size_t n);

// Configs: none; slices or a mesh on the first input; on all; of n devices or shards.
std::string none(size_t n);
std::string ownMesh(size_t n); // what the program says
std::string slices(size_t n);
std::string mesh(size_t n);
std::string everyInput(size_t n);
std::string everySlice(size_t n);
std::string devices(size_t n);
std::string shards(size_t n);

} // namespace shardc::test

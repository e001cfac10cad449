// SPDX-License-Identifier: Apache-2.0
// What a step computes, for people: in a line, in a word, and where it is said in the program.
#pragma once

#include "codegen/lower/fusion/fuse.h"

namespace shardc {

/// What people know an operand by: a value of the graph.
using NameOf = llvm::function_ref<std::string(int value)>;

/// "z = add(x, dot_general(x, w))": the ops of a fusion over what it reads, for the buffers that
/// are `made`. Of a long one the last ops are written: "z = add(multiply(..., x), w), 12 ops on x,
/// w". Results of one op are said together, "v, i = reduce(x)", others one after the other.
std::string stepText(const Graph &graph, ArrayRef<const Fusion *> fusions,
                     ArrayRef<std::string> made, NameOf nameOf);

/// The op that a kernel is called after: the last that computes. What makes several results is
/// called as all of them are, else after the last op that they share.
std::string mnemonicOf(const Graph &graph, ArrayRef<const Fusion *> fusions);

/// The lines of the ops, in order, each op once, whatever results it has.
std::vector<Source> sourcesOf(const Graph &graph, ArrayRef<const Fusion *> fusions);

} // namespace shardc

// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

#include "programs.h"

namespace shardc::test {

static constexpr Case kCases[] = {
    // What shares
    {"DoublingOnOneDevice", doubling, none, 200},
    {"DoublingInSlices", doubling, slices, 200},
    {"DoublingOnAMesh", doubling, mesh, 200},
    {"SquaringOnOneDevice", squaring, none, 200},
    {"SquaringOnAMesh", squaring, mesh, 200},
    {"Fibonacci", fibonacci, slices, 150},
    {"Choices", choices, slices, 60},
    {"Negations", negations, none, 200},
    {"Reshapes", reshapes, slices, 30},
    // Many inputs, outputs, constants
    {"InputsOnOneDevice", inputsSummed, none, 400},
    {"InputsInSlices", inputsSummed, everySlice, 400},
    {"InputsOnAMesh", inputsSummed, everyInput, 400},
    {"OutputsOnOneDevice", outputsOfOne, none, 100},
    {"OutputsInSlices", outputsOfOne, slices, 100},
    {"OutputsOnAMesh", outputsOfOne, mesh, 100},
    {"SameOutputs", sameOutputs, mesh, 100},
    {"InputsAndOutputs", inputsAndOutputs, none, 100},
    {"Functions", inputsAndOutputs, everySlice, 50},
    {"Text", texts, ownMesh, 100},
    {"Sizes", sizes, everyInput, 50},
    {"Products", products, mesh, 50},
    {"Constraints", constraints, ownMesh, 50},
    {"Sorts", sorts, ownMesh, 8},
    // Wide ops, long names, calls, devices
    {"Concatenated", concatenated, none, 128},
    {"Barriers", barriers, none, 200},
    {"CarriedOnOneDevice", carried, none, 50},
    {"CarriedOnAMesh", carried, mesh, 50},
    {"Branches", branches, none, 50},
    {"Loops", loops, none, 50},
    {"LongNames", longNames, none, 20000},
    {"AlikeNames", alikeNames, none, 100},
    {"Numbers", numbers, none, 2000},
    {"Calls", calls, none, 100},
    {"NestedCalls", nestedCalls, none, 24},
    {"Devices", large, devices, 4096},
    {"Shards", large, shards, 8192},
};

llvm::ArrayRef<Case> cases() { return kCases; }

} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
// What is wrong with configs, and where.
#include "tests/unit/config/reading.h"

#include <chrono>

using namespace shardc;

namespace {

TEST_F(ConfigTest, LocatesWrongSlices) {
  struct {
    const char *slices, *error;
  } const rows[] = {
      {R"(["0..0", "2..2"])",
       "slices-gap at \"2..2\": index 1 is in no slice of dimension 2 of size 3"},
      {R"(["1:3"])", "slices-gap at \"1:3\": index 0 is in no slice of dimension 2 of size 3"},
      {R"(["0:1"])",
       "slices-gap at \"0:1\": indices 1 to 2 are in no slice of dimension 2 of size 3"},
      {R"(["0:2", "1:3"])",
       "slices-overlap at \"1:3\": slices '0:2' and '1:3' overlap: index 1 is in both"},
      {R"(["1:3", "0:1"])",
       "slices-gap at \"1:3\": index 0 is in no slice of dimension 2 of size 3\n"
       "slices-order at \"0:1\": slice '0:1' begins before '1:3'; slices are listed "
       "in order"},
      {R"(["0:4"])", "slice-bounds at \"0:4\": slice '0:4' leaves dimension 2 of size 3"},
      {R"(["0..3"])",
       "slice-bounds at \"0..3\": slice '0..3' leaves dimension 2 of size 3; with '..' the "
       "end counts: the last index is 2"},
      {R"(["0:2", "2:99999999999999999999"])",
       "slice-bounds at \"2:99999999999999999999\": slice '2:99999999999999999999' leaves "
       "dimension 2 of size 3"},
      {R"(["0..9223372036854775807"])", "slice-bounds at \"0..9223372036854775807\": slice "
                                        "'0..9223372036854775807' leaves dimension 2 of size 3"},
      {R"(["0:-1"])",
       "slice-bounds at \"0:-1\": slice '0:-1' counts from the end of dimension 2 of size 3; "
       "write indices from 0 up"},
      {R"(["2:1"])", "slice-reversed at \"2:1\": slice '2:1' ends before it begins"},
      {R"(["2..0"])", "slice-reversed at \"2..0\": slice '2..0' ends before it begins"},
      {R"(["0:3:2"])", "slice-step at \"0:3:2\": slice '0:3:2' has a step; slices are contiguous"},
      {R"(["0..2//2"])",
       "slice-step at \"0..2//2\": slice '0..2//2' has a step; slices are contiguous"},
      {R"(["0:3", "3:3"])", "slice-empty at \"3:3\": slice '3:3' has no index"},
      {R"([])", "slice-empty at [: no slices of dimension 2 of size 3"},
      {R"(["2"])", "slice-syntax at \"2\": '2' is not a slice; for one index write \"2..2\""},
      {R"(["a:b"])", "slice-syntax at \"a:b\": 'a:b' is not a slice; 'a' is not an index"},
      {R"(["0.."])",
       "slice-syntax at \"0..\": '0..' is not a slice; \"A..B\" needs both ends; \"A:B\" may "
       "leave one out"},
      {R"(["0:3", "x"])",
       "slice-syntax at \"x\": 'x' is not a slice; write \"A..B\" (both ends count) or "
       "\"A:B\" (the end is left out)"},
      {R"([0, 1])", "wrong-kind at 0: a slice must be a string such as \"0:2\", not the number 0\n"
                    "wrong-kind at 1: a slice must be a string such as \"0:2\", not the number 1"},
      {R"("0:3")",
       "wrong-kind at \"0:3\": the entry of dimension 2 must be a list of slices, {\"parts\": n} "
       "or {\"length\": n}, not the string '0:3'"},
      {R"({"length": 2})", "length-divides at 2: length 2 does not divide dimension 2 of size 3; "
                           "{\"parts\": 2} cuts unevenly"},
      {R"({"length": 0})", "wrong-value at 0: 'length' must be at least 1, not 0"},
      {R"({"length": 1.5})", "wrong-kind at 1.5: 'length' must be an integer, not the number 1.5"},
      {R"({"parts": 4})",
       "too-many-slices at 4: 4 slices of dimension 2 of size 3 are too many; at "
       "most 3"},
      {R"({"parts": 1000000000000})",
       "too-many-slices at 1000000000000: 1000000000000 slices of dimension 2 of "
       "size 3 are too many; at most 3"},
      {R"({"parts": -1})", "wrong-value at -1: 'parts' must be at least 1, not -1"},
      {R"({})", "missing-key at {: the entry of a dimension has no 'parts' or 'length'"},
      {R"({"part": 2})",
       "unknown-key at \"part\": the entry of a dimension has no key 'part'; did you mean "
       "'parts'?"},
      {R"({"parts": 1, "length": 3})", "wrong-value at 3: 'parts' and 'length' exclude each other"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(errorsOf("\"inputs\": {\"l\": {\"2\": " + std::string(row.slices) + "}}"),
              row.error + std::string("\n"))
        << row.slices;
}

TEST_F(ConfigTest, LocatesWrongNames) {
  struct {
    const char *members, *error;
  } const rows[] = {
      {R"("inputs": {"bgi": {}})",
       "unknown-name at \"bgi\": the program has no input 'bgi'; did you mean 'big'?\n"},
      {R"("outputs": {"z": {}, "q*": {}})",
       "unknown-name at \"z\": the program has no output 'z'; it has 'y', 'out1'\n"
       "unknown-name at \"q*\": no output fits the pattern 'q*'\n"},
      {R"("inputs": {"b*": {}, "*g": {}})", "ambiguous-name at \"*g\": 'b*' and '*g' both fit "
                                            "input 'big', and neither is more specific\n"},
      {R"("inputs": {"l": {}, "arg0": {}})", "ambiguous-name at \"arg0\": 'l' and 'arg0' both fit "
                                             "input 'l', and neither is more specific\n"},
      {R"("inputs": {"b*": {}, "big": {}})",
       "unused-entry at \"b*\": every input that 'b*' fits has a more specific entry\n"},
      {R"("inputs": [{}])",
       "wrong-count at [: 'inputs' is a list of 1, and the program has 4 inputs; "
       "give one entry for each\n"},
      {R"("inputs": 3)", "wrong-kind at 3: 'inputs' must be an object by name, or a list in order, "
                         "not the number 3\n"},
      {R"("inputs": {"l": {"3": [":"]}})",
       "unknown-dimension at \"3\": input 'l' has no dimension '3'; it has dimensions 0 to 2\n"},
      {R"("inputs": {"l": {"-4": [":"]}})",
       "unknown-dimension at \"-4\": input 'l' has no dimension '-4'; it has dimensions 0 to 2\n"},
      {R"("inputs": {"r": {"nn": [":"]}})",
       "unknown-dimension at \"nn\": input 'r' has no dimension 'nn'; it has dimensions 0 to 4\n"},
      {R"("inputs": {"s": {"0": [":"]}})",
       "unknown-dimension at \"0\": input 's' has no dimension '0'; it is a scalar\n"},
      {R"("inputs": {"r": {"4": [":"], "n": [":"]}})",
       "dimension-twice at \"n\": dimension 4 of input 'r' has two entries\n"},
      {R"("donate": ["ll", 1])",
       "unknown-name at \"ll\": the program has no input 'll'; it has 'l', 'r', 's', 'big'\n"
       "wrong-kind at 1: the name of an input must be a string, not the number 1\n"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(errorsOf(row.members), row.error) << row.members;
}

TEST_F(ConfigTest, LocatesWrongOptions) {
  struct {
    const char *members, *error;
  } const rows[] = {
      {R"("inptus": {})", "unknown-key at \"inptus\": a sharding config has no key 'inptus'; did "
                          "you mean 'inputs'?\n"},
      {R"("unspecified": "hole")",
       "wrong-value at \"hole\": 'unspecified' must be \"sharded\" or \"whole\", "
       "not 'hole'; did you mean 'whole'?\n"},
      {R"("unspecified": "open")",
       "wrong-value at \"open\": 'unspecified' must be \"sharded\" or \"whole\", "
       "not 'open'; that is for configs with a mesh\n"},
      {R"("unspecified": 1)",
       "wrong-kind at 1: 'unspecified' must be a string, not the number 1\n"},
      {R"("conflict": "refined")",
       "wrong-value at \"refined\": 'conflict' must be \"error\" or \"refine\", not "
       "'refined'; did you mean 'refine'?\n"},
      {R"("max_shards": 0)", "wrong-value at 0: 'max_shards' must be 1 to 65536, not 0\n"},
      {R"("max_shards": 1000000000000000000000)",
       "wrong-kind at 1000000000000000000000: 'max_shards' must be an integer of 64 bits, not the "
       "number "
       "1000000000000000000000\n"},
      {R"("mesh": "x=2", "place": {"processes": [0]})",
       "wrong-count at [: 'processes' lists 1 processes, and there are 2 devices; give the number "
       "of a process for each\n"},
      {R"("mesh": "x=2", "place": {"hosts": [0, 65536]})",
       "wrong-value at 65536: hosts are counted from 0, and up to 65535, not 65536\n"},
      {R"("place": {"processes": [0, 2]})",
       "wrong-value at [: 'processes' places a device in process 2 and none in 1; number them "
       "without gaps\n"},
      {R"("place": [])", "wrong-kind at [: 'place' must be an object, not a list of 0\n"},
      {R"("place": {"gpu": [0]})",
       "unknown-key at \"gpu\": 'place' has no key 'gpu'; did you mean 'gpus'?\n"},
      {R"("mesh": "x=2", "place": {"gpus": [0, 1, 2]})",
       "wrong-count at [: 'gpus' lists 3 GPUs, and there are 2 devices; give the number of a GPU "
       "for each\n"},
      {R"("place": {"gpus": 2})", "wrong-kind at 2: 'gpus' must be a list, not the number 2\n"},
      {R"("place": {"gpus": [0, -1]})",
       "wrong-value at -1: GPUs are counted from 0, and up to 1023, not -1\n"},
      {R"("place": {"gpus": ["0"]})",
       "wrong-kind at \"0\": a GPU must be an integer, not the string '0'\n"},
      {R"("values": {})",
       "missing-mesh at {: 'values' gives shardings over a mesh, and there is none; "
       "slices are given to \"inputs\" and \"outputs\"\n"},
      {R"("inputs": {"l": ["data"]})",
       "missing-mesh at [: a list per dimension names axes, and there is no \"mesh\"; slices are "
       "written {\"0\": [\"0:2\", \"2:5\"]}\n"},
      {R"("inputs": {"l": {"device": 1}})",
       "missing-mesh at \"device\": 'device' of input 'l' is one device of a mesh, and nothing "
       "says "
       "how many there are; add \"mesh\", such as \"mesh\": \"x=8\"\n"},
      {R"("inputs": {"l": {"0": ["0:1", "1:2"]}}, "outputs": [{"device": 1}, null])",
       "missing-mesh at \"device\": 'device' of output 'y' is one device of a mesh, and nothing "
       "says "
       "how many there are; add \"mesh\", such as \"mesh\": \"x=8\"\n"},
      {R"("inputs": {"l": {"dims": ["x"]}})",
       "missing-mesh at \"dims\": 'dims' of input 'l' is about a mesh, and there is none; add "
       "\"mesh\"\n"},
      {R"("outputs": {"y": {"unspecified": "whole"}})",
       "unknown-key at \"whole\": 'unspecified' is for inputs; dimensions that an output leaves "
       "out "
       "follow "
       "the inputs\n"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(errorsOf(row.members), row.error) << row.members;
  EXPECT_FALSE(read(R"({"shardc": 1, "kind": "program", "ops": []})"));
  EXPECT_EQ(
      errors,
      "wrong-file-kind at \"program\": a sharding config is expected here, and this is a program; "
      "are the two files swapped? the order is: PROGRAM -c CONFIG\n");
}

TEST_F(ConfigTest, TellsAllErrorsInOneRun) {
  EXPECT_EQ(errorsOf(R"("conflict": 1, "inputs": {"l": {"0": ["0:1"], "1": ["2:1"]}, "x": {}})"),
            "wrong-kind at 1: 'conflict' must be a string, not the number 1\n"
            "unknown-name at \"x\": the program has no input 'x'; it has 'l', 'r', 's', 'big'\n"
            "slices-gap at \"0:1\": index 1 is in no slice of dimension 0 of size 2\n"
            "slice-reversed at \"2:1\": slice '2:1' ends before it begins\n");
}

TEST_F(ConfigTest, ChecksMeshes) {
  struct {
    const char *members, *error;
  } const rows[] = {
      {R"("mesh": "data=2, model=4", "inputs": {"l": ["data", null, "?"], "r": {"n": ["model", "?"]}},
          "outputs": {"y": [["data", "model"]]})",
       ""},
      {R"("mesh": "data=2", "values": {"h": [null, "?"]})",
       "unknown-name at \"h\": the program has no value 'h'\n"},
      {R"("mesh": "data=2", "values": {"arg0": [null, "?"]})",
       "unknown-name at \"arg0\": the program has no value 'arg0'; inputs and outputs stand under "
       "\"inputs\" and \"outputs\"\n"},
      {R"("mesh": {"axes": [["data", 2], ["model", 2]], "device_ids": [3, 1, 0, 2]})", ""},
      {R"("mesh": "x=8", "inputs": {"l": ["x:(1)2", "x:(2)4"]})", ""},
      {R"("mesh": "x=8", "inputs": {"l": [], "r": [null]}, "unspecified": "replicated")", ""},
      {R"("mesh": "data=2", "inputs": {"l": ["dta"]})",
       "unknown-axis at \"dta\": the mesh has no axis 'dta'; did you mean 'data'?\n"},
      {R"("mesh": "x=2", "inputs": {"l": ["x", "x"]})",
       "axis-twice at \"x\": axis 'x' is used twice in one sharding\n"},
      {R"("mesh": "x=8", "inputs": {"l": ["x:(1)4", "x:(2)4"]})",
       "axis-twice at \"x:(2)4\": axis 'x' is used twice in one sharding\n"},
      {R"("mesh": "x=8", "inputs": {"l": ["x:(3)2"]})",
       "wrong-axes at \"x:(3)2\": sub-axis 'x:(3)2' does not fit axis 'x' of size 8: before times "
       "size "
       "must "
       "divide it, and size be at least 2\n"},
      {R"("mesh": "x=8", "inputs": {"l": ["x:4"]})",
       "wrong-axes at \"x:4\": 'x:4' is not a sub-axis; write \"x:(before)size\"\n"},
      {R"("mesh": "x=8", "inputs": {"l": [["?", "x"]]})",
       "wrong-axes at \"?\": \"?\" stands at the end of a list of axes\n"},
      {R"("mesh": "x=8", "inputs": {"l": ["x", null, null, null]})",
       "wrong-count at [: a sharding of 4 dimensions for input 'l' of rank 3\n"},
      {R"("mesh": "x=8", "inputs": {"l": [1]})", "wrong-kind at 1: the axes of a dimension must be "
                                                 "null, an axis, \"?\" or a list of axes, not "
                                                 "the number 1\n"},
      {R"("mesh": "x=8", "inputs": {"l": {"5": "x"}})",
       "unknown-dimension at \"5\": input 'l' has no dimension '5'; it has dimensions 0 to 2\n"},
      {R"("mesh": "x=2, x=4")", "wrong-mesh at \"x=2, x=4\": axis 'x' occurs twice\n"},
      {R"("mesh": "x=0")", "wrong-mesh at \"x=0\": axis 'x' has size 0; it must be at least 1\n"},
      {R"("mesh": "x")", "wrong-mesh at \"x\": 'x' is not an axis; write \"data=2, model=4\"\n"},
      {R"("mesh": "x=99999999, y=9999999999999")",
       "wrong-mesh at \"x=99999999, y=9999999999999\": the mesh has more than 65536 devices\n"},
      {R"("mesh": {"axes": [["x", 2]], "device_ids": [0, 0]})",
       "wrong-mesh at [: device 0 occurs twice\n"},
      {R"("mesh": {"axes": [["x", 2]], "device_ids": [0, 2]})",
       "wrong-mesh at [: there is no device 2; ids are 0 to 1\n"},
      {R"("mesh": {"axes": [["x", 2]], "device_ids": [0]})",
       "wrong-mesh at [: 'device_ids' lists 1 devices, and the mesh has 2\n"},
      {R"("mesh": {"axes": {"x": 2}})", "wrong-kind at {: 'axes' must be a list, not an object\n"},
      {R"("mesh": "x=8", "unspecified": "opne")",
       "wrong-value at \"opne\": 'unspecified' must be \"open\" "
       "or \"replicated\" where there is a mesh, not "
       "'opne'; did you mean 'open'?\n"},
      {R"("mesh": "x=8", "inputs": {"l": {"dims": ["x"], "priority": [1, null, null],
          "replicated": []}})",
       ""},
      {R"("mesh": "x=8", "inputs": {"l": {"dims": ["x"], "priority": [1]}})",
       "wrong-count at [: 'priority' lists 1 numbers for input 'l' of rank 3\n"},
      {R"("mesh": "x=8", "inputs": {"l": {"dims": ["x"], "priority": [null, 1, null]}})",
       "wrong-value at 1: a dimension that is closed and has no axes has no priority; write "
       "null\n"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(errorsOf(row.members), row.error) << row.members;
  EXPECT_EQ(errorsOf(R"("mesh": "x=8", "inputs": {"l": {"0": ["0:1", "1:2"]}})"),
            "slices-and-mesh at \"x=8\": a mesh (collective shards) and slices (independent "
            "shards) in one "
            "config; keep one\n");
}

TEST_F(ConfigTest, KeepsOffFromHostileInput) {
  auto start = std::chrono::steady_clock::now();
  std::string many = "[";
  for (int i = 0; i < 1'000'000; ++i)
    many += (i ? ",\"" : "\"") + std::to_string(i) + ".." + std::to_string(i) + "\"";
  EXPECT_EQ(
      errorsOf("\"inputs\": {\"big\": {\"0\": " + many + "]}}"),
      "too-many-slices at [: 1000000 slices of dimension 0 of size 1000000000000000000 are too "
      "many; at most 65536\n");
  EXPECT_EQ(errorsOf(R"("inputs": {"big": {"0": {"parts": 1000000000000}}})"),
            "too-many-slices at 1000000000000: 1000000000000 slices of dimension 0 of size "
            "1000000000000000000 "
            "are too many; at most 65536\n");
  EXPECT_EQ(errorsOf(R"("inputs": {"big": {"0": {"length": 1}}})"),
            "too-many-slices at 1: 1000000000000000000 slices of dimension 0 of size "
            "1000000000000000000 are too many; at most 65536\n");
  std::string unknown = "\"inputs\": {";
  for (int i = 0; i < 100'000; ++i)
    unknown += (i ? ", \"x" : "\"x") + std::to_string(i) + "*\": {\"0\": 1}";
  readMembers(unknown + "}");
  EXPECT_EQ(llvm::count(errors, '\n'), 100);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

} // namespace

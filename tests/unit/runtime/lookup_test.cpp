// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/lookup.h"

#include "runtime/io/formats/npz.h"
#include "runtime/io/values.h"
#include "support.h"

namespace shardc::runtime {
namespace {

std::vector<Signature> called(const std::vector<std::string> &names) {
  std::vector<Signature> list;
  for (const std::string &name : names)
    list.push_back({name, Type::f32, {}});
  return list;
}

/// The name that is found, "a or b", or "" for none.
std::string found(const std::vector<std::string> &names, const std::string &name,
                  Side side = Side::input) {
  const Found one = Lookup(called(names), side).find(name);
  if (one.index < 0) return "";
  return names[one.index] + (one.other < 0 ? "" : " or " + names[one.other]);
}

TEST(Path, IsWhatJaxSpells) {
  EXPECT_EQ(pathOf("p['params']['Dense_0']['kernel']"), "p/params/Dense_0/kernel");
  EXPECT_EQ(pathOf("state.opt_state[0].mu[\"it's\"]"), "state/opt_state/0/mu/it's");
  EXPECT_EQ(pathOf("['w'][<flat index 0>]"), "w/<flat index 0>");
  EXPECT_EQ(pathOf("p['params']['*']['kernel']"), "p/params/*/kernel");
  EXPECT_EQ(pathOf("*['kernel']"), "*/kernel");
}

TEST(Path, LeavesOtherTextAlone) {
  for (const char *text : {"", "x", "params/Dense_0/kernel", "a=b", "p[", "p['", "p['x'", "p[']",
                           "p.", "p['x']y", "a b", "p..x", "[", "."})
    EXPECT_EQ(pathOf(text), text);
}

TEST(Lookup, TakesEverySpellingOfAPath) {
  const std::vector<std::string> names = {"p/params/Dense_0/kernel", "x"};
  for (const char *name :
       {"p/params/Dense_0/kernel", "p['params']['Dense_0']['kernel']", "params/Dense_0/kernel",
        "['params']['Dense_0']['kernel']", "p.params.Dense_0.kernel", "arg0"})
    EXPECT_EQ(found(names, name), names[0]) << name;
  for (const char *name :
       {"Dense_0/kernel", "kernel", "p/params", "q/params/Dense_0/kernel", "out0"})
    EXPECT_EQ(found(names, name), "") << name;
}

TEST(Lookup, PrefersTheMoreExactName) {
  EXPECT_EQ(found({"p/x", "x"}, "x"), "x");
  EXPECT_EQ(found({"p/arg1", "x"}, "arg1"), "x");
  EXPECT_EQ(found({"arg1", "x"}, "arg1"), "arg1");
  EXPECT_EQ(found({"a/b", "a.b"}, "a.b"), "a.b");
  EXPECT_EQ(found({"q/a/b", "a/b"}, "a['b']"), "a/b");
}

TEST(Lookup, SaysWhereANameMayMeanTwo) {
  EXPECT_EQ(found({"teacher/w", "student/w"}, "w"), "teacher/w or student/w");
  EXPECT_EQ(found({"teacher/w", "student/w"}, "student/w"), "student/w");
  const auto list = called({"teacher/w", "student/w"});
  std::string line;
  EXPECT_EQ(exitOf([&] { findOne(Lookup(list, Side::input), list, "['w']"); }, &line),
            Exit::wrong_input);
  EXPECT_EQ(line, "'['w']' may be 'teacher/w' or 'student/w'; write more of the name");
}

TEST(Lookup, KeepsNamesThatAreNoPathsWhole) { EXPECT_EQ(found({"layer.w"}, "w"), ""); }

TEST(Lookup, KnowsOutputsAsPartsOfTheResult) {
  const std::vector<std::string> names = {"out0", "y", "result/1/w", "out3", "result/3"};
  const std::pair<const char *, const char *> rows[] = {{"result[0]", "out0"},
                                                        {"0", "out0"},
                                                        {"out2", "result/1/w"},
                                                        {"result['y']", "y"},
                                                        {"['y']", "y"},
                                                        {"result/y", "y"},
                                                        {"result[1]['w']", "result/1/w"},
                                                        {"1/w", "result/1/w"},
                                                        {"out3", "out3"},
                                                        {"result/3", "result/3"},
                                                        {"arg0", ""}};
  for (const auto &[name, wanted] : rows)
    EXPECT_EQ(found(names, name, Side::output), wanted) << name;
}

TEST(Lookup, HasNoNumbersInside) { EXPECT_EQ(found({"h"}, "arg0", Side::inside), ""); }

TEST(Inputs, ComeFromTreesOfParameters) {
  const Folder folder;
  const auto wanted = called({"p/params/w", "p/params/b", "x"});
  const Array one = arrayOf<float>(Type::f32, {}, {1}), two = arrayOf<float>(Type::f32, {}, {2});
  writeNpz(folder.file("p.npz"), {{"params/w", &one}, {"p['params']['b']", &two}, {"more", &two}});
  const auto values = readInputs(wanted, {folder.file("p.npz"), "x=zeros"});
  EXPECT_EQ(values[0].array.data, one.data);
  EXPECT_EQ(values[1].array.data, two.data);
}

TEST(Inputs, AreGivenOnceByAFile) {
  const Folder folder;
  const auto wanted = called({"p/params/w"});
  const Array one = arrayOf<float>(Type::f32, {}, {1});
  writeNpz(folder.file("p.npz"), {{"params/w", &one}, {"p['params']['w']", &one}});
  std::string line;
  EXPECT_EQ(exitOf([&] { readInputs(wanted, {folder.file("p.npz")}); }, &line), Exit::wrong_input);
  EXPECT_EQ(line,
            folder.file("p.npz") + ": 'params/w' and 'p['params']['w']' are both 'p/params/w'");
}

TEST(Inputs, AreListedWhereAFileHasOthers) {
  const Folder folder;
  const Array one = arrayOf<float>(Type::f32, {}, {1});
  writeNpz(folder.file("p.npz"), {{"arr_0", &one}, {"arr_1", &one}});
  std::string line;
  EXPECT_EQ(exitOf([&] { readInputs(called({"x"}), {folder.file("p.npz")}); }, &line),
            Exit::wrong_input);
  EXPECT_EQ(line, folder.file("p.npz") + ": has none of the inputs; it has 'arr_0', 'arr_1'");
}

TEST(Inputs, AreNotMisspeltInFiles) {
  const Folder folder;
  const Array one = arrayOf<float>(Type::f32, {}, {1});
  const std::string path = folder.file("p.npz");
  const auto why = [&](const std::vector<std::string> &inputs, const std::string &name) {
    writeNpz(path, {{"x", &one}, {name, &one}});
    std::string line;
    EXPECT_EQ(exitOf(
                  [&] {
                    readInputs(called(inputs), {"*=zeros", path});
                  },
                  &line),
              Exit::wrong_input);
    return line;
  };
  EXPECT_EQ(why({"p/params/Dense_0/w", "x"}, "params/Dense_O/w"),
            path + ": there is no input 'params/Dense_O/w'; did you mean 'p/params/Dense_0/w'?");
  EXPECT_EQ(why({"x", "a", "b", "c", "d"}, "nothing"),
            path + ": there is no input 'nothing'; inputs that no name gives are 'a', 'b', 'c', "
                   "'d'");
}

TEST(Inputs, ComeFromWhatTheStepBeforeHasMade) {
  const Folder folder;
  const Array one = arrayOf<float>(Type::f32, {}, {1});
  writeNpz(folder.file("p.npz"), {{"w", &one}, {"loss", &one}});
  const auto values = readInputs(called({"w", "x"}), {folder.file("p.npz"), "x=zeros"});
  EXPECT_EQ(values[0].array.data, one.data);
}

TEST(Inputs, AreNoneWhereAFileIsEmpty) {
  const Folder folder;
  const std::string path = folder.file("p.npz");
  writeNpz(path, {});
  EXPECT_TRUE(readInputs({}, {path}).empty());
  std::string line;
  EXPECT_EQ(exitOf([&] { readInputs(called({"x"}), {path}); }, &line), Exit::wrong_input);
  EXPECT_EQ(line, path + ": has none of the inputs; it has none");
  const Array one = arrayOf<float>(Type::f32, {}, {1});
  writeNpz(path, {{"x", &one}});
  EXPECT_EQ(exitOf([&] { readInputs({}, {path}); }, &line), Exit::wrong_input);
  EXPECT_EQ(line, path + ": has none of the inputs; it has 'x'");
}

TEST(Closest, IsANameOfFewOtherLetters) {
  EXPECT_EQ(closest("wieght", {"bias", "weight"}), "weight");
  EXPECT_EQ(closest("W", {"v", "w"}), "w");
  EXPECT_EQ(closest("ab", {"ba", "b"}), "ba");
  EXPECT_EQ(closest("kernel", {"bias", "x"}), "");
  EXPECT_EQ(closest("", {"x"}), "");
}

} // namespace
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/values.h"

#include "runtime/io/file.h"
#include "runtime/io/finite.h"
#include "runtime/io/formats/npy.h"
#include "runtime/io/formats/npz.h"
#include "runtime/io/formats/shared_npy.h"
#include "support.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <unistd.h>

namespace shardc::runtime {
namespace {

const std::vector<Signature> kInputs = {{"x", Type::f32, {2, 2}}, {"a=b", Type::i64, {3}}};

const Parts kAll = {{whole({2, 2})}, {whole({3})}};

TEST(Inputs, LaterOnesWin) {
  const auto values = readInputs(kInputs, {"*=iota", "x=zeros", "arg1=iota:-1"});
  EXPECT_EQ(valuesOf<float>(values[0].array), (std::vector<float>{0, 0, 0, 0}));
  EXPECT_EQ(valuesOf<int64_t>(values[1].array), (std::vector<int64_t>{-1, 0, 1}));
}

TEST(Inputs, MayHaveAnEqualsSignInTheirName) {
  const auto values = readInputs(kInputs, {"x=zeros", "a=b=iota:5"});
  EXPECT_EQ(valuesOf<int64_t>(values[1].array), (std::vector<int64_t>{5, 6, 7}));
}

TEST(Inputs, ComeFromAFolder) {
  const Folder folder;
  writeNpy(folder.file("x.npy"), arrayOf<float>(Type::f32, {2, 2}, {5, 6, 7, 8}));
  writeNpy(folder.file("arg1.npy"), arrayOf<int64_t>(Type::i64, {3}, {7, 8, 9}));
  const auto values = readInputs(kInputs, {folder.path + "/"});
  EXPECT_EQ(valuesOf<float>(values[0].array), (std::vector<float>{5, 6, 7, 8}));
  EXPECT_EQ(valuesOf<int64_t>(values[1].array), (std::vector<int64_t>{7, 8, 9}));
  std::string line;
  EXPECT_EQ(exitOf([] { readInputs(kInputs, {"nowhere/"}); }, &line), Exit::environment);
  EXPECT_EQ(line, "nowhere/: cannot be read: No such file or directory");
}

TEST(Inputs, StayInTheirFilesUntilTheyAreLookedAt) {
  const Folder folder;
  const std::vector<float> numbers = {5, 6, 7, 8};
  writeNpy(folder.file("x.npy"), arrayOf<float>(Type::f32, {2, 2}, numbers));
  const auto values = readInputs(kInputs, {"x=" + folder.file("x.npy"), "a=b=zeros"}, kAll);
  EXPECT_TRUE(values[0].array.data.empty());
  ASSERT_EQ(values[0].bytes(), numbers.size() * sizeof(float));
  EXPECT_EQ(std::memcmp(values[0].data(), numbers.data(), values[0].bytes()), 0);
  // So do those of an archive that are stored.
  const Array x = arrayOf<float>(Type::f32, {2, 2}, numbers);
  writeNpz(folder.file("x.npz"), {{"x", &x}});
  const auto archived = readInputs(kInputs, {"a=b=zeros", folder.file("x.npz")}, kAll);
  EXPECT_TRUE(archived[0].array.data.empty());
  ASSERT_EQ(archived[0].bytes(), numbers.size() * sizeof(float));
  EXPECT_EQ(std::memcmp(archived[0].data(), numbers.data(), archived[0].bytes()), 0);
  // Truths may be any byte but 0 in a file, so they are read.
  writeNpy(folder.file("on.npy"), arrayOf<int8_t>(Type::i8, {1}, {2}));
  std::string bytes = readFile(folder.file("on.npy"));
  bytes.replace(bytes.find("|i1"), 3, "|b1");
  writeFile(folder.file("on.npy"), bytes);
  const std::vector<Signature> truth = {{"on", Type::i1, {1}}};
  const auto read = readInputs(truth, {"on=" + folder.file("on.npy")}, Parts{{whole({1})}});
  EXPECT_EQ(*read[0].data(), 1);
}

TEST(Inputs, AreMadeWhereTheyAreLookedAt) {
  const Box column = {{0, 2}, {1, 2}}, last = {{2, 3}};
  for (const std::string word : {"random:3", "iota:5", "zeros", "7"}) {
    const auto all = readInputs(kInputs, {"*=" + word});
    const auto values = readInputs(kInputs, {"*=" + word}, Parts{{column}, {last}});
    const auto x = valuesOf<float>(all[0].array);
    ASSERT_EQ(values[0].made.size(), 1u) << word;
    EXPECT_EQ(valuesOf<float>(values[0].made[0]), (std::vector<float>{x[1], x[3]})) << word;
    EXPECT_TRUE(same_box(values[0].pieces()[0].box, column)) << word;
    ASSERT_EQ(values[1].made.size(), 1u) << word;
    EXPECT_EQ(valuesOf<int64_t>(values[1].made[0])[0], valuesOf<int64_t>(all[1].array)[2]) << word;
  }
  // Of an input that nobody here holds there is nothing.
  EXPECT_TRUE(readInputs(kInputs, {"*=iota"}, Parts{{}, {}})[0].made.empty());
}

TEST(SharedNpy, IsThereWhenAllHaveWritten) {
  const Folder folder;
  const std::string path = folder.file("y.npy");
  const std::vector<float> left = {1, 2, 4, 5}, right = {3, 6};
  {
    SharedNpy first(path, Type::f32, {2, 3}), second(path, Type::f32, {2, 3});
    first.make();
    first.write({{0, 2}, {0, 2}}, reinterpret_cast<const char *>(left.data()));
    second.write({{0, 2}, {2, 3}}, reinterpret_cast<const char *>(right.data()));
    EXPECT_NE(access(path.c_str(), F_OK), 0);
    second.finish(/*is_first=*/false);
    first.finish(/*is_first=*/true);
  }
  EXPECT_EQ(readFile(path), formatNpy(arrayOf<float>(Type::f32, {2, 3}, {1, 2, 3, 4, 5, 6})));
  { SharedNpy(folder.file("z.npy"), Type::f32, {2}).make(); }
  EXPECT_NE(access(folder.file("z.npy.part").c_str(), F_OK), 0) << "what failed leaves nothing";
}

TEST(Inputs, ComeFromFilesByNameOrNumber) {
  const Folder folder;
  const Array x = arrayOf<float>(Type::f32, {2, 2}, {1, 2, 3, 4});
  const Array b = arrayOf<int64_t>(Type::i64, {3}, {7, 8, 9});
  writeNpz(folder.file("i=n.npz"), {{"x", &x}, {"arg1", &b}, {"other", &b}});
  writeNpy(folder.file("x.npy"), arrayOf<float>(Type::f32, {2, 2}, {5, 6, 7, 8}));
  const auto values = readInputs(kInputs, {folder.file("i=n.npz"), "x=" + folder.file("x.npy")});
  EXPECT_EQ(valuesOf<float>(values[0].array), (std::vector<float>{5, 6, 7, 8}));
  EXPECT_EQ(values[1].array.data, b.data);
}

TEST(Inputs, AreTakenFromWhatAStepHasMade) {
  const Folder folder;
  const Array x = arrayOf<float>(Type::f32, {2, 2}, {1, 2, 3, 4});
  writeNpz(folder.file("step.npz"), {{"x", &x}, {"loss", &x}});
  const std::vector<std::string> words = {"*=zeros", folder.file("step.npz")};
  EXPECT_EQ(exitOf([&] { readInputs(kInputs, words); }), Exit::wrong_input); // a=b, misspelt?
  const std::vector<Signature> outputs = {{"x", Type::f32, {2, 2}}, {"loss", Type::f32, {}}};
  const auto values = readInputs(kInputs, words, std::nullopt, outputs);
  EXPECT_EQ(valuesOf<float>(values[0].array), (std::vector<float>{1, 2, 3, 4}));
}

TEST(Inputs, AreRefusedWithTheirReason) {
  const Folder folder;
  writeNpy(folder.file("x.npy"), arrayOf<float>(Type::f32, {4}, {5, 6, 7, 8}));
  const auto exit = [&](const std::vector<std::string> &words) {
    return exitOf([&] { readInputs(kInputs, words); });
  };
  EXPECT_EQ(exit({"x=zeros"}), Exit::wrong_input);      // one is missing
  EXPECT_EQ(exit({"*=zeros", "y=zeros"}), Exit::usage); // no such input
  EXPECT_EQ(exit({"*=random:x"}), Exit::usage);         // no number
  EXPECT_EQ(exit({"*=random:"}), Exit::usage);
  EXPECT_EQ(exit({"*=iota:1.5"}), Exit::usage);
  EXPECT_EQ(exit({"*=zero"}), Exit::environment); // a file that is not there
  EXPECT_EQ(exit({"none.npz"}), Exit::environment);
  EXPECT_EQ(exit({"*=zeros", "x=" + folder.file("x.npy")}), Exit::wrong_input); // another shape
}

TEST(Inputs, AreNumbersThroughout) {
  const auto values = readInputs(kInputs, {"x=0.5", "a=b=ones"});
  EXPECT_EQ(valuesOf<float>(values[0].array), (std::vector<float>{0.5, 0.5, 0.5, 0.5}));
  EXPECT_EQ(valuesOf<int64_t>(values[1].array), (std::vector<int64_t>{1, 1, 1}));
  const auto of = [](Type type, const char *from) {
    return makeValue({"v", type, {1}}, 0, from)->data[0];
  };
  EXPECT_EQ(of(Type::i1, "true"), 1);
  EXPECT_EQ(of(Type::i1, "0"), 0);
  EXPECT_EQ(of(Type::i32, "-2"), -2);
  EXPECT_TRUE(std::isnan(valuesOf<float>(*makeValue(kInputs[0], 0, "nan"))[0]));
  EXPECT_EQ(valuesOf<float>(*makeValue(kInputs[0], 0, "-inf"))[0], -HUGE_VALF);
}

TEST(Inputs, AreNoNumbersThatTheirTypeLacks) {
  const auto exit = [](Type type, const char *from) {
    return exitOf([&] { makeValue({"v", type, {1}}, 0, from); });
  };
  EXPECT_EQ(exit(Type::i32, "0.5"), Exit::usage);
  EXPECT_EQ(exit(Type::i32, "2147483648"), Exit::usage);
  EXPECT_EQ(exit(Type::ui32, "-1"), Exit::usage);
  EXPECT_EQ(exit(Type::f32, "1e300"), Exit::usage);
  EXPECT_EQ(exit(Type::f32, "true"), Exit::usage);
  EXPECT_EQ(exit(Type::i1, "2"), Exit::usage);
  EXPECT_FALSE(makeValue(kInputs[0], 0, "0.5.npy")); // a file
}

TEST(Inputs, SayWhyAFileCannotBeRead) {
  const Folder folder;
  const auto why = [&](const std::string &word) -> std::string {
    try {
      readInputs(kInputs, {word});
    } catch (const Error &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(why("x=oness").find("there is no file 'oness'; without a file an input is zeros, ones"),
            std::string::npos);
  EXPECT_NE(why("x=none.npy").find("none.npy: cannot be read: "), std::string::npos);
  EXPECT_NE(why("x=" + folder.file("")).find("cannot be read: it is a folder"), std::string::npos);
}

TEST(Random, DependsOnSeedAndInputAlone) {
  const auto first = readInputs(kInputs, {"*=random:1"}),
             again = readInputs(kInputs, {"*=random:1"}),
             other = readInputs(kInputs, {"*=random:2"});
  EXPECT_EQ(first[0].array.data, again[0].array.data);
  EXPECT_NE(first[0].array.data, other[0].array.data);
  for (float x : valuesOf<float>(first[0].array))
    EXPECT_TRUE(x >= -1 && x < 1) << x;
  for (int64_t x : valuesOf<int64_t>(first[1].array))
    EXPECT_TRUE(x >= -8 && x < 8) << x;
  EXPECT_NE(makeValue(kInputs[0], 0, "random:1")->data, makeValue(kInputs[0], 1, "random:1")->data);
}

TEST(Print, HasAHeadingAndALinePerRow) {
  EXPECT_EQ(formatValue("z", arrayOf<int32_t>(Type::i32, {2, 2}, {319, 340, 823, -880})),
            "z i32[2, 2]\n  319 340\n  823 -880\n");
  EXPECT_EQ(formatValue("z", arrayOf<int64_t>(Type::i64, {}, {9007199254740993})),
            "z i64[]\n  9007199254740993\n");
  EXPECT_EQ(formatValue("z", Array{Type::i1, {2}, {0, 1}}), "z i1[2]\n  false true\n");
  EXPECT_EQ(formatValue("a\nb", Array{Type::f32, {0}, {}}), "a?b f32[0]\n");
}

TEST(Print, ShowsFloatsInFull) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  EXPECT_EQ(formatValue("z", arrayOf<float>(Type::f32, {6}, {0.1f, -0.0f, 1e20f, inf, -inf, -nan})),
            "z f32[6]\n  0.1 -0 1e+20 inf -inf nan\n");
}

TEST(Compare, ScalesByTheLargestMagnitude) {
  const Signature z = {"z", Type::f32, {2, 2}};
  const Array expected = arrayOf<float>(Type::f32, {2, 2}, {100, 1, 0, 0});
  const Array got = arrayOf<float>(Type::f32, {2, 2}, {100, 1, 0, 0.5});
  EXPECT_EQ(findDifference(z, got, expected, 0.01), std::nullopt);
  EXPECT_EQ(findDifference(z, got, expected, 0.001),
            "output 'z': 1 of 4 elements differ; the first, at [1, 1], is 0.5, expected 0, give or "
            "take 0.1");
}

TEST(Compare, IsExactForIntegers) {
  const Signature z = {"z", Type::i64, {1}};
  const Array a = arrayOf<int64_t>(Type::i64, {1}, {9007199254740993});
  const Array b = arrayOf<int64_t>(Type::i64, {1}, {9007199254740992});
  EXPECT_NE(findDifference(z, a, b, 0.5), std::nullopt);
  EXPECT_EQ(findDifference(z, a, a, 0.0), std::nullopt);
}

TEST(Compare, TellsInfinitiesFromNumbers) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const Signature z = {"z", Type::f64, {1}};
  const auto differ = [&](double got, double expected) {
    return findDifference(z, arrayOf<double>(Type::f64, {1}, {got}),
                          arrayOf<double>(Type::f64, {1}, {expected}), 0.1)
        .has_value();
  };
  EXPECT_FALSE(differ(inf, inf));
  EXPECT_FALSE(differ(nan, nan));
  EXPECT_FALSE(differ(0.0, -0.0));
  EXPECT_TRUE(differ(inf, -inf));
  EXPECT_TRUE(differ(inf, 1));
  EXPECT_TRUE(differ(1, inf));
  EXPECT_TRUE(differ(nan, 1));
  EXPECT_TRUE(differ(1, nan));
}

TEST(Expected, MustHaveEveryOutput) {
  const Folder folder;
  const Array x = arrayOf<float>(Type::f32, {1}, {1});
  writeNpz(folder.file("a.npz"), {{"out0", &x}});
  EXPECT_EQ(readExpected({{"z", Type::f32, {1}}}, folder.file("a.npz"))[0].data, x.data);
  EXPECT_EQ(exitOf([&] {
              readExpected({{"z", Type::f32, {1}}, {"k", Type::f32, {1}}}, folder.file("a.npz"));
            }),
            Exit::wrong_input);
}

template <typename T>
static std::optional<std::string> notFinite(Type type, const std::vector<T> &values,
                                            const Box &window, const Box &box) {
  return find_not_finite(type, {window, reinterpret_cast<const char *>(values.data())}, box);
}

TEST(Finite, NamesTheFirstElementOfTheBoxThatIsNot) {
  const Box window = {{2, 4}, {0, 3}};
  const std::vector<float> values = {NAN, 1, 2, 3, INFINITY, -INFINITY};
  EXPECT_EQ(notFinite(Type::f32, values, window, {{0, 9}, {0, 9}}), "[2, 0] is nan");
  EXPECT_EQ(notFinite(Type::f32, values, window, {{0, 9}, {1, 2}}), "[3, 1] is inf");
  EXPECT_EQ(notFinite(Type::f32, values, window, {{3, 4}, {2, 3}}), "[3, 2] is -inf");
  EXPECT_EQ(notFinite(Type::f32, values, window, {{2, 3}, {1, 3}}), std::nullopt);
  EXPECT_EQ(notFinite(Type::f32, values, window, {{0, 2}, {3, 9}}), std::nullopt); // nowhere
  EXPECT_EQ(notFinite<float>(Type::f32, {NAN}, {}, {}), "[] is nan");
}

TEST(Finite, LooksAtAllTypesOfFloats) {
  const Box all = {{0, 2}};
  EXPECT_EQ(notFinite<c64>(Type::c64, {c64(1, 2), c64(1, NAN)}, all, all), "[1] is (1, nan)");
  EXPECT_EQ(notFinite<uint16_t>(Type::bf16, {0x3f80, 0x7f80}, all, all), "[1] is inf");
  EXPECT_EQ(notFinite<uint8_t>(Type::f8E4M3FN, {0x7e, 0x7f}, all, all), "[1] is nan");
  EXPECT_EQ(notFinite<int32_t>(Type::i32, {-1, 0x7fc00000}, all, all), std::nullopt);
}

} // namespace
} // namespace shardc::runtime

// SPDX-License-Identifier: Apache-2.0
#include "codegen/names.h"

#include "gtest/gtest.h"

using namespace shardc;

TEST(Identifier, KeepsWhatIsOne) {
  EXPECT_EQ(identifier("x"), "x");
  EXPECT_EQ(identifier("w_1"), "w_1");
  EXPECT_EQ(identifier("_tail"), "_tail");
}

TEST(Identifier, ReplacesOtherCharactersOneByOne) {
  EXPECT_EQ(identifier("a-b.c"), "a_b_c");
  EXPECT_EQ(identifier("x*/\"\n"), "x____");
  EXPECT_EQ(identifier("gewölbe"), "gew_lbe");
  EXPECT_EQ(identifier("a\u202Eb"), "a_b");
  EXPECT_EQ(identifier("${x};$(y)"), "__x____y__");
}

TEST(Identifier, NeverStartsWithADigitAndIsNeverEmpty) {
  EXPECT_EQ(identifier("0"), "_0");
  EXPECT_EQ(identifier(""), "_");
  EXPECT_EQ(identifier("\x80\xBF"), "_");
}

TEST(Identifier, MarksReservedWords) {
  for (const char *word : {"class", "int", "xor", "restrict", "threadIdx", "errno", "std", "shardc",
                           "INT32_MAX", "tanhf", "linux"})
    EXPECT_EQ(identifier(word), std::string(word) + "_");
  EXPECT_EQ(identifier("__global__"), "__global___");
  EXPECT_EQ(identifier("_X"), "_X_");
}

TEST(Identifier, MarksMoreWordsForPrograms) {
  for (const char *word : {"all", "test", "string", "exp", "random", "timer"})
    EXPECT_EQ(programIdentifier(word), std::string(word) + "_");
  EXPECT_EQ(programIdentifier("class"), "class_");
  EXPECT_EQ(programIdentifier("mlp"), "mlp");
  for (const char *word : {"all", "time", "gamma", "index"})
    EXPECT_EQ(identifier(word), word);
}

TEST(ProgramPrefix, KeepsNamesApartThatDifferOnlyInCase) {
  EXPECT_EQ(programPrefix("net_1"), "NET_1");
  EXPECT_EQ(programPrefix("NET_1"), "net_1");
  EXPECT_EQ(programPrefix("Net_1"), "Net_1");
  EXPECT_EQ(programPrefix("neT_1"), "neT_1");
  EXPECT_EQ(programPrefix("_1"), "_1");
}

TEST(Identifier, HasAtMostFortyCharacters) {
  EXPECT_EQ(identifier(std::string(10000, 'a')), std::string(40, 'a'));
  EXPECT_EQ(identifier("__" + std::string(10000, 'a')), "__" + std::string(37, 'a') + "_");
}

TEST(Names, NumbersWhatIsTaken) {
  Names names;
  names.reserve("out");
  EXPECT_EQ(names.fresh("x"), "x");
  EXPECT_EQ(names.fresh("x"), "x_2");
  EXPECT_EQ(names.fresh("x"), "x_3");
  EXPECT_EQ(names.fresh("x_2"), "x_2_2");
  EXPECT_EQ(names.fresh("out"), "out_2");
  EXPECT_EQ(names.fresh("a b"), "a_b");
  EXPECT_EQ(names.fresh("a.b"), "a_b_2");
}

TEST(Names, KeepsNumberedNamesShort) {
  Names names;
  const std::string longest(60, 'n');
  EXPECT_EQ(names.fresh(longest), std::string(40, 'n'));
  EXPECT_EQ(names.fresh(longest), std::string(38, 'n') + "_2");
}

// SPDX-License-Identifier: Apache-2.0
#include "codegen/plan/names.h"

#include "gtest/gtest.h"

#include <map>

using namespace shardc;

TEST(Identifier, KeepsWhatIsOne) {
  EXPECT_EQ(identifier("x"), "x");
  EXPECT_EQ(identifier("w_1"), "w_1");
  EXPECT_EQ(identifier("_tail"), "_tail");
  for (const char *name : {"X", "W1", "X_12", "W_q", "Wq", "M_inv", "state", "sine"})
    EXPECT_EQ(identifier(name), name);
}

TEST(Identifier, ReplacesOtherCharactersOneByOne) {
  EXPECT_EQ(identifier("a-b.c"), "a_b_c");
  EXPECT_EQ(identifier("x*\"\n"), "x___");
  EXPECT_EQ(identifier("jit(f)/MLP/add"), "MLP_add"); // a path, as JAX writes them
  EXPECT_EQ(identifier("gewölbe"), "gew_lbe");
  EXPECT_EQ(identifier("a\u202Eb"), "a_b");
  EXPECT_EQ(identifier("${x};$(y)"), "x____y_");
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
  EXPECT_EQ(identifier("__global__"), "global__");
  EXPECT_EQ(identifier("__linux"), "linux_");
  EXPECT_EQ(identifier("_X"), "X");
  EXPECT_EQ(identifier("_LIBC"), "LIBC_");
  EXPECT_EQ(identifier("__1"), "_1");
  EXPECT_EQ(identifier("___"), "_");
}

TEST(Identifier, MarksWhatMayBeAMacro) {
  for (const char *name : {"SEEK_SET", "EINVAL", "PATH_MAX", "NULL", "W123", "B50", "I", "M_PIf",
                           "M_PIf32x", "M_1_PIl", "SYS_read", "si_addr", "st_atime", "cudaDevice"})
    EXPECT_EQ(identifier(name), std::string(name) + "_");
  EXPECT_EQ(identifier("QKV_"), "QKV_"); // marked by its user
}

TEST(Identifier, MarksMoreWordsForPrograms) {
  for (const char *word : {"all", "test", "string", "exp", "random", "timer", "memfd", "install",
                           "edit_cache", "list_install_components", "NightlyBuild", "norm", "normf",
                           "rnorm3df", "lgammaf32_r", "getpid", "off64_t"})
    EXPECT_EQ(programIdentifier(word), std::string(word) + "_");
  EXPECT_EQ(programIdentifier("class"), "class_");
  for (const char *word : {"INSTALL", "ALL_BUILD", "ZERO_CHECK", "RUN_TESTS", "PACKAGE"})
    EXPECT_EQ(programIdentifier(word), std::string(word) + "_");
  EXPECT_EQ(programIdentifier("mlp"), "mlp");
  for (const char *word : {"all", "time", "gamma", "index"})
    EXPECT_EQ(identifier(word), word);
}

TEST(Identifier, MarksProgramsWhoseFunctionsWouldBeAnothers) {
  EXPECT_EQ(programIdentifier("a_set"), "a_set_");
  EXPECT_EQ(programIdentifier("a_get"), "a_get_");
  EXPECT_EQ(programIdentifier("get_set_go"), "get_set_go");
  EXPECT_EQ(identifier("a_set"), "a_set");
}

TEST(ProgramPrefix, IsInCapitalsForOneWordAndTheNameForOthers) {
  EXPECT_EQ(programPrefix("mlp"), "MLP");
  EXPECT_EQ(programPrefix("conv2d"), "CONV2D");
  EXPECT_EQ(programPrefix("nx_dot"), "nx_dot");
  EXPECT_EQ(programPrefix("net_1"), "net_1");
  EXPECT_EQ(programPrefix("Net"), "Net");
  EXPECT_EQ(programPrefix("trainStep"), "trainStep");
}

TEST(ProgramPrefix, IsNotInCapitalsWhereHeadersHaveMacrosThatBeginSo) {
  for (const char *name : {"seek", "path", "o", "int32", "map"})
    EXPECT_EQ(programPrefix(name), name);
}

TEST(ProgramPrefix, IsMarkedWhereItsEndCouldNotBeSeen) {
  EXPECT_EQ(programPrefix("NET"), "NET_io");
  EXPECT_EQ(programPrefix("_1"), "_1_io");
  EXPECT_EQ(programPrefix("net_"), "net__io");
  EXPECT_EQ(programPrefix("net_A"), "net_A_io");
  EXPECT_EQ(programPrefix("net__1"), "net__1_io");
  EXPECT_EQ(programPrefix("net_io"), "net_io_io");
}

/// Every identifier of at most `longest` of the characters.
static std::vector<std::string> identifiers(const std::string &characters, size_t longest) {
  std::vector<std::string> all = {""};
  for (size_t i = 0; i < all.size(); ++i)
    for (const char c : characters)
      if (all[i].size() < longest && !(all[i].empty() && c == '1')) all.push_back(all[i] + c);
  all.erase(all.begin());
  return all;
}

TEST(ProgramPrefix, NoTwoProgramsShareAConstant) {
  std::vector<std::string> programs = identifiers("aB_1", 5);
  for (const std::string &program : identifiers("aB_1", 2))
    programs.push_back(program + "_io");
  std::map<std::string, std::string> programOf;
  for (const std::string &program : programs)
    for (const std::string &tensor : identifiers("B_1", 4)) {
      const std::string name = programPrefix(program) + "_" + tensor;
      const auto [at, isNew] = programOf.emplace(name, program);
      ASSERT_TRUE(isNew || at->second == program)
          << name << " is of " << program << " and of " << at->second;
    }
  EXPECT_GT(programOf.size(), 60000u);
}

TEST(Identifier, HasAtMostFortyCharacters) {
  EXPECT_EQ(identifier(std::string(10000, 'a')), std::string(40, 'a'));
  EXPECT_EQ(identifier("__" + std::string(10000, 'a')), std::string(38, 'a'));
  EXPECT_EQ(identifier(std::string(10000, 'A')), std::string(39, 'A') + "_");
}

TEST(Identifier, OfAnIdentifierIsTheSame) {
  for (const std::string &name : identifiers("aB_1", 6))
    ASSERT_EQ(identifier(identifier(name)), identifier(name)) << name;
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

TEST(Names, NumbersWhatLooksLikeAMacro) {
  Names names;
  EXPECT_EQ(names.fresh("QKV"), "QKV_");
  EXPECT_EQ(names.fresh("QKV"), "QKV__2_");
  EXPECT_EQ(names.fresh("X"), "X");
  EXPECT_EQ(names.fresh("X"), "X_2");
}

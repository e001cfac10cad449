// SPDX-License-Identifier: Apache-2.0
// What is said of a small command line; tests/cli/usage looks at shardc's own.
#include "cli/usage/usage.h"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace shardc;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

struct Usage : testing::Test {
  CLI::App app{"Draws\nthings", "draw"};
  std::string file, colour;
  std::vector<std::string> words;
  bool thin = false, secret = false;
  CommandText command;

  Usage() {
    for (const char *name : {"line", "text"}) {
      CLI::App &verb = *app.add_subcommand(name, std::string("it's a ") + name);
      verb.add_option("FILE", file, "where")->required();
      verb.add_option("-c,--colour", colour, "of [all]: it")->check(CLI::IsMember({"red", "blue"}));
    }
    CLI::App &text = *app.get_subcommand("text");
    text.add_option("--word", words, "-what\\ is drawn")->allow_extra_args(false)->group("Words");
    text.add_flag("--thin", thin, ".how");
    text.add_flag("--secret", secret, "nobody knows")->group("");
    command = describe(app);
  }
};

} // namespace

TEST_F(Usage, DescribesVerbsInTheirOrder) {
  EXPECT_EQ(command.what, "Draws things");
  ASSERT_EQ(command.verbs.size(), 2u);
  EXPECT_EQ(command.verbs[0].name, "line");
  EXPECT_EQ(command.verbs[1].what, "it's a text");
}

TEST_F(Usage, DescribesWhatOptionsTake) {
  const auto &options = command.verbs[1].options; // the first is --help
  ASSERT_EQ(options.size(), 5u);
  EXPECT_THAT(options[1].names, ElementsAre("FILE"));
  EXPECT_TRUE(options[1].argument && options[1].required);
  EXPECT_THAT(options[2].names, ElementsAre("-c", "--colour"));
  EXPECT_THAT(options[2].choices, ElementsAre("red", "blue"));
  EXPECT_EQ(valueText(options[2]), "red|blue");
  EXPECT_TRUE(options[3].repeatable);
  EXPECT_EQ(options[3].group, "Words");
  EXPECT_EQ(valueText(options[3]), "TEXT");
  EXPECT_THAT(options[4].names, ElementsAre("--thin"));
  EXPECT_EQ(valueText(options[4]), "");
}

TEST_F(Usage, LeavesHiddenOptionsOut) {
  for (const auto &page : {manPage, bashCompletion, zshCompletion, fishCompletion})
    EXPECT_THAT(page(command), Not(HasSubstr("secret")));
}

TEST_F(Usage, TellsSharedOptionsOnce) {
  const std::string page = manPage(command);
  EXPECT_THAT(page, HasSubstr(".SS \"Options: line, text\""));
  const size_t first = page.find("\\-\\-colour");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(page.find("\\-\\-colour", first + 1), std::string::npos);
}

TEST_F(Usage, EscapesWhatTroffWouldObey) {
  const std::string page = manPage(command);
  EXPECT_THAT(page, HasSubstr("\\-what\\e is drawn"));
  EXPECT_THAT(page, HasSubstr("\n\\&.how"));
}

TEST_F(Usage, EscapesWhatShellsWouldObey) {
  EXPECT_THAT(zshCompletion(command), HasSubstr("'line:it'\\''s a line'"));
  EXPECT_THAT(zshCompletion(command), HasSubstr("--colour=[of \\[all\\]\\: it]:TEXT:(red blue)'"));
  EXPECT_THAT(fishCompletion(command), HasSubstr("-a line -d 'it\\'s a line'"));
  EXPECT_THAT(fishCompletion(command), HasSubstr("-d '-what\\\\ is drawn'"));
}

TEST_F(Usage, LetsRepeatableOptionsBeRepeated) {
  EXPECT_THAT(manPage(command), HasSubstr("is drawn.\nMay be repeated.\n"));
  EXPECT_THAT(zshCompletion(command), HasSubstr("'*--word=["));
}

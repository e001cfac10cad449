// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/formats/json.h"
#include "support.h"

namespace shardc::runtime {
namespace {

TEST(Json, ReadsWhatTextsSay) {
  const Json all = parse_json(" {\"a\": [1, -2.5e3, true , null], \"b\\n\": {\"\": \"\"} }\n");
  const Json &list = member_of(all, "a");
  ASSERT_EQ(list.members.size(), 4u);
  EXPECT_EQ(count_of(list.members[0], "it"), 1);
  EXPECT_EQ(list.members[1].text, "-2.5e3");
  EXPECT_EQ(list.members[3].text, "null");
  EXPECT_EQ(string_of(member_of(member_of(all, "b\n"), ""), "it"), "");
  EXPECT_EQ(find_member(all, "c"), nullptr);
}

TEST(Json, ReadsStringsAsTheyAreWritten) {
  for (const std::string text : {"", "w", "a\"b\\c", "\n\t\x01", "\xc3\xa9 \xf0\x9f\x98\x80"}) {
    const std::string written = json_string(text);
    EXPECT_EQ(parse_json(written).text, text) << written;
  }
  EXPECT_EQ(parse_json(R"("\u00e9\ud83d\ude00\/")").text, "\xc3\xa9\xf0\x9f\x98\x80/");
}

TEST(Json, RefusesWhatIsNone) {
  for (const char *text :
       {"", "{", "[1,]", "[1 2]", "{\"a\" 1}", "{1: 2}", "\"a", "\"\\x\"", "\"\\u12\"",
        "\"\\ud800\"", "\"\n\"", "tru", "01x", "+1", "nan", "1 2", "[}", "\"\\"}) {
    std::string line;
    EXPECT_EQ(exitOf([&] { parse_json(text); }, &line), Exit::wrong_input) << text;
    EXPECT_EQ(line.rfind("is no JSON at byte ", 0), 0u) << text << ": " << line;
  }
  std::string line;
  exitOf([] { parse_json("{\"a\": 1, \"a\": 2}"); }, &line);
  EXPECT_EQ(line, "says 'a' twice");
  exitOf([] { parse_json(std::string(1000, '[')); }, &line);
  EXPECT_EQ(line, "is nested deeper than a hundred times");
}

TEST(Json, RefusesWhatIsSomethingElse) {
  const Json all = parse_json(R"({"n": -1, "x": 1.5, "large": 9223372036854775808, "s": "3"})");
  for (const char *name : {"n", "x", "large", "s"}) {
    std::string line;
    EXPECT_EQ(exitOf([&] { count_of(member_of(all, name), name); }, &line), Exit::wrong_input);
    EXPECT_EQ(line, std::string(name) + " is no whole number from 0 on");
  }
  std::string line;
  exitOf([&] { member_of(all, "m"); }, &line);
  EXPECT_EQ(line, "has no \"m\"");
  exitOf([&] { counts_of(all, "it"); }, &line);
  EXPECT_EQ(line, "it is no list");
}

} // namespace
} // namespace shardc::runtime

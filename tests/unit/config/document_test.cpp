// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/document/document.h"
#include "frontend/json/document/header.h"
#include "tests/support/diagnostics.h"

#include "mlir/IR/MLIRContext.h"

#include <chrono>
#include <gtest/gtest.h>

using namespace shardc;
using json::Kind;

namespace {

std::string errorsOf(llvm::StringRef text, const json::Limits &limits = {}) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  test::Collected collected(context);
  bool read = json::Document::parse(context, text, "f.json", limits) != nullptr;
  EXPECT_EQ(read, collected.all.empty()) << text.str();
  return collected.lines();
}

struct Parsed {
  explicit Parsed(llvm::StringRef text)
      : document(json::Document::parse(context, text, "f.json")) {}
  json::Value root() const { return document->root(); }
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::unique_ptr<const json::Document> document;
};

std::string place(json::Value value) {
  return std::to_string(value.line()) + ":" + std::to_string(value.column());
}

TEST(Document, KnowsPlacesOfKeysAndValues) {
  Parsed parsed("\xEF\xBB\xBF{\n  \"a\" : [1 ,-2.5e3, \"x\\\"\\u00e9,\"],\n \"b\":{ },\"c\":true}");
  json::Value root = parsed.root();
  EXPECT_EQ(place(root), "1:4");
  ASSERT_EQ(root.size(), 3u);
  EXPECT_EQ(place(root.member(0).keyValue), "2:3");
  json::Value list = root.member(0).value;
  EXPECT_EQ(place(list), "2:9");
  EXPECT_EQ(place(list[0]), "2:10");
  EXPECT_EQ(place(list[1]), "2:13");
  EXPECT_EQ(list[1].spelled(), "-2.5e3");
  EXPECT_EQ(place(list[2]), "2:21");
  EXPECT_EQ(list[2].string(), "x\"\xC3\xA9,");
  EXPECT_EQ(place(root.member(1).keyValue), "3:2");
  EXPECT_EQ(place(root.member(1).value), "3:6");
  EXPECT_EQ(root.member(2).key(), "c");
  EXPECT_EQ(place(root.member(2).value), "3:14");
  auto loc = llvm::cast<mlir::FileLineColLoc>(mlir::LocationAttr(list[1].loc()));
  EXPECT_EQ(loc.getLine(), 2u);
  EXPECT_EQ(loc.getColumn(), 13u);
}

TEST(Document, KeepsIntegersExactly) {
  Parsed parsed("[9223372036854775807, -9223372036854775808, 9223372036854775808, 1e2, -0]");
  json::Value root = parsed.root();
  EXPECT_EQ(root[0].integer(), INT64_MAX);
  EXPECT_EQ(root[1].integer(), INT64_MIN);
  EXPECT_EQ(root[2].kind(), Kind::number);
  EXPECT_EQ(root[2].spelled(), "9223372036854775808");
  EXPECT_EQ(root[3].kind(), Kind::number);
  EXPECT_EQ(root[4].spelled(), "-0");
  test::Collected collected(parsed.context);
  EXPECT_EQ(root[1].asInteger("'n'"), INT64_MIN);
  EXPECT_FALSE(root[2].asInteger("'n'"));
  EXPECT_FALSE(root[3].asInteger("'n'"));
  EXPECT_EQ(
      collected.lines(),
      "wrong-kind 1:45 'n' must be an integer of 64 bits, not the number 9223372036854775808\n"
      "wrong-kind 1:66 'n' must be an integer, not the number 1e2\n");
}

TEST(Document, KeepsOrderAndDropsComments) {
  Parsed parsed(
      R"({"z": 1, "//": "why", "a": {"//x": {"q": 1, "q": 2}, "//x": 2, "m": 3}, "//": []})");
  ASSERT_TRUE(parsed.document);
  ASSERT_EQ(parsed.root().size(), 2u);
  EXPECT_EQ(parsed.root().member(0).key(), "z");
  ASSERT_EQ(parsed.root().member(1).value.size(), 1u);
  EXPECT_EQ(parsed.root().find("a")->find("m")->integer(), 3);
  EXPECT_FALSE(parsed.root().find("//"));
}

TEST(Document, LocatesWhatIsNotJson) {
  struct {
    const char *text, *errors;
  } const rows[] = {
      {"", "json-syntax 1:1 not JSON: unexpected end of input; expected '[', '{', or a literal\n"},
      {"[1,\n 2,\n]",
       "json-syntax 3:1 not JSON: unexpected ']'; expected '[', '{', or a literal; no "
       "comma stands before a closing bracket\n"},
      {"[1,,2]", "json-syntax 1:4 not JSON: unexpected ','; expected '[', '{', or a literal\n"},
      {"{'a': 1}", "json-syntax 1:2 not JSON: invalid literal; strings stand in double quotes\n"},
      {"[1, // one\n2]",
       "json-syntax 1:5 not JSON: invalid literal; comments are members whose key "
       "begins with '//'\n"},
      {"{\"a\": NaN}", "json-syntax 1:7 not JSON: invalid literal; write \"nan\", \"inf\" or "
                       "\"-inf\" as a string\n"},
      {"{\"a\": [1", "json-syntax 1:9 not JSON: unexpected end of input; expected ']'; '[' is not "
                     "closed\n"},
      {"[1] 2", "json-syntax 1:5 not JSON: unexpected number literal; expected end of input\n"},
      {"[1e999]", "json-syntax 1:2 not JSON: the number is too large for f64\n"},
      {"[\"a\xFF\"]", "json-syntax 1:4 not JSON: invalid string: ill-formed UTF-8 byte\n"},
      {"[\"\xED\xA0\x80\"]", "json-syntax 1:4 not JSON: invalid string: ill-formed UTF-8 byte\n"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(errorsOf(row.text), row.errors) << row.text;
  EXPECT_EQ(errorsOf(llvm::StringRef("[1]\0[2]", 7)), "json-syntax 1:4 not JSON: a byte 0\n");
}

TEST(Document, ReportsEveryDuplicateKey) {
  EXPECT_EQ(errorsOf(R"({"a": 1, "b": {"c": 1, "\u0063": 2}, "a": 3})"),
            "duplicate-key 1:24 key 'c' occurs twice\n"
            "duplicate-key 1:38 key 'a' occurs twice\n");
}

TEST(Document, RefusesDepthAndSizeAtOnce) {
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(errorsOf(std::string(100'000, '[')),
            "too-deep 1:201 values are nested more than 200 deep\n");
  std::string objects;
  for (int i = 0; i < 100'000; ++i)
    objects += "{\"a\":";
  EXPECT_EQ(errorsOf(objects), "too-deep 1:1001 values are nested more than 200 deep\n");
  EXPECT_EQ(errorsOf("[1, 2]", {.bytes = 5}), "too-large 1:1 the file has 6 bytes, more than 5\n");
  EXPECT_EQ(errorsOf(std::string(200, '[') + std::string(200, ']')), "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(Document, ChecksKindsKeysAndHeaders) {
  Parsed parsed(R"({"a": "x", "nmae": [1], "n": 2.0})");
  test::Collected collected(parsed.context);
  json::Value root = parsed.root();
  EXPECT_FALSE(root.find("a")->asInteger("'a'"));
  EXPECT_FALSE(root.find("nmae")->asString("'nmae'"));
  EXPECT_FALSE(root.find("n")->asObject("'n'"));
  EXPECT_FALSE(root.require("name", "the program"));
  EXPECT_TRUE(mlir::failed(root.onlyKeys({"a", "name", "n"}, "the program")));
  EXPECT_EQ(collected.lines(), "wrong-kind 1:7 'a' must be an integer, not the string 'x'\n"
                               "wrong-kind 1:20 'nmae' must be a string, not a list of 1\n"
                               "wrong-kind 1:30 'n' must be an object, not the number 2.0\n"
                               "missing-key 1:1 the program has no 'name'\n"
                               "unknown-key 1:12 the program has no key 'nmae'; did you mean "
                               "'name'?\n");
}

TEST(Document, TellsFilesOfAnotherKindOrVersion) {
  struct {
    const char *text, *errors;
  } const rows[] = {
      {R"({"shardc": 1, "kind": "program"})", ""},
      {R"({"shardc": 2, "kind": "program"})",
       "newer-version 1:12 the file is of version 2, this shardc reads version 1\n"},
      {R"({"shardc": 1, "kind": "sharding"})", "wrong-file-kind 1:23 a program is expected here, "
                                               "and this is a sharding config; are the two "
                                               "files swapped? the order is: PROGRAM -c CONFIG\n"},
      {R"({"shardc": 1, "kind": "porgram"})",
       "wrong-file-kind 1:23 a program has \"kind\": \"program\", not 'porgram'; did you mean "
       "'program'?\n"},
      {R"({"shardc": "1", "kind": "program"})",
       "wrong-kind 1:12 'shardc' must be an integer, not the string '1'\n"},
      {R"({"kind": "program"})", "missing-key 1:1 program has no 'shardc'\n"},
      {R"([])", "wrong-kind 1:1 a program must be an object, not a list of 0\n"},
  };
  for (const auto &row : rows) {
    Parsed parsed(row.text);
    test::Collected collected(parsed.context);
    EXPECT_EQ(mlir::succeeded(json::checkHeader(parsed.root(), "program")),
              std::string(row.errors).empty());
    EXPECT_EQ(collected.lines(), row.errors);
  }
}

TEST(Closest, FindsTyposAndNothingElse) {
  llvm::StringRef names[] = {"dimension", "add", "transpose"};
  EXPECT_EQ(closest("dimensoin", names), "dimension");
  EXPECT_EQ(closest("ADD", names), "add");
  EXPECT_EQ(closest("ad", names), "add");
  EXPECT_EQ(closest("multiply", names), "");
  EXPECT_EQ(closest(std::string(100'000, 'a'), names), "");
}

} // namespace

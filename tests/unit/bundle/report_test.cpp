// SPDX-License-Identifier: Apache-2.0
// plan.json and the table of `shardc plan`.
#include "codegen/bundle.h"
#include "codegen/text/text.h"
#include "frontend/json_text.h"
#include "tests/unit/bundle/plans.h"

#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace shardc;
using testing::HasSubstr;

static llvm::json::Value parsed(const std::string &text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (value) return *value;
  ADD_FAILURE() << llvm::toString(value.takeError());
  return nullptr;
}

TEST(PlanJson, HasArgsFunctionAndReducerOfEveryShard) {
  const std::string text = planJson(plans::nxDot());
  EXPECT_THAT(text,
              HasSubstr("{\"device\": 1, \"coordinates\": {\"i\": 0, \"j\": 1}, \"args\": "
                        "{\"l\": [[[0, 1], [0, 2], [0, 3]]], \"r\": [[[0, 1], [0, 1], [0, 3], "
                        "[0, 2], [1, 2]]]}, \"function\": \"for_z\", \"reducer\": {\"z\": "
                        "[[0, 1], [1, 2]]}}"));
  EXPECT_EQ(parsed(text).getAsObject()->getArray("shards")->size(), 4u);
}

TEST(PlanJson, HasTheKeysOfTheContract) {
  const llvm::json::Value value = parsed(planJson(plans::residual()));
  for (const char *key : {"shardc", "devices", "shards", "collectives", "bytes_moved",
                          "bytes_bound", "peak_bytes_per_device", "workspace_bytes_per_device",
                          "flops_per_device", "kernels", "warnings"})
    EXPECT_NE(value.getAsObject()->get(key), nullptr) << key;
  EXPECT_EQ(value.getAsObject()->getInteger("devices"), 8);
}

TEST(PlanJson, BeginsWithTheMarkOfABundle) {
  EXPECT_THAT(planJson(plans::nxDot()), testing::StartsWith("{\n  \"shardc\": 1,"));
}

TEST(PlanJson, KeepsTheProgramsSpelling) {
  const llvm::json::Value value = parsed(planJson(plans::hostile()));
  EXPECT_EQ(value.getAsObject()->getString("name"), "*/ \"; $(rm) ${x}\n");
}

TEST(JsonText, EscapesAllButPlainAscii) {
  EXPECT_EQ(json::quoted("a\"\\\n\x01\u202E\U0001F600\xff"),
            "\"a\\\"\\\\\\n\\u0001\\u202e\\ud83d\\ude00\\ufffd\"");
  EXPECT_EQ(json::number(0.1), "0.1");
  EXPECT_EQ(json::number(98304), "98304");
}

TEST(PlanTable, ShowsShardsWithTheirSlices) {
  EXPECT_THAT(planTable(plans::nxDot()),
              HasSubstr("  1      z[0:1, 1:2]  l[0:1, 0:2, 0:3]  r[0:1, 0:1, 0:3, 0:2, 1:2]\n"));
}

TEST(PlanTable, FitsInAHundredColumns) {
  const std::string table = planTable(plans::hostile());
  for (llvm::StringRef rest = table; !rest.empty(); rest = rest.split('\n').second)
    EXPECT_LE(rest.split('\n').first.size(), 100u) << table;
}

TEST(Text, CleansWhatCommentsShow) {
  EXPECT_EQ(text::clean("a */ b /* c\n\\ \u202Eevil`"), "a * / b / * c__ _evil_");
}

TEST(Text, PacksAtAHundredColumns) {
  const std::vector<std::string> items(12, "abcdefghij");
  const std::string packed = text::packed("f(", items, ");");
  EXPECT_THAT(packed, HasSubstr(",\n  abcdefghij"));
}

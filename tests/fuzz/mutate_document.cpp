// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate_json.h"

namespace shardc::test {

static void collect(Json &value, std::vector<Json *> &found) {
  found.push_back(&value);
  if (!value.is_structured()) return;
  for (Json &member : value)
    collect(member, found);
}

static Json leaf(Dice &dice) {
  static const std::vector<Json> kLeaves = {nullptr,
                                            true,
                                            false,
                                            0,
                                            1,
                                            -1,
                                            2,
                                            3,
                                            7,
                                            0.5,
                                            int64_t(1) << 31,
                                            int64_t(1) << 40,
                                            INT64_MAX,
                                            INT64_MIN,
                                            1e300,
                                            "",
                                            "x",
                                            "y",
                                            "?",
                                            "*",
                                            "0:1",
                                            "1:",
                                            "0..1",
                                            "arg0",
                                            "inf",
                                            "data",
                                            "x:(1)2",
                                            "x:(2)2",
                                            "whole",
                                            "sharded",
                                            "open",
                                            "replicated",
                                            "x=2, y=2",
                                            Json::array(),
                                            Json::object(),
                                            {{"parts", 2}},
                                            {{"length", 1}},
                                            {{"splat", 1}},
                                            {{"value", 1}, {"dtype", "f32"}},
                                            Json::array({1, 2}),
                                            Json::array({"x"}),
                                            Json::array({nullptr, "?"}),
                                            std::string("\0", 1)};
  return dice.pick(kLeaves);
}

static void changeNumber(Dice &dice, Json &value) {
  const int64_t old = value.is_number_integer() ? value.get<int64_t>() : 1;
  if (old > INT64_MAX / 4 || old < INT64_MIN / 4) return;
  value = dice.pick<int64_t>({old + 1, old - 1, -old, old * 2, 0, int64_t(1) << 40});
}

static void changeObject(Dice &dice, Json &object) {
  if (object.empty()) {
    object["0"] = leaf(dice);
    return;
  }
  auto member = object.begin();
  std::advance(member, dice.index(object));
  const std::string key = member.key();
  Json value = member.value();
  switch (dice.below(4)) {
  case 0:
    object.erase(key);
    break;
  case 1:
    object["//" + key] = std::move(value);
    break;
  case 2:
    object.erase(key);
    object[dice.pick<std::string>({"0", "-1", "*", "arg0", "a*", "dims", "unspecified", ""})] =
        std::move(value);
    break;
  default:
    object[key] = leaf(dice);
  }
}

static void changeArray(Dice &dice, Json &array) {
  if (array.empty()) {
    array.push_back(leaf(dice));
    return;
  }
  const size_t at = dice.index(array);
  switch (dice.below(4)) {
  case 0:
    array.erase(at);
    break;
  case 1:
    array.insert(array.begin() + ptrdiff_t(at), Json(array[at]));
    break;
  case 2:
    std::swap(array[at], array[dice.index(array)]);
    break;
  default:
    array.push_back(leaf(dice));
  }
}

void mutateDocument(Dice &dice, Json &document) {
  std::vector<Json *> values;
  collect(document, values);
  Json &value = *dice.pick(values);
  if (dice.chance(15)) {
    value = leaf(dice);
  } else if (dice.chance(15)) {
    value = Json(*dice.pick(values));
  } else if (value.is_object()) {
    changeObject(dice, value);
  } else if (value.is_array()) {
    changeArray(dice, value);
  } else if (value.is_number()) {
    changeNumber(dice, value);
  } else {
    value = leaf(dice);
  }
}

} // namespace shardc::test

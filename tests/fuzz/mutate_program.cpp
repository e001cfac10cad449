// SPDX-License-Identifier: Apache-2.0
// Changes to programs in JSON that know what inputs, ops and functions are.
#include "tests/fuzz/mutate_json.h"

#include "frontend/ir/tables/registry.h"
#include "frontend/json/program.h"
#include "frontend/json/spellings/spellings.h"

namespace shardc::test {

namespace {

/// A program while it is changed.
struct Program {
  Dice &dice;
  Json &json;

  Json &ops() { return json["ops"]; }
  bool hasOps() { return ops().is_array() && !ops().empty(); }
  Json &someOp() { return ops()[dice.index(ops())]; }
  Json &someInput() { return json["inputs"][dice.index(json["inputs"])]; }

  /// The names of inputs and of results of ops.
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Json &input : json["inputs"])
      if (input.is_object() && input.value("name", Json()).is_string())
        all.push_back(input["name"]);
    for (const Json &op : ops()) {
      const Json name = op.is_object() ? op.value("name", Json()) : Json();
      if (name.is_string()) all.push_back(name);
      if (name.is_array())
        for (const Json &one : name)
          if (one.is_string()) all.push_back(one);
    }
    return all;
  }
  std::string someName() {
    const auto all = names();
    return all.empty() ? "x" : dice.pick(all);
  }
  /// A name that nothing has so far.
  std::string freshName() { return "fresh" + std::to_string(dice.random()); }
};

} // namespace

/// Whether an op has one name and a list of operands.
static bool isPlain(const Json &op) {
  return op.is_object() && op.value("name", Json()).is_string() &&
         op.value("op", Json()).is_string() && op.value("in", Json()).is_array();
}

static void replaceIn(Json &value, const std::string &key, const Json &old, const Json &fresh,
                      bool inside) {
  if (value.is_object())
    for (auto &[name, member] : value.items())
      replaceIn(member, key, old, fresh, inside || key.empty() || name == key);
  else if (value.is_array())
    for (Json &member : value)
      replaceIn(member, key, old, fresh, inside);
  else if (inside && value == old)
    value = fresh;
}

/// One extent of all shapes, and mostly of all attributes as well.
static void changeExtent(Program &p) {
  if (p.json["inputs"].empty()) return;
  const Json shape = p.someInput().value("shape", Json());
  if (!shape.is_array() || shape.empty()) return;
  const Json old = shape[p.dice.index(shape)];
  const Json fresh = p.dice.pick<int64_t>(
      {0, 1, 2, 3, 5, 6, 7, 8, 16, 1000, int64_t(1) << 20, int64_t(1) << 31, int64_t(1) << 46});
  replaceIn(p.json, p.dice.chance(60) ? "" : "shape", old, fresh, false);
}

static void changeType(Program &p) {
  const Json old = p.someInput().value("dtype", Json("f32"));
  const Json fresh = p.dice.pick<std::string>(
      {"f32", "f64", "i1", "i8", "i32", "i64", "ui16", "ui32", "ui64", "bf16", "f16", "i4", "f8E4M3FN", "f8E8M0FNU", "ui2"});
  if (p.dice.chance(50))
    replaceIn(p.json, "dtype", old, fresh, false);
  else
    p.someInput()["dtype"] = fresh;
}

static void changeOperand(Program &p) {
  Json &op = p.someOp();
  if (!isPlain(op) || op["in"].empty()) return;
  Json &operand = op["in"][p.dice.index(op["in"])];
  static const std::vector<Json> kLiterals = {0,
                                              1,
                                              -3,
                                              0.5,
                                              true,
                                              {{"splat", 2}},
                                              {{"value", "inf"}, {"dtype", "f32"}},
                                              {{"splat", 1}, {"shape", {4, 3}}, {"dtype", "f32"}},
                                              Json::array({Json::array({1, 2, 3})})};
  if (p.dice.chance(25))
    operand = p.dice.pick(kLiterals);
  else if (p.dice.chance(50))
    std::swap(operand, op["in"][p.dice.index(op["in"])]);
  else
    operand = p.someName();
}

/// Whether one op may stand in place of the other by its operands and regions.
static bool isLike(const OpInfo &a, const OpInfo &b) {
  return a.operands.size() == b.operands.size() && a.regions.size() == b.regions.size();
}

static void changeOp(Program &p) {
  Json &op = p.someOp();
  if (!isPlain(op)) return;
  const std::string old = op["op"];
  const OpInfo *known = findMnemonic(old);
  if (const Spelling *spelling = known ? nullptr : findSpelling(old)) known = &spelling->info;
  std::vector<std::string> others;
  for (const OpInfo &info : allOps())
    if (known && isLike(*known, info)) others.push_back(info.mnemonic.str());
  for (const Spelling &spelling : spellings())
    if (known && isLike(*known, spelling.info)) others.push_back(spelling.info.mnemonic.str());
  if (!others.empty()) op["op"] = p.dice.pick(others);
}

static void changeAttribute(Program &p) {
  Json &op = p.someOp();
  if (!op.is_object() || op.empty()) return;
  auto member = op.begin();
  std::advance(member, p.dice.index(op));
  if (member.key() == "name" || member.key() == "op") return;
  mutateDocument(p.dice, member.value());
}

/// An op as `list ops` shows it, on values that are there.
static void addSkeleton(Program &p) {
  std::vector<std::string> all;
  for (const OpInfo &info : allOps())
    if (!info.terminator) all.push_back(info.mnemonic.str());
  for (const Spelling &spelling : spellings())
    all.push_back(spelling.info.mnemonic.str());
  Json op = Json::parse(opSkeleton(p.dice.pick(all)), nullptr, false);
  if (!op.is_object()) return;
  const std::string name = p.freshName();
  op["name"] = name;
  for (Json &operand : op["in"])
    operand = p.someName();
  if (op["in"].empty()) op.erase("in");
  p.ops().push_back(op);
  if (p.json["outputs"].is_array())
    p.json["outputs"].push_back(name);
  else
    p.json["outputs"][name] = name;
}

static void removeOp(Program &p) { p.ops().erase(p.dice.index(p.ops())); }

/// What used `old` uses the op's new name from now on.
static void renameUses(Program &p, const std::string &old, const std::string &fresh) {
  for (Json &op : p.ops())
    if (op.is_object() && op.contains("in")) replaceIn(op["in"], "", old, fresh, true);
  if (p.json["outputs"].is_structured())
    for (Json &output : p.json["outputs"])
      if (output == old) output = fresh;
}

/// The op many times, each on the result of the one before.
static void repeatOp(Program &p) {
  const Json op = p.someOp();
  if (!isPlain(op) || op["in"].empty()) return;
  const size_t operand = p.dice.index(op["in"]);
  std::string last = op["name"];
  Json chain = Json::array();
  for (int64_t count = p.dice.pick<int64_t>({1, 2, 5, 20, 60}); count > 0; --count) {
    Json next = op;
    next["in"][operand] = last;
    next["name"] = last = p.freshName();
    chain.push_back(next);
  }
  renameUses(p, op["name"], last);
  for (const Json &one : chain)
    p.ops().push_back(one);
}

/// The op that makes an operand, in its place; or ops within ops.
static void nestOp(Program &p) {
  Json &op = p.someOp();
  if (!isPlain(op) || op["in"].empty()) return;
  Json &operand = op["in"][p.dice.index(op["in"])];
  if (p.dice.chance(50)) {
    for (const Json &other : p.ops())
      if (isPlain(other) && other["name"] == operand) {
        Json inside = other;
        inside.erase("name");
        operand = inside;
        return;
      }
  }
  for (int64_t depth = p.dice.pick<int64_t>({1, 3, 30, 150}); depth > 0; --depth)
    operand = {{"op", p.dice.pick<std::string>({"negate", "abs", "sign"})},
               {"in", Json::array({operand})}};
}

static void callOp(Program &p) {
  Json &op = p.someOp();
  if (!isPlain(op)) return;
  const std::string function = p.freshName(), result = op["name"];
  Json inside = op, inputs = Json::array(), in = op["in"];
  for (Json &operand : inside["in"]) {
    inputs.push_back("in" + std::to_string(inputs.size()));
    operand = inputs.back();
  }
  for (const Json &operand : in)
    if (!operand.is_string() && p.dice.chance(80)) return; // literals say their type
  p.json["functions"][function] = {
      {"inputs", inputs}, {"ops", Json::array({inside})}, {"outputs", {result}}};
  op = {{"name", result}, {"op", "call"}, {"function", function}, {"in", in}};
}

/// The op in branches, within branches.
static void branchOp(Program &p) {
  Json &op = p.someOp();
  if (!isPlain(op)) return;
  const std::string result = op["name"];
  for (int64_t depth = p.dice.pick<int64_t>({1, 1, 2, 3, 40}); depth > 0; --depth) {
    Json inside = op;
    inside["name"] = "inside";
    const Json region = {
        {"inputs", Json::array()}, {"ops", Json::array({inside})}, {"outputs", {"inside"}}};
    Json branches = Json::array();
    for (int64_t count = p.dice.chance(10) ? p.dice.below(5) : 1; count >= 0 && depth < 4; --count)
      branches.push_back(region);
    if (branches.empty()) branches.push_back(region);
    const Json index = p.dice.chance(30) ? Json(p.someName())
                                         : Json({{"value", p.dice.below(4) - 1}, {"dtype", "i32"}});
    op = {{"name", result}, {"op", "case"}, {"in", Json::array({index})}, {"branches", branches}};
  }
}

/// The op in a loop that carries its result.
static void loopOp(Program &p) {
  Json &op = p.someOp();
  if (!isPlain(op) || op["in"].empty() || !op["in"][0].is_string()) return;
  const std::string result = op["name"];
  Json inside = op;
  inside["name"] = "next";
  if (p.dice.chance(60)) inside["in"][0] = "x";
  const Json limit = p.dice.pick<int64_t>({0, 1, 2, 3, 3, 100, 1000000000});
  const std::string direction = p.dice.pick<std::string>({"LT", "LT", "LT", "LE", "NE", "GT"});
  const Json step = p.dice.pick<int64_t>({1, 1, 1, 2, 0, -1});
  const Json more = {{"name", "more"},
                     {"op", "compare"},
                     {"in", {"i", limit}},
                     {"comparison_direction", direction}};
  const Json add = {{"name", "j"}, {"op", "add"}, {"in", {"i", step}}};
  op = {
      {"name", {"count" + result, result}},
      {"op", "while"},
      {"in", {{{"value", 0}, {"dtype", "i32"}}, op["in"][0]}},
      {"cond", {{"inputs", {"i", "x"}}, {"ops", Json::array({more})}, {"outputs", {"more"}}}},
      {"body",
       {{"inputs", {"i", "x"}}, {"ops", Json::array({inside, add})}, {"outputs", {"j", "next"}}}}};
}

/// A value with other dimensions in between: of extent 1, or all in one.
static void reshapeOperand(Program &p) {
  if (p.json["inputs"].empty()) return;
  const Json &input = p.someInput();
  if (!input.is_object() || !input.value("shape", Json()).is_array()) return;
  const std::string name = input.value("name", "x"), there = p.freshName(), back = p.freshName();
  Json shape = input["shape"];
  for (int64_t count = p.dice.pick<int64_t>({1, 2, 9}); count > 0; --count)
    shape.insert(shape.begin() + ptrdiff_t(p.dice.below(int64_t(shape.size()) + 1)), Json(1));
  renameUses(p, name, back);
  p.ops().push_back({{"name", there}, {"op", "reshape"}, {"in", {name}}, {"shape", shape}});
  p.ops().push_back(
      {{"name", back}, {"op", "reshape"}, {"in", {there}}, {"shape", input["shape"]}});
}

static void addOutputs(Program &p) {
  const std::string name = p.someName();
  Json &outputs = p.json["outputs"];
  if (outputs.is_array()) outputs.push_back(name);
  if (outputs.is_object()) outputs[p.dice.chance(50) ? name : p.freshName()] = name;
}

void mutateProgram(Dice &dice, Json &program) {
  static const std::vector<void (*)(Program &)> kChanges = {
      changeExtent,    changeExtent,    changeType,      changeOperand, changeOperand, changeOp,
      changeOp,        changeOp,        addSkeleton,     addSkeleton,   removeOp,      repeatOp,
      changeAttribute, changeAttribute, changeAttribute, nestOp,        callOp,        branchOp,
      loopOp,          loopOp,          reshapeOperand,  addOutputs};
  const auto isList = [&](const char *key) {
    return program.is_object() && program.contains(key) && program[key].is_array() &&
           !program[key].empty();
  };
  Program p{dice, program};
  if (!isList("ops") || !isList("inputs") || !program.contains("outputs") || dice.chance(8))
    return mutateDocument(dice, program);
  dice.pick(kChanges)(p);
}

} // namespace shardc::test

// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/form/form.h"

#include "frontend/diagnostics.h"
#include "frontend/json/document/header.h"

using namespace mlir;

namespace shardc::json {
namespace {

/// Reads parts of a program and remembers whether all were right, so that one run shows every
/// error. Parts that are wrong come back empty.
class FormReader {
public:
  bool ok = true;

  std::optional<ProgramForm> program(Value root);

private:
  bool check(LogicalResult result) { return succeeded(result) || (ok = false); }
  template <typename T>
  std::optional<T> check(std::optional<T> value) {
    ok &= value.has_value();
    return value;
  }
  std::optional<NameForm> name(Value value, const Twine &what);
  std::vector<NameForm> names(Value value, const Twine &what);
  std::vector<OutputForm> outputs(Value value, bool mayRename);
  std::optional<InputForm> input(Value value);
  std::vector<OpForm> ops(Value value);
  std::optional<OpForm> op(Value value);
  void member(OpForm &form, const Member &member);
  void region(OpForm &form, const Member &member, Value value, std::optional<size_t> number);
  std::optional<OperandForm> operand(Value value);
  void literal(Value value);
  ScopeForm function(Value value, const Twine &what);
};

std::optional<NameForm> FormReader::name(Value value, const Twine &what) {
  std::optional<StringRef> text = check(value.asString(what));
  if (!text) return std::nullopt;
  if (text->empty() || text->contains('\0')) {
    check(report(value.loc(), Diag::bad_name)
          << what.str() << (text->empty() ? " is empty" : " contains a NUL character")
          << "; give a name or leave the key out");
    return std::nullopt;
  }
  return NameForm{text->str(), value.loc()};
}

std::vector<NameForm> FormReader::names(Value value, const Twine &what) {
  std::vector<NameForm> result;
  std::optional<Value> list = check(value.asArray(what));
  if (!list) return result;
  for (Value element : list->elements())
    if (auto form = name(element, "an element of " + what)) result.push_back(std::move(*form));
  return result;
}

std::vector<OutputForm> FormReader::outputs(Value value, bool mayRename) {
  std::vector<OutputForm> result;
  if (mayRename && value.is(Kind::object)) {
    for (Member entry : value.members())
      if (auto form = name(entry.value, "'" + entry.key() + "'"))
        result.push_back({*form, entry.key().str()});
  } else if (mayRename && !value.is(Kind::array)) {
    check(wrongKind(value, "'outputs'", "a list of names, or an object {\"new name\": \"name\"}"));
    return result;
  } else {
    for (NameForm &form : names(value, "'outputs'"))
      result.push_back({form, form.name});
  }
  if (ok && result.empty())
    check(report(value.loc(), Diag::no_outputs) << "'outputs' is empty; name at least one value");
  return result;
}

std::optional<InputForm> FormReader::input(Value value) {
  if (!check(value.asObject("an input"))) return std::nullopt;
  check(value.onlyKeys({"name", "shape", "dtype", "dims"}, "an input"));
  std::optional<Value> nameValue = check(value.require("name", "an input"));
  std::optional<Value> shape = check(value.require("shape", "an input"));
  std::optional<Value> dtype = check(value.require("dtype", "an input"));
  std::optional<Value> dims = value.find("dims");
  if (!nameValue || !shape || !dtype) return std::nullopt;
  std::optional<NameForm> named = name(*nameValue, "'name'");
  std::optional<std::vector<int64_t>> extents = check(readShape(*shape, "'shape'"));
  check(dtype->asString("'dtype'"));
  std::vector<NameForm> dimNames = dims ? names(*dims, "'dims'") : std::vector<NameForm>();
  if (!named || !extents) return std::nullopt;
  return InputForm{{named->name, value.loc()}, *extents, *dtype, std::move(dimNames)};
}

void FormReader::literal(Value value) {
  bool known =
      check(value.onlyKeys({"value", "splat", "file", "key", "dtype", "shape"}, "a literal"));
  if (known && !value.find("value") && !value.find("splat") && !value.find("file"))
    check(report(value.loc(), Diag::missing_key)
          << "an object among operands needs 'op' (an op in place), 'value', 'splat' or 'file'");
  for (StringRef key : {"file", "key", "dtype"})
    if (std::optional<Value> text = value.find(key)) check(text->asString("'" + key + "'"));
  if (std::optional<Value> shape = value.find("shape")) check(readShape(*shape, "'shape'"));
}

std::optional<OperandForm> FormReader::operand(Value value) {
  switch (value.kind()) {
  case Kind::string:
    if (!name(value, "an operand")) return std::nullopt;
    return OperandForm{OperandForm::Kind::name, value, nullptr};
  case Kind::object: {
    if (!value.find("op")) {
      literal(value);
      return OperandForm{OperandForm::Kind::literal, value, nullptr};
    }
    std::optional<OpForm> inner = op(value);
    if (!inner) return std::nullopt;
    return OperandForm{OperandForm::Kind::op, value, std::make_unique<OpForm>(std::move(*inner))};
  }
  case Kind::null:
    check(wrongKind(value, "an operand", "a name, an op in place, a number or a list of numbers"));
    return std::nullopt;
  case Kind::boolean:
  case Kind::integer:
  case Kind::number:
  case Kind::array:
    return OperandForm{OperandForm::Kind::literal, value, nullptr};
  }
  llvm_unreachable("all kinds are above");
}

static bool isRegion(Value value) { return value.is(Kind::object) && value.find("outputs"); }

void FormReader::region(OpForm &form, const Member &member, Value value,
                        std::optional<size_t> number) {
  auto scope = std::make_unique<ScopeForm>(function(value, "region '" + member.key() + "'"));
  form.regions.push_back({{member.key().str(), member.keyLoc()}, number, std::move(scope)});
}

void FormReader::member(OpForm &form, const Member &member) {
  StringRef key = member.key();
  Value value = member.value;
  std::string what = ("'" + key + "'").str();
  if (key == "op") return;
  if (key == "name") {
    if (value.is(Kind::array) && value.size() == 0)
      check(report(value.loc(), Diag::bad_name)
            << "'name' is an empty list; give a name for each result or leave the key out");
    else if (value.is(Kind::array))
      form.names = names(value, what);
    else if (auto named = name(value, what))
      form.names = {*named};
    return;
  }
  if (key == "in") {
    if (!check(value.asArray(what))) return;
    for (Value element : value.elements())
      if (auto read = operand(element)) form.in.push_back(std::move(*read));
    return;
  }
  if (key == "shape") {
    form.shape = check(readShape(value, what));
  } else if (key == "dims") {
    form.dims = names(value, what);
  } else if (key == "dtype" || key == "function" || key == "reducer") {
    check(value.asString(what));
    (key == "dtype" ? form.dtype : key == "function" ? form.function : form.reducer) = value;
  } else if (key == "sharding") {
    if (!value.is(Kind::array) && !value.is(Kind::object))
      check(wrongKind(value, what, "a list or an object"));
    form.sharding = value;
  } else if (isRegion(value)) {
    region(form, member, value, std::nullopt);
  } else if (value.is(Kind::array) && llvm::any_of(value.elements(), isRegion)) {
    for (size_t number = 0; number < value.size(); ++number)
      region(form, member, value[number], number);
  } else {
    form.attributes.push_back(member);
  }
}

std::optional<OpForm> FormReader::op(Value value) {
  if (!check(value.asObject("an op"))) return std::nullopt;
  std::optional<Value> mnemonic = check(value.require("op", "an op"));
  if (!mnemonic) return std::nullopt;
  std::optional<NameForm> named = name(*mnemonic, "'op'");
  OpForm form(value, named.value_or(NameForm{"", mnemonic->loc()}));
  for (Member entry : value.members())
    member(form, entry);
  return form;
}

std::vector<OpForm> FormReader::ops(Value value) {
  std::vector<OpForm> result;
  if (!check(value.asArray("'ops'"))) return result;
  for (Value element : value.elements())
    if (auto read = op(element)) result.push_back(std::move(*read));
  return result;
}

ScopeForm FormReader::function(Value value, const Twine &what) {
  ScopeForm scope(value.loc());
  if (!check(value.asObject(what))) return scope;
  check(value.onlyKeys({"inputs", "ops", "outputs"}, what));
  if (std::optional<Value> inputs = check(value.require("inputs", what)))
    for (NameForm &form : names(*inputs, "'inputs'"))
      scope.inputs.push_back({std::move(form)});
  if (std::optional<Value> list = value.find("ops")) scope.ops = ops(*list);
  if (std::optional<Value> list = check(value.require("outputs", what)))
    scope.outputs = outputs(*list, /*mayRename=*/false);
  return scope;
}

std::optional<ProgramForm> FormReader::program(Value root) {
  if (failed(checkHeader(root, "program"))) return std::nullopt;
  check(root.onlyKeys({"shardc", "kind", "name", "inputs", "ops", "functions", "outputs"},
                      "a program"));
  ProgramForm form{"", ScopeForm(root.loc()), {}};
  if (std::optional<Value> value = root.find("name"))
    if (auto named = name(*value, "'name'")) form.name = named->name;
  if (std::optional<Value> inputs = check(root.require("inputs", "a program")))
    if (check(inputs->asArray("'inputs'")))
      for (Value element : inputs->elements())
        if (auto read = input(element)) form.main.inputs.push_back(std::move(*read));
  if (std::optional<Value> list = root.find("ops")) form.main.ops = ops(*list);
  if (std::optional<Value> map = root.find("functions"))
    if (check(map->asObject("'functions'")))
      for (Member entry : map->members())
        form.functions.push_back({{entry.key().str(), entry.keyLoc()},
                                  function(entry.value, "function '" + entry.key() + "'")});
  if (std::optional<Value> value = check(root.require("outputs", "a program")))
    form.main.outputs = outputs(*value, /*mayRename=*/true);
  if (!ok) return std::nullopt;
  return form;
}

} // namespace

std::optional<std::vector<int64_t>> readShape(Value value, const Twine &what) {
  std::optional<Value> list = value.asArray(what);
  if (!list) return std::nullopt;
  std::vector<int64_t> shape;
  bool ok = true;
  for (Value element : list->elements()) {
    std::optional<int64_t> extent = element.asInteger("an extent");
    ok &= extent.has_value();
    if (!extent) continue;
    if (*extent < 0) {
      report(element.loc(), Diag::wrong_value)
          << "extent " << *extent << " is negative; extents are given as numbers from 0";
      ok = false;
    }
    shape.push_back(*extent);
  }
  if (!ok) return std::nullopt;
  return shape;
}

std::optional<ProgramForm> readForm(Value root) { return FormReader().program(root); }

} // namespace shardc::json

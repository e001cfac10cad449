// SPDX-License-Identifier: Apache-2.0
// The form of a program: what its JSON says, before anything is known about ops and types. Held
// against program.schema.json by a test.
#pragma once

#include "frontend/json/document/document.h"

#include "llvm/ADT/SmallVector.h"

namespace shardc::json {

/// A name and where it stands.
struct NameForm {
  std::string name;
  mlir::Location loc;
};

struct ScopeForm;
struct OpForm;

/// A value's name, an op in place, or a literal.
struct OperandForm {
  enum class Kind : uint8_t { name, op, literal };
  Kind kind;
  Value json;
  std::unique_ptr<OpForm> op; // in place
};

/// A region of an op: `"body": {"inputs", "ops", "outputs"}`, or one of a list of them.
struct RegionForm {
  NameForm name;
  std::optional<size_t> number; // in its list
  std::unique_ptr<ScopeForm> scope;
};

struct OpForm {
  OpForm(Value place, NameForm op) : json(place), mnemonic(std::move(op)) {}
  Value json;
  NameForm mnemonic;
  std::vector<NameForm> names; // none: left out
  std::vector<OperandForm> in;
  std::optional<std::vector<int64_t>> shape;
  std::optional<std::vector<NameForm>> dims;
  std::optional<Value> dtype, function, reducer, sharding;
  std::vector<Member> attributes;
  std::vector<RegionForm> regions;
};

/// Of the program only: `shape` and `dtype` follow from the use elsewhere.
struct InputForm {
  NameForm name;
  std::vector<int64_t> shape = {};
  std::optional<Value> dtype = std::nullopt;
  std::vector<NameForm> dims = {};
};
struct OutputForm {
  NameForm value;
  std::string name; // what it is called outside
};
/// What has names of its own: the program, a function, a region.
struct ScopeForm {
  explicit ScopeForm(mlir::Location place) : loc(place) {}
  mlir::Location loc;
  std::vector<InputForm> inputs;
  std::vector<OpForm> ops;
  std::vector<OutputForm> outputs;
};
struct FunctionForm {
  NameForm name;
  ScopeForm scope;
};
struct ProgramForm {
  std::string name; // empty: left out
  ScopeForm main;
  std::vector<FunctionForm> functions;
};

/// Reads the form; every error is reported, and none comes back then.
std::optional<ProgramForm> readForm(Value root);

/// A list of extents; none after an error.
std::optional<std::vector<int64_t>> readShape(Value value, const llvm::Twine &what);

} // namespace shardc::json

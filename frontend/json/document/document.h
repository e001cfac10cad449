// SPDX-License-Identifier: Apache-2.0
// A JSON document in which every value and key knows its line and column.
#pragma once

#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardc::json {

/// An integer is a number without fraction and exponent that fits 64 bits with sign.
enum class Kind : uint8_t { null, boolean, integer, number, string, array, object };

class Document;
struct Member;

/// A value of a document: a handle, cheap to copy, that the document must outlive.
class Value {
public:
  Kind kind() const;
  bool is(Kind kind) const { return this->kind() == kind; }
  bool isNumber() const { return is(Kind::integer) || is(Kind::number); }
  mlir::Location loc() const;
  unsigned line() const;
  unsigned column() const;

  // Only for the kind that they name.
  bool boolean() const;
  int64_t integer() const;
  double number() const; // of an integer, too: the nearest
  llvm::StringRef string() const;
  /// A number, an array or an object as it is spelled in the file.
  llvm::StringRef spelled() const;

  /// Elements of an array or members of an object, in the file's order; 0 for other kinds.
  size_t size() const;
  Value operator[](size_t index) const; // of an array
  Member member(size_t index) const;    // of an object
  auto elements() const {
    return llvm::map_range(llvm::seq<size_t>(size()), [self = *this](size_t i) { return self[i]; });
  }
  auto members() const;
  /// The member with this key.
  std::optional<Value> find(llvm::StringRef key) const;

  // The same with a check: a value of another kind is reported, and none comes back. `what` names
  // the value in the message ("'max_shards'").
  std::optional<bool> asBoolean(const llvm::Twine &what) const;
  std::optional<int64_t> asInteger(const llvm::Twine &what) const;
  std::optional<double> asNumber(const llvm::Twine &what) const;
  std::optional<llvm::StringRef> asString(const llvm::Twine &what) const;
  std::optional<Value> asArray(const llvm::Twine &what) const;
  std::optional<Value> asObject(const llvm::Twine &what) const;
  /// The member with this key; reported where it is missing. `what` names the object.
  std::optional<Value> require(llvm::StringRef key, const llvm::Twine &what) const;
  /// Reports the members whose keys are none of these. `what` names the object.
  mlir::LogicalResult onlyKeys(llvm::ArrayRef<llvm::StringRef> known,
                               const llvm::Twine &what) const;

private:
  friend class Document;
  Value(const Document *document, uint32_t node) : document(document), node(node) {}
  const Document *document;
  uint32_t node;
};

/// A member of an object; the key is a string value with its own place.
struct Member {
  Value keyValue, value;
  llvm::StringRef key() const { return keyValue.string(); }
  mlir::Location keyLoc() const { return keyValue.loc(); }
};

inline auto Value::members() const {
  return llvm::map_range(llvm::seq<size_t>(size()),
                         [self = *this](size_t i) { return self.member(i); });
}

/// Reports that a value is of the wrong kind: "'name' must be a string, not the number 3".
mlir::LogicalResult wrongKind(Value value, const llvm::Twine &what, const llvm::Twine &expected);
/// What a value is, for messages: "the string 'x'", "a list of 3", "null".
std::string described(Value value);

/// Where a text begins in its file, which may have more.
struct Place {
  unsigned line = 1, column = 1;
};

/// What a document may have at most.
struct Limits {
  size_t bytes = size_t(64) << 20;
  size_t depth = 200;
};

/// The values of a document. Members keep their order; those whose key begins with `//` are
/// comments, and dropped.
class Document {
public:
  /// Parses a text. Errors (syntax, ill-formed UTF-8, duplicate keys, limits) are reported in the
  /// context at their place in `file`; none comes back then.
  static std::unique_ptr<const Document> parse(mlir::MLIRContext &context, llvm::StringRef text,
                                               llvm::StringRef file, const Limits &limits = {},
                                               Place begin = {});

  Value root() const { return Value(this, rootNode); }
  mlir::MLIRContext &context() const { return *ctx; }

private:
  friend class Value;
  friend class TreeBuilder;
  struct Range {
    uint32_t first, count;
  };
  /// Strings are ranges of `characters`, arrays ranges of `nodes`, objects ranges of key and value
  /// in turn.
  struct Node {
    Kind kind;
    uint32_t offset; // in the text
    union {
      bool boolean;
      int64_t integer;
      double number;
      Range range;
    };
  };

  Document(mlir::MLIRContext &context, llvm::StringRef text, llvm::StringRef file, Place begin);
  std::pair<unsigned, unsigned> lineAndColumn(uint32_t offset) const;
  mlir::Location locationAt(uint32_t offset) const;
  llvm::StringRef stringAt(const Node &node) const;

  mlir::MLIRContext *ctx;
  std::string text, file;
  Place begin;
  std::vector<uint32_t> lines; // where each begins
  std::vector<Node> nodes;
  std::string characters;
  uint32_t rootNode = 0;
};

} // namespace shardc::json

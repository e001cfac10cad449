// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/slices.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/StringExtras.h"

namespace shardc::config {

namespace {

struct Slice {
  int64_t begin, end; // half-open
  json::Value value;
  StringRef text() const { return value.string(); }
};

/// A slice as it is written; ends that are missing are empty.
struct Spelling {
  StringRef begin, end;
  bool endCounts;
};

} // namespace

static std::string shownDimension(const Dimension &dimension) {
  return "dimension " + std::to_string(dimension.number) + " of size " +
         std::to_string(dimension.extent);
}

static std::string quoted(json::Value slice) { return "'" + shown(slice.string()) + "'"; }

static std::optional<Spelling> split(json::Value value) {
  StringRef text = value.string().trim();
  auto wrong = [&](StringRef why) {
    report(value.loc(), Diag::slice_syntax) << quoted(value) << " is not a slice; " << why;
    return std::nullopt;
  };
  bool inclusive = text.contains("..");
  if (text.count(':') > 1 || (inclusive && text.contains("//"))) {
    report(value.loc(), Diag::slice_step)
        << "slice " << quoted(value) << " has a step; slices are contiguous";
    return std::nullopt;
  }
  if (!inclusive && !text.contains(':')) {
    bool number = !text.empty() && llvm::all_of(text, llvm::isDigit);
    if (number) return wrong("for one index write \"" + shown(text) + ".." + shown(text) + "\"");
    return wrong("write \"A..B\" (both ends count) or \"A:B\" (the end is left out)");
  }
  auto [begin, end] = inclusive ? text.split("..") : text.split(':');
  Spelling result{begin.trim(), end.trim(), inclusive};
  if (inclusive && (result.begin.empty() || result.end.empty()))
    return wrong("\"A..B\" needs both ends; \"A:B\" may leave one out");
  return result;
}

/// An end of a slice; `missing` where it is not written. One beyond 64 bits is out of bounds.
static std::optional<int64_t> readEnd(StringRef digits, int64_t missing, json::Value value,
                                      const Dimension &dimension) {
  if (digits.empty()) return missing;
  bool negative = digits.starts_with("-");
  StringRef rest = negative ? digits.drop_front() : digits;
  if (rest.empty() || !llvm::all_of(rest, llvm::isDigit)) {
    report(value.loc(), Diag::slice_syntax)
        << quoted(value) << " is not a slice; '" << shown(digits) << "' is not an index";
    return std::nullopt;
  }
  int64_t result;
  if (!negative && !rest.getAsInteger(10, result)) return result;
  Report outside = report(value.loc(), Diag::slice_bounds);
  outside << "slice " << quoted(value);
  if (negative)
    outside << " counts from the end of " << shownDimension(dimension)
            << "; write indices from 0 up";
  else
    outside << " leaves " << shownDimension(dimension);
  return std::nullopt;
}

static std::optional<Slice> readSlice(json::Value value, const Dimension &dimension) {
  if (!value.is(json::Kind::string)) {
    (void)wrongKind(value, "a slice", "a string such as \"0:2\"");
    return std::nullopt;
  }
  std::optional<Spelling> spelling = split(value);
  if (!spelling) return std::nullopt;
  std::optional<int64_t> begin = readEnd(spelling->begin, 0, value, dimension);
  if (!begin) return std::nullopt;
  std::optional<int64_t> last = readEnd(spelling->end, dimension.extent, value, dimension);
  if (!last) return std::nullopt;
  if (*begin > *last && !(spelling->end.empty() || spelling->begin.empty())) {
    report(value.loc(), Diag::slice_reversed)
        << "slice " << quoted(value) << " ends before it begins";
    return std::nullopt;
  }
  if (*begin > dimension.extent || *last > dimension.extent ||
      (spelling->endCounts && *last == dimension.extent)) {
    Report outside = report(value.loc(), Diag::slice_bounds);
    outside << "slice " << quoted(value) << " leaves " << shownDimension(dimension);
    if (spelling->endCounts && *last == dimension.extent && *last > 0)
      outside << "; with '..' the end counts: the last index is " << *last - 1;
    return std::nullopt;
  }
  Slice result{*begin, *last + spelling->endCounts, value};
  if (result.begin == result.end && dimension.extent > 0) {
    report(value.loc(), Diag::slice_empty) << "slice " << quoted(value) << " has no index";
    return std::nullopt;
  }
  return result;
}

static std::string shownIndices(int64_t begin, int64_t end) {
  if (end - begin == 1) return "index " + std::to_string(begin) + " is";
  return "indices " + std::to_string(begin) + " to " + std::to_string(end - 1) + " are";
}

/// Two neighbours in the list must meet.
static mlir::LogicalResult checkNeighbours(const Slice &left, const Slice &right,
                                           const Dimension &dimension) {
  if (left.end == right.begin) return mlir::success();
  Diag id = right.begin < left.begin ? Diag::slices_order
            : right.begin < left.end ? Diag::slices_overlap
                                     : Diag::slices_gap;
  Report wrong = report(right.value.loc(), id);
  if (id == Diag::slices_order)
    wrong << "slice " << quoted(right.value) << " begins before " << quoted(left.value)
          << "; slices are listed in order";
  else if (id == Diag::slices_overlap)
    wrong << "slices " << quoted(left.value) << " and " << quoted(right.value)
          << " overlap: " << shownIndices(right.begin, std::min(left.end, right.end)) << " in both";
  else
    wrong << shownIndices(left.end, right.begin) << " in no slice of " << shownDimension(dimension);
  wrong.note(left.value.loc()) << "the slice before";
  return wrong;
}

static mlir::LogicalResult checkCover(const std::vector<Slice> &slices,
                                      const Dimension &dimension) {
  mlir::LogicalResult result = mlir::success();
  const Slice &first = slices.front(), &last = slices.back();
  if (first.begin > 0)
    result = report(first.value.loc(), Diag::slices_gap)
             << shownIndices(0, first.begin) << " in no slice of " << shownDimension(dimension);
  for (size_t k = 1; k < slices.size(); ++k) {
    if (mlir::succeeded(checkNeighbours(slices[k - 1], slices[k], dimension))) continue;
    result = mlir::failure();
    // What is out of order leaves gaps and overlaps everywhere; one error says it.
    if (slices[k].begin < slices[k - 1].begin) return result;
  }
  if (last.end < dimension.extent)
    result = report(last.value.loc(), Diag::slices_gap)
             << shownIndices(last.end, dimension.extent) << " in no slice of "
             << shownDimension(dimension);
  return result;
}

static mlir::LogicalResult tooMany(mlir::Location loc, const llvm::Twine &count,
                                   const Dimension &dimension) {
  return report(loc, Diag::too_many_slices)
         << count << " slices of " << shownDimension(dimension) << " are too many; at most "
         << std::min(std::max<int64_t>(dimension.extent, 1), mostSlices);
}

static std::optional<DimensionCuts> readList(json::Value list, const Dimension &dimension) {
  if (list.size() == 0) {
    report(list.loc(), Diag::slice_empty) << "no slices of " << shownDimension(dimension);
    return std::nullopt;
  }
  if (list.size() > size_t(mostSlices)) {
    (void)tooMany(list.loc(), llvm::Twine(list.size()), dimension);
    return std::nullopt;
  }
  std::vector<Slice> slices;
  for (json::Value value : list.elements())
    if (std::optional<Slice> slice = readSlice(value, dimension)) slices.push_back(*slice);
  if (slices.size() != list.size()) return std::nullopt;
  if (dimension.extent == 0 && slices.size() > 1) {
    (void)tooMany(list.loc(), llvm::Twine(list.size()), dimension);
    return std::nullopt;
  }
  if (mlir::failed(checkCover(slices, dimension))) return std::nullopt;
  DimensionCuts result{dimension.number, {0}, {}, dimension.loc};
  for (const Slice &slice : slices) {
    result.cuts.push_back(slice.end);
    result.spelled.push_back(slice.text().str());
  }
  return result;
}

/// Part k of n is [ceil(k * extent / n), ceil((k + 1) * extent / n)).
static DimensionCuts cutEvenly(int64_t parts, const Dimension &dimension) {
  DimensionCuts result{dimension.number, {0}, {}, dimension.loc};
  int64_t whole = dimension.extent / parts, rest = dimension.extent % parts;
  for (int64_t k = 1; k <= parts; ++k) {
    // k * extent / parts in two terms: the product alone may pass 64 bits.
    int64_t end = k * whole + (k * rest + parts - 1) / parts;
    result.spelled.push_back(std::to_string(result.cuts.back()) + ":" + std::to_string(end));
    result.cuts.push_back(end);
  }
  return result;
}

static std::optional<int64_t> readCount(json::Value value, StringRef key) {
  std::optional<int64_t> count = value.asInteger("'" + key + "'");
  if (!count || *count > 0) return count;
  report(value.loc(), Diag::wrong_value) << "'" << key << "' must be at least 1, not " << *count;
  return std::nullopt;
}

static std::optional<DimensionCuts> readParts(json::Value value, const Dimension &dimension) {
  std::optional<int64_t> parts = readCount(value, "parts");
  if (!parts) return std::nullopt;
  if (*parts > mostSlices || *parts > std::max<int64_t>(dimension.extent, 1)) {
    (void)tooMany(value.loc(), llvm::Twine(*parts), dimension);
    return std::nullopt;
  }
  return cutEvenly(*parts, dimension);
}

static std::optional<DimensionCuts> readLength(json::Value value, const Dimension &dimension) {
  std::optional<int64_t> length = readCount(value, "length");
  if (!length) return std::nullopt;
  if (dimension.extent % *length != 0) {
    int64_t parts = dimension.extent / *length + 1;
    report(value.loc(), Diag::length_divides)
        << "length " << *length << " does not divide " << shownDimension(dimension)
        << "; {\"parts\": " << parts << "} cuts unevenly";
    return std::nullopt;
  }
  int64_t parts = std::max<int64_t>(dimension.extent / *length, 1);
  if (parts > mostSlices) {
    (void)tooMany(value.loc(), llvm::Twine(parts), dimension);
    return std::nullopt;
  }
  return cutEvenly(parts, dimension);
}

std::optional<DimensionCuts> readSlices(json::Value value, const Dimension &dimension) {
  if (value.is(json::Kind::array)) return readList(value, dimension);
  if (!value.is(json::Kind::object)) {
    (void)wrongKind(value, "the entry of dimension " + llvm::Twine(dimension.number),
                    "a list of slices, {\"parts\": n} or {\"length\": n}");
    return std::nullopt;
  }
  if (mlir::failed(value.onlyKeys({"parts", "length"}, "the entry of a dimension")))
    return std::nullopt;
  std::optional<json::Value> parts = value.find("parts"), length = value.find("length");
  if (parts && !length) return readParts(*parts, dimension);
  if (length && !parts) return readLength(*length, dimension);
  if (!parts)
    report(value.loc(), Diag::missing_key) << "the entry of a dimension has no 'parts' or 'length'";
  else
    report(length->loc(), Diag::wrong_value) << "'parts' and 'length' exclude each other";
  return std::nullopt;
}

} // namespace shardc::config

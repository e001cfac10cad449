// SPDX-License-Identifier: Apache-2.0
// An entry is read key by key; what it names (sources, references, cases) is read with it.
#include "frontend/config/calls/custom_op_entry.h"

#include "frontend/config/calls/case_shardings.h"
#include "frontend/diagnostics.h"
#include "frontend/frontend.h"
#include "frontend/ir/calls/own/rule_like.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/json/literals/file_below.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <limits>

namespace shardc {

using json::Member;
using json::Value;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Reads one entry. What is wrong has been reported.
class EntryReader {
public:
  EntryReader(StringRef target, mlir::Location loc, ArrayRef<Value> parts, StringRef whose,
              Files &files)
      : target(target.str()), parts(parts), whose(whose), files(files),
        what("'" + shown(target) + "'"), entry(loc) {
    entry.target = target.str();
  }

  std::optional<CustomOpEntry> run() {
    for (const Value part : parts)
      if (!part.asObject(what) ||
          failed(part.onlyKeys({"rule", "sizes", "reduction", "need_replication", "permutation",
                                "combine", "flops", "bytes", "kernel", "attributes", "uneven",
                                "reference", "cases", "scratch", "communicator", "partition_like",
                                "fill"},
                               what)))
        return std::nullopt;
    readKernel();
    readReference();
    if (!entry.routine && !entry.reference && isGood)
      fail(entry.loc, Diag::missing_key)
          << what
          << " says nothing of what it computes; give it a \"kernel\", a \"reference\" or "
             "\"cases\"";
    if (entry.routine || !entry.reference) readRule();
    if (!entry.routine) refuseWithoutKernel();
    return isGood ? std::optional(std::move(entry)) : std::nullopt;
  }

private:
  const std::string target;
  const ArrayRef<Value> parts;
  const StringRef whose;
  Files &files;
  const std::string what;
  CustomOpEntry entry;
  bool isGood = true;

  Report fail(mlir::Location loc, Diag id) {
    isGood = false;
    return report(loc, id);
  }

  std::optional<Value> find(StringRef key) const {
    for (const Value part : parts)
      if (const auto found = part.find(key)) return found;
    return std::nullopt;
  }

  std::optional<std::string> word(std::optional<Value> found, StringRef key) {
    if (!found) return std::nullopt;
    const auto text = found->asString("'" + key + "'");
    isGood = isGood && text.has_value();
    return text ? std::optional(text->str()) : std::nullopt;
  }

  // Kernels.

  void readKernel() {
    const std::optional<Value> kernel = find("kernel");
    if (!kernel) return;
    entry.kernelLoc = kernel->loc();
    if (!kernel->asObject("'kernel'") ||
        failed(kernel->onlyKeys({"cpp", "cuda", "each", "symbol"}, "'kernel'"))) {
      isGood = false;
      return;
    }
    Routine routine;
    routine.name = target;
    routine.cpp = readSource(*kernel, "cpp", {".cpp", ".cc", ".cxx"});
    routine.cuda = readSource(*kernel, "cuda", {".cu"});
    auto each = readSource(*kernel, "each", {".h", ".hpp"});
    if (!routine.cpp && !routine.cuda && !each && isGood)
      fail(kernel->loc(), Diag::missing_key)
          << "a kernel is a file for CPUs, 'cpp', one for GPUs, 'cuda', or both; or a header for "
             "both, 'each'";
    readSymbol(*kernel, routine);
    readAttributes(routine);
    if (each) readEach(*kernel->find("each"), std::move(*each), routine);
    readUneven(routine);
    readFill(routine);
    readFlops();
    readBytes("scratch", entry.scratch, entry.scratchLoc);
    readBytes("bytes", entry.bytes, entry.bytesLoc);
    entry.routine = std::move(routine);
  }

  std::optional<std::string> contentOf(Value file) {
    const auto known = files.texts.find(file.string().str());
    if (known != files.texts.end()) return known->second;
    const auto path = json::fileBelow(file, files.folder, whose);
    if (failed(path)) {
      isGood = false;
      return std::nullopt;
    }
    const auto buffer = llvm::MemoryBuffer::getFile(*path, /*IsText=*/true);
    if (!buffer) {
      fail(file.loc(), Diag::file_unreadable)
          << "the file '" << shown(file.string())
          << "' cannot be read: " << buffer.getError().message();
      return std::nullopt;
    }
    llvm::SmallString<128> read(files.folder);
    llvm::sys::path::append(read, file.string());
    files.read.insert(read.str().str());
    return (*buffer)->getBuffer().str();
  }

  /// A text of a plug-in's is no file that would have been looked for; and CMake reads the name.
  static bool isPathInBundle(StringRef name) {
    const auto isPlain = [](char c) { return llvm::isAlnum(c) || StringRef("_-+./").contains(c); };
    llvm::SmallVector<StringRef, 4> parts;
    name.split(parts, '/');
    return !name.empty() && llvm::all_of(name, isPlain) && !llvm::is_contained(parts, "") &&
           !llvm::is_contained(parts, "..");
  }

  std::optional<RoutineSource> readSource(Value kernel, StringRef key,
                                          llvm::ArrayRef<StringRef> endings) {
    const std::optional<Value> file = kernel.find(key);
    if (!file) return std::nullopt;
    const auto name = file->asString("'" + key + "'");
    if (!name) isGood = false;
    if (!name) return std::nullopt;
    if (llvm::none_of(endings, [&](StringRef end) { return name->ends_with(end); })) {
      fail(file->loc(), Diag::wrong_value)
          << "'" << key << "' is a file that ends with '" << llvm::join(endings, "' or '") << "'";
      return std::nullopt;
    }
    if (!isPathInBundle(*name)) {
      fail(file->loc(), Diag::file_outside)
          << "the file '" << shown(*name)
          << "' would not lie in a bundle's folder 'ops'; name it by letters, digits, '_', '-', "
             "'.' and '/', and without '..'";
      return std::nullopt;
    }
    auto text = contentOf(*file);
    if (!text) return std::nullopt;
    return RoutineSource{name->str(), std::move(*text)};
  }

  static bool isName(StringRef text) {
    return !text.empty() && !llvm::isDigit(text[0]) &&
           llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  }

  void readSymbol(Value kernel, Routine &routine) {
    const auto symbol = word(kernel.find("symbol"), "symbol");
    routine.symbol = symbol.value_or(StringRef(target).split(':').first.str());
    if (isName(routine.symbol)) return;
    const std::optional<Value> given = kernel.find("symbol");
    fail(given ? given->loc() : kernel.loc(), Diag::wrong_value)
        << "'symbol' is the name of a C function, and '" << shown(routine.symbol) << "' is none";
  }

  /// A function that is called for each member of a batch: what only code of a whole call has is
  /// none of it.
  void readEach(Value file, RoutineSource header, Routine &routine) {
    for (StringRef key : {"scratch", "communicator"})
      if (const auto other = find(key))
        fail(other->loc(), Diag::wrong_value)
            << "'" << key << "' is of code that is called for all that a device has, and 'each' is "
            << "called for each member of a batch; leave it out, or give 'cpp' and 'cuda'";
    if (routine.cpp || routine.cuda)
      fail(file.loc(), Diag::wrong_value)
          << "'each' is code for CPUs and GPUs; give it, or 'cpp' and 'cuda', and not both";
    if (!hasFunction(header.text, routine.symbol))
      fail(file.loc(), Diag::wrong_value)
          << "'" << shown(header.file) << "' has no function '" << shown(routine.symbol)
          << "'; write it there, or say what it is called by 'symbol'";
    for (const RoutineAttribute &attribute : routine.attributes)
      if (!isName(attribute.name) || std::holds_alternative<std::string>(attribute.value))
        fail(find("attributes")->loc(), Diag::wrong_value)
            << "attribute '" << shown(attribute.name)
            << "' of 'each' has to be a number, with the name of a member in C++";
    routine.each = EachCode{std::move(header), routine.symbol, {}};
  }

  /// Whether a name stands in front of a bracket.
  static bool hasFunction(StringRef text, StringRef name) {
    const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    for (size_t at = text.find(name); at != StringRef::npos; at = text.find(name, at + 1))
      if ((at == 0 || !isWord(text[at - 1])) &&
          text.drop_front(at + name.size()).ltrim().starts_with("("))
        return true;
    return false;
  }

  void readAttributes(Routine &routine) {
    std::optional<Value> given = find("attributes");
    if (!given) return;
    if (!given->asObject("'attributes'")) {
      isGood = false;
      return;
    }
    for (const Member member : given->members()) {
      RoutineAttribute attribute{member.key().str(), int64_t{0}};
      if (member.value.is(json::Kind::integer))
        attribute.value = member.value.integer();
      else if (member.value.isNumber())
        attribute.value = member.value.number();
      else if (member.value.is(json::Kind::string))
        attribute.value = member.value.string().str();
      else
        fail(member.value.loc(), Diag::wrong_kind)
            << "attribute '" << shown(member.key()) << "' must be a number or a string, not "
            << json::described(member.value);
      routine.attributes.push_back(std::move(attribute));
    }
  }

  void readUneven(Routine &routine) {
    const auto uneven = word(find("uneven"), "uneven");
    if (!uneven) return;
    entry.unevenLoc = find("uneven")->loc();
    routine.forbidsUneven = *uneven == "forbid";
    routine.pads = *uneven == "pad";
    if (*uneven != "forbid" && *uneven != "exact" && *uneven != "pad")
      fail(entry.unevenLoc, Diag::wrong_value)
          << "'uneven' must be \"exact\", parts of the sizes that they have, \"pad\", all of the "
             "largest size, or \"forbid\", not '"
          << shown(*uneven) << "'";
  }

  static std::optional<double> numberOf(Value value) {
    if (value.isNumber()) return value.number();
    if (!value.is(json::Kind::string)) return std::nullopt;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (value.string() == "inf") return kInfinity;
    if (value.string() == "-inf") return -kInfinity;
    if (value.string() == "nan") return std::numeric_limits<double>::quiet_NaN();
    return std::nullopt;
  }

  /// What is behind parts that are padded.
  void readFill(const Routine &routine) {
    std::optional<Value> list = find("fill");
    if (!list) return;
    if (!routine.pads)
      fail(list->loc(), Diag::wrong_value)
          << "'fill' is what is behind parts that are padded, and 'uneven' is not \"pad\"";
    list = list->asArray("'fill'");
    isGood = isGood && list.has_value();
    if (!list) return;
    for (const Value each : list->elements()) {
      entry.fill.push_back(numberOf(each));
      if (!entry.fill.back() && !each.is(json::Kind::null))
        fail(each.loc(), Diag::wrong_kind)
            << "'fill' has for each operand a number, \"inf\", \"-inf\", \"nan\" or null, not "
            << json::described(each);
    }
  }

  void readFlops() {
    const std::optional<Value> given = find("flops");
    if (!given) return;
    const auto flops = given->asNumber("'flops'");
    isGood = isGood && flops;
    if (flops && (*flops < 0 || *flops > 1e12))
      fail(given->loc(), Diag::wrong_value)
          << "'flops' is from 0 to 1e12, for each combination of the factors' indices";
    entry.flops = flops.value_or(0);
  }

  /// A number of bytes, or a formula of how much a device has.
  void readBytes(StringRef key, SizeFormula &size, mlir::Location &loc) {
    const std::optional<Value> given = find(key);
    if (!given) return;
    loc = given->loc();
    if (given->is(json::Kind::integer) && given->integer() >= 0 &&
        given->integer() <= kLargestSize) {
      size = {{SizeTerm::Kind::number, given->integer()}};
    } else if (given->is(json::Kind::string)) {
      std::string wrong;
      auto read = readSize(given->string(), wrong);
      if (!read) fail(loc, Diag::wrong_notation) << "'" << key << "': " << wrong;
      size = std::move(read).value_or(SizeFormula());
    } else {
      fail(loc, Diag::wrong_value)
          << "'" << key << "' is a number of bytes from 0 to " << kLargestSize
          << ", or a formula of what a device has, as \"4 * i * k\"";
    }
  }

  // The rule.

  /// What the rule is in words, or which program's.
  void readRule() {
    if (const auto file = find("partition_like")) return readRuleOf(*file);
    const auto text = word(find("rule"), "rule");
    if (!text) {
      for (StringRef key : {"sizes", "reduction", "need_replication", "permutation"})
        if (const auto extra = find(key))
          fail(extra->loc(), Diag::wrong_value)
              << "'" << key << "' is about factors of a \"rule\", and there is none";
      readCommunicatorAxes();
      readCombine(false);
      return;
    }
    NotationProblem problem;
    entry.rule = shardc::readRule(*text, problem);
    entry.ruleLoc = find("rule")->loc();
    if (!entry.rule) {
      wrongRule(entry.ruleLoc, problem);
      return;
    }
    readSizes();
    readKinds("reduction", FactorKind::reduction);
    readKinds("need_replication", FactorKind::whole);
    readKinds("permutation", FactorKind::permutation);
    readKinds("communicator", FactorKind::communicator);
    readCombine(llvm::any_of(
        entry.rule->kinds, [](const auto &each) { return each.second == FactorKind::reduction; }));
  }

  void readRuleOf(Value file) {
    for (StringRef key :
         {"rule", "sizes", "reduction", "need_replication", "permutation", "communicator", "cases"})
      if (const auto other = find(key))
        fail(other->loc(), Diag::wrong_value)
            << "'" << key
            << "' says how the op is sharded, and \"partition_like\" does; give one of the two";
    const auto program = readProgramFile(file);
    if (!program || !isGood) return;
    readCombine(true);
    if (!isGood) return;
    entry.ruleLoc = file.loc();
    entry.rule = ruleLike(program->program->get(), *combinerNamed(entry.combine));
  }

  void wrongRule(mlir::Location loc, const NotationProblem &problem) {
    fail(loc, problem.unsupported ? Diag::unsupported_key : Diag::wrong_notation) << problem.what;
  }

  void readSizes() {
    const std::optional<Value> sizes = find("sizes");
    if (!sizes) return;
    if (!sizes->asObject("'sizes'")) {
      isGood = false;
      return;
    }
    for (const Member member : sizes->members()) {
      const auto size = member.value.asInteger("the size of '" + shown(member.key()) + "'");
      isGood = isGood && size.has_value();
      if (size && *size < 1)
        fail(member.value.loc(), Diag::wrong_value)
            << "the size of '" << shown(member.key()) << "' is 1 or more, not " << *size;
      else if (size && !entry.rule->sizes.try_emplace(member.key().str(), *size).second)
        fail(member.keyLoc(), Diag::wrong_value)
            << "factor '" << shown(member.key()) << "' has a size in the rule, too";
    }
  }

  void readKinds(StringRef key, FactorKind kind) {
    std::optional<Value> list = find(key);
    if (!list) return;
    list = list->asArray("'" + key + "'");
    isGood = isGood && list.has_value();
    if (!list) return;
    for (const Value each : list->elements()) {
      const auto name = each.asString("a factor");
      isGood = isGood && name.has_value();
      NotationProblem problem;
      if (name && !setKind(*entry.rule, name->str(), kind, problem)) wrongRule(each.loc(), problem);
    }
  }

  /// Where there are no factors to name.
  void readCommunicatorAxes() {
    std::optional<Value> list = find("communicator");
    if (!list) return;
    if (entry.cases.empty()) {
      fail(list->loc(), Diag::wrong_value) << "'communicator' is about factors of a \"rule\", or "
                                              "axes of \"cases\", and there is none";
      return;
    }
    list = list->asArray("'communicator'");
    isGood = isGood && list.has_value();
    if (!list) return;
    for (const Value each : list->elements()) {
      const auto axis = each.asString("an axis");
      isGood = isGood && axis.has_value();
      if (!axis) continue;
      entry.communicator.push_back(axis->str());
      if (llvm::none_of(entry.cases, [&](const OpCase &one) { return splitsBy(one, *axis); }))
        fail(each.loc(), Diag::wrong_value)
            << "'communicator' has '" << shown(*axis) << "', by which no case splits anything";
    }
  }

  static bool splitsBy(const OpCase &one, StringRef axis) {
    const auto hasIt = [&](const Places::value_type &dims) {
      return llvm::any_of(dims, [&](const auto &axes) { return llvm::is_contained(axes, axis); });
    };
    return llvm::any_of(one.operands, hasIt) || llvm::any_of(one.results, hasIt);
  }

  std::vector<std::string> reductions() const {
    std::vector<std::string> names;
    for (const auto &[factor, kind] : entry.rule->kinds)
      if (kind == FactorKind::reduction) names.push_back(factor);
    return names;
  }

  /// A way for each reduction. Code combines what one device has of all of them, so devices share
  /// those of one way alone, and the others are whole: a case for each way.
  void readCombines(Value combines) {
    if (!entry.rule)
      fail(combines.loc(), Diag::wrong_value)
          << "'combine' is about factors of a \"rule\", and there is none; give one word";
    if (!combines.asObject("'combine'") || !isGood) return;
    std::map<std::string, std::vector<std::string>> ways;
    for (const Member member : combines.members()) {
      const auto way = readWay(member.value);
      if (!way) return;
      if (!llvm::is_contained(reductions(), member.key()))
        fail(member.keyLoc(), Diag::wrong_value) << "'combine' has '" << shown(member.key())
                                                 << "', which is no \"reduction\" of the rule";
      ways[*way].push_back(member.key().str());
    }
    for (const std::string &factor : reductions())
      if (!combines.find(factor))
        fail(combines.loc(), Diag::missing_key)
            << "'combine' does not say how '" << factor << "' is combined";
    entry.casesLoc = combines.loc();
    for (const auto &[way, factors] : ways) {
      OpCase one;
      one.name = llvm::join(factors, " and ") + " by " + way;
      one.rule = entry.rule;
      one.combine = way;
      for (const std::string &factor : reductions())
        if (!llvm::is_contained(factors, factor)) one.rule->kinds[factor] = FactorKind::whole;
      entry.cases.push_back(std::move(one));
    }
    if (isGood && !entry.cases.empty()) takeCase(entry, 0);
  }

  std::optional<std::string> readWay(Value combine) {
    const auto word = combine.asString("'combine'");
    isGood = isGood && word;
    if (!word) return std::nullopt;
    if (combinerNamed(*word)) return word->str();
    fail(combine.loc(), Diag::wrong_value)
        << "'combine' must be \"sum\", \"product\", \"max\", \"min\", \"and\" or \"or\", not '"
        << shown(*word) << "'";
    return std::nullopt;
  }

  void readCombine(bool reduces) {
    const auto given = find("combine");
    if (!given) return;
    if (given->is(json::Kind::object)) return readCombines(*given);
    const auto combine = readWay(*given);
    if (!combine) return;
    if (entry.rule && !reduces)
      fail(given->loc(), Diag::wrong_value)
          << "'combine' says how partial results of a reduction become one, and the rule has none";
    entry.combine = *combine;
  }

  // References.

  std::optional<OpReference> readProgramFile(Value file) {
    if (!file.asString("a program")) {
      isGood = false;
      return std::nullopt;
    }
    const auto text = contentOf(file);
    if (!text) return std::nullopt;
    Files own;
    own.folder = files.folder;
    auto program = readProgram(*entry.loc.getContext(), *text, file.string(), own);
    files.read.insert(own.read.begin(), own.read.end());
    isGood = isGood && program;
    if (!program) return std::nullopt;
    return OpReference{file.string().str(),
                       std::make_shared<mlir::OwningOpRef<mlir::ModuleOp>>(std::move(program))};
  }

  void readReference() {
    if (const auto file = find("reference")) entry.reference = readProgramFile(*file);
    std::optional<Value> cases = find("cases");
    if (!cases) return;
    entry.casesLoc = cases->loc();
    cases = cases->asArray("'cases'");
    isGood = isGood && cases && cases->size() > 0;
    if (cases && cases->size() == 0)
      report(cases->loc(), Diag::wrong_count) << "'cases' is empty; list one at least";
    if (!isGood) return;
    refuseBesideCases((*cases)[0].is(json::Kind::object));
    for (const Value each : cases->elements()) {
      if (each.is(json::Kind::object) != (*cases)[0].is(json::Kind::object))
        fail(each.loc(), Diag::wrong_kind)
            << "'cases' are programs, or shardings of what a \"kernel\" takes and makes, and not "
               "both";
      else
        addCase(each.is(json::Kind::object) ? readCaseShardings(each) : readCaseFile(each));
    }
    if (!entry.cases.empty()) takeCase(entry, 0);
    entry.mayReduce = find("combine").has_value();
  }

  void addCase(std::optional<OpCase> one) {
    isGood = isGood && one;
    if (one) entry.cases.push_back(std::move(*one));
  }

  /// What says otherwise what the op is, or how it is sharded.
  void refuseBesideCases(bool ofKernel) {
    const std::vector<StringRef> others =
        ofKernel ? std::vector<StringRef>{"rule", "sizes", "reduction", "need_replication"}
                 : std::vector<StringRef>{"reference", "kernel"};
    for (StringRef key : others)
      if (const auto other = find(key))
        fail(other->loc(), Diag::wrong_value)
            << "'cases' are " << (ofKernel ? "shardings" : "programs")
            << " of which one is taken, and '" << key << "' is another way to say "
            << (ofKernel ? "how the op is sharded" : "what the op is") << "; give one of the two";
    if (ofKernel && entry.routine && entry.routine->each)
      fail(find("cases")->loc(), Diag::wrong_value)
          << "'cases' are shardings, and 'each' is called for each member of the batch of a rule; "
             "give \"rule\"";
    if (ofKernel && !entry.routine && isGood)
      fail(find("cases")->loc(), Diag::missing_key)
          << "'cases' are shardings of what a kernel takes and makes; give \"kernel\"";
  }

  std::optional<OpCase> readCaseFile(Value file) {
    auto program = readProgramFile(file);
    if (!program) return std::nullopt;
    OpCase one;
    one.name = program->file;
    one.reference = std::move(program);
    return one;
  }

  void refuseWithoutKernel() {
    for (StringRef key :
         {"rule", "sizes", "reduction", "need_replication", "permutation", "combine", "flops",
          "bytes", "attributes", "uneven", "fill", "scratch", "communicator", "partition_like"})
      if (const auto extra = find(key))
        fail(extra->loc(), Diag::wrong_value) << "'" << key << "' is about a kernel, and " << what
                                              << " has none: it is sharded as its reference is";
  }
};

} // namespace

std::optional<CustomOpEntry> readCustomOp(StringRef target, mlir::Location loc,
                                          ArrayRef<Value> parts, StringRef whose, Files &files) {
  return EntryReader(target, loc, parts, whose, files).run();
}

} // namespace shardc

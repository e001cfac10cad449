// SPDX-License-Identifier: Apache-2.0
// Loops over all indices, from block to block and over a block, one after the other or in vectors;
// and where they begin and end on a device and for a thread.
#include "codegen/cpp/body/body_printer.h"
#include "codegen/cpp/threads.h"
#include "frontend/ir/formula/bounds/intervals.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

void BodyPrinter::print(const Threads &threads) {
  if (threads.each > 1)
    vectors = {threads.loops.back(), threads.each, threads.from, threads.neighbour};
  threadsOfBlock = threads.block;
  text.known.collapsed.push_back(collapsedBy(threads, view));
  const Code body = print(threads.body);
  llvm::append_range(*into, threadStart(threads, view, needs, text));
  llvm::append_range(*into, body);
}

void BodyPrinter::print(const For &loop) {
  switch (loop.over) {
  case For::Over::all:
    return indices(loop, beginOf(loop), endOf(loop));
  case For::Over::blocks:
    if (!loop.neighbour.empty()) return neighbours(loop);
    return blocks(loop);
  case For::Over::block:
    return indices(loop, blockStarts[loop.loop], blockEnds[loop.loop]);
  case For::Over::lane: {
    const std::string from = beginOf(loop.loop);
    return compound(head(nameOf(loop), from == "0" ? loop.from : from + " + " + loop.from,
                         boundOf(loop.loop), std::to_string(loop.size)),
                    loop.body);
  }
  }
}

/// The head of a function, the last argument of a call.
static CodeLine lambdaIn(const std::string &head) {
  CodeLine made{head, true};
  made.open = " {";
  made.close = "});";
  return made;
}

/// How many indices there are, where that is a number; else "".
static std::string countOf(StringRef from, StringRef to) {
  StringRef more = to;
  int64_t lo = 0, hi = 0;
  if (more.consume_front(from) && more.consume_front(" + ") && !more.getAsInteger(10, hi))
    return more.str();
  const bool areNumbers = !from.getAsInteger(10, lo) && !to.getAsInteger(10, hi);
  return areNumbers ? std::to_string(hi - lo) : "";
}

/// So many indices at once, of as many as there are: "#pragma unroll", "#pragma unroll 16".
static std::string unrolled(int64_t count, std::optional<int64_t> all) {
  return count == all ? "#pragma unroll" : "#pragma unroll " + std::to_string(count);
}

/// One after the other, or neighbours at once:
/// in_vectors<float, 512>(0, [&](auto j) { store(y, i * 512 + j, load(x, j)); });
void BodyPrinter::indices(const For &loop, const std::string &from, const std::string &to) {
  apart([&] {
    if (loop.piece)
      for (Env &env : text.known.environments)
        env.loops[loop.loop] = intersection(env.loops[loop.loop], *loop.piece);
    if (!loop.inVectors) {
      // Compilers see how many there are only where no sum could wrap around.
      const bool isBlock = StringRef(to).starts_with(from + " + ") || endsOfBlocks.contains(to);
      const bool isExact = loop.writtenOut != 0 && isBlock;
      compound(head(nameOf(loop), from, to, "++", isExact ? " != " : " < "), loop.body);
      // Where in_blocks() says how many there are compilers need no word, and some take none.
      if (loop.writtenOut != 0 && !countOf(from, to).empty())
        into->back().pragma = "#pragma GCC unroll " + std::to_string(loop.writtenOut);
      if (loop.readAhead != 0)
        into->back().pragma = unrolled(loop.readAhead, view.loops[loop.loop].extent);
      return;
    }
    inVectors(loop, from, to);
  });
}

/// in_lanes<float, 64>(0, [&](auto j, auto lane) { store(lanes, lane, load(x, j)); });
void BodyPrinter::inVectors(const For &loop, const std::string &from, const std::string &to) {
  const bool hasLanes = !loop.lane.empty();
  const std::string called = hasLanes ? "in_lanes" : "in_vectors";
  text.need(called);
  const std::string count = countOf(from, to), type = info(*loop.inVectors).cpp;
  const std::string head =
      count.empty() ? type + ">(" + from + ", " + to : type + ", " + count + ">(" + from;
  CodeLine made = lambdaIn(called + "<" + head + ", [&](auto " + nameOf(loop) +
                           (hasLanes ? ", auto " + loop.lane : "") + ")");
  text.vectorLoop = loop.loop;
  lane = loop.lane;
  // What has been bound before is of the loop's indices from here on.
  for (const auto &[value, own] : places)
    if (text.isKnown(value)) bind(value, own);
  made.body = print(loop.body);
  text.vectorLoop = -1;
  lane.clear();
  declaredVectors.clear();
  into->push_back(std::move(made));
}

/// Whether no thread takes a part of it, and no shard has none of it.
bool BodyPrinter::isRunByAll(const For &loop) const {
  return !blockStarts.count(loop.loop) &&
         llvm::none_of(view.cases, [&](const Case &each) { return each.loops[loop.loop].empty(); });
}

/// Of a piece: shards may begin after it does, and threads take a part of it.
std::string BodyPrinter::beginOf(const For &loop) {
  const std::string begin = beginOf(loop.loop);
  const auto beginsAt = [&](const Case *each) { return each->loops[loop.loop].lo; };
  if (!loop.piece) return begin;
  const int64_t lo = loop.piece->lo;
  if (llvm::all_of(view.busy, [&](const Case *each) { return beginsAt(each) >= lo; })) return begin;
  const std::string piece = std::to_string(lo - view.base(loop.loop, *view.busy.front()));
  if (isRunByAll(loop) &&
      llvm::all_of(view.busy, [&](const Case *each) { return beginsAt(each) <= lo; }))
    return piece;
  text.need("max");
  return std::string("max<") + text.indexType() + ">(" + begin + ", " + piece + ")";
}

std::string BodyPrinter::endOf(const For &loop) {
  const std::string end = boundOf(loop.loop);
  const auto endsAt = [&](const Case *each) { return each->loops[loop.loop].hi; };
  if (!loop.piece) return end;
  const int64_t hi = loop.piece->hi;
  if (llvm::all_of(view.busy, [&](const Case *each) { return endsAt(each) <= hi; })) return end;
  const std::string piece = std::to_string(hi - view.base(loop.loop, *view.busy.front()));
  if (isRunByAll(loop) &&
      llvm::all_of(view.busy, [&](const Case *each) { return endsAt(each) >= hi; }))
    return piece;
  text.need("min");
  return std::string("min<") + text.indexType() + ">(" + end + ", " + piece + ")";
}

std::string BodyPrinter::firstOf(int loop) {
  return view.loops[loop].isLocal ? "0" : text.start(loop);
}

std::string BodyPrinter::beginOf(int loop) {
  const auto found = blockStarts.find(loop);
  return found == blockStarts.end() ? firstOf(loop) : found->second;
}

std::string BodyPrinter::boundOf(int loop) {
  const auto found = blockEnds.find(loop);
  return found == blockEnds.end() ? endOf(loop) : found->second;
}

const std::string &BodyPrinter::nameOf(const For &loop) const { return view.loops[loop.loop].name; }

CodeLine BodyPrinter::head(const std::string &i, const std::string &from, const std::string &end,
                           const std::string &step, const char *before) {
  const std::string next = step == "++" ? "++" + i : i + " += " + step;
  return {std::string("for (") + text.indexType() + " " + i + " = " + from + "; " + i + before +
              end + "; " + next + ")",
          true};
}

std::string BodyPrinter::endOf(int loop) {
  return view.loops[loop].isLocal ? text.extent(loop) : text.end(loop);
}

/// Each block is read at once.
void BodyPrinter::neighbours(const For &loop) {
  const auto before =
      std::exchange(vectors, Neighbours{loop.loop, loop.size, loop.from, loop.neighbour});
  blocks(loop);
  vectors = before;
  if (loop.readAhead == 0) return;
  const std::optional<int64_t> extent = view.loops[loop.loop].extent;
  into->back().pragma = unrolled(loop.readAhead, *extent / loop.size);
}

void BodyPrinter::blocks(const For &loop) {
  const std::string begin = beginOf(loop.loop), end = boundOf(loop.loop);
  const std::string size = std::to_string(loop.size), type = text.indexType();
  const std::string to = loop.from + " + " + size;
  if (loop.to.empty()) return block(loop, head(loop.from, begin, end, size), to);
  if (!loop.inBlocks)
    return block(loop, head(loop.from, begin, end, size), loop.to,
                 {{"const " + type + " " + loop.to + " = " + to + " < " + end + " ? " + to + " : " +
                   end + ";"}});
  text.need("in_blocks");
  endsOfBlocks.insert(loop.to);
  const std::string count = countOf(begin, end);
  const std::string head =
      count.empty() ? size + ">(" + begin + ", " + end : size + ", " + count + ">(" + begin;
  block(loop,
        lambdaIn("in_blocks<" + head + ", [&](" + type + " " + loop.from + ", auto " + loop.to +
                 ") SHARDC_INLINED"),
        loop.to);
}

} // namespace shardc

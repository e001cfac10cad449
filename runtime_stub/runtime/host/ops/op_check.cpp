// SPDX-License-Identifier: Apache-2.0
// All copies lie in one room, one behind the other, which is looked at byte for byte on the host.
// What is not to be written is filled with a pattern before the call. An element that has the
// pattern of two calls, which differ, has been written by none.
#include "runtime/host/ops/op_check.h"

#include <algorithm>
#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

namespace {

constexpr char kPatterns[] = {'\x5a', '\xa5'};

int64_t elements(const ValuePart &part) {
  int64_t count = 1;
  for (const PartDim &dim : part.dims)
    count *= dim.window.size();
  return part.memory ? count : 0;
}
int64_t window_bytes(const ValuePart &part) {
  return elements(part) * static_cast<int64_t>(bytes(part.type));
}

/// The place of an element of the window, in the whole.
std::vector<int64_t> place(const ValuePart &part, int64_t element) {
  std::vector<int64_t> at(part.dims.size());
  for (size_t k = part.dims.size(); k-- > 0;) {
    const Interval &window = part.dims[k].window;
    at[k] = window.lo + element % window.size();
    element /= window.size();
  }
  return at;
}
bool is_in_part(const ValuePart &part, int64_t element) {
  const std::vector<int64_t> at = place(part, element);
  for (size_t k = 0; k < at.size(); ++k)
    if (at[k] < part.dims[k].part.lo || at[k] >= part.dims[k].part.hi) return false;
  return true;
}

std::string place_text(const ValuePart &part, int64_t element) {
  std::string text;
  for (const int64_t at : place(part, element))
    text += (text.empty() ? "" : ", ") + std::to_string(at);
  return "[" + text + "]";
}
std::string box_text(const ValuePart &part) {
  std::string text;
  for (const PartDim &dim : part.dims)
    text += (text.empty() ? "" : ", ") + std::to_string(dim.part.lo) + ":" +
            std::to_string(dim.part.hi);
  return "[" + text + "]";
}

/// A copy in the room.
struct Copy {
  enum class Of { operand, result, scratch } of;
  size_t number;
  const ValuePart *part; // of scratch memory none
  size_t begin, size;    // [bytes]
};

class Check {
public:
  explicit Check(const CheckedCall &call) : call(call) {
    add(Copy::Of::operand, call.operands);
    add(Copy::Of::result, call.results);
    if (call.scratch > 0)
      add({Copy::Of::scratch, 0, nullptr, 0, static_cast<size_t>(call.scratch)});
  }

  std::string run() {
    if (call.room.bytes < static_cast<int64_t>(total)) return "has no room to be checked in";
    std::string wrong = turn(0);
    if (!wrong.empty()) return wrong;
    if (call.twice) {
      first = after;
      wrong = turn(1);
      if (wrong.empty()) wrong = unwritten();
    }
    if (wrong.empty()) giveResults();
    return wrong;
  }

private:
  const CheckedCall &call;
  std::vector<Copy> copies;
  size_t total = kGuard;
  std::vector<char> before, after, first; // the room

  void add(Copy copy) {
    copy.begin = total;
    total += static_cast<size_t>(guarded_bytes(static_cast<int64_t>(copy.size)));
    copies.push_back(copy);
  }
  void add(Copy::Of of, const List<ValuePart> &parts) {
    for (size_t k = 0; k < parts.size(); ++k)
      add({of, k, &parts[k], 0, static_cast<size_t>(window_bytes(parts[k]))});
  }

  char *memory() const { return static_cast<char *>(call.room.memory); }

  /// One call, with a pattern. Returns what is wrong.
  std::string turn(int number) {
    before.assign(total, kPatterns[number]);
    for (const Copy &copy : copies)
      if (copy.of == Copy::Of::operand && copy.size > 0)
        call.download(before.data() + copy.begin, static_cast<const char *>(copy.part->memory),
                      copy.size);
    call.upload(memory(), before.data(), total);
    if (const char *says = runtime::call(
            call.op, call.device, call.stream, moved(Copy::Of::operand, call.operands),
            moved(Copy::Of::result, call.results), scratch(), call.keeper, {}, call.others))
      return std::string("says: ") + says;
    after.resize(total);
    call.download(after.data(), memory(), total);
    return strayed();
  }

  std::vector<ValuePart> moved(Copy::Of of, const List<ValuePart> &all) const {
    std::vector<ValuePart> parts(all.begin(), all.end());
    for (const Copy &copy : copies)
      if (copy.of == of && (copy.part->memory || of == Copy::Of::operand))
        parts[copy.number].memory = memory() + copy.begin;
    return parts;
  }

  Scratch scratch() const {
    if (copies.empty() || copies.back().of != Copy::Of::scratch) return {};
    return {memory() + copies.back().begin, call.scratch};
  }

  static std::string nameOf(const Copy &copy) {
    if (copy.of == Copy::Of::scratch) return "its scratch memory";
    return (copy.of == Copy::Of::operand ? "operand " : "result ") + std::to_string(copy.number);
  }

  /// What is written that is not to be.
  std::string strayed() const {
    size_t end = 0; // of what has been looked at
    for (size_t k = 0; k < copies.size(); ++k) {
      const std::string beside = guard(end, copies[k].begin, k);
      if (!beside.empty()) return beside;
      const std::string inside = within(copies[k]);
      if (!inside.empty()) return inside;
      end = copies[k].begin + copies[k].size;
    }
    return guard(end, total, copies.size());
  }

  bool isChanged(size_t at) const { return after[at] != before[at]; }

  /// Bytes in front of copy `next`, and behind the one before.
  std::string guard(size_t begin, size_t end, size_t next) const {
    for (size_t at = begin; at < end; ++at) {
      if (!isChanged(at)) continue;
      const bool isBehind = next > 0 && (next == copies.size() || at - begin < end - at);
      const Copy &near = copies[isBehind ? next - 1 : next];
      const size_t away = isBehind ? at - begin + 1 : end - at;
      return writes(near) + std::to_string(away) + (away == 1 ? " byte " : " bytes ") +
             (isBehind ? "behind" : "in front of") + " its memory";
    }
    return "";
  }

  static std::string writes(const Copy &copy) {
    if (copy.of != Copy::Of::result) return "writes beside " + nameOf(copy) + ": ";
    return "writes beside its part of " + nameOf(copy) + ", which is " + box_text(*copy.part) +
           ": ";
  }

  std::string within(const Copy &copy) const {
    if (copy.of == Copy::Of::scratch) return "";
    const size_t size = bytes(copy.part->type);
    for (size_t at = 0; at < copy.size; ++at) {
      if (!isChanged(copy.begin + at)) continue;
      const auto element = static_cast<int64_t>(at / size);
      const std::string where = place_text(*copy.part, element);
      if (copy.of == Copy::Of::operand)
        return "writes " + nameOf(copy) + ", which it is only to read: element " + where;
      if (!is_in_part(*copy.part, element)) return writes(copy) + "element " + where;
    }
    return "";
  }

  std::string unwritten() const {
    for (const Copy &copy : copies) {
      if (copy.of != Copy::Of::result || copy.size == 0) continue;
      int64_t count = 0, least = -1;
      for (int64_t element = 0; element < elements(*copy.part); ++element)
        if (is_in_part(*copy.part, element) && isAsBefore(copy, element)) {
          if (count++ == 0) least = element;
        }
      if (count == 0) continue;
      const std::string more = count == 1 ? "" : ", and " + std::to_string(count - 1) + " more";
      return "leaves element " + place_text(*copy.part, least) + " of " + nameOf(copy) +
             " unwritten" + more;
    }
    return "";
  }
  bool isAsBefore(const Copy &copy, int64_t element) const {
    const size_t size = bytes(copy.part->type), at = copy.begin + element * size;
    const auto is = [&](const std::vector<char> &bytes, char pattern) {
      return std::all_of(bytes.begin() + static_cast<ptrdiff_t>(at),
                         bytes.begin() + static_cast<ptrdiff_t>(at + size),
                         [&](char byte) { return byte == pattern; });
    };
    return is(first, kPatterns[0]) && is(after, kPatterns[1]);
  }

  /// What the windows of results have beside its parts stays.
  void giveResults() const {
    for (const Copy &copy : copies) {
      if (copy.of != Copy::Of::result || copy.size == 0) continue;
      char *own = static_cast<char *>(const_cast<void *>(copy.part->memory));
      std::vector<char> window(copy.size);
      call.download(window.data(), own, copy.size);
      const size_t size = bytes(copy.part->type);
      for (int64_t element = 0; element < elements(*copy.part); ++element)
        if (is_in_part(*copy.part, element))
          std::memcpy(window.data() + element * size, after.data() + copy.begin + element * size,
                      size);
      call.upload(own, window.data(), copy.size);
    }
  }
};

} // namespace

int64_t room_for(const List<ValuePart> &operands, const List<ValuePart> &results, int64_t scratch) {
  int64_t total = kGuard + (scratch > 0 ? guarded_bytes(scratch) : 0);
  for (const List<ValuePart> *parts : {&operands, &results})
    for (const ValuePart &part : *parts)
      total += guarded_bytes(window_bytes(part));
  return total;
}

std::string check_call(const CheckedCall &call) {
  return is_idle(call.results, call.others) ? "" : Check(call).run();
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

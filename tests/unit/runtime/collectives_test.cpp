// SPDX-License-Identifier: Apache-2.0
// Collectives on CPUs: what they move and combine, and how they fail.
#include "runtime/collectives/collectives.h"

#include "runtime/collectives/collectives_routes.h"
#include "runtime/device/sum_order.h"
#include "runtime/host/cpu/stream_cpu.h"
#include "support.h"

#include <cmath>
#include <deque>
#include <numeric>
#include <thread>

namespace shardc::runtime {
namespace {

/// Devices with buffers that a test makes itself, on some threads.
struct Devices {
  std::vector<Machine> machines;
  std::shared_ptr<Team> team;
  std::deque<std::vector<char *>> pointers; // of Each

  Devices(int count, int threads) {
    Options options;
    options.threads = threads;
    Program program = {};
    program.devices = count;
    int device = 0;
    for (std::vector<Stream> &streams :
         open_streams(program, Placement(program.devices, 1).devices_of(0), options,
                      std::make_shared<Failure>())) {
      Machine &machine = machines.emplace_back();
      for (Stream &stream : streams)
        machine.local.push_back({device++, std::move(stream), nullptr});
      machine.collectives = make_collectives(machine, 0, options);
    }
    team = machines.front().local.front().stream.state().team;
  }

  template <typename T>
  Each each(Type type, std::vector<std::vector<T>> &buffers) {
    std::vector<char *> &all = pointers.emplace_back();
    for (std::vector<T> &buffer : buffers)
      all.push_back(reinterpret_cast<char *>(buffer.data()));
    return {type, all};
  }

  void reduce(const char *step, const Reduction &table, const Each &from, const Each &into) {
    reduce({{step, table, from, into}});
  }
  void reduce(const std::vector<Call<Reduction>> &calls) {
    team->run([&](int carrier) {
      std::deque<std::vector<char *>> buffers;
      machines[carrier].collectives->reduce(own(calls, carrier, buffers));
    });
  }
  void exchange(const char *step, const Exchange &table, const Each &from, const Each &into) {
    exchange({{step, table, from, into}});
  }
  void exchange(const std::vector<Call<Exchange>> &calls) {
    team->run([&](int carrier) {
      std::deque<std::vector<char *>> buffers;
      machines[carrier].collectives->exchange(own(calls, carrier, buffers));
    });
  }

  /// A carrier's part, of which `buffers` has the pointers.
  Each own(const Each &all, int carrier, std::deque<std::vector<char *>> &buffers) const {
    const Range<int> devices = team->places(carrier);
    std::vector<char *> &part = buffers.emplace_back();
    for (int place = devices.lo; place < devices.hi; ++place)
      part.push_back(all[place]);
    return {all.type, part};
  }
  template <typename Table>
  std::vector<Call<Table>> own(const std::vector<Call<Table>> &calls, int carrier,
                               std::deque<std::vector<char *>> &buffers) const {
    std::vector<Call<Table>> share;
    for (const Call<Table> &call : calls)
      share.push_back({call.step, call.table, own(call.from, carrier, buffers),
                       own(call.into, carrier, buffers)});
    return share;
  }
};

/// By the number of threads.
class Reduce : public testing::TestWithParam<int> {};
class Exchanges : public testing::TestWithParam<int> {};
class SeveralCollectives : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(OnThreads, Reduce, testing::Values(1, 2, 3));
INSTANTIATE_TEST_SUITE_P(OnThreads, Exchanges, testing::Values(1, 2, 3));
INSTANTIATE_TEST_SUITE_P(OnThreads, SeveralCollectives, testing::Values(1, 2, 3));

using Floats = std::vector<std::vector<float>>;

Group everyone(int devices) { return {"x", {devices}, {0}}; }

Box all_of_5(int) { return {{0, 5}}; }
Box part_of_5(int device) { return {cut(5, 4, device)}; }
Box nothing(int) { return {{0, 0}}; }

TEST(Group, CountsThroughItsAxes) {
  const Group group = {"a, c", {2, 3, 2}, {0, 2}};
  EXPECT_EQ(group.members(2), (std::vector<int>{2, 3, 8, 9}));
  EXPECT_EQ(group.members(11), (std::vector<int>{4, 5, 10, 11}));
  const Group alone = {"", {2, 3}, {}};
  EXPECT_EQ(alone.members(4), std::vector<int>{4});
}

TEST_P(Reduce, AddsInTheOrderOfMembers) {
  const Reduction sum = {
      everyone(3), Combine::add, false, {all_of_5, all_of_5}, {all_of_5, all_of_5}};
  Devices devices(3, GetParam());
  Floats from = {std::vector<float>(5, 1e8f), std::vector<float>(5, 1),
                 std::vector<float>(5, -1e8f)};
  Floats into(3, std::vector<float>(5, -1));
  for (int again = 0; again < 3; ++again)
    devices.reduce("1 y", sum, devices.each(Type::f32, from), devices.each(Type::f32, into));
  for (const std::vector<float> &result : into)
    EXPECT_EQ(result, std::vector<float>(5, 0)); // (1e8 + 1) - 1e8 in f32
}

TEST_P(Reduce, AddsNeighboursFirst) {
  const Reduction sum = {
      everyone(4), Combine::add, false, {all_of_5, all_of_5}, {all_of_5, all_of_5}};
  Devices devices(4, GetParam());
  Floats from;
  for (const float value : {1e8f, 4.0f, -1e8f, 4.0f})
    from.emplace_back(5, value);
  Floats into(4, std::vector<float>(5, -1));
  devices.reduce("1 y", sum, devices.each(Type::f32, from), devices.each(Type::f32, into));
  for (const std::vector<float> &result : into)
    EXPECT_EQ(result, std::vector<float>(5, 0)); // 4 is lost on both sides; in a row it is not
}

TEST_P(Reduce, ScattersUnevenPartsIntoWiderWindows) {
  const auto window = [](int device) { return Box{widen(cut(5, 4, device), 1, 1, 5)}; };
  const Reduction scatter = {
      everyone(4), Combine::add, false, {all_of_5, all_of_5}, {part_of_5, window}};
  Devices devices(4, GetParam());
  Floats from, into;
  for (int device = 0; device < 4; ++device) {
    from.push_back({0, 1, 2, 3, 4});
    into.emplace_back(elements(window(device)), -1.0f);
  }
  devices.reduce("1 y", scatter, devices.each(Type::f32, from), devices.each(Type::f32, into));
  EXPECT_EQ(into, (Floats{{0, 4, -1}, {-1, 8, -1}, {-1, 12, -1}, {-1, 16}}));
}

TEST_P(Reduce, WorksInPlaceWhereNeededBoxesOverlap) {
  const auto needed = [](int device) { return device == 0 ? Box{{0, 4}} : Box{{1, 5}}; };
  const Reduction sum = {
      everyone(2), Combine::add, false, {all_of_5, all_of_5}, {needed, all_of_5}};
  Devices devices(2, GetParam());
  Floats memory = {{0, 1, 2, 3, 4}, {10, 11, 12, 13, 14}};
  const Each each = devices.each(Type::f32, memory);
  devices.reduce("1 y", sum, each, each);
  EXPECT_EQ(memory, (Floats{{10, 12, 14, 16, 4}, {10, 12, 14, 16, 18}}));
}

TEST_P(Reduce, ReducesScalarsAndNothing) {
  const auto scalar = [](int) { return Box{}; };
  const Reduction product = {everyone(3), Combine::mul, false, {scalar, scalar}, {scalar, scalar}};
  const Reduction empty = {
      everyone(3), Combine::mul, false, {nothing, nothing}, {nothing, nothing}};
  Devices devices(3, GetParam());
  Floats from = {{2}, {3}, {7}}, into(3, {0});
  const Each in = devices.each(Type::f32, from), out = devices.each(Type::f32, into);
  devices.reduce("1 y", empty, in, out);
  devices.reduce("2 y", product, in, out);
  EXPECT_EQ(into, Floats(3, {42}));
}

TEST_P(Reduce, KeepsTheFirstNotANumberAndTheRightZero) {
  const auto two = [](int) { return Box{{0, 2}}; };
  const auto nan = [](uint32_t payload) { return bitcast<float>(0x7fc00000u | payload); };
  for (const Combine how : {Combine::max, Combine::min}) {
    const Reduction extreme = {everyone(3), how, false, {two, two}, {two, two}};
    Devices devices(3, GetParam());
    Floats from = {{1, -0.0f}, {nan(1), 0.0f}, {nan(2), -0.0f}}, into(3, {0, 7});
    devices.reduce("1 y", extreme, devices.each(Type::f32, from), devices.each(Type::f32, into));
    for (const std::vector<float> &result : into) {
      EXPECT_EQ(bitcast<uint32_t>(result[0]), 0x7fc00001u);
      EXPECT_EQ(std::signbit(result[1]), how == Combine::min);
    }
  }
}

TEST_P(Reduce, CombinesBits) {
  const auto one = [](int) { return Box{{0, 1}}; };
  const Reduction pick = {everyone(3), Combine::add, true, {one, one}, {one, one}};
  Devices devices(3, GetParam());
  Floats from = {{0}, {-0.0f}, {0}}, into(3, {1});
  devices.reduce("1 y", pick, devices.each(Type::f32, from), devices.each(Type::f32, into));
  for (const std::vector<float> &result : into)
    EXPECT_EQ(bitcast<uint32_t>(result[0]), 0x80000000u);
}

TEST(Combine, WrapsIntegersAndKnowsBooleans) {
  EXPECT_EQ(combine<int32_t>(Combine::add, kHighest<int32_t>, 1), kLowest<int32_t>);
  EXPECT_EQ(combine<int64_t>(Combine::mul, kHighest<int64_t>, 2), -2);
  EXPECT_EQ(combine<uint32_t>(Combine::max, 1, ~0u), ~0u);
  EXPECT_EQ(combine<int32_t>(Combine::min, 1, -1), -1);
  EXPECT_EQ(combine<int32_t>(Combine::bit_xor, 6, 3), 5);
  EXPECT_EQ(combine<uint8_t>(Combine::add, 255, 2), 1);
  EXPECT_TRUE(combine(Combine::add, true, true));
  EXPECT_FALSE(combine(Combine::bit_xor, true, true));
  EXPECT_FALSE(combine(Combine::min, true, false));
}

TEST_P(Exchanges, FillsHalosInPlaceAroundAnEmptyPart) {
  static constexpr int64_t cuts[] = {0, 3, 3, 7, 10};
  const auto own = [](int device) { return Box{slice(cuts, device)}; };
  const auto wide = [](int device) { return Box{widen(slice(cuts, device), 2, 1, 10)}; };
  const auto needed = [](int device) { return Box{widen(slice(cuts, device), 1, 1, 10)}; };
  const Exchange halo = {everyone(4), {own, wide}, {needed, wide}};
  Devices devices(4, GetParam());
  Floats memory;
  for (int device = 0; device < 4; ++device) {
    const Interval all = wide(device)[0], mine = own(device)[0];
    memory.emplace_back(all.size(), -1.0f);
    for (int64_t i = mine.lo; i < mine.hi; ++i)
      memory.back()[i - all.lo] = static_cast<float>(i);
  }
  const Each each = devices.each(Type::f32, memory);
  devices.exchange("1 v", halo, each, each);
  // The window has room for 2 below, of which 1 is needed.
  EXPECT_EQ(memory, (Floats{{0, 1, 2, 3}, {}, {-1, 2, 3, 4, 5, 6, 7}, {-1, 6, 7, 8, 9}}));
}

TEST_P(Exchanges, TurnsRowsIntoColumnsWithinGroups) {
  // Two groups of three: devices 0, 2, 4 and 1, 3, 5.
  const Group group = {"x", {3, 2}, {0}};
  const auto rows = [](int device) { return Box{cut(7, 3, device / 2), {0, 5}}; };
  const auto columns = [](int device) { return Box{{0, 7}, cut(5, 3, device / 2)}; };
  const Exchange turn = {group, {rows, rows}, {columns, columns}};
  Devices devices(6, GetParam());
  std::vector<std::vector<int64_t>> from, into, expected;
  for (int device = 0; device < 6; ++device) {
    const auto value = [&](int64_t i, int64_t j) { return 1000 * (device % 2) + 10 * i + j; };
    const auto filled = [&](const Box &box) {
      std::vector<int64_t> values;
      for (int64_t i = box[0].lo; i < box[0].hi; ++i)
        for (int64_t j = box[1].lo; j < box[1].hi; ++j)
          values.push_back(value(i, j));
      return values;
    };
    from.push_back(filled(rows(device)));
    expected.push_back(filled(columns(device)));
    into.emplace_back(expected.back().size());
  }
  devices.exchange("1 t", turn, devices.each(Type::i64, from), devices.each(Type::i64, into));
  EXPECT_EQ(into, expected);
}

TEST_P(SeveralCollectives, DoWhatEachDoes) {
  const auto part = [](int device) { return Box{cut(5, 3, device)}; };
  const Reduction sum = {
      everyone(3), Combine::add, false, {all_of_5, all_of_5}, {all_of_5, all_of_5}};
  const Reduction most = {everyone(3), Combine::max, false, {all_of_5, all_of_5}, {part, part}};
  const Exchange gather = {everyone(3), {part, part}, {all_of_5, all_of_5}};
  Devices devices(3, GetParam());
  Floats a, b, in_place, parts, most_into, gathered(3, std::vector<float>(5, -1));
  for (int device = 0; device < 3; ++device) {
    const auto value = static_cast<float>(device + 1);
    a.emplace_back(5, value);
    in_place.emplace_back(5, 10 * value);
    b.push_back({value, -value, value, 0, -value});
    most_into.emplace_back(part(device)[0].size());
    parts.emplace_back(part(device)[0].size(), value);
  }
  Floats sums(3, std::vector<float>(5)), gathered_too = gathered;
  const auto each = [&](Floats &buffers) { return devices.each(Type::f32, buffers); };
  devices.reduce({{"1 a", sum, each(a), each(sums)},
                  {"2 b", most, each(b), each(most_into)},
                  {"3 c", sum, each(in_place), each(in_place)}});
  devices.exchange({{"4 d", gather, each(parts), each(gathered)},
                    {"5 e", gather, each(most_into), each(gathered_too)}});
  for (int device = 0; device < 3; ++device) {
    EXPECT_EQ(sums[device], std::vector<float>(5, 6));
    EXPECT_EQ(in_place[device], std::vector<float>(5, 60));
    EXPECT_EQ(gathered[device], (std::vector<float>{1, 1, 2, 2, 3}));
    EXPECT_EQ(gathered_too[device], (std::vector<float>{3, -1, 3, 0, -1}));
  }
}

TEST_P(Reduce, AddsAnyNumberOfMembersAsOneTree) {
  for (const int count : {1, 2, 3, 5, 7, 8, 11, 16, 19, 27, 32, 40, 47, 61}) {
    const Reduction sum = {
        everyone(count), Combine::add, false, {all_of_5, all_of_5}, {all_of_5, all_of_5}};
    Devices devices(count, GetParam());
    Floats from, into(count, std::vector<float>(5));
    SumTree<float, 6> tree;
    for (int device = 0; device < count; ++device) {
      const auto divisor = static_cast<float>(3 + device * 7 % 13);
      const float sign = device / 8 % 2 == 0 ? 1 : -1; // small sums show what is lost
      const float value = std::ldexp(sign / divisor, device * 5 % 9);
      from.emplace_back(5, value);
      tree.add(device, value);
    }
    devices.reduce("1 y", sum, devices.each(Type::f32, from), devices.each(Type::f32, into));
    const float expected = tree.total();
    for (const std::vector<float> &result : into)
      EXPECT_EQ(result, std::vector<float>(5, expected)) << count << " devices";
  }
}

TEST_P(SeveralCollectives, CarryManyDevices) {
  constexpr int kDevices = 300;
  const Reduction sum = {
      everyone(kDevices), Combine::add, false, {all_of_5, all_of_5}, {all_of_5, all_of_5}};
  Devices devices(kDevices, GetParam());
  Floats from(kDevices, {1, 1, 1, 1, 1}), into(kDevices, std::vector<float>(5));
  for (int again = 0; again < 4; ++again)
    devices.reduce("1 y", sum, devices.each(Type::f32, from), devices.each(Type::f32, into));
  EXPECT_EQ(into, Floats(kDevices, std::vector<float>(5, kDevices)));
}

const std::thread::id testThread = std::this_thread::get_id();

/// Late on all threads but the one that carries the first devices.
Box late_box(int) {
  if (std::this_thread::get_id() != testThread)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  return {{0, 5}};
}

TEST_P(Reduce, FollowsAnotherAtOnce) {
  // What threads show each other is not written again while one of them has yet to read it.
  const Reduction all = {
      everyone(8), Combine::add, false, {all_of_5, all_of_5}, {late_box, all_of_5}};
  const Reduction fourth = {
      {"b", {4, 2}, {0}}, Combine::add, false, {all_of_5, all_of_5}, {late_box, all_of_5}};
  Devices devices(8, GetParam());
  Floats values(8, std::vector<float>(5));
  const Each each = devices.each(Type::f32, values);
  devices.team->run([&](int carrier) {
    const Range<int> own = devices.team->places(carrier);
    std::deque<std::vector<char *>> pointers;
    for (int step = 0; step < 10; ++step) {
      for (int device = own.lo; device < own.hi; ++device)
        std::fill(values[device].begin(), values[device].end(), step + device);
      const Reduction &sum = step % 2 == 0 ? all : fourth;
      devices.machines[carrier].collectives->reduce(
          devices.own<Reduction>({{"1 y", sum, each, each}}, carrier, pointers));
      for (int device = own.lo; device < own.hi; ++device) {
        const int expected = step % 2 == 0 ? 8 * step + 28 : 4 * step + 12 + device % 2 * 4;
        EXPECT_EQ(values[device], std::vector<float>(5, expected)) << step << ", " << device;
      }
    }
  });
}

TEST_P(Reduce, CutsLargeBoxesIntoBlocks) {
  // Rows of 3001 and a share that no block divides.
  const auto all = [](int) { return Box{{0, 7}, {0, 3001}}; };
  const auto columns = [](int device) { return Box{{0, 7}, cut(3001, 3, device)}; };
  const Reduction sum = {everyone(3), Combine::add, false, {all, all}, {all, all}};
  const Reduction scatter = {everyone(3), Combine::max, false, {all, all}, {columns, all}};
  Devices devices(3, GetParam());
  Floats from(3), into(3, std::vector<float>(7 * 3001, -1)), most = into;
  for (int device = 0; device < 3; ++device)
    for (int i = 0; i < 7 * 3001; ++i)
      from[device].push_back(static_cast<float>((i * 7 + device * 5) % 11));
  devices.reduce("1 y", sum, devices.each(Type::f32, from), devices.each(Type::f32, into));
  devices.reduce("2 z", scatter, devices.each(Type::f32, from), devices.each(Type::f32, most));
  for (int i = 0; i < 7 * 3001; ++i)
    for (int device = 0; device < 3; ++device) {
      ASSERT_EQ(into[device][i], from[0][i] + from[1][i] + from[2][i]) << i;
      const Interval own = cut(3001, 3, device);
      const bool holds = i % 3001 >= own.lo && i % 3001 < own.hi;
      ASSERT_EQ(most[device][i], holds ? std::max({from[0][i], from[1][i], from[2][i]}) : -1) << i;
    }
}

} // namespace
} // namespace shardc::runtime

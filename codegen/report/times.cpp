// SPDX-License-Identifier: Apache-2.0
// What goes from where to where is worked out as in a run (runtime/collectives/parcels.h), for
// units that send and receive by themselves: a GPU, or on CPUs all that a host has.
#include "codegen/report/times.h"

#include "codegen/plan/seconds.h"
#include "codegen/report/facts.h"

#include "runtime/collectives/parcels.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

namespace shardc::facts {

namespace {

/// What a unit does of a collective [bytes]; over a link, and over the network.
struct Traffic {
  double sent[2] = {}, received[2] = {};
  double fromOthers = 0; // of other devices of the unit
  double copied = 0;     // once read and once written
  double combined = 0;   // results, that a block in the first cache has on the way
  double added = 0;      // elements
  int rounds[2] = {};    // in which messages go

  bool isAny(bool isNetwork) const { return sent[isNetwork] + received[isNetwork] > 0; }
};

/// How long it takes a unit: its own time, in which it computes nothing, and time in which it may.
/// A GPU has streams for both.
struct Taken {
  double own = 0, links = 0;
  double all() const { return own + links; }
};

/// Units that are looked at, the first and the last among them: of parts of different sizes the
/// first are the largest.
constexpr int kLookedAt = 8;

class Links {
public:
  Links(const Plan &plan, const Function &function)
      : plan(plan), function(function), hosts(hostsOf(plan)), units(unitsOf(plan, hosts)),
        hostsOfUnits(units.count) {
    devicesOf.resize(units.count);
    for (auto [device, unit] : llvm::enumerate(units.of)) {
      hostsOfUnits[unit] = hosts.of[device];
      devicesOf[unit].push_back(static_cast<int>(device));
    }
    for (const Coordinate &coordinate : function.coordinates)
      mesh.push_back(static_cast<int>(coordinate.count()));
  }

  Taken secondsOf(const Step &step) {
    const Collective &collective = function.collectives[step.collective];
    const Buffer &from = function.buffers[step.ins.front()],
                 &into = function.buffers[step.outs.front()];
    type = from.type;
    bytes = info(type).bytes;
    inPlace = &from == &into;
    const Boxes boxes = boxesOf(collective, from, into);
    if (units.count == 1 && !collective.combine) return secondsOf(keptByOne(boxes));
    const int looked = std::min(units.count, kLookedAt);
    Taken most;
    for (int k = 0; k < looked; ++k) {
      const int unit = looked == 1 ? 0 : k * (units.count - 1) / (looked - 1);
      const auto groups = groupsOf(collective, unit);
      const Traffic traffic =
          collective.combine ? reduced(groups, boxes, unit) : exchanged(groups, boxes, unit);
      const Taken taken = secondsOf(traffic);
      if (taken.all() > most.all()) most = taken;
    }
    return most;
  }

private:
  struct Units {
    int count = 0;
    std::vector<int> of; // each device
  };

  /// Numbered without gaps.
  static Units hostsOf(const Plan &plan) {
    Units hosts;
    std::map<int64_t, int> numbers;
    for (int64_t device = 0; device < plan.devices(); ++device) {
      const int64_t given = plan.hosts.empty() ? 0 : plan.hosts[device];
      hosts.of.push_back(
          numbers.try_emplace(given, static_cast<int>(numbers.size())).first->second);
    }
    hosts.count = static_cast<int>(numbers.size());
    return hosts;
  }

  /// Of a machine with several cores a device has all.
  static Units unitsOf(const Plan &plan, const Units &hosts) {
    if (plan.machine.cores == 1) return hosts;
    Units units;
    units.count = static_cast<int>(plan.devices());
    for (int device = 0; device < units.count; ++device)
      units.of.push_back(device);
    return units;
  }

  runtime::Box boxOf(ArrayRef<Span> spans, int device) const {
    runtime::Box box;
    const auto at = coordinatesOf(function, device);
    for (const Span &span : spans) {
      const Interval interval = spanAt(span, function, at);
      box.push_back({interval.lo, interval.hi});
    }
    return box;
  }

  /// Of every device.
  struct Boxes {
    runtime::MemberBoxes held, needed;
  };
  Boxes boxesOf(const Collective &collective, const Buffer &from, const Buffer &into) const {
    Boxes all;
    for (int device = 0; device < static_cast<int>(plan.devices()); ++device) {
      all.held.boxes.push_back(boxOf(collective.held, device));
      all.held.windows.push_back(boxOf(from.window, device));
      all.needed.boxes.push_back(boxOf(collective.needed, device));
      all.needed.windows.push_back(boxOf(into.window, device));
    }
    return all;
  }
  static runtime::MemberBoxes boxesOf(ArrayRef<int> members, const runtime::MemberBoxes &all) {
    runtime::MemberBoxes own;
    for (int device : members) {
      own.boxes.push_back(all.boxes[device]);
      own.windows.push_back(all.windows[device]);
    }
    return own;
  }

  /// The groups that have a device of the unit.
  std::vector<std::vector<int>> groupsOf(const Collective &collective, int unit) const {
    const runtime::Group group = {"", mesh, {collective.over.begin(), collective.over.end()}};
    std::vector<std::vector<int>> groups;
    std::vector<bool> seen(units.of.size());
    for (int device : devicesOf[unit]) {
      if (seen[device]) continue;
      groups.push_back(group.members(device));
      for (int member : groups.back())
        seen[member] = true;
    }
    return groups;
  }

  double bytesOf(const runtime::Box &box) const {
    return static_cast<double>(runtime::elements(box)) * bytes;
  }

  /// A round of messages. `copies`: what does not lie in one piece is copied.
  void add(const std::vector<runtime::Parcel> &sent, const std::vector<runtime::Parcel> &received,
           int unit, bool copies, Traffic &traffic) const {
    const int host = hostsOfUnits[unit];
    bool goes[2] = {};
    const auto addTo = [&](double(&sum)[2], const runtime::Parcel &parcel) {
      const bool isNetwork = hostsOfUnits[parcel.process] != host;
      sum[isNetwork] += bytesOf(parcel.box);
      goes[isNetwork] = true;
      for (size_t k = 0; copies && k < parcel.at.size(); ++k)
        if (k > 0 || !runtime::is_one_piece(parcel.box, parcel.at[k].window))
          traffic.copied += bytesOf(parcel.box);
    };
    for (const runtime::Parcel &parcel : sent)
      addTo(traffic.sent, parcel);
    for (const runtime::Parcel &parcel : received)
      addTo(traffic.received, parcel);
    for (bool isNetwork : {false, true})
      traffic.rounds[isNetwork] += goes[isNetwork];
  }

  /// Each element that a device needs is copied from the one device that gives it.
  Traffic keptByOne(const Boxes &boxes) const {
    Traffic traffic;
    for (auto [held, needed] : llvm::zip_equal(boxes.held.boxes, boxes.needed.boxes)) {
      const double own = bytesOf(runtime::intersect(held, needed));
      traffic.copied += inPlace ? 0 : own;
      traffic.fromOthers += bytesOf(needed) - own;
    }
    return traffic;
  }

  Traffic exchanged(ArrayRef<std::vector<int>> groups, const Boxes &boxes, int unit) const {
    Traffic traffic;
    std::vector<runtime::ExchangeRoute> routes;
    for (const std::vector<int> &members : groups)
      routes.push_back(runtime::exchange_route(members, boxesOf(members, boxes.held),
                                               boxesOf(members, boxes.needed), devicesOf[unit]));
    const runtime::ExchangeParcels parcels = runtime::find_parcels(routes, placement, unit);
    add(parcels.sent, parcels.received, unit, /*copies=*/true, traffic);
    for (const auto &copy : parcels.kept) {
      const bool isOwn = copy.from.device == copy.into.device;
      if (isOwn && inPlace) continue;
      (isOwn ? traffic.copied : traffic.fromOthers) += bytesOf(copy.box);
    }
    return traffic;
  }

  Traffic reduced(ArrayRef<std::vector<int>> groups, const Boxes &boxes, int unit) const {
    Traffic traffic;
    std::vector<runtime::ReductionRoute> routes;
    for (const std::vector<int> &members : groups)
      routes.push_back(runtime::reduction_route(members, boxesOf(members, boxes.held),
                                                boxesOf(members, boxes.needed)));
    const runtime::ReductionParcels parcels =
        runtime::find_parcels(routes, placement, unit, bytes, /*in_trees=*/plan.machine.cores == 1);
    add(parcels.sent, parcels.received, unit, /*copies=*/false, traffic);
    add(parcels.shares_sent, parcels.shares_wanted, unit, /*copies=*/true, traffic);
    for (const runtime::Parcel &parcel : parcels.sent)
      if (parcel.at.size() > 1) // a subtree, added up
        traffic.copied += bytesOf(parcel.box) * static_cast<double>(parcel.at.size() + 1) / 2;
    for (const auto &target : parcels.targets) {
      const double size = bytesOf(target.box);
      double read = 0;
      for (const auto &tree : target.trees)
        read += size * static_cast<double>(std::max<size_t>(tree.own.size(), 1));
      const auto written = size * static_cast<double>(target.into.size());
      traffic.combined += size;
      traffic.added += read / bytes - size / bytes;
      const bool isAlone = target.trees.size() == 1; // nothing comes of elsewhere
      (isAlone ? traffic.fromOthers : traffic.copied) += (read + written) / 2;
    }
    return traffic;
  }

  /// Devices of a unit that nobody else takes part with copy at once, each its part; else one does.
  Taken secondsOf(const Traffic &traffic) const {
    const Machine &machine = plan.machine;
    const bool isAlone = !traffic.isAny(false) && !traffic.isAny(true);
    const double atOnce = isAlone ? static_cast<double>(plan.devices()) / units.count : 1;
    Taken taken;
    taken.own = 2 * traffic.copied / machine.memoryBandwidth +
                2 * traffic.combined / machine.cacheBandwidth +
                traffic.added / machine.operationsOf(type);
    taken.own /= atOnce;
    if (traffic.fromOthers > 0)
      taken.own += machine.message + traffic.fromOthers / machine.linkBandwidth / atOnce;
    if (traffic.isAny(false))
      taken.links += traffic.rounds[false] * machine.message +
                     std::max(traffic.sent[false], traffic.received[false]) / machine.linkBandwidth;
    if (traffic.isAny(true))
      taken.links +=
          traffic.rounds[true] * machine.networkMessage +
          std::max(traffic.sent[true], traffic.received[true]) / machine.networkBandwidth;
    if (machine.cores > 1) taken = {0, taken.all()};
    return taken;
  }

  const Plan &plan;
  const Function &function;
  const Units hosts, units;
  std::vector<int> hostsOfUnits;
  std::vector<std::vector<int>> devicesOf; // each unit
  const runtime::Placement placement{units.of, static_cast<int>(units.of.size()), units.count};
  std::vector<int> mesh;
  // Of the collective at hand.
  ElementType type = ElementType::f32;
  double bytes = 0; // of an element
  bool inPlace = false;
};

/// What a collective moves: those of which this is equal take as long.
struct Moved {
  const Collective &collective;
  const Buffer &from, &into;

  Moved(const Function &function, const Step &step)
      : collective(function.collectives[step.collective]), from(function.buffers[step.ins.front()]),
        into(function.buffers[step.outs.front()]) {}

  bool operator==(const Moved &other) const {
    return collective.over == other.collective.over &&
           collective.combine == other.collective.combine &&
           collective.held == other.collective.held &&
           collective.needed == other.collective.needed && from.window == other.from.window &&
           into.window == other.into.window &&
           info(from.type).bytes == info(other.from.type).bytes &&
           (&from == &into) == (&other.from == &other.into);
  }

  size_t hash() const {
    llvm::hash_code code = llvm::hash_combine(info(from.type).bytes, &from == &into);
    for (ArrayRef<Span> spans : {ArrayRef<Span>(collective.held), ArrayRef<Span>(collective.needed),
                                 ArrayRef<Span>(from.window), ArrayRef<Span>(into.window)})
      for (const Span &span : spans)
        for (const Bound *bound : {&span.lo, &span.hi})
          code = llvm::hash_combine(
              code, llvm::hash_combine_range(bound->values.begin(), bound->values.end()));
    return code;
  }
};

class Estimate {
public:
  explicit Estimate(const Plan &plan) : plan(plan) {}

  Times run() {
    for (const Function &function : plan.functions) {
      Links links(plan, function);
      known.clear();
      Timeline own;
      own.times.collectives.resize(function.collectives.size());
      add(links, function, function.steps, 1, own);
      own.times.all = own.now;
      for (const Feed &feed : function.feeds)
        own.times.collectives[feed.step.collective] = taken(links, function, feed.step).all();
      if (&function == &plan.functions.front()) times.collectives = own.times.collectives;
      if (own.times.all < times.all) continue;
      own.times.collectives = std::move(times.collectives);
      times = std::move(own.times);
    }
    return std::move(times);
  }

private:
  /// A call, as far as it has been looked at.
  struct Timeline {
    Times times;
    double now = 0;             // kernels are done up to here,
    double free = 0;            // and collectives
    int first = -1;             // of the last ones that are done at once
    std::map<int, double> done; // when those will be that run on, by the first of them
  };

  void add(Links &links, const Function &function, ArrayRef<Step> steps, double trips,
           Timeline &own) {
    for (const Step &step : steps) {
      if (step.kind == Step::Kind::compute) {
        const double seconds = secondsOf(function.kernels[step.kernel], plan.machine);
        own.times.working += trips * seconds;
        own.now += seconds;
      }
      if (step.kind == Step::Kind::collective) addMove(links, function, step, trips, own);
      if (step.kind == Step::Kind::wait) own.now = std::max(own.now, own.done[step.collective]);
      if (step.kind == Step::Kind::branch) addLongest(links, function, step, trips, own);
      if (step.kind == Step::Kind::loop) addLoop(links, function, step, trips, own);
    }
  }

  /// What is done at once is waited for by the first of it.
  void addMove(Links &links, const Function &function, const Step &step, double trips,
               Timeline &own) {
    const Taken took = taken(links, function, step);
    own.times.collectives[step.collective] = took.all();
    own.times.moving += trips * took.all();
    own.now += took.own;
    own.free = std::max(own.now, own.free) + took.links;
    if (!step.runsOn) own.now = own.free;
    if (!step.together) own.first = step.collective;
    own.done[own.first] = own.free;
  }

  /// All trips are as the second one: the first may have to wait for what runs on around the loop.
  void addLoop(Links &links, const Function &function, const Step &step, double trips,
               Timeline &own) {
    const double others = static_cast<double>(step.trips) - 1;
    const auto addTrips = [&](double count) {
      for (const std::vector<Step> &body : step.bodies)
        add(links, function, body, trips * count, own);
    };
    addTrips(1);
    if (others <= 0) return;
    const double before = own.now;
    addTrips(others);
    own.now += (others - 1) * (own.now - before);
  }

  void addLongest(Links &links, const Function &function, const Step &step, double trips,
                  Timeline &own) {
    Timeline longest = own;
    for (const std::vector<Step> &body : step.bodies) {
      Timeline taken = own;
      taken.times.collectives = longest.times.collectives;
      add(links, function, body, trips, taken);
      if (taken.now <= longest.now)
        std::swap(taken.times.collectives, longest.times.collectives);
      else
        longest = std::move(taken);
    }
    own = std::move(longest);
  }

  const Taken &taken(Links &links, const Function &function, const Step &step) {
    const Moved moved(function, step);
    auto &alike = known[moved.hash()];
    for (const auto &[other, took] : alike)
      if (other == moved) return took;
    alike.emplace_back(moved, links.secondsOf(step));
    return alike.back().second;
  }

  const Plan &plan;
  Times times;
  std::map<size_t, std::vector<std::pair<Moved, Taken>>> known; // by hash
};

} // namespace

Times timesOf(const Plan &plan) { return Estimate(plan).run(); }

std::string timeText(double seconds) {
  if (seconds < 1e-3) return llvm::formatv("{0:f1} us", seconds * 1e6);
  if (seconds < 1) return llvm::formatv("{0:f1} ms", seconds * 1e3);
  return llvm::formatv("{0:f1} s", seconds);
}

} // namespace shardc::facts

// SPDX-License-Identifier: Apache-2.0
#include "codegen/report/times/links.h"

#include "codegen/report/facts.h"

#include "runtime/collectives/nccl/even_cuda.h"
#include "runtime/collectives/parcels.h"

#include <map>
#include <set>
#include <tuple>

namespace shardc::facts {

namespace {

/// What a unit does of a collective [bytes]; over a link, and over the network.
struct Traffic {
  double sent[2] = {}, received[2] = {};
  double fromOthers = 0;        // of other devices of the unit
  double copied = 0;            // once read and once written
  double combined = 0;          // results, that a block in the first cache has on the way
  double added = 0;             // elements
  int rounds[2] = {};           // in which messages go
  int smallRounds = 0;          // of those, over the network, of small ones
  double resent = 0;            // written anew, where other units have read it
  double pastCaches = 0;        // the same, not in caches
  double read = 0, written = 0; // of its memory, what is read for several of them as often

  bool isAny(bool isNetwork) const { return sent[isNetwork] + received[isNetwork] > 0; }
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

  Cost byMessages(const Step &step) {
    const Boxes boxes = lookAt(step);
    const Collective &collective = function.collectives[step.collective];
    if (units.count == 1 && !collective.combine) return costOf(keptByOne(boxes), boxes, 0);
    const int looked = std::min(units.count, kLookedAt);
    Cost most;
    for (int k = 0; k < looked; ++k) {
      const int unit = looked == 1 ? 0 : k * (units.count - 1) / (looked - 1);
      const auto groups = groupsOf(collective, unit);
      const Cost cost =
          costOf(collective.combine ? reduced(groups, boxes, unit) : exchanged(groups, boxes, unit),
                 boxes, unit);
      if (cost.taken.all() > most.taken.all()) most = cost;
    }
    return most;
  }

  std::optional<Cost> byNccl(const Step &step) {
    const Collective &collective = function.collectives[step.collective];
    if (collective.combine != kSum || collective.asBits || !areGpus()) return std::nullopt;
    const Boxes boxes = lookAt(step);
    if (!runtime::nccl_type(runtimeType(type))) return std::nullopt;
    const auto routes = reductionRoutes(allGroupsOf(collective), boxes);
    const auto groups = runtime::even_sum(routes);
    if (!groups) return std::nullopt;
    return ncclCost(*groups, routes.front().alike);
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

  /// GPUs with a device each.
  bool areGpus() const {
    std::set<std::tuple<int, int64_t, int64_t>> gpus; // by host and process
    for (size_t device = 0; device < plan.gpus.size(); ++device)
      gpus.emplace(hosts.of[device], plan.processes.empty() ? 0 : plan.processes[device],
                   plan.gpus[device]);
    return plan.machine.cores > 1 && gpus.size() == plan.gpus.size();
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
  /// The collective at hand from here on.
  Boxes lookAt(const Step &step) {
    const Buffer &from = function.buffers[step.ins.front()],
                 &into = function.buffers[step.outs.front()];
    type = from.type;
    bytes = info(type).bytes;
    inPlace = &from == &into;
    isMade = function.collectives[step.collective].maker.has_value();
    return boxesOf(function.collectives[step.collective], from, into);
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

  std::vector<std::vector<int>> allGroupsOf(const Collective &collective) const {
    std::set<std::vector<int>> groups;
    for (int unit = 0; unit < units.count; ++unit)
      for (std::vector<int> &members : groupsOf(collective, unit))
        groups.insert(std::move(members));
    return {groups.begin(), groups.end()};
  }

  double bytesOf(const runtime::Box &box) const {
    return static_cast<double>(runtime::elements(box)) * bytes;
  }

  enum class Maker { nobody, kernel, move }; // in a call

  /// A round of messages. What does not lie in one piece is copied, and what is sent of several
  /// devices is added up. `by`: who has made what is sent.
  void add(const std::vector<runtime::Parcel> &sent, const std::vector<runtime::Parcel> &received,
           Maker by, int unit, Traffic &traffic) const {
    bool goes[2] = {};
    double most = 0; // bytes of a message
    const auto addTo = [&](double(&sum)[2], const runtime::Parcel &parcel) {
      const bool isNetwork = hostsOfUnits[parcel.process] != hostsOfUnits[unit];
      sum[isNetwork] += bytesOf(parcel.box);
      goes[isNetwork] = true;
      if (isNetwork) most = std::max(most, bytesOf(parcel.box));
    };
    for (const runtime::Parcel &parcel : sent) {
      addTo(traffic.sent, parcel);
      const double size = bytesOf(parcel.box), devices = static_cast<double>(parcel.at.size());
      traffic.read += size * devices;
      const bool isInPlace = devices == 1 && isOnePiece(parcel);
      const bool isWritten = !isInPlace || by == Maker::move;
      if (isWritten && runtime::is_past_caches(size))
        traffic.pastCaches += size;
      else if ((isWritten || by == Maker::kernel) && size > plan.machine.networkSmall)
        traffic.resent += size;
      if (isInPlace) continue;
      traffic.copied += size * (devices + 1) / 2;
      traffic.written += size;
    }
    for (const runtime::Parcel &parcel : received) {
      addTo(traffic.received, parcel);
      const double size = bytesOf(parcel.box), devices = static_cast<double>(parcel.at.size());
      const double kept = parcel.at.empty() || !isOnePiece(parcel) ? 1 : 0; // apart from devices
      traffic.copied += size * std::max(0.0, devices + kept - 1);
      traffic.written += size * (devices + kept);
    }
    for (bool isNetwork : {false, true})
      traffic.rounds[isNetwork] += goes[isNetwork];
    traffic.smallRounds += goes[true] && most <= plan.machine.networkSmall;
  }

  /// In the memory of the first device that has it.
  static bool isOnePiece(const runtime::Parcel &parcel) {
    return runtime::is_one_piece(parcel.box, parcel.at.front().window);
  }

  /// Each element that a device needs is copied from the one device that gives it.
  Traffic keptByOne(const Boxes &boxes) const {
    Traffic traffic;
    for (auto [held, needed] : llvm::zip_equal(boxes.held.boxes, boxes.needed.boxes)) {
      const double own = bytesOf(runtime::intersect(held, needed));
      traffic.copied += inPlace ? 0 : own;
      traffic.fromOthers += bytesOf(needed) - own;
    }
    traffic.read = traffic.written = traffic.copied + traffic.fromOthers;
    return traffic;
  }

  Traffic exchanged(ArrayRef<std::vector<int>> groups, const Boxes &boxes, int unit) const {
    Traffic traffic;
    std::vector<runtime::ExchangeRoute> routes;
    for (const std::vector<int> &members : groups)
      routes.push_back(runtime::exchange_route(members, boxesOf(members, boxes.held),
                                               boxesOf(members, boxes.needed), devicesOf[unit]));
    const runtime::ExchangeParcels parcels = runtime::find_parcels(routes, placement, unit);
    add(parcels.sent, parcels.received, isMade ? Maker::kernel : Maker::nobody, unit, traffic);
    for (const auto &copy : parcels.kept) {
      const bool isOwn = copy.from.device == copy.into.device;
      if (isOwn && inPlace) continue;
      (isOwn ? traffic.copied : traffic.fromOthers) += bytesOf(copy.box);
      traffic.read += bytesOf(copy.box);
      traffic.written += bytesOf(copy.box);
    }
    return traffic;
  }

  std::vector<runtime::ReductionRoute> reductionRoutes(ArrayRef<std::vector<int>> groups,
                                                       const Boxes &boxes) const {
    std::vector<runtime::ReductionRoute> routes;
    for (const std::vector<int> &members : groups)
      routes.push_back(runtime::reduction_route(members, boxesOf(members, boxes.held),
                                                boxesOf(members, boxes.needed)));
    return routes;
  }

  Traffic reduced(ArrayRef<std::vector<int>> groups, const Boxes &boxes, int unit) const {
    Traffic traffic;
    const runtime::ReductionParcels parcels =
        runtime::find_parcels(reductionRoutes(groups, boxes), placement, unit, bytes,
                              /*in_trees=*/plan.machine.cores == 1);
    add(parcels.sent, parcels.received, isMade ? Maker::kernel : Maker::nobody, unit, traffic);
    add(parcels.shares_sent, parcels.shares_wanted, Maker::move, unit, traffic);
    for (const auto &target : parcels.targets) {
      const double size = bytesOf(target.box);
      double read = 0;
      for (const auto &tree : target.trees) {
        read += size * static_cast<double>(std::max<size_t>(tree.own.size(), 1));
        traffic.read += size * static_cast<double>(tree.own.size());
      }
      const auto written = size * static_cast<double>(target.into.size());
      traffic.combined += size;
      traffic.written += written;
      traffic.added += read / bytes - size / bytes;
      const bool isAlone = target.trees.size() == 1; // nothing comes of elsewhere
      (isAlone ? traffic.fromOthers : traffic.copied) += (read + written) / 2;
    }
    return traffic;
  }

  /// Of what a unit goes through in a collective, and each of its devices in as much of it.
  double touchedOf(const Traffic &traffic, const Boxes &boxes, int unit) const {
    double held = 0;
    for (int device : devicesOf[unit])
      held += bytesOf(boxes.held.boxes[device]);
    return std::min(traffic.read, held) + traffic.written;
  }

  /// Devices of a unit that nobody else takes part with copy at once, each its part; else one does.
  Cost costOf(const Traffic &traffic, const Boxes &boxes, int unit) const {
    const Machine &machine = plan.machine;
    const bool isAlone = !traffic.isAny(false) && !traffic.isAny(true);
    const double atOnce = isAlone ? static_cast<double>(plan.devices()) / units.count : 1;
    const double touched = touchedOf(traffic, boxes, unit) / devicesOf[unit].size();
    Taken taken;
    taken.own = 2 * traffic.copied * machine.secondsOfByte(touched) +
                2 * traffic.combined / machine.cacheBandwidth +
                traffic.added / machine.operationsOf(type);
    taken.own /= atOnce;
    if (machine.networkRewriteBandwidth > 0) // what others read of caches here
      taken.own += traffic.resent * std::min(1.0, machine.ownCache / touched) /
                       machine.networkRewriteBandwidth +
                   traffic.pastCaches * secondsOfNetworkByte(touched, unit);
    if (traffic.fromOthers > 0)
      taken.own += machine.message + traffic.fromOthers / machine.linkBandwidth / atOnce;
    if (traffic.isAny(false))
      taken.links += traffic.rounds[false] * machine.message +
                     std::max(traffic.sent[false], traffic.received[false]) / machine.linkBandwidth;
    if (traffic.isAny(true))
      taken.links += (traffic.rounds[true] - traffic.smallRounds) * machine.networkMessage +
                     traffic.smallRounds * machine.networkSmallMessage +
                     std::max(traffic.sent[true], traffic.received[true]) *
                         secondsOfNetworkByte(touched, unit);
    if (machine.cores > 1) taken = {0, taken.all()};
    return {traffic.received[false] + traffic.received[true], taken};
  }

  /// It is read here or written, too: of memory, that may take longer than the network.
  double secondsOfNetworkByte(double touched, int unit) const {
    const Machine &machine = plan.machine;
    const double network = 1 / machine.networkBandwidth, held = machine.heldOf(touched),
                 all = devicesOf[unit].size(); // have more memory bandwidth than one
    return held * network + (1 - held) * std::max(network, 2 / (all * machine.memoryBandwidth));
  }

  /// A ring: all that a member gives or is given goes round, less its own part; twice where all get
  /// the whole sum. The slowest link of the ring is what counts.
  Cost ncclCost(const std::vector<runtime::EvenBoxes> &groups, bool isWhole) const {
    const Machine &machine = plan.machine;
    Cost most;
    for (const runtime::EvenBoxes &group : groups) {
      const auto members = static_cast<double>(group.devices.size());
      const double part = bytesOf(group.boxes.front()) / (isWhole ? members : 1);
      const double received = (isWhole ? 2 : 1) * (members - 1) * part;
      const bool isNetwork = llvm::any_of(group.devices, [&](int device) {
        return hosts.of[device] != hosts.of[group.devices.front()];
      });
      const double seconds = isNetwork
                                 ? machine.networkMessage + received / machine.networkBandwidth
                                 : machine.message + received / machine.linkBandwidth;
      if (seconds > most.taken.all()) most = {received, {0, seconds}};
    }
    return most;
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
  double bytes = 0;                     // of an element
  bool inPlace = false, isMade = false; // in the call, not an input
};

} // namespace

Cost costByMessages(const Plan &plan, const Function &function, const Step &step) {
  return Links(plan, function).byMessages(step);
}

std::optional<Cost> costByNccl(const Plan &plan, const Function &function, const Step &step) {
  return Links(plan, function).byNccl(step);
}

} // namespace shardc::facts

// SPDX-License-Identifier: Apache-2.0
// Both look at a list of steps as units, which stay together: kernels that are done by rows,
// collectives that are done at once, a loop or a branch with its bodies.
#include "codegen/lower/steps/overlap.h"

#include "codegen/plan/seconds.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc {

namespace {

struct Unit {
  std::vector<Step> steps;
  bool isCollective = false;
  llvm::DenseSet<int> reads, writes; // buffers
  double seconds = 0;                // of work, or of the move
  bool talks = false;                // has code that communicates, with nothing else on its way
};

/// What is waited for is not expected to take longer than so many times what was estimated.
constexpr double kSlack = 2;

class Units {
public:
  Units(const Function &function, const Machine &machine) : function(function), machine(machine) {}

  std::vector<Unit> of(std::vector<Step> list) const {
    std::vector<Unit> units;
    for (size_t first = 0; first < list.size();) {
      const size_t end = endOfJoined(list, first);
      Unit &unit = units.emplace_back();
      unit.isCollective = list[first].kind == Step::Kind::collective;
      for (; first < end; ++first)
        unit.steps.push_back(std::move(list[first]));
      addUses(unit.steps, unit);
      unit.talks = anyTalks(unit.steps);
      unit.seconds = unit.isCollective ? moving(unit.steps) : working(unit.steps);
    }
    return units;
  }

private:
  static void addUses(ArrayRef<Step> steps, Unit &unit) {
    for (const Step &step : steps) {
      const bool isSwap = step.kind == Step::Kind::swap;
      (isSwap ? unit.writes : unit.reads).insert(step.ins.begin(), step.ins.end());
      unit.writes.insert(step.outs.begin(), step.outs.end());
      if (step.decider >= 0) unit.reads.insert(step.decider);
      for (const std::vector<Step> &body : step.bodies)
        addUses(body, unit);
    }
  }

  bool anyTalks(ArrayRef<Step> steps) const {
    return llvm::any_of(steps, [&](const Step &step) {
      return talks(function, step) ||
             llvm::any_of(step.bodies, [&](const auto &body) { return anyTalks(body); });
    });
  }

  double moving(ArrayRef<Step> steps) const {
    double bytes = 0;
    for (const Step &step : steps)
      bytes += function.collectives[step.collective].payloadBytes;
    return machine.message + bytes / machine.linkBandwidth;
  }

  /// Of a branch the longest body counts.
  double working(ArrayRef<Step> steps) const {
    double seconds = 0;
    for (const Step &step : steps) {
      if (step.kind == Step::Kind::compute)
        seconds += secondsOf(function.kernels[step.kernel], machine);
      double all = 0, most = 0;
      for (const std::vector<Step> &body : step.bodies) {
        const double own = working(body);
        all += own;
        most = std::max(most, own);
      }
      seconds += step.kind == Step::Kind::loop ? all * static_cast<double>(step.trips) : most;
    }
    return seconds;
  }

  const Function &function;
  const Machine &machine;
};

bool meet(const llvm::DenseSet<int> &some, const llvm::DenseSet<int> &others) {
  return llvm::any_of(some, [&](int buffer) { return others.contains(buffer); });
}

bool areApart(const Unit &a, const Unit &b) {
  return !a.talks && !b.talks && !meet(a.writes, b.writes) && !meet(a.writes, b.reads) &&
         !meet(a.reads, b.writes);
}

std::vector<Step> stepsOf(std::vector<Unit> units) {
  std::vector<Step> steps;
  for (Unit &unit : units)
    for (Step &step : unit.steps)
      steps.push_back(std::move(step));
  return steps;
}

/// Of the work behind a unit, how long it can go on before something depends on that.
double besideOf(ArrayRef<Unit> units, size_t own) {
  double seconds = 0;
  for (const Unit &behind : units.drop_front(own + 1)) {
    if (!areApart(units[own], behind)) break;
    if (!behind.isCollective) seconds += behind.seconds;
  }
  return seconds;
}

/// Whether any collective has another place.
bool startEarly(const Units &all, std::vector<Step> &list) {
  bool isChanged = false;
  for (Step &step : list)
    for (std::vector<Step> &body : step.bodies)
      isChanged |= startEarly(all, body);
  std::vector<Unit> units = all.of(std::move(list));
  for (size_t own = 0; own < units.size(); ++own) {
    if (!units[own].isCollective) continue;
    double left = units[own].seconds - besideOf(units, own);
    size_t to = own;
    for (; to > 0 && left > 0; --to) {
      const Unit &before = units[to - 1];
      if (before.isCollective || !areApart(before, units[own])) break;
      left -= before.seconds;
    }
    std::rotate(units.begin() + to, units.begin() + own, units.begin() + own + 1);
    isChanged |= to < own;
  }
  list = stepsOf(std::move(units));
  return isChanged;
}

/// Kernels that are looked at for one that need not wait.
constexpr size_t kAhead = 32;

/// Steps through a list as devices will, and lets others go first where the next unit would have to
/// wait for a collective.
class Turns {
public:
  explicit Turns(std::vector<Unit> all) : units(std::move(all)) {}

  /// Whether any unit has another place.
  bool run() {
    bool isChanged = false;
    for (; first < units.size(); ++first) {
      const size_t next = isHeld(units[first]) ? ready() : first;
      isChanged |= next > first;
      std::rotate(units.begin() + first, units.begin() + next, units.begin() + next + 1);
      take(units[first]);
    }
    return isChanged;
  }
  std::vector<Unit> result() { return std::move(units); }

private:
  /// A collective that has been begun.
  struct Flight {
    Unit uses; // without its steps
    double done;
  };

  bool isHeld(const Unit &unit) const {
    return llvm::any_of(flights, [&](const Flight &flight) {
      return flight.done > now && !areApart(flight.uses, unit);
    });
  }

  /// One that nothing in front of it has to do with, nor what is under way; `first`: there is none.
  /// Collectives keep their order, and what trades places its place.
  size_t ready() const {
    for (size_t next = first + 1; next < std::min(units.size(), first + kAhead); ++next) {
      const Unit &unit = units[next];
      if (unit.isCollective || unit.steps.front().kind == Step::Kind::swap) return first;
      const auto isApart = [&](const Unit &before) { return areApart(before, unit); };
      if (!isHeld(unit) && llvm::all_of(ArrayRef(units).slice(first, next - first), isApart))
        return next;
    }
    return first;
  }

  void take(const Unit &unit) {
    for (const Flight &flight : flights)
      if (!areApart(flight.uses, unit)) now = std::max(now, flight.done);
    llvm::erase_if(flights, [&](const Flight &flight) { return flight.done <= now; });
    if (!unit.isCollective) {
      now += unit.seconds;
      return;
    }
    free = std::max(free, now) + unit.seconds;
    flights.push_back({{{}, true, unit.reads, unit.writes, unit.seconds}, free});
  }

  std::vector<Unit> units;
  size_t first = 0; // that has not had its turn
  std::vector<Flight> flights;
  double now = 0, free = 0; // when kernels are done, and collectives
};

bool fillWaits(const Units &all, std::vector<Step> &list) {
  bool isChanged = false;
  for (Step &step : list)
    for (std::vector<Step> &body : step.bodies)
      isChanged |= fillWaits(all, body);
  const auto isCollective = [](const Step &step) { return step.kind == Step::Kind::collective; };
  if (llvm::none_of(list, isCollective)) return isChanged;
  Turns turns(all.of(std::move(list)));
  isChanged |= turns.run();
  list = stepsOf(turns.result());
  return isChanged;
}

void number(std::vector<Step> &steps, const std::string &prefix, size_t before,
            std::map<std::string, std::string> &numbers) {
  for (Step &step : steps) {
    const auto [old, name] = StringRef(step.label).split(' ');
    const std::string now = prefix + std::to_string(++before);
    numbers[old.str()] = now;
    step.label = now + " " + name.str();
    size_t inside = 0; // bodies are numbered on
    for (std::vector<Step> &body : step.bodies) {
      number(body, now + ".", inside, numbers);
      inside += body.size();
    }
  }
}

class Waits {
public:
  Waits(const Function &function, const Machine &machine)
      : function(function), all(function, machine) {}

  void addTo(std::vector<Step> &list) {
    for (Step &step : list)
      for (std::vector<Step> &body : step.bodies)
        addTo(body);
    const std::vector<Unit> units = all.of(std::move(list));
    std::vector<Flight> flights;
    list.clear();
    for (size_t own = 0; own < units.size(); ++own) {
      const Unit &unit = units[own];
      end(flights, list,
          [&](const Flight &flight) { return flight.left <= 0 || !areApart(*flight.unit, unit); });
      llvm::append_range(list, unit.steps);
      if (!unit.isCollective) {
        for (Flight &flight : flights)
          flight.left -= unit.seconds;
      } else if (besideOf(units, own) > 0) {
        begin(unit, flights, list);
      }
    }
    end(flights, list, [](const Flight &) { return true; });
  }

private:
  /// Collectives that have been begun.
  struct Flight {
    const Unit *unit;
    double left; // until they should be done
  };

  /// Of a device, they are done one after the other.
  static void begin(const Unit &unit, std::vector<Flight> &flights, std::vector<Step> &list) {
    double left = kSlack * unit.seconds;
    for (const Flight &flight : flights)
      left = std::max(left, flight.left + kSlack * unit.seconds);
    flights.push_back({&unit, left});
    for (Step &step : llvm::MutableArrayRef(list).take_back(unit.steps.size()))
      step.runsOn = true;
  }

  template <typename Is>
  void end(std::vector<Flight> &flights, std::vector<Step> &list, Is isEnded) {
    for (const Flight &flight : flights)
      if (isEnded(flight)) list.push_back(waitFor(flight.unit->steps));
    llvm::erase_if(flights, isEnded);
  }

  Step waitFor(ArrayRef<Step> begun) const {
    Step wait;
    wait.kind = Step::Kind::wait;
    wait.label = begun.front().label;
    wait.collective = begun.front().collective;
    for (const Step &step : begun) {
      wait.text +=
          (wait.text.empty() ? "wait for " : ", ") + function.collectives[step.collective].id;
      for (int buffer : {step.ins.front(), step.outs.front()})
        if (!llvm::is_contained(wait.ins, buffer)) wait.ins.push_back(buffer);
    }
    return wait;
  }

  const Function &function;
  const Units all;
};

} // namespace

std::map<std::string, std::string> orderForOverlap(Function &function, const Machine &machine) {
  const Units all(function, machine);
  bool isChanged = startEarly(all, function.steps);
  isChanged |= fillWaits(all, function.steps);
  std::map<std::string, std::string> numbers;
  if (isChanged) number(function.steps, "", 0, numbers);
  return numbers;
}

void waitLate(Function &function, const Machine &machine) {
  Waits(function, machine).addTo(function.steps);
}

} // namespace shardc

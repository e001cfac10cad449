// SPDX-License-Identifier: Apache-2.0
// Streams of the stand-in for NVIDIA's driver: work that is done when it is given, or later than
// any GPU would (EMULATED_STREAMS=late: a stream does nothing before somebody waits for it; newest:
// when somebody waits for one, all do what they can, those that were made last first). So what is
// not ordered by events is done in another order than it was given in.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

struct CUstream_st {
  int gpu;
  int number;                   // as they were made
  std::atomic<int> waiting = 0; // functions of the host that are to be called
  bool failed = false;
  std::deque<std::function<void()>> work = {}; // that is not done yet
  size_t given = 0, done = 0;
};
struct CUevent_st {
  int number;
  CUstream_st *stream = nullptr; // that it was recorded on last
  size_t place = 0;              // after so much of its work
};

namespace emulation {

using Stream = CUstream_st *;

class Streams {
public:
  void add(Stream stream) { all.push_back(stream); }
  void remove(Stream stream) {
    finish(stream);
    all.erase(std::find(all.begin(), all.end(), stream));
  }

  void give(Stream stream, std::function<void()> work) {
    if (!isLate()) return work();
    ++stream->given;
    stream->work.push_back(std::move(work));
  }

  /// Done when all of these streams have come to it.
  void giveAll(const std::vector<Stream> &streams, std::function<void()> work) {
    if (!isLate()) return work();
    struct Meeting {
      std::vector<std::pair<Stream, size_t>> places;
      std::function<void()> work;
      bool isDone = false;
    };
    auto meeting = std::make_shared<Meeting>();
    meeting->work = std::move(work);
    for (Stream stream : streams) {
      meeting->places.emplace_back(stream, stream->given);
      give(stream, [this, meeting] {
        if (std::exchange(meeting->isDone, true)) return;
        for (const auto &[other, place] : meeting->places)
          finish(other, place);
        meeting->work();
      });
    }
  }

  static void record(CUevent_st *event, Stream stream) {
    event->stream = stream;
    event->place = stream->given;
  }
  /// The stream's next work comes after what was recorded.
  void hold(Stream stream, const CUevent_st *event) {
    if (event->stream != nullptr && isLate())
      give(stream, [this, of = event->stream, place = event->place] { finish(of, place); });
  }

  /// Somebody waits for it.
  void wait(Stream stream) {
    if (isNewest())
      for (size_t k = all.size(); k-- > 0;)
        finish(all[k]);
    finish(stream);
  }
  void waitForAll() {
    for (Stream stream : all)
      finish(stream);
  }

private:
  static bool isSet(const char *value) {
    const char *text = std::getenv("EMULATED_STREAMS");
    return text && std::strcmp(text, value) == 0;
  }
  static bool isNewest() { return isSet("newest"); }
  static bool isLate() { return isNewest() || isSet("late"); }

  void finish(Stream stream) { finish(stream, stream->given); }
  void finish(Stream stream, size_t place) {
    while (stream->done < place && !stream->work.empty()) {
      const std::function<void()> work = std::move(stream->work.front());
      stream->work.pop_front();
      ++stream->done;
      work();
    }
  }

  std::vector<Stream> all;
};

} // namespace emulation

// SPDX-License-Identifier: Apache-2.0
// Messages are MPI's, in a communicator of their own, so that none is taken for one of the
// program's. Between two processes MPI keeps their order, so they need no tags. Who waits looks at
// all that is under way: a dead or stuck process is no reason to wait for ever.
#include "runtime/host/start/mpi/processes_mpi.h"

#include "runtime/host/start/mpi/host_watch.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr int kTight = 2000;              // looks before other threads get the processor
constexpr int kLooks = 100;               // looks between two calls of `wait`
constexpr size_t kMost = size_t{1} << 30; // bytes of a message: MPI counts them as int
// MPI asks the receiver first unless a message is small: of one machine's processes, some small
// ones take less (docs/benchmarks.md).
constexpr size_t kSmall = 3 << 10, kInSmall = 12 << 10; // [bytes]

void require(int status) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(status, text, &length);
  throw Error(Exit::environment, "MPI: " + std::string(text, length));
}

/// Ends the process unless it is gone within the limit.
class Watchdog {
public:
  Watchdog(std::chrono::milliseconds limit, const char *what)
      : thread([this, limit, what] {
          std::unique_lock<std::mutex> lock(mutex);
          if (gone.wait_for(lock, limit, [this] { return is_gone; })) return;
          std::fprintf(stderr, "error: MPI did not %s within the limit\n", what);
          std::_Exit(static_cast<int>(Exit::environment));
        }) {}
  ~Watchdog() {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      is_gone = true;
    }
    gone.notify_one();
    thread.join();
  }

private:
  std::mutex mutex;
  std::condition_variable gone;
  bool is_gone = false;
  std::thread thread; // the last member, as it uses the others
};

class OfMpi : public Processes {
public:
  OfMpi(MPI_Comm all, bool ends, std::chrono::milliseconds limit) : ends(ends), limit(limit) {
    require(MPI_Comm_dup(all, &own));
    require(MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN));
    require(MPI_Comm_rank(own, &number));
    require(MPI_Comm_size(own, &size));
    MPI_Comm host;
    require(MPI_Comm_split_type(own, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
    require(MPI_Comm_size(host, &neighbours));
    if (ends) watch(host);
    require(MPI_Comm_free(&host));
  }
  ~OfMpi() override {
    host_watch.reset();
    own_way.forget();
    if (ends)
      end();
    else
      MPI_Comm_free(&own);
  }

  int rank() const override { return number; }
  int count() const override { return size; }
  int on_this_host() const override { return neighbours; }
  bool read_each_other() const override { return neighbours > 1; }

  void exchange(const std::vector<Message> &sent, const std::vector<Message> &received,
                const WhileWaiting &wait) override {
    own_way.start(*this, sent, received);
    finish(own_way, wait);
  }

  void start(std::unique_ptr<UnderWay> &way, const std::vector<Message> &sent,
             const std::vector<Message> &received) override {
    if (way == nullptr) way = std::make_unique<Way>();
    auto &begun = static_cast<Way &>(*way);
    begun.start(*this, sent, received);
    ways.push_back(&begun);
  }

  void finish(UnderWay &under_way, const WhileWaiting &wait) override {
    auto &way = static_cast<Way &>(under_way);
    ways.erase(std::remove(ways.begin(), ways.end(), &way), ways.end());
    for (int looks = 1; !way.are_done(); ++looks) {
      if (host_watch && host_watch->gone() >= 0) throw Gone(host_watch->gone());
      if (looks % kLooks == 0) wait(way.missing());
      if (looks > kTight) std::this_thread::yield();
    }
  }

  /// MPI moves what it has been given while it is called.
  void get_on() override {
    for (Way *way : ways)
      way->are_done();
  }

  void set_where(Whereabouts::Ask ask) override { where.set(std::move(ask)); }

  void abort(int code) override {
    where.set({}); // who calls this has said why
    // Where one has gone all others see that, and say so unless mpirun ends them for this one
    // first: those that wait at once, the others kHold later.
    if (host_watch && host_watch->gone() >= 0) {
      std::this_thread::sleep_for(kHold + kHold / 3);
      std::_Exit(code);
    }
    MPI_Abort(own, code);
  }

private:
  /// Messages that are the same as those before are requests that MPI keeps: a step that comes
  /// again and again starts them anew.
  struct Way : UnderWay {
    std::vector<Message> sent, received;
    std::vector<MPI_Request> requests;
    std::vector<int> others; // the other process of each
    std::vector<int> lacking;
    bool kept = false; // the requests, by MPI
    bool here = false; // all processes are on this machine

    ~Way() override { forget(); }

    void start(const OfMpi &of, const std::vector<Message> &going,
               const std::vector<Message> &coming) {
      const bool again = going == sent && coming == received;
      if (!again || !kept) make(of, going, coming, again);
      if (kept && !requests.empty())
        require(MPI_Startall(static_cast<int>(requests.size()), requests.data()));
    }

    /// `keep`: they are made for several starts, and not started.
    void make(const OfMpi &of, const std::vector<Message> &going,
              const std::vector<Message> &coming, bool keep) {
      forget();
      sent = going;
      received = coming;
      kept = keep;
      here = of.neighbours == of.size;
      const auto receive = kept ? MPI_Recv_init : MPI_Irecv;
      const auto send = kept ? MPI_Send_init : MPI_Isend;
      // What others wait for goes first; what has come is looked at when all are started.
      for (const Message &message : sent)
        add(message, [&](char *data, int bytes, MPI_Request *request) {
          return send(data, bytes, MPI_BYTE, message.process, 0, of.own, request);
        });
      for (const Message &message : received)
        add(message, [&](char *data, int bytes, MPI_Request *request) {
          return receive(data, bytes, MPI_BYTE, message.process, 0, of.own, request);
        });
      lacking.reserve(others.size());
    }

    /// What is under way still, after a failure, MPI frees when it is done.
    void forget() {
      if (kept)
        for (MPI_Request &request : requests)
          MPI_Request_free(&request);
      kept = false;
      requests.clear();
      others.clear();
    }

    template <typename Start>
    void add(const Message &message, const Start &start_piece) {
      const bool in_small = here && message.bytes <= kInSmall;
      const size_t most = in_small ? kSmall : kMost;
      for (size_t from = 0; from < message.bytes; from += most) {
        const int piece = static_cast<int>(std::min(most, message.bytes - from));
        requests.emplace_back();
        others.push_back(message.process);
        require(start_piece(message.data + from, piece, &requests.back()));
      }
    }

    bool are_done() {
      int done = 0;
      require(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done,
                          MPI_STATUSES_IGNORE));
      return done != 0;
    }

    /// Processes that something is still to come from or to go to, each once.
    const std::vector<int> &missing() {
      std::vector<int> &all = lacking;
      all.clear();
      for (size_t k = 0; k < requests.size(); ++k) {
        int done = 0;
        MPI_Request_get_status(requests[k], &done, MPI_STATUS_IGNORE);
        if (!done) all.push_back(others[k]);
      }
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      return all;
    }
  };

  /// With all others: none ends while they watch it.
  void end() {
    const Watchdog watchdog(limit, "end");
    MPI_Barrier(own);
    MPI_Comm_free(&own);
    MPI_Finalize();
  }

  void watch(MPI_Comm host) {
    const OnHost own_place = on_host(number);
    std::vector<OnHost> all(neighbours);
    require(MPI_Allgather(&own_place, sizeof own_place, MPI_BYTE, all.data(), sizeof own_place,
                          MPI_BYTE, host));
    std::unique_ptr<HostLinks> links;
    LinksPlace first = {};
    if (neighbours < size) {
      links = std::make_unique<HostLinks>(number);
      first = links->place();
      require(MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, own));
    }
    host_watch.emplace(own_place, all, where, std::move(links), first);
  }

  const bool ends; // MPI, with this
  const std::chrono::milliseconds limit;
  MPI_Comm own = MPI_COMM_NULL;
  int number = 0, size = 1, neighbours = 1;
  Way own_way;             // of exchanges that are waited for at once
  std::vector<Way *> ways; // that have been started
  Whereabouts where;
  std::optional<HostWatch> host_watch; // the last member, as it uses the one before
};

} // namespace

std::shared_ptr<Processes> join_mpi(std::chrono::milliseconds limit) {
  const Watchdog watchdog(limit, "start");
  int started = 0;
  require(MPI_Initialized(&started));
  if (!started) {
    int given = 0;
    require(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given));
    if (given < MPI_THREAD_FUNNELED)
      throw Error(Exit::environment, "this MPI allows no threads beside it");
  }
  return std::make_shared<OfMpi>(MPI_COMM_WORLD, !started, limit);
}

std::shared_ptr<Processes> join_mpi(const void *communicator) {
  return std::make_shared<OfMpi>(*static_cast<const MPI_Comm *>(communicator), false,
                                 std::chrono::milliseconds(0));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

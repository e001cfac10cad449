// SPDX-License-Identifier: Apache-2.0
// A child runs case after case and says in shared memory which one it is at. Where it ends before
// the last, that case is at fault: it runs again in a child of its own, which tells whether it does
// so alone, and the next child goes on after it.
#include "tests/fuzz/children.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shardc::test {

namespace {

constexpr int kWrong = 99; // exit code of a child whose case says what is wrong

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SHARDC_TEST_ASAN
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SHARDC_TEST_ASAN
#endif

/// Of the processor, from now on; 0: none.
void limitTime(double seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - double(time_t(seconds))) * 1e6);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void limitMemory([[maybe_unused]] int64_t bytes) {
#ifndef SHARDC_TEST_ASAN // maps terabytes for itself
  const rlimit limit = {rlim_t(bytes), rlim_t(bytes)};
  setrlimit(RLIMIT_AS, &limit);
#endif
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

/// A file without a name for what children say.
class Talk {
public:
  Talk() : file(std::tmpfile()) {}
  ~Talk() { std::fclose(file); }
  Talk(const Talk &) = delete;
  void takeStderr() { dup2(fileno(file), STDERR_FILENO); }
  void clear() {
    (void)!ftruncate(fileno(file), 0);
    lseek(fileno(file), 0, SEEK_SET);
  }
  std::string text() {
    std::string all(4096, '\0');
    const ssize_t size = pread(fileno(file), all.data(), all.size(), 0);
    all.resize(size > 0 ? size_t(size) : 0);
    return all;
  }

private:
  std::FILE *file;
};

class Children {
public:
  Children(const ChildLimits &limits, Progress &shared,
           llvm::function_ref<std::string(unsigned, Progress &)> check)
      : limits(limits), shared(shared), check(check) {}

  /// Runs the seeds in a child up to the first that ends it. What went wrong, if something did.
  std::optional<ChildFailure> run(unsigned first, unsigned last, bool alone) {
    shared.seed = first;
    shared.alone = alone;
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) runHere(first, last);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
      ;
    const bool done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    const bool cutShort = shared.mayTakeLong && WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    if (done || cutShort) return std::nullopt;
    return ChildFailure{shared.seed, shared.doing, told(status)};
  }

private:
  [[noreturn]] void runHere(unsigned first, unsigned last) {
    // Handlers that print traces would take longer than the cases.
    for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPROF})
      std::signal(signal, SIG_DFL);
    talk.takeStderr();
    limitMemory(limits.bytes);
    for (unsigned seed = first;; ++seed) {
      talk.clear();
      shared.seed = seed;
      shared.start("start");
      limitTime(shared.limit = limits.seconds);
      const std::string wrong = checkCatching(seed);
      limitTime(0);
      if (!wrong.empty()) {
        (void)!write(STDERR_FILENO, wrong.data(), wrong.size());
        _exit(kWrong);
      }
      if (seed == last) _exit(0);
    }
  }

  /// Nothing may be thrown into the test, which is the parent's.
  std::string checkCatching(unsigned seed) {
    try {
      return check(seed, shared);
    } catch (const std::exception &error) {
      return std::string("threw ") + error.what();
    }
  }

  std::string told(int status) {
    std::string what;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
      what = "took longer than " + std::to_string(limits.seconds) + " s";
    else if (WIFSIGNALED(status))
      what = "was ended by signal " + std::to_string(WTERMSIG(status));
    else if (WEXITSTATUS(status) != kWrong)
      what = "exited with " + std::to_string(WEXITSTATUS(status));
    else
      what = "is wrong";
    return what + "\n" + talk.text();
  }

  const ChildLimits &limits;
  Progress &shared;
  llvm::function_ref<std::string(unsigned, Progress &)> check;
  Talk talk;
};

} // namespace

void Progress::start(const char *what) {
  std::strncpy(doing, what, sizeof doing - 1);
  if (mayTakeLong) limitTime(limit);
  mayTakeLong = false;
}

void Progress::mayBeCutShort(double seconds) {
  mayTakeLong = true;
  limitTime(seconds);
}

void forEachSeedInChildren(unsigned first, unsigned last, const ChildLimits &limits,
                           Progress &progress,
                           llvm::function_ref<std::string(unsigned, Progress &)> check,
                           llvm::function_ref<bool(const ChildFailure &)> failed) {
  void *memory =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  Progress &shared = *new (memory) Progress;
  Children children(limits, shared, check);
  constexpr unsigned kTogether = 500; // what leaks does not add up for long
  for (unsigned seed = first; seed <= last && seed >= first;) {
    const unsigned end = std::min(last, seed + kTogether - 1);
    const auto failure = children.run(seed, end, /*alone=*/false);
    seed = shared.seed + 1;
    if (!failure) continue;
    const auto alone = children.run(failure->seed, failure->seed, /*alone=*/true);
    const std::string note = alone ? "" : "not where it runs alone; ";
    if (!failed({failure->seed, failure->doing, note + (alone ? alone : failure)->what})) break;
  }
  progress = shared;
  munmap(memory, sizeof(Progress));
}

} // namespace shardc::test

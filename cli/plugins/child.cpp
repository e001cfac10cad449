// SPDX-License-Identifier: Apache-2.0
// The child is in a process group of its own. When it has replied, failed, or taken too long, it is
// told to end with all that it has started (host/supervise.h), as the system tells it when shardc
// ends, however that does. It is another program, so that nothing that threads of shardc hold when
// it begins matters.
#include "cli/plugins/child.h"

#include "cli/plugins/words.h"
#include "frontend/json_text.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shardc {

using Clock = std::chrono::steady_clock;

/// More is no reply: sources of kernels have kilobytes.
static constexpr size_t kMostReplyBytes = size_t(32) << 20;

/// For the child to end what it has started.
static constexpr std::chrono::seconds kMostEndTime{5};

/// The program beside this one, as a build has it, or in the package's folder.
static std::string hostProgram() {
  static const int here = 0;
  const std::string self = llvm::sys::fs::getMainExecutable(nullptr, const_cast<int *>(&here));
  for (const char *below : {".", SHARDC_MODULES}) {
    llvm::SmallString<128> path(llvm::sys::path::parent_path(self));
    llvm::sys::path::append(path, below, "shardc-plugin-host");
    if (llvm::sys::fs::can_execute(path)) return path.str().str();
  }
  return "";
}

namespace {

/// A file descriptor that is closed with this.
class Descriptor {
public:
  explicit Descriptor(int number = -1) : number(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor &) = delete;
  int get() const { return number; }
  void set(int fd) { number = fd; }
  void close() {
    if (number >= 0) ::close(number);
    number = -1;
  }

private:
  int number;
};

class Child {
public:
  Child(const std::string &library, const PluginLimits &limits)
      : library(library), limits(limits), end(Clock::now() + limitOf(limits)) {}
  ~Child() { finish(); }

  /// What is wrong with the surroundings; "" where it runs.
  std::string start(const std::string &request);
  /// Reads up to the end of the reply, of time, or of what is taken.
  void read();
  PluginAnswer answer();

private:
  const std::string &library;
  const PluginLimits &limits;
  const Clock::time_point end;
  Descriptor pipe;
  pid_t id = -1;
  int status = 0;
  bool isLate = false;
  std::string text;

  static Clock::duration limitOf(const PluginLimits &limits) {
    const auto most = std::min(limits.time, std::chrono::duration<double>(1e9));
    return std::chrono::duration_cast<Clock::duration>(most);
  }
  [[noreturn]] void become(const std::string &program, pid_t parent, int request, int reply) const;
  int left() const;
  bool hasEnded() const;
  void finish();
  std::string howItEnded() const;
};

} // namespace

/// A file with the request: a pipe would have to be filled while the reply is read.
static int fileWith(const std::string &text) {
  FILE *file = std::tmpfile();
  if (!file) return -1;
  const bool good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int copy = good && std::fflush(file) == 0 ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 10) : -1;
  std::fclose(file);
  if (copy >= 0) lseek(copy, 0, SEEK_SET);
  return copy;
}

std::string Child::start(const std::string &request) {
  const std::string program = hostProgram();
  if (program.empty()) return "shardc-plugin-host is not where shardc is installed";
  const Descriptor asked(fileWith(request));
  int ends[2];
  if (asked.get() < 0 || pipe2(ends, O_CLOEXEC) != 0)
    return std::string("no file or pipe for it: ") + std::strerror(errno);
  pipe.set(ends[0]);
  const Descriptor reply(fcntl(ends[1], F_DUPFD_CLOEXEC, 10));
  ::close(ends[1]);
  const pid_t parent = getpid();
  id = fork();
  if (id < 0) return std::string("no process for it: ") + std::strerror(errno);
  if (id == 0) become(program, parent, asked.get(), reply.get());
  setpgid(id, id); // as the child does itself: whoever is first
  return "";
}

/// In the child, which has this thread alone: calls of the system, and nothing else.
void Child::become(const std::string &program, pid_t parent, int request, int reply) const {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127); // it ended before it could be told
  const int nothing = open("/dev/null", O_WRONLY);
  dup2(request, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  dup2(reply, 3);
  const auto size = static_cast<rlim_t>(limits.memory);
  const rlimit memory = {size, size}, none = {0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &none);
  const char *const words[] = {program.c_str(), library.c_str(), nullptr};
  execv(words[0], const_cast<char *const *>(words));
  _exit(127);
}

/// Milliseconds until the time is over, rounded up.
int Child::left() const {
  const auto rest = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(rest, 0, 1 << 30));
}

/// Whether it has ended by itself; it stays to be waited for, so that its number is its own.
bool Child::hasEnded() const {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == id;
}

/// The pipe may be held open by what a plug-in has started, so its end is not waited for alone.
void Child::read() {
  char block[1 << 14];
  bool isLast = false;
  while (text.size() < kMostReplyBytes) {
    pollfd wanted = {pipe.get(), POLLIN, 0};
    const int ready = poll(&wanted, 1, isLast ? 0 : std::min(left(), 20));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && isLast) return;
    if (ready == 0) {
      isLast = hasEnded();
      isLate = !isLast && left() == 0;
      if (isLate) return;
      continue;
    }
    const ssize_t got = ready < 0 ? -1 : ::read(pipe.get(), block, sizeof block);
    if (got < 0 && ready > 0 && errno == EINTR) continue;
    if (got <= 0) return;
    text.append(block, static_cast<size_t>(got));
  }
}

/// Ends it where it has not ended in time, with all that it has started.
void Child::finish() {
  if (id < 0) return;
  while (!isLate && !hasEnded() && text.size() < kMostReplyBytes) {
    isLate = left() == 0;
    poll(nullptr, 0, 1);
  }
  kill(id, SIGTERM); // it ends what it has started, and then itself
  const auto last = Clock::now() + kMostEndTime;
  while (!hasEnded() && Clock::now() < last)
    poll(nullptr, 0, 1);
  kill(-id, SIGKILL);
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  id = -1;
}

/// "": well.
std::string Child::howItEnded() const {
  if (WIFSIGNALED(status)) return std::string("crashes: ") + strsignal(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code == 0 ? "" : "ends the process, with exit code " + std::to_string(code);
}

static PluginFailure failureOf(llvm::StringRef how, const std::string &function,
                               const std::string &what) {
  if (how == "says") return {Diag::plugin_failed, function, "says: " + what};
  return {how == "version" ? Diag::plugin_version : Diag::plugin_unusable, "", what};
}

/// Puts a record to the answer; false where it is none.
static bool take(llvm::ArrayRef<std::string> &words, std::string &function, PluginAnswer &answer) {
  const llvm::StringRef tag = words[0];
  const size_t count = tag == "value" || tag == "file" ? 3 : 2;
  if (words.size() < count) return false;
  if (tag == "enter")
    function = words[1];
  else if (tag == "value")
    answer.reply.values.push_back({words[1], words[2]});
  else if (tag == "file")
    answer.reply.files[words[1]] = words[2];
  else if (tag == "says" || tag == "version" || tag == "unusable")
    answer.failure = failureOf(tag, function, words[1]);
  else
    return false;
  words = words.drop_front(count);
  return true;
}

PluginAnswer Child::answer() {
  finish();
  const plugins::Words words = plugins::wordsOf(text);
  PluginAnswer answer;
  std::string function;
  llvm::ArrayRef<std::string> rest = words.list;
  bool isReply = true;
  while (isReply && !rest.empty() && rest.front() != "done" && !answer.failure)
    isReply = take(rest, function, answer);
  const auto fail = [&](Diag id, const std::string &what) {
    answer.failure = PluginFailure{id, function, what};
  };
  const bool isDone = rest.size() == 1 && rest.front() == "done";
  if (text.size() >= kMostReplyBytes)
    fail(Diag::plugin_reply, "says more than " + std::to_string(kMostReplyBytes >> 20) + " MB");
  else if (isLate)
    fail(Diag::plugin_failed, "has not returned within " + json::number(limits.time.count()) +
                                  " s; mend it, or give it longer by --plugin-timeout");
  else if (const std::string how = howItEnded(); !how.empty())
    fail(Diag::plugin_failed, how);
  else if (!isReply || !words.isWhole || (!isDone && !answer.failure))
    fail(Diag::plugin_reply, "ends without a reply that can be read; it may have written to a file "
                             "that it has not opened");
  return answer;
}

PluginAnswer askPlugin(const std::string &library, const std::string &request,
                       const PluginLimits &limits) {
  Child child(library, limits);
  if (std::string wrong = child.start(request); !wrong.empty())
    return {{}, PluginFailure{Diag::plugin_unusable, "", "cannot be run: " + wrong}};
  child.read();
  return child.answer();
}

} // namespace shardc

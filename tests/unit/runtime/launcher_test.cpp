// SPDX-License-Identifier: Apache-2.0
// The whole way of a bundle: pair, written by hand.
#include "pair.h"
#include "pair.plan.h"
#include "runtime/host/command_line/launcher.h"
#include "runtime/io/formats/npy.h"
#include "runtime/io/formats/npz.h"
#include "support.h"

#include <cmath>
#include <thread>

namespace shardc::runtime {
namespace {

struct Result {
  int exit;
  std::string out, err;
};

class Launcher : public testing::Test {
protected:
  void SetUp() override {
    writeNpy(folder.file("b.npy"), arrayOf<float>(Type::f32, {5}, {10, 20, 30, 40, 50}));
    setenv("PAIR_DATA_DIR", folder.path.c_str(), 1);
  }
  void TearDown() override { unsetenv("PAIR_DATA_DIR"); }

  Result run(std::vector<std::string> words) {
    words.insert(words.begin(), "pair");
    std::vector<char *> arguments;
    for (std::string &word : words)
      arguments.push_back(word.data());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int exit =
        command_line(pair::program(), static_cast<int>(arguments.size()), arguments.data());
    return {exit, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
  }

  Folder folder;
};

const char *const kPrinted = "z f32[5, 4]\n"
                             "  10 12 16 22\n"
                             "  24 30 38 48\n"
                             "  38 48 60 74\n"
                             "  52 66 82 100\n"
                             "  66 84 104 126\n"
                             "k i64[3]\n"
                             "  1 1 1\n";

TEST_F(Launcher, CutsRunsAndReassembles) {
  const Result result = run({"--input", "x=iota", "--input", "mask=iota", "--print"});
  EXPECT_EQ(result.exit, 0) << result.err;
  EXPECT_EQ(result.out, kPrinted);
  EXPECT_EQ(result.err, "pair: 3 devices\n");
}

TEST_F(Launcher, RunsAgainWithADonatedInput) {
  const Result result =
      run({"--input", "*=iota", "--print", "--repeat", "3", "--time", "--timeout", "2.5"});
  EXPECT_EQ(result.out, kPrinted);
  EXPECT_NE(result.err.find("3 calls, the fastest in "), std::string::npos) << result.err;
}

TEST_F(Launcher, WritesAndComparesOutputs) {
  const std::string path = folder.file("out.npz");
  EXPECT_EQ(run({"--input", "*=iota", "-o", path}).exit, 0);
  EXPECT_EQ(valuesOf<int64_t>(readNpz(path).at("k")), (std::vector<int64_t>{1, 1, 1}));
  EXPECT_EQ(run({"--input", "*=iota", "--expect", path}).err,
            "pair: 3 devices, outputs as expected\n");
  const Result other = run({"--input", "*=iota", "--input", "x=zeros", "--expect", path});
  EXPECT_EQ(other.exit, 4);
  EXPECT_EQ(other.err.find("pair: error: output 'z': 19 of 20 elements differ; the first, at "
                           "[0, 1], is 10, expected 12"),
            0u)
      << other.err;
  EXPECT_EQ(run({"--input", "*=iota", "--input", "x=zeros", "--expect", path, "--rtol", "1"}).exit,
            0);
}

TEST_F(Launcher, NamesTheFirstElementThatIsNotFinite) {
  std::vector<float> x(20, 1);
  x[13] = NAN; // [3, 1]
  const std::string path = folder.file("x.npy");
  writeNpy(path, arrayOf<float>(Type::f32, {5, 4}, x));
  EXPECT_EQ(run({"--input", "*=iota", "--input", "x=" + path}).exit, 0); // it is a number
  const Result given = run({"--input", "*=iota", "--input", "x=" + path, "--check-finite"});
  EXPECT_EQ(given.exit, 1);
  EXPECT_EQ(given.err, "pair: error: input 'x': [3, 1] is nan\n");
  const Result made = run({"--input", "*=iota", "--input", "x=3e38", "--check-finite"});
  EXPECT_EQ(made.exit, 4);
  EXPECT_EQ(made.err, "pair: error: output 'z': [0, 1] is inf\n"); // 3e38 * w[1]
  EXPECT_EQ(run({"--input", "*=iota", "--check-finite"}).exit, 0);
}

TEST_F(Launcher, DescribesWhichDeviceHoldsWhat) {
  EXPECT_EQ(run({"--describe"}).out, "pair: 3 devices, independent: 0 and 1 make z, 2 makes k\n"
                                     "input x f32[5, 4] [2 slices, -]\n"
                                     "  device 0: [0, 2) [0, 4)\n"
                                     "  device 1: [2, 5) [0, 4)\n"
                                     "input mask i1[5] [-]\n"
                                     "  device 2: [0, 5)\n"
                                     "output z f32[5, 4] [2 slices, -]\n"
                                     "  device 0: [0, 2) [0, 4)\n"
                                     "  device 1: [2, 5) [0, 4)\n"
                                     "output k i64[3] [-]\n"
                                     "  device 2: [0, 3)\n");
}

TEST_F(Launcher, SaysWhatIsWrongInOneLine) {
  const auto expect = [&](const std::vector<std::string> &words, int exit,
                          const std::string &line) {
    const Result result = run(words);
    EXPECT_EQ(result.exit, exit);
    EXPECT_EQ(result.err, "pair: error: " + line + "\n");
    EXPECT_EQ(result.out, "");
  };
  expect({}, 1, "input 'x' is missing; give --input x=FILE.npy");
  expect({"--inputs"}, 2, "unknown argument '--inputs'; --help lists them");
  expect({"--expect"}, 2, "--expect wants FILE.npz");
  expect({"--repeat", "0"}, 2, "--repeat wants a number from 1 to 1000000000, not '0'");
  expect({"--rtol", "nan"}, 2, "--rtol wants a number that is not negative, not 'nan'");
  expect({"--threads", "2", "--threads", "3"}, 2, "--threads is given twice");
  expect({"--input", "*=zeros", "--rtol", "1"}, 2, "--rtol is for --expect, and there is none");
  expect({"--describe", "--print"}, 2,
         "nothing is run with --describe or --list-gpus; leave the rest out");
  expect({"--input", "*=zeros", "--print", "-o", "-"}, 2,
         "--print and -o - both write to standard output; give one");
  expect({"--input", "q\n=zeros"}, 2,
         "there is no input 'q?'; the program's inputs are 'x', 'mask'");
  expect({"--input", "*=zeros", "--gpus", "2"}, 5,
         "this program is built for CPUs; it cannot use 2 GPUs");
  expect({"--input", "*=zeros", "-o", "/none/out.npz"}, 5,
         "/none/out.npz: cannot be written: No such file or directory");
}

TEST_F(Launcher, SaysWhereItLookedForConstants) {
  setenv("PAIR_DATA_DIR", "/none", 1);
  const Result result = run({"--input", "*=zeros"});
  EXPECT_EQ(result.exit, 5);
  EXPECT_EQ(result.err, "pair: error: the data of 'b' is missing: there is no /none/b.npy; set "
                        "PAIR_DATA_DIR to the bundle's folder data\n");
}

TEST_F(Launcher, ListsItsOptions) {
  const Result result = run({"--help"});
  EXPECT_EQ(result.exit, 0);
  for (const char *word :
       {"--input NAME=FROM", "-o FILE.npz", "--print", "--expect", "--rtol", "--time", "--repeat",
        "--gpus", "--threads", "--list-gpus", "--describe", "--timeout", "--shards-out FOLDER/",
        "--check-finite", "--check-messages", "Built with collectives by threads, without MPI."})
    EXPECT_NE(result.out.find(word), std::string::npos) << word;
}

TEST_F(Launcher, KeepsTheFailureOfEachThread) {
  pair_session *session = nullptr;
  ASSERT_EQ(pair_create(nullptr, &session), 0) << pair_error();
  EXPECT_EQ(pair_set_input(session, 7, nullptr, 0), 2);
  const char *own = pair_error();
  const std::string said = own;
  std::thread other([&] {
    EXPECT_STREQ(pair_error(), "");
    EXPECT_EQ(pair_run(session), 2);
    EXPECT_STREQ(pair_error(), "input 'x' is not given");
  });
  other.join();
  const std::vector<float> x(20, 1);
  EXPECT_EQ(pair_set_input(session, PAIR_X, x.data(), 80),
            0); // nor does what does not fail change it
  EXPECT_EQ(pair_error(), own);
  EXPECT_EQ(own, said);
  pair_destroy(session);
}

TEST_F(Launcher, HasACInterface) {
  const pair_options options = {0, folder.path.c_str(), 1000, 2, nullptr, nullptr};
  pair_session *session = nullptr;
  ASSERT_EQ(pair_create(&options, &session), 0) << pair_error();
  EXPECT_EQ(pair_run(session), 2);
  EXPECT_STREQ(pair_error(), "input 'x' is not given");
  int64_t k[3];
  EXPECT_EQ(pair_get_output(session, PAIR_K, k, sizeof(k)), 2);
  EXPECT_STREQ(pair_error(), "output 'k' is not computed; run first, and again after a new input");
  const std::vector<float> x(20, 1);
  const bool mask[5] = {true, false, true, true, false};
  EXPECT_EQ(pair_set_input(session, PAIR_X, x.data(), 79), 1);
  EXPECT_STREQ(pair_error(), "'x' has 80 bytes, not 79");
  EXPECT_EQ(pair_set_input(session, 7, x.data(), 80), 2);
  EXPECT_EQ(pair_set_input(session, PAIR_X, x.data(), 80), 0);
  EXPECT_EQ(pair_set_input(session, PAIR_MASK, mask, 5), 0);
  EXPECT_EQ(pair_run(session), 0) << pair_error();
  EXPECT_EQ(pair_get_output(session, PAIR_K, k, sizeof(k)), 0);
  EXPECT_EQ(k[0] * 100 + k[1] * 10 + k[2], 11);
  EXPECT_EQ(pair_run(session), 2); // mask was donated
  EXPECT_STREQ(pair_error(), "input 'mask' is not given; it is donated, so each run needs it anew");
  EXPECT_EQ(pair_get_output(session, PAIR_K, k, sizeof(k)), 0);
  EXPECT_EQ(pair_set_input(session, PAIR_MASK, mask, 5), 0);
  EXPECT_EQ(pair_get_output(session, PAIR_K, k, sizeof(k)), 2); // of the last mask
  pair_destroy(session);
  EXPECT_EQ(pair_run(nullptr), 2);
  EXPECT_EQ(pair_create(&options, nullptr), 2);

  pair_tensor tensor;
  EXPECT_EQ(pair_input(PAIR_MASK, &tensor), 0);
  EXPECT_STREQ(tensor.dtype, "i1");
  int64_t lo[2], hi[2];
  EXPECT_EQ(pair_output_box(PAIR_Z, 1, 0, lo, hi), 0);
  EXPECT_EQ(lo[0] * 10 + hi[0], 25);
  EXPECT_EQ(pair_output_box(PAIR_Z, 3, 0, lo, hi), 2);
}

TEST_F(Launcher, TakesAndGivesShardsOfOneDevice) {
  const pair_options options = {0, folder.path.c_str(), 1000, 2, nullptr, nullptr};
  pair_session *session = nullptr;
  ASSERT_EQ(pair_create(&options, &session), 0) << pair_error();
  const std::vector<float> x(12, 1);
  const bool mask[5] = {true, false, true, true, false};
  EXPECT_EQ(pair_set_input(session, PAIR_MASK, mask, 5), 0);
  EXPECT_EQ(pair_set_input_shard(session, PAIR_X, 1, x.data(), 80), 1);
  EXPECT_STREQ(pair_error(), "device 1 holds 48 bytes of 'x', not 80");
  EXPECT_EQ(pair_set_input_shard(session, PAIR_X, 3, x.data(), 48), 2);
  EXPECT_STREQ(pair_error(), "there is no device 3");
  EXPECT_EQ(pair_set_input_shard(session, PAIR_X, 1, nullptr, 48), 2);
  EXPECT_EQ(pair_set_input_shard(session, PAIR_X, 1, x.data(), 48), 0) << pair_error();
  EXPECT_EQ(pair_run(session), 2);
  EXPECT_STREQ(pair_error(), "input 'x' is not given to device 0");
  float z[12];
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, z, sizeof(z)), 2);
  EXPECT_EQ(pair_set_input_shard(session, PAIR_X, 0, x.data(), 32), 0);
  EXPECT_EQ(pair_set_input_shard(session, PAIR_X, 2, nullptr, 0), 0); // it holds nothing
  EXPECT_EQ(pair_run(session), 0) << pair_error();
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, z, 16), 1);
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, z, sizeof(z)), 0) << pair_error();
  float whole[20];
  EXPECT_EQ(pair_get_output(session, PAIR_Z, whole, sizeof(whole)), 0);
  EXPECT_TRUE(std::equal(z, z + 12, whole + 8));
  EXPECT_EQ(z[0], 31);             // 1 * w[0] + b[2]
  EXPECT_EQ(pair_run(session), 2); // mask was donated, on all devices
  pair_destroy(session);
}

TEST_F(Launcher, RunsInTwoHalvesOnMemoryOfDevices) {
  const pair_options options = {0, folder.path.c_str(), 1000, 2, nullptr, nullptr};
  pair_session *session = nullptr;
  ASSERT_EQ(pair_create(&options, &session), 0) << pair_error();
  const bool mask[5] = {true, false, true, true, false};
  EXPECT_EQ(pair_set_input(session, PAIR_MASK, mask, 5), 0);
  void *at = nullptr;
  int64_t strides[PAIR_MAX_RANK];
  const int rows[] = {2, 3};
  for (int device = 0; device < 2; ++device) {
    ASSERT_EQ(pair_input_memory(session, PAIR_X, device, 0, &at, strides), 0) << pair_error();
    EXPECT_EQ(strides[0] * 10 + strides[1], 41);
    std::fill_n(static_cast<float *>(at), rows[device] * 4, 1.0f);
  }
  EXPECT_EQ(pair_input_memory(session, PAIR_X, 2, 0, &at, strides), 0);
  EXPECT_EQ(at, nullptr); // it holds nothing
  EXPECT_EQ(pair_input_memory(session, PAIR_X, 0, 1, &at, strides), 2);
  EXPECT_STREQ(pair_error(), "'x' has no box 1");
  EXPECT_EQ(pair_output_memory(session, PAIR_Z, 1, 0, &at, strides), 2); // nothing is computed
  EXPECT_EQ(pair_wait(session), 2);
  EXPECT_STREQ(pair_error(), "nothing runs that could be waited for");
  ASSERT_EQ(pair_run_async(session), 0) << pair_error();
  EXPECT_EQ(pair_run_async(session), 2);
  EXPECT_STREQ(pair_error(), "the program runs; wait for it first");
  EXPECT_EQ(pair_set_input(session, PAIR_MASK, mask, 5), 2);
  EXPECT_EQ(pair_output_memory(session, PAIR_Z, 1, 0, &at, strides), 2);
  ASSERT_EQ(pair_wait(session), 0) << pair_error();
  ASSERT_EQ(pair_output_memory(session, PAIR_Z, 1, 0, &at, strides), 0) << pair_error();
  float z[12];
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, z, sizeof(z)), 0);
  EXPECT_TRUE(std::equal(z, z + 12, static_cast<const float *>(at)));
  EXPECT_EQ(z[0], 31); // as in the test above
  pair_destroy(session);
}

TEST_F(Launcher, FeedsOutputsToInputsOnDevices) {
  const pair_options options = {0, folder.path.c_str(), 1000, 2, nullptr, nullptr};
  pair_session *session = nullptr;
  ASSERT_EQ(pair_create(&options, &session), 0) << pair_error();
  const std::vector<float> x(20, 1);
  const bool mask[5] = {true, false, true, true, false};
  const int z[] = {PAIR_Z, PAIR_Z}, into[] = {PAIR_X, PAIR_X}, elsewhere[] = {PAIR_MASK},
            beyond[] = {7};
  ASSERT_EQ(pair_set_input(session, PAIR_X, x.data(), 80), 0) << pair_error();
  ASSERT_EQ(pair_set_input(session, PAIR_MASK, mask, 5), 0) << pair_error();
  EXPECT_EQ(pair_feed(session, z, into, 1), 2); // nothing is computed
  ASSERT_EQ(pair_run(session), 0) << pair_error();
  EXPECT_EQ(pair_feed(session, nullptr, into, 1), 2);
  EXPECT_EQ(pair_feed(session, z, into, -1), 2);
  EXPECT_EQ(pair_feed(session, beyond, into, 1), 2);
  EXPECT_EQ(pair_feed(session, z, beyond, 1), 2);
  EXPECT_EQ(pair_feed(session, z, elsewhere, 1), 3);
  EXPECT_EQ(pair_feed(session, z, into, 2), 2);
  EXPECT_STREQ(pair_error(), "input 'x' is given two outputs");
  float row[12];
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, row, sizeof(row)), 0); // still there
  EXPECT_EQ(row[0], 31);

  ASSERT_EQ(pair_feed(session, z, into, 1), 0) << pair_error();
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, row, sizeof(row)), 2);
  EXPECT_EQ(pair_feed(session, z, into, 1), 2);
  ASSERT_EQ(pair_set_input(session, PAIR_MASK, mask, 5), 0) << pair_error();
  ASSERT_EQ(pair_run(session), 0) << pair_error();
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, row, sizeof(row)), 0);
  EXPECT_EQ(row[0], 61); // 31 * w[0] + b[2]
  EXPECT_EQ(pair_feed(session, nullptr, nullptr, 0), 0) << pair_error();
  pair_destroy(session);
}

TEST_F(Launcher, P24_KeepsValuesOnDevicesUntilTheyAreReleased) {
  const pair_options options = {0, folder.path.c_str(), 1000, 2, nullptr, nullptr};
  pair_session *session = nullptr;
  ASSERT_EQ(pair_create(&options, &session), 0) << pair_error();
  const bool mask[5] = {true, false, true, true, false};
  pair_handle x = 0, z = 0, on = 0;
  EXPECT_EQ(pair_keep_output(session, PAIR_Z, &z), 2); // nothing is computed
  ASSERT_EQ(pair_make_value(session, PAIR_X, &x), 0) << pair_error();
  ASSERT_EQ(pair_make_value(session, PAIR_MASK, &on), 0) << pair_error();
  EXPECT_EQ(pair_set_input_value(session, PAIR_X, x), 2);
  EXPECT_STREQ(pair_error(), "the value is not given to device 0");
  // One device by the host, one where it lies.
  const std::vector<float> rows(8, 1);
  EXPECT_EQ(pair_set_value_shard(session, x, 0, rows.data(), 32), 0) << pair_error();
  EXPECT_EQ(pair_set_value_shard(session, x, 0, rows.data(), 28), 1);
  float read[12];
  EXPECT_EQ(pair_get_value_shard(session, x, 1, read, sizeof(read)), 2);
  void *at = nullptr;
  int64_t strides[PAIR_MAX_RANK];
  ASSERT_EQ(pair_value_memory(session, x, 1, 0, &at, strides), 0) << pair_error();
  EXPECT_EQ(strides[0] * 10 + strides[1], 41);
  std::fill_n(static_cast<float *>(at), 12, 1.0f);
  EXPECT_EQ(pair_set_value_shard(session, on, 2, mask, 5), 0) << pair_error();

  // Values are there for any number of runs, also of what is donated.
  float first[12], second[12];
  for (int run = 0; run < 3; ++run) {
    ASSERT_EQ(pair_set_input_value(session, PAIR_X, x), 0) << pair_error();
    ASSERT_EQ(pair_set_input_value(session, PAIR_MASK, on), 0) << pair_error();
    ASSERT_EQ(pair_run(session), 0) << pair_error();
  }
  ASSERT_EQ(pair_keep_output(session, PAIR_Z, &z), 0) << pair_error();
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, first, sizeof(first)), 0);
  EXPECT_EQ(first[0], 31); // 1 * w[0] + b[2]
  // z lies as x does: it is the next input, and stays what it was.
  ASSERT_EQ(pair_set_input_value(session, PAIR_X, z), 0) << pair_error();
  ASSERT_EQ(pair_set_input_value(session, PAIR_MASK, on), 0) << pair_error();
  ASSERT_EQ(pair_run_async(session), 0) << pair_error();
  EXPECT_EQ(pair_release(session, x), 2);
  EXPECT_STREQ(pair_error(), "the program runs; wait for it first");
  ASSERT_EQ(pair_wait(session), 0) << pair_error();
  EXPECT_EQ(pair_get_output_shard(session, PAIR_Z, 1, second, sizeof(second)), 0);
  EXPECT_EQ(second[0], 61); // 31 * w[0] + b[2]
  EXPECT_EQ(pair_get_value_shard(session, z, 1, read, sizeof(read)), 0) << pair_error();
  EXPECT_TRUE(std::equal(read, read + 12, first));
  EXPECT_EQ(pair_set_input_value(session, PAIR_MASK, z), 3); // lies otherwise

  EXPECT_EQ(pair_release(session, x), 0) << pair_error();
  const auto expect_wrong = [&](pair_session *in, pair_handle value, const char *line) {
    EXPECT_EQ(pair_set_input_value(in, PAIR_X, value), 2);
    EXPECT_STREQ(pair_error(), line);
    EXPECT_EQ(pair_get_value_shard(in, value, 1, read, sizeof(read)), 2);
    EXPECT_EQ(pair_set_value_shard(in, value, 1, read, sizeof(read)), 2);
    EXPECT_EQ(pair_value_memory(in, value, 1, 0, &at, strides), 2);
    EXPECT_EQ(pair_release(in, value), 2);
    EXPECT_STREQ(pair_error(), line);
  };
  expect_wrong(session, x, "the value has been released");
  expect_wrong(session, on + 7, "there is no such value");
  expect_wrong(session, 0, "the value is none of this session's");
  pair_session *other = nullptr;
  ASSERT_EQ(pair_create(&options, &other), 0) << pair_error();
  expect_wrong(other, z, "the value is none of this session's");
  EXPECT_EQ(pair_make_value(session, 7, &x), 2);
  EXPECT_EQ(pair_make_value(session, PAIR_X, nullptr), 2);
  pair_destroy(other);
  pair_destroy(session); // z with it
}

TEST_F(Launcher, SaysWhoHoldsEachBlockFirst) {
  std::vector<int> owners;
  for (int device = 0; device < PAIR_DEVICES; ++device) {
    int owner = 7;
    EXPECT_EQ(pair_output_owner(PAIR_Z, device, &owner), 0);
    owners.push_back(owner);
  }
  EXPECT_EQ(owners, (std::vector<int>{0, 1, -1}));
  EXPECT_EQ(pair_output_owner(PAIR_Z, 3, owners.data()), 2);
  EXPECT_EQ(pair_output_owner(5, 0, owners.data()), 2);
  EXPECT_EQ(pair_output_owner(PAIR_Z, 0, nullptr), 2);
}

} // namespace
} // namespace shardc::runtime

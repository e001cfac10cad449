// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/formats/npz.h"

#include "runtime/io/file.h"
#include "runtime/io/formats/inflate.h"
#include "runtime/io/formats/npy.h"
#include "support.h"

#include <random>

namespace shardc::runtime {
namespace {

/// x = [[1, 2], [3, 4]] of f32, as numpy.savez_compressed writes it: deflated, with zip64 fields in
/// the local header alone.
const char *const kCompressed =
    "504b03042d0000000800000021004efb2075ffffffffffffffff05001400782e6e70790100100090000000000000"
    "0053000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a2aea3a09e965f54529498179f"
    "5f94920a12774bcc294e058a17672416a402f91a463a0a469a3a0ab50a64032e0686067b060606072002e2060700"
    "504b01022d032d0000000800000021004efb20755300000090000000050000000000000000000000800100000000"
    "782e6e7079504b05060000000001000100330000008a0000000000";

TEST(Inflate, ReadsStoredBlocks) {
  EXPECT_EQ(inflate(fromHex("010600f9ff73746f726564"), 6), "stored");
}

TEST(Inflate, ReadsBlocksWithFixedCodes) {
  std::string text;
  for (int i = 0; i < 8; ++i)
    text += "the quick brown fox jumps over the lazy dog; ";
  EXPECT_EQ(inflate(fromHex("2bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d522801"
                            "4ae72456552aa4e4a75b8379a38ac9520c00"),
                    text.size()),
            text);
}

TEST(Inflate, ReadsBlocksWithTheirOwnCodes) {
  std::string text;
  for (int i = 0; i < 600; ++i)
    text += static_cast<char>((i * i * 7 + i / 3) % 61);
  EXPECT_EQ(
      inflate(
          fromHex("edced70d84200000508c055b241662014b6cc1288a25a2a7fbcf756bdcc7bd091e80543d4e9bc5b8"
                  "ba5b5a4b8afc0a4c6cf38e71858c90c1dae72b90f306599af41a67c29a9bfeca6c0b2f24226bec78"
                  "c53b0d877f09e989b63bb0fadab5a39a042c8b92db06ea916ed197f34fa2bfb0d0e583e6321fe0c2"
                  "843956f516a9c0ed90e9d5e675bb431c15671553111910af65d63c4d5a8850d77c9e86744b51d018"
                  "fbaa1003fcdbbfddfe02"),
          text.size()),
      text);
}

TEST(Inflate, RefusesWhatIsNotExactlyAsLong) {
  const std::string packed = fromHex("010600f9ff73746f726564");
  EXPECT_EQ(exitOf([&] { inflate(packed, 5); }), Exit::wrong_input);
  EXPECT_EQ(exitOf([&] { inflate(packed, 7); }), Exit::wrong_input);
  EXPECT_EQ(exitOf([&] { inflate("", 0); }), Exit::wrong_input);
}

TEST(Npz, ReadsBackWhatItWrites) {
  const Folder folder;
  const Array x = arrayOf<float>(Type::f32, {3}, {1, 2, 3}), y = {Type::i1, {}, {1}};
  writeNpz(folder.file("a.npz"), {{"x", &x}, {"y z", &y}});
  const std::map<std::string, Array> arrays = readNpz(folder.file("a.npz"));
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays.at("x").data, x.data);
  EXPECT_EQ(arrays.at("y z").type, Type::i1);
}

TEST(Npz, ReadsWhatNumpyCompresses) {
  const Folder folder;
  writeFile(folder.file("c.npz"), fromHex(kCompressed));
  EXPECT_EQ(valuesOf<float>(readNpz(folder.file("c.npz")).at("x")),
            (std::vector<float>{1, 2, 3, 4}));
}

TEST(Npz, UnpacksOnlyWhatIsAskedFor) {
  const Folder folder;
  const Array x = arrayOf<float>(Type::f32, {1}, {1});
  writeNpz(folder.file("a.npz"), {{"x", &x}, {"odd", &x}});
  std::string data = readFile(folder.file("a.npz"));
  data.replace(data.rfind("<f4"), 3, "<q9"); // of `odd`
  writeFile(folder.file("a.npz"), data);
  EXPECT_EQ(Npz(folder.file("a.npz")).read("x").data, x.data);
  EXPECT_EQ(exitOf([&] { Npz(folder.file("a.npz")).read("odd"); }), Exit::wrong_input);
  EXPECT_EQ(exitOf([&] { Npz(folder.file("a.npz")).read("none"); }), Exit::wrong_input);
}

TEST(Npz, RefusesZip64AndEncryption) {
  const Folder folder;
  const std::string path = folder.file("c.npz"), data = fromHex(kCompressed);
  const size_t central = data.find("PK\x01\x02");
  const auto patched = [&](size_t at, const std::string &with) {
    std::string file = data;
    writeFile(path, file.replace(at, with.size(), with));
    return exitOf([&] { Npz{path}; });
  };
  EXPECT_EQ(patched(central + 24, "\xff\xff\xff\xff"), Exit::unsupported);
  EXPECT_EQ(patched(central + 8, "\x01"), Exit::unsupported);
  EXPECT_EQ(patched(central + 10, "\x0c"), Exit::unsupported);
  EXPECT_EQ(patched(data.size() - 6, "\xff\xff\xff\xff"), Exit::unsupported);
}

TEST(Npz, TakesPathsInNamesForNames) {
  const Folder folder;
  const Array x = arrayOf<float>(Type::f32, {1}, {1});
  writeNpz(folder.file("a.npz"), {{"../../etc/passwd", &x}});
  EXPECT_EQ(readNpz(folder.file("a.npz")).count("../../etc/passwd"), 1u);
}

/// Whatever is done to a file, it is read or refused.
TEST(Npz, SurvivesDamage) {
  const Folder folder;
  const Array x = arrayOf<int64_t>(Type::i64, {2, 2}, {1, -2, 3, -4});
  writeNpz(folder.file("a.npz"), {{"x", &x}, {"y", &x}});
  const std::string path = folder.file("damaged.npz");
  std::mt19937 random(1);
  int refused = 0;
  for (const std::string &good : {readFile(folder.file("a.npz")), fromHex(kCompressed)})
    for (int round = 0; round < 3000; ++round) {
      std::string bad = good;
      for (unsigned hit = 0; hit <= static_cast<unsigned>(round % 3); ++hit)
        bad[random() % bad.size()] = static_cast<char>(random());
      if (round % 5 == 0) bad.resize(random() % bad.size());
      writeFile(path, bad);
      refused += exitOf([&] { readNpz(path); }) != Exit::done;
    }
  EXPECT_GT(refused, 3000);
}

TEST(Npy, SurvivesDamage) {
  const std::string good = formatNpy(arrayOf<float>(Type::f32, {2, 2}, {1, 2, 3, 4}));
  std::mt19937 random(2);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bad = good;
    for (unsigned hit = 0; hit <= static_cast<unsigned>(round % 4); ++hit)
      bad[random() % 80] = static_cast<char>(random());
    refused += exitOf([&] { parseNpy(bad, "x"); }) != Exit::done;
  }
  EXPECT_GT(refused, 10000);
}

TEST(Inflate, SurvivesNoise) {
  std::mt19937 random(3);
  for (int round = 0; round < 20000; ++round) {
    std::string noise(random() % 60, 0);
    for (char &byte : noise)
      byte = static_cast<char>(random());
    exitOf([&] { inflate(noise, 1000); });
  }
}

} // namespace
} // namespace shardc::runtime

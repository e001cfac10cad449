// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/formats/npy.h"

#include "support.h"

namespace shardc::runtime {
namespace {

std::string npy(const std::string &header, const std::string &data) {
  const auto length = static_cast<char>(header.size());
  return std::string("\x93NUMPY\x01\x00", 8) + length + '\0' + header + data;
}

std::string header(const std::string &descr, const std::string &order, const std::string &shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

Exit exitOfParsing(const std::string &file) {
  return exitOf([&] { parseNpy(file, "x.npy"); });
}

TEST(Npy, ReadsBackWhatItWritesOfEveryType) {
  for (Type type : {
#define SHARDC_TYPE(name, ...) Type::name,
#include "runtime/types.def"
#undef SHARDC_TYPE
       })
    for (const std::vector<int64_t> &shape : {std::vector<int64_t>{}, {1}, {2, 3}, {2, 0, 3}}) {
      Array array = {type, shape, {}};
      for (size_t i = 0; i < elementsOf(shape, type) * bytes(type); ++i)
        array.data.push_back(bits(type) < 8 ? i % 2 : static_cast<char>(i));
      Array back = parseNpy(formatNpy(array), "x.npy");
      readBitsAs(type, back, "back.npy");
      EXPECT_EQ(back.type, type);
      EXPECT_EQ(back.shape, shape);
      EXPECT_EQ(back.data, array.data);
      EXPECT_EQ((formatNpy(array).size() - array.data.size()) % 64, 0u);
    }
}

TEST(Npy, CallsTypesAsNumpyDoes) {
  const auto codeOf = [](Type type) {
    const std::string file = formatNpy({type, {0}, {}});
    return file.substr(file.find("'descr': '") + 10, 3);
  };
  EXPECT_EQ(codeOf(Type::f64), "<f8");
  EXPECT_EQ(codeOf(Type::f16), "<f2");
  EXPECT_EQ(codeOf(Type::bf16), "<u2") << "the bits of what it lacks";
  EXPECT_EQ(codeOf(Type::i1), "|b1");
  EXPECT_EQ(codeOf(Type::i8), "|i1");
  EXPECT_EQ(codeOf(Type::ui8), "|u1");
  EXPECT_EQ(codeOf(Type::i16), "<i2");
  EXPECT_EQ(codeOf(Type::ui64), "<u8");
}

TEST(Npy, ConvertsBigEndian) {
  const std::string file = npy(header(">i4", "False", "(2,)"), fromHex("0000000100000203"));
  EXPECT_EQ(valuesOf<int32_t>(parseNpy(file, "x")), (std::vector<int32_t>{1, 0x203}));
}

TEST(Npy, ConvertsColumnMajor) {
  const std::string file = npy(header("|b1", "True", "(2, 3)"), fromHex("000100010000"));
  EXPECT_EQ(parseNpy(file, "x").data, (std::vector<char>{0, 0, 0, 1, 1, 0}));
}

TEST(Npy, ReadsAnyNonZeroByteAsTrue) {
  EXPECT_EQ(parseNpy(npy(header("|b1", "False", "(3,)"), fromHex("0002ff")), "x").data,
            (std::vector<char>{0, 1, 1}));
}

TEST(Npy, RefusesOtherTypesAsUnsupported) {
  EXPECT_EQ(exitOfParsing(npy(header("<c4", "False", "()"), "12345678")), Exit::unsupported);
  EXPECT_EQ(exitOfParsing(npy(header("|O", "False", "()"), "12345678")), Exit::unsupported);
}

TEST(Npy, RefusesBrokenFiles) {
  const std::vector<std::string> files = {
      "",
      "\x93NUMPY",
      "no file of NumPy's",
      npy(header("<f4", "False", "(2,)"), "1234567"),
      npy(header("<f4", "False", "(2,)"), "123456789"),
      npy(header("<f4", "False", "(-2,)"), "12345678"),
      npy(header("<f4", "False", "(4611686018427387904, 4)"), ""),
      npy(header("<f4", "False", "(4611686018427387904, 0, 4)"), ""),
      npy(header("<f4", "False", "(99999999999999999999,)"), ""),
      npy(header("<f4", "False", "(1, x)"), "1234"),
      npy(header("<f4", "False", "(1"), "1234"),
      npy(header("<f4", "Maybe", "(1,)"), "1234"),
      npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (), }", "1234"),
      npy("{'descr': '<f4", "1234"),
      npy("{'descr'", "1234"),
      npy("", "1234"),
      std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)};
  for (const std::string &file : files)
    EXPECT_EQ(exitOfParsing(file), Exit::wrong_input) << file;
}

TEST(Npy, ReadsBitsAsTheTypeThatIsWantedOfThem) {
  const std::string bits = fromHex("803f00c0");
  for (const char *descr : {"<u2", "<V2"}) {
    Array array = parseNpy(npy(header(descr, "False", "(2,)"), bits), "x.npy");
    adopt(array, {"x", Type::bf16, {2}}, "x.npy");
    EXPECT_EQ(float(valuesOf<bf16>(array)[0]), 1);
    EXPECT_EQ(float(valuesOf<bf16>(array)[1]), -2);
  }
  for (const Type other : {Type::f16, Type::i16})
    EXPECT_EQ(exitOf([&] {
                Array array = parseNpy(npy(header("<u2", "False", "(2,)"), bits), "x.npy");
                adopt(array, {"x", other, {2}}, "x.npy");
              }),
              Exit::wrong_input);
  EXPECT_EQ(exitOf([&] {
              Array array = parseNpy(npy(header("<V2", "False", "(2,)"), bits), "x.npy");
              adopt(array, {"x", Type::ui16, {2}}, "x.npy");
            }),
            Exit::wrong_input);
}

TEST(Npy, ReadsBytesThatSayNoTypeAsTheOneThatIsWanted) {
  for (const char *descr : {"<V1", "|u1", "<f1"}) {
    Array array = parseNpy(npy(header(descr, "False", "(2,)"), fromHex("387e")), "x.npy");
    adopt(array, {"x", Type::f8E4M3FN, {2}}, "x.npy");
    EXPECT_EQ(float(valuesOf<f8E4M3FN>(array)[0]), 1);
    EXPECT_EQ(float(valuesOf<f8E4M3FN>(array)[1]), 448);
  }
  for (const Type other : {Type::ui8, Type::f16})
    EXPECT_EQ(exitOf([&] {
                Array array = parseNpy(npy(header("<V1", "False", "(2,)"), "12"), "x.npy");
                adopt(array, {"x", other, {2}}, "x.npy");
              }),
              Exit::wrong_input);
}

TEST(Npy, ReadsIntegersOfFewerBitsInTheirRange) {
  const auto adopted = [](const char *descr, const char *bytes, Type type) {
    Array array = parseNpy(npy(header(descr, "False", "(2,)"), fromHex(bytes)), "x.npy");
    adopt(array, {"x", type, {2}}, "x.npy");
    return array.data;
  };
  EXPECT_EQ(adopted("|i1", "f807", Type::i4), (std::vector<char>{-8, 7}));
  EXPECT_EQ(adopted("<V1", "0807", Type::i4), (std::vector<char>{-8, 7})) << "without its signs";
  EXPECT_EQ(adopted("<V1", "f803", Type::i4), (std::vector<char>{-8, 3}));
  EXPECT_EQ(adopted("|u1", "0f00", Type::ui4), (std::vector<char>{15, 0}));
  const auto isRefused = [&](const char *descr, const char *bytes, Type type) {
    return exitOf([&] { adopted(descr, bytes, type); }) == Exit::wrong_input;
  };
  EXPECT_TRUE(isRefused("|i1", "0800", Type::i4));
  EXPECT_TRUE(isRefused("|i1", "f700", Type::i4));
  EXPECT_TRUE(isRefused("<V1", "1000", Type::i4));
  EXPECT_TRUE(isRefused("|u1", "1000", Type::ui4));
  EXPECT_TRUE(isRefused("|u1", "ff00", Type::ui2));
  EXPECT_TRUE(isRefused("|u1", "0100", Type::i2)) << "of another sign";
}

TEST(Npy, NamesBothSidesOfAWrongSignature) {
  std::string line;
  Array array = arrayOf<float>(Type::f32, {2}, {1, 2});
  EXPECT_EQ(exitOf(
                [&] {
                  adopt(array, {"w", Type::i32, {2, 1}}, "w.npy");
                },
                &line),
            Exit::wrong_input);
  EXPECT_EQ(line, "w.npy: is f32[2]; 'w' is i32[2, 1]");
}

TEST(Npy, SaysWhichFileIsMissing) {
  std::string line;
  EXPECT_EQ(exitOf([] { readNpy("/none/x\n.npy"); }, &line), Exit::environment);
  EXPECT_EQ(exitOf([] { readNpy("/"); }), Exit::environment);
}

} // namespace
} // namespace shardc::runtime

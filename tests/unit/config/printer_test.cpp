// SPDX-License-Identifier: Apache-2.0
#include "frontend/messages/diagnostics_printer.h"
#include "frontend/messages/excerpt.h"
#include "frontend/messages/message_values.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace shardc;

namespace {

struct Printed {
  explicit Printed(PrinterOptions options = {})
      : stream(text), printer(context, std::move(options), stream) {
    printer.addFile("c.json", "{ \"a\": [1,\n\t\"\xC3\xA9\", \"0:4\"]\n}");
  }
  mlir::Location at(unsigned line, unsigned column, llvm::StringRef file = "c.json") {
    return mlir::FileLineColLoc::get(&context, file, line, column);
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::string text;
  llvm::raw_string_ostream stream;
  DiagnosticsPrinter printer;
};

TEST(Printer, ShowsTheLineWithACaret) {
  Printed printed;
  {
    Report wrong = report(printed.at(2, 8), Diag::slice_bounds);
    wrong << "slice '0:4' leaves it";
    wrong.note(printed.at(1, 3)) << "of this";
    wrong.note() << "and so on";
  }
  report(printed.at(1, 8), Diag::slice_bounds) << "once more";
  EXPECT_EQ(printed.text, "c.json:2:8: error: slice '0:4' leaves it [slice-bounds]\n"
                          "    2 |  \"\xC3\xA9\", \"0:4\"]\n"
                          "      |       ^\n"
                          "      = fix: keep within the size that the message names\n"
                          "c.json:1:3: note: of this\n"
                          "    1 | { \"a\": [1,\n"
                          "      |   ^\n"
                          "c.json:2:8: note: and so on\n"
                          "c.json:1:8: error: once more [slice-bounds]\n"
                          "    1 | { \"a\": [1,\n"
                          "      |        ^\n");
  EXPECT_TRUE(printed.printer.failed());
  EXPECT_EQ(printed.printer.exitCode(), Exit::wrongInput);
}

TEST(Printer, SpeaksOfUnknownPlacesAndForMlir) {
  Printed printed;
  mlir::emitError(mlir::UnknownLoc::get(&printed.context)) << "broken [x]";
  mlir::emitError(printed.at(9, 9)) << "far";
  mlir::emitError(printed.at(1, 1, "other.json")) << "elsewhere";
  EXPECT_EQ(printed.text, "shardc: error: broken [x] [mlir]\n"
                          "c.json:9:9: error: far [mlir]\n"
                          "other.json:1:1: error: elsewhere [mlir]\n");
  EXPECT_EQ(printed.printer.exitCode(), Exit::wrongInput);
}

TEST(Printer, LooksThroughNamesAndFusions) {
  Printed printed;
  mlir::Location inner =
      mlir::NameLoc::get(mlir::StringAttr::get(&printed.context, "h"), printed.at(1, 1));
  mlir::Location fused =
      mlir::FusedLoc::get(&printed.context, {mlir::UnknownLoc::get(&printed.context), inner});
  report(fused, Diag::wrong_op) << "no";
  EXPECT_TRUE(llvm::StringRef(printed.text).starts_with("c.json:1:1: error: no [wrong-op]\n"));
}

TEST(Printer, WritesJson) {
  Printed printed({.json = true});
  {
    Report wrong = report(printed.at(2, 8), Diag::slice_step);
    wrong << "a \"step\"\n'step' 0:-3";
    wrong.note(printed.at(1, 3)) << "here";
  }
  EXPECT_EQ(
      printed.text,
      R"({"column":8,"file":"c.json","fix":"slices are contiguous: leave the step out",)"
      R"("id":"slice-step","line":2,"message":"a \"step\"\n'step' 0:-3","notes":[{"column":3,)"
      R"("file":"c.json","line":1,"message":"here","severity":"note"}],"severity":"error","values":["step",0,-3]})"
      "\n");
}

TEST(Printer, TellsNamesAndNumbersOfMessages) {
  const auto values = [](llvm::StringRef message) {
    return llvm::formatv("{0}", llvm::json::Value(valuesOf(message))).str();
  };
  EXPECT_EQ(values("dimension 0 of 'x' is 10, not -4"), R"([0,"x",10,-4])");
  EXPECT_EQ(values("f32[2, 3]: the program's 'it's' is 1.5 times v2"), R"([2,3,"it's",1.5])");
  EXPECT_EQ(values("4-7 'open"), "[4,7]");
  EXPECT_EQ(values("nothing"), "[]");
}

TEST(Printer, DecidesTheExitCodeByWhatIsWrongFirst) {
  Printed printed;
  EXPECT_EQ(printed.printer.exitCode(), Exit::done);
  report(printed.at(1, 1), Diag::repeated_work) << "twice";
  EXPECT_EQ(printed.printer.exitCode(), Exit::done);
  EXPECT_FALSE(printed.printer.failed());
  report(printed.at(1, 1), Diag::unsupported_op) << "no";
  EXPECT_EQ(printed.printer.exitCode(), Exit::unsupported);
  report(printed.at(1, 1), Diag::wrong_op) << "no";
  EXPECT_EQ(printed.printer.exitCode(), Exit::wrongInput);
  report(printed.at(1, 1), Diag::unsupported_op) << "no";
  EXPECT_EQ(printed.printer.exitCode(), Exit::wrongInput);
  EXPECT_EQ(llvm::StringRef(printed.text).count("warning:"), 1u);
}

TEST(Printer, ObeysOptionsForWarnings) {
  struct {
    PrinterOptions options;
    size_t errors, warnings;
    bool shown;
  } const rows[] = {
      {{}, 0, 1, true},
      {{.warningsAreErrors = true}, 1, 0, true},
      {{.warnings = {"no-repeated-work"}}, 0, 0, false},
      {{.warnings = {"error=repeated-work"}}, 1, 0, true},
      {{.warnings = {"error=another"}}, 0, 1, true},
      {{.warnings = {"error"}}, 1, 0, true},
      {{.warningsAreErrors = true, .warnings = {"no-repeated-work"}}, 0, 0, false},
  };
  for (const auto &row : rows) {
    Printed printed(row.options);
    report(printed.at(1, 1), Diag::repeated_work) << "twice";
    EXPECT_EQ(llvm::StringRef(printed.text).count("error:"), row.errors);
    EXPECT_EQ(llvm::StringRef(printed.text).count("warning:"), row.warnings);
    EXPECT_EQ(!printed.text.empty(), row.shown);
    EXPECT_EQ(printed.printer.exitCode(), row.errors ? Exit::wrongInput : Exit::done);
  }
}

TEST(Printer, ShowsRemarksOnRequest) {
  for (bool verbose : {false, true}) {
    Printed printed({.verbose = verbose});
    mlir::emitRemark(printed.at(1, 1)) << "ends";
    EXPECT_EQ(!printed.text.empty(), verbose);
  }
  Printed printed({.warnings = {"mlir"}});
  mlir::emitRemark(printed.at(1, 1)) << "ends";
  EXPECT_FALSE(printed.text.empty());
}

TEST(Printer, KnowsWordsForWarnings) {
  EXPECT_EQ(wrongWarningWord("no-repeated-work"), "");
  EXPECT_EQ(wrongWarningWord("error=repeated-work"), "");
  EXPECT_EQ(wrongWarningWord("error"), "");
  EXPECT_EQ(wrongWarningWord("no-repeated-wrok"),
            "there is no warning 'repeated-wrok'; did you mean 'repeated-work'?");
  EXPECT_EQ(wrongWarningWord("no-json-syntax"), "'json-syntax' is always an error");
}

TEST(Printer, StopsAfterAHundredErrors) {
  Printed printed;
  for (int i = 0; i < 1000; ++i)
    report(printed.at(1, 1), Diag::wrong_op) << "no";
  EXPECT_EQ(llvm::StringRef(printed.text).count("error:"), 100u);
  EXPECT_TRUE(llvm::StringRef(printed.text).ends_with("shardc: further errors are not shown\n"));
}

TEST(Excerpt, LetsNothingThroughThatMovesTheCursor) {
  EXPECT_EQ(printable("a\x1b[31mb\n\xE2\x80\xAE\xFF\t\xC3\xA9"),
            "a\\x1b[31mb\\n\\u202e\\xff \xC3\xA9");
  std::string hostile = "c\x1b.json";
  Printed printed;
  report(printed.at(1, 1, hostile), Diag::wrong_op) << "name '\r\x1b[2J'";
  EXPECT_EQ(llvm::StringRef(printed.text).find_first_of("\x1b\r"), llvm::StringRef::npos);
}

TEST(Excerpt, ShowsThePartOfALongLineAroundTheColumn) {
  std::string line(1'000'000, 'a');
  line[500'000] = 'X';
  std::string text = excerpt(line, 7, 500'001);
  auto [shownLine, caretLine] = llvm::StringRef(text).split('\n');
  EXPECT_LT(shownLine.size(), 130u);
  EXPECT_EQ(shownLine.find('X'), caretLine.find('^'));
  EXPECT_EQ(excerpt("ab", 1, 4), "");
  EXPECT_EQ(excerpt("ab", 1, 0), "");
  EXPECT_EQ(excerpt("ab", 1, 3), "    1 | ab\n      |   ^\n");
  EXPECT_EQ(excerpt("\xE4\xBD\xA0x", 12345, 4), "12345 | \xE4\xBD\xA0x\n      |   ^\n");
}

} // namespace

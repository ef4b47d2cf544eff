#include "matrix/fortran/fortran_format.h"

#include "support/expect.h"

static tc_fortran_format format;

static const char *parse(const char *text) {
  return tc_fortran_format_parse((tc_text){text, text + strlen(text)}, &format);
}

static void expect_item(int k, tc_fortran_kind kind, int repeat, int width, int decimals) {
  const tc_fortran_item *item = &format.item[k];
  cr_assert_lt(k, format.count);
  cr_expect(item->kind == kind && item->repeat == repeat && item->width == width &&
                item->decimals == decimals,
            "item %d: kind %d, %d times, %d.%d", k, (int)item->kind, (int)item->repeat, (int)item->width,
            (int)item->decimals);
}

static void expect_format(const char *text, int count, int revert) {
  const char *fault = parse(text);
  cr_assert_null(fault, "%s: %s", text, fault);
  cr_expect_eq(format.count, count, "%s: %d items", text, format.count);
  cr_expect_eq(format.revert, revert, "%s: reverts to %d", text, format.revert);
}

Test(format, numbers) {
  expect_format("(10I8)", 1, 0);
  expect_item(0, TC_FORTRAN_INTEGER, 10, 8, 0);
  expect_format("( 3 d 25.16 )   ", 1, 0);
  expect_item(0, TC_FORTRAN_REAL, 3, 25, 16);
  expect_format("(I8.3,F10,G20.3E3)", 3, 0);
  expect_item(0, TC_FORTRAN_INTEGER, 1, 8, 0);
  expect_item(1, TC_FORTRAN_REAL, 1, 10, 0);
  expect_item(2, TC_FORTRAN_GENERAL, 1, 20, 3);
  expect_format("(2ES12.4,3EN12.3E2)", 2, 0);
  expect_item(1, TC_FORTRAN_REAL, 3, 12, 3);
}

Test(format, scale_factors) {
  expect_format("(1P4E20.12)", 2, 0);
  expect_item(0, TC_FORTRAN_SCALE, 1, 1, 0);
  expect_item(1, TC_FORTRAN_REAL, 4, 20, 12);
  expect_format("(-2P,3(F8.1,0PF9.0))", 10, 1);
  expect_item(0, TC_FORTRAN_SCALE, 1, -2, 0);
  expect_item(8, TC_FORTRAN_SCALE, 1, 0, 0);
}

Test(format, positions_records_and_blanks) {
  expect_format("(X,2X,T5,TL3,TR4,I1)", 6, 0);
  expect_item(0, TC_FORTRAN_MOVE, 1, 1, 0);
  expect_item(1, TC_FORTRAN_MOVE, 1, 2, 0);
  expect_item(2, TC_FORTRAN_TAB, 1, 4, 0);
  expect_item(3, TC_FORTRAN_MOVE, 1, -3, 0);
  expect_item(4, TC_FORTRAN_MOVE, 1, 4, 0);
  expect_format("(BZ,SP,I3/BN,2/,S,I4:)", 6, 0);
  expect_item(0, TC_FORTRAN_BLANKS, 1, 1, 0);
  expect_item(2, TC_FORTRAN_RECORD, 1, 0, 0);
  expect_item(3, TC_FORTRAN_BLANKS, 1, 0, 0);
  expect_item(4, TC_FORTRAN_RECORD, 2, 0, 0);
}

/* If there are more numbers than items, a Fortran format is repeated from its last group at the first level,
 * with all repetitions of this group. */
Test(format, groups) {
  expect_format("(I5,2(I8,1X),F3.1)", 6, 1);
  expect_item(4, TC_FORTRAN_MOVE, 1, 1, 0);
  expect_format("(2(I1,2(I2,I3)))", 10, 0);
  expect_item(7, TC_FORTRAN_INTEGER, 1, 3, 0);
  expect_format("((((I7))))", 1, 0);
  expect_format("(2(I1),3(I2),I3)", 6, 2);
}

/* Formats that must be rejected, each with the reason in the message. */
static const struct {
  const char *text, *fault;
} faults[] = {{"", "does not begin with a parenthesis"},
              {"10I8", "does not begin with a parenthesis"},
              {"(", "is malformed"},
              {"()", "reads no number"},
              {"(10I8", "is malformed"},
              {"(10I8))", "is malformed"},
              {"(10I8)X", "is malformed"},
              {"(10I)", "is malformed"},
              {"(I0)", "is malformed"},
              {"(0I8)", "is malformed"},
              {"(F8.)", "is malformed"},
              {"(E8.2E)", "is malformed"},
              {"(+I8)", "is malformed"},
              {"(-P,I8)", "is malformed"},
              {"(B,I8)", "is malformed"},
              {"(T0,I8)", "is malformed"},
              {"(2(),I8)", "is malformed"},
              {"(*)", "has a descriptor that does not read numbers"},
              {"(A8)", "has a descriptor that does not read numbers"},
              {"(4HI8,8,I8)", "has a descriptor that does not read numbers"},
              {"(1X)", "reads no number"},
              {"(I8,2(1X))", "reads no number"},
              {"(100000I8)", "has a number that is out of range"},
              {"(99999999999999I8)", "has a number that is out of range"},
              {"(99(99(I1)))", "has too many descriptors"},
              {"(I1,I1,I1,I1,I1,I1,I1,I1)", "has too many descriptors"}};

Test(format, faults) {
  for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
    const char *fault = parse(faults[k].text);
    cr_expect(fault && strcmp(fault, faults[k].fault) == 0, "%s: %s", faults[k].text,
              fault ? fault : "accepted");
  }
}

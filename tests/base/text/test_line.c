#include <criterion/criterion.h>
#include <string.h>

#include "base/text/line.h"

Test(line, pieces_and_lists) {
  tc_line line = {0};
  tc_line_add(&line, "%d|", 7);
  tc_line_add(&line, "%s   ", "x");
  tc_line_trim(&line);
  cr_assert_str_eq(line.text, "7|x");
  tc_line list = {0};
  tc_line_add_item(&list, "a");
  tc_line_add_item(&list, "b");
  cr_assert_str_eq(list.text, "a, b");
  tc_line blank = {0};
  tc_line_add(&blank, "    ");
  tc_line_trim(&blank);
  cr_assert_str_eq(blank.text, "");
}

/* The line has space for one more byte. This byte is accepted, the next one marks the line as cut, and
 * later ones do not change it. */
Test(line, full) {
  tc_line line = {0};
  for (int i = 0; i < TC_LINE_SIZE - 1; i++) tc_line_add(&line, "x");
  cr_assert_eq(strlen(line.text), TC_LINE_SIZE - 1);
  cr_assert_not(line.is_cut);
  for (int i = 0; i < 3; i++) {
    tc_line_add(&line, "y");
    cr_assert(line.is_cut);
    cr_assert_eq(line.length, TC_LINE_SIZE - 1);
    cr_assert_eq(strlen(line.text), TC_LINE_SIZE - 1);
    cr_assert_str_eq(line.text + TC_LINE_SIZE - 4, "x..");
  }
}

/* If the limit of the line is within a character of several bytes, the whole character is omitted. */
Test(line, cut_after_a_whole_character) {
  tc_line line = {0};
  for (int i = 0; i < TC_LINE_SIZE / 2; i++) tc_line_add(&line, "\xc3\xa4");
  cr_assert(line.is_cut);
  cr_expect_eq(line.length, strlen(line.text));
  cr_expect_str_eq(line.text + line.length - 4, "\xc3\xa4..");
}

/* A single text that is longer than the line is cut. */
Test(line, too_long) {
  tc_line line = {0};
  tc_line_add(&line, "%*s", 5 * TC_LINE_SIZE, "x");
  cr_assert(line.is_cut);
  cr_assert_eq(strlen(line.text), TC_LINE_SIZE - 1);
  tc_line_trim(&line);
  cr_assert_str_eq(line.text + line.length - 2, "..");
}

/* Matching of statements with source positions of optimised code, whose lines and columns may be those of
 * other code. */
#include "blame/profile/statement_match.h"

#include "blame/extract/unit_text.h"

static const char source[] = "int shared(int k) { return k + 1; }\n"
                             "\n"
                             "double sum(const double *a,\n"
                             "           int n) {\n"
                             "  double s = 0, t = 1;\n"
                             "#pragma omp parallel for reduction(+ : s)\n"
                             "  for (int i = 0; i < n; i++) {\n"
                             "    if (a[i] > 0) {\n"
                             "      s += a[i];\n"
                             "    }\n"
                             "    if (s > 100)\n"
                             "      break;\n"
                             "  }\n"
                             "  s *= shared(n) + t;\n"
                             "  return s;\n"
                             "}\n"
                             "\n"
                             "void none(void) {\n"
                             "}\n";

static tb_facts *facts;

static void begin(void) { facts = facts_of(source); }
static void finish(void) { tb_facts_destroy(&facts); }

TestSuite(match, .init = begin, .fini = finish);

/* Returns the lines of the definitions in function `sum` that match a position, without consecutive
 * repetitions. */
static const char *lines_at(int line, int column, tb_match_level wanted) {
  static char text[256];
  const tb_function *f = function_of(facts, "sum");
  tb_match_level level;
  tc_bit_set found = {0};
  int last = 0;
  expect_ok(tb_statement_match_find(facts, f, f->file, line, column, &found, &level));
  cr_expect_eq(level, wanted, "%d:%d matches by level %d, not %d", line, column, level, wanted);
  text[0] = '\0';
  for (int d = tc_bit_set_next(&found, 0); d >= 0; d = tc_bit_set_next(&found, d + 1)) {
    if (f->definition[d].at.line != last)
      snprintf(text + strlen(text), sizeof text - strlen(text), " %d", f->definition[d].at.line);
    last = f->definition[d].at.line;
  }
  tc_bit_set_free(&found);
  return text;
}

Test(match, columns_tell_statements_of_a_line_apart) {
  tb_match_level level;
  tc_bit_set both = {0}, one = {0};
  const tb_function *f = function_of(facts, "sum");
  expect_ok(tb_statement_match_find(facts, f, f->file, 5, 0, &both, &level));
  cr_expect_eq(level, TB_MATCH_LINE);
  cr_expect_eq(tc_bit_set_count(&both), 2);
  expect_ok(tb_statement_match_find(facts, f, f->file, 5, 17, &one, &level));
  cr_expect_eq(level, TB_MATCH_COLUMN);
  cr_expect_eq(tc_bit_set_count(&one), 1);
  tc_bit_set_free(&both);
  tc_bit_set_free(&one);
}

Test(match, a_column_that_nothing_has_is_a_line) {
  cr_expect_str_eq(lines_at(9, 1, TB_MATCH_LINE), " 9");
  cr_expect_str_eq(lines_at(9, 9, TB_MATCH_COLUMN), " 9");
}

/* A closing brace, or a jump out of a block, is matched with the branch that controls the block. */
Test(match, closing_braces_and_jumps_are_those_of_their_branches) {
  cr_expect_str_eq(lines_at(10, 5, TB_MATCH_COLUMN), " 8");
  cr_expect_str_eq(lines_at(12, 7, TB_MATCH_COLUMN), " 11");
  cr_expect_str_eq(lines_at(13, 3, TB_MATCH_COLUMN), " 11");
}

Test(match, the_head_of_a_function_decides_on_all) {
  cr_expect_str_eq(lines_at(3, 0, TB_MATCH_LINE), " 5 7 8 9 11 7 14 15");
  cr_expect_str_eq(lines_at(4, 0, TB_MATCH_LINE), " 5 7 8 9 11 7 14 15");
}

Test(match, the_end_of_a_function_returns) { cr_expect_str_eq(lines_at(16, 1, TB_MATCH_LINE), " 15"); }

Test(match, a_pragma_is_of_what_comes_next) { cr_expect_str_eq(lines_at(6, 1, TB_MATCH_LINE), " 7"); }

Test(match, lines_of_other_functions_and_files_are_nobodys) {
  tb_match_level level;
  const tb_function *f = function_of(facts, "sum");
  cr_expect_str_eq(lines_at(1, 21, TB_MATCH_NONE), "");
  cr_expect_str_eq(lines_at(18, 1, TB_MATCH_NONE), "");
  cr_expect_str_eq(lines_at(0, 0, TB_MATCH_NONE), "");
  expect_ok(tb_statement_match_find(facts, f, f->file + 1, 9, 9, NULL, &level));
  cr_expect_eq(level, TB_MATCH_NONE);
}

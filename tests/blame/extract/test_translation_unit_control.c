/* Facts about control flow and scalars in small programs. The expected facts were derived by hand. */
#include "blame/extract/translation_unit.h"

#include "blame/extract/unit_text.h"

Test(unit_control, a_loop_feeds_its_sum) {
  tb_facts *facts = facts_of("double f(const double *a, int n) {\n"
                             "  double sum = 0;\n"
                             "  for (int i = 0; i < n; i++)\n"
                             "    sum += a[i];\n"
                             "  return sum;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: sum\n"
                     "3: i\n"
                     "3: branch from 3 3 enters n under 3\n"
                     "4: sum <- a[] from 2 3 4 3 enters a under 3\n"
                     "3: i from 3 3 under 3\n"
                     "5: return from 2 4\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, branches_decide_and_assignments_reach) {
  tb_facts *facts = facts_of("int f(int a, int b) {\n"
                             "  int c = 1;\n"
                             "  if (a < b)\n"
                             "    a = b + 1;\n"
                             "  else\n"
                             "    c = 2;\n"
                             "  c = a + c;\n"
                             "  return c;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: c\n"
                     "3: branch enters a b\n"
                     "4: a enters b under 3 maybe\n"
                     "6: c under 3 maybe\n"
                     "7: c from 2 4 6 enters a\n"
                     "8: return from 7\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, a_switch_decides_about_its_cases) {
  tb_facts *facts = facts_of("int f(int n, int *to) {\n"
                             "  switch (n) {\n"
                             "  case 1: *to = 5;\n"
                             "  case 2: *to += n; break;\n"
                             "  case 3: return 7;\n"
                             "  default: n = 4;\n"
                             "  }\n"
                             "  return n;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: branch enters n\n"
                     "3: to[] enters to under 2 maybe\n"
                     "4: to[] <- to[] enters n to under 2 maybe\n"
                     "5: (temporary) under 2 maybe\n"
                     "6: n under 2 maybe\n"
                     "8: (temporary) from 6 enters n under 2 maybe\n"
                     "9: return from 5 8\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, early_returns_break_and_continue) {
  tb_facts *facts = facts_of("int f(int n, int *to) {\n"
                             "  if (!to) return -1;\n"
                             "  for (int i = 0; i < n; i++) {\n"
                             "    if (to[i] < 0) break;\n"
                             "    if (to[i] > 5) continue;\n"
                             "    to[i] = i;\n"
                             "  }\n"
                             "  return 0;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: branch enters to\n"
                     "2: (temporary) under 2 maybe\n"
                     "3: i under 2 maybe\n"
                     "3: branch from 3 3 enters n under 2 4 maybe\n"
                     "4: branch <- to[] from 3 3 enters to under 3 maybe\n"
                     "5: branch <- to[] from 3 3 enters to under 4 maybe\n"
                     "6: to[] from 3 3 enters to under 5 maybe\n"
                     "3: i from 3 3 under 4 maybe\n"
                     "8: (temporary) under 2 maybe\n"
                     "9: return from 2 8\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, goto_makes_a_loop) {
  tb_facts *facts = facts_of("int f(int n) {\n"
                             "  int k = 0;\n"
                             "again:\n"
                             "  if (n > 3) goto out;\n"
                             "  n++;\n"
                             "  k += n;\n"
                             "  goto again;\n"
                             "out:\n"
                             "  return k;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: k\n"
                     "4: branch from 5 enters n under 4\n"
                     "5: n from 5 enters n under 4\n"
                     "6: k from 2 5 6 under 4\n"
                     "9: return from 2 6\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, a_loop_of_a_macro_is_one_line) {
  tb_facts *facts = facts_of("#define EACH(i, n, what) for (int i = 0; i < (n); i++) { what; }\n"
                             "void f(double *a, int n) {\n"
                             "  EACH(i, n, a[i] = i)\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "3: i\n"
                     "3: branch from 3 3 enters n under 3\n"
                     "3: a[] from 3 3 enters a under 3\n"
                     "3: i from 3 3 under 3\n"
                     "4: return\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, conditions_choose) {
  tb_facts *facts = facts_of("double *f(double *a, double *b, int n) {\n"
                             "  int least = n < 3 ? n : 3;\n"
                             "  return least && a[0] > 0 ? a : b;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: branch enters n\n"
                     "2: least from 2 enters n\n"
                     "3: branch from 2\n"
                     "3: branch <- a[] enters a under 3 maybe\n"
                     "3: return from 3 3 enters a b (&0 a[] b[])\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, what_is_volatile_is_memory) {
  tb_facts *facts = facts_of("volatile int flag;\n"
                             "int f(volatile int *v) {\n"
                             "  volatile int k = 3;\n"
                             "  while (flag) *v = k;\n"
                             "  return k;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "3: k\n"
                     "4: branch <- flag under 4\n"
                     "4: v[] <- k enters v under 4\n"
                     "5: return <- k\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, a_prefetch_writes_nothing) {
  tb_facts *facts = facts_of("void f(const double *value, int n) {\n"
                             "  for (int i = 0; i < n; i++)\n"
                             "    __builtin_prefetch(value + 8 * i);\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: i\n"
                     "2: branch from 2 2 enters n under 2\n"
                     "3: from 2 2 enters value under 2\n"
                     "2: i from 2 2 under 2\n"
                     "4: return\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, recursion_and_statics) {
  tb_facts *facts = facts_of("static int total;\n"
                             "int f(int n) {\n"
                             "  static int calls;\n"
                             "  calls++;\n"
                             "  total += n;\n"
                             "  return n ? f(n - 1) + total : 0;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "4: f.calls <- f.calls\n"
                     "5: total <- total enters n\n"
                     "6: branch enters n\n"
                     "6: call f enters n under 6 maybe\n"
                     "6: return <- total from 6 6\n");
  tb_facts_destroy(&facts);
}

Test(unit_control, variadic_arguments_come_from_the_list) {
  tb_facts *facts = facts_of("#include <stdarg.h>\n"
                             "int f(int n, ...) {\n"
                             "  va_list list;\n"
                             "  va_start(list, n);\n"
                             "  int first = va_arg(list, int);\n"
                             "  va_end(list);\n"
                             "  return first;\n"
                             "}\n"
                             "int g(int k) { return f(1, k); }\n");
  expect_definitions(facts, "f",
                     "4: list[] enters ...\n"
                     "5: branch <- list[].gp_offset\n"
                     "5: list[].gp_offset <- list[].gp_offset under 5 maybe\n"
                     "5: list[].overflow_arg_area <- list[].overflow_arg_area under 5 maybe (&0 "
                     "list[].overflow_arg_area[])\n"
                     "5: first <- list[].gp_offset list[].overflow_arg_area list[].overflow_arg_area[] "
                     "list[].reg_save_area list[].reg_save_area[] from 5\n"
                     "7: return from 5\n");
  expect_definitions(facts, "g",
                     "9: call f enters k\n"
                     "9: return from 9\n");
  tb_facts_destroy(&facts);
}

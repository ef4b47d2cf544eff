/* Blame sets of small programs with branches, calls and pointers. The programs are given as facts, the
 * result of the static analysis. */
#include "blame/closure/closure.h"

#include <stdio.h>

#include "blame/report/blame_lines.h"
#include "support/expect.h"

#define HEAD                                                                                                 \
  "tcblame-facts 2\nmade\nfile path \"/a.c\" hash 00000000000000aa\nfile path \"/b.c\" hash "                \
  "00000000000000bb\n"

static tb_facts *closed(const char *text, tb_transfer_rule transfer) {
  tb_facts *facts = NULL;
  expect_ok(tb_facts_parse("facts", text, &facts));
  expect_ok(tb_facts_compute_closure(facts, transfer, NULL, NULL));
  return facts;
}

/* Expects the blame lines of `variable` in function number `function` to be `wanted`, a list such as
 * "16,18,19". */
static void expect_lines(const tb_facts *facts, int function, const char *variable, const char *wanted) {
  char found[256] = "";
  size_t length = 0;
  tb_blame_lines slice;
  expect_ok(tb_blame_lines_create(&facts->function[function], NULL, true, &slice));
  for (int r = 0; r < slice.rows; r++) {
    if (strcmp(slice.row[r].name, variable) != 0) continue;
    for (int l = 0; l < slice.row[r].lines; l++)
      length += (size_t)snprintf(found + length, sizeof found - length, "%s%d", l > 0 ? "," : "",
                                 slice.row[r].line[l].line);
  }
  cr_expect_str_eq(found, wanted, "%s of %s: %s, wanted %s", variable, facts->function[function].name, found,
                   wanted);
  tb_blame_lines_free(&slice);
}

/* Expects `wanted`, a list such as "x,y", to name the variables of function number `function` that have
 * blame lines. */
static void expect_blamed(const tb_facts *facts, int function, const char *wanted) {
  char found[256] = "";
  size_t length = 0;
  tb_blame_lines slice;
  expect_ok(tb_blame_lines_create(&facts->function[function], NULL, true, &slice));
  for (int r = 0; r < slice.rows; r++)
    if (slice.row[r].lines > 0)
      length += (size_t)snprintf(found + length, sizeof found - length, "%s%s", length > 0 ? "," : "",
                                 slice.row[r].name);
  cr_expect_str_eq(found, wanted, "function %s: %s, wanted %s", facts->function[function].name, found,
                   wanted);
  tb_blame_lines_free(&slice);
}

/* Facts of the program in Figure 1 of Zhang and Hollingsworth (tests/blame/cases/fig1.c). */
static const char figure_1[] =
    HEAD "function name \"main\" file 0 line 14 last 21\n"
         "place of local number 0 name \"a\"\nplace of local number 1 name \"b\"\n"
         "place of local number 2 name \"c\"\n"
         "define is store at 16:5 writes 0 spots 16:5\n"
         "define is store at 17:5 writes 1 spots 17:5\n"
         "define is branch at 18:9 from 0,1 spots 18:9,18:7,18:11\n"
         "define is store at 19:7 writes 0 from 1 under 2 conditional spots 19:7,19:9\n"
         "define is store at 20:5 writes 2 from 0,1,3 spots 20:5,20:7\n"
         "end\n";

Test(closure, certain_gives_table_1) {
  tb_facts *facts = closed(figure_1, TB_TRANSFER_CERTAIN);
  cr_expect(facts->has_closure && facts->transfer == TB_TRANSFER_CERTAIN);
  expect_lines(facts, 0, "a", "16,18,19");
  expect_lines(facts, 0, "b", "17");
  expect_lines(facts, 0, "c", "16,17,18,19,20");
  tb_facts_destroy(&facts);
}

Test(closure, full_gives_the_formula_also_after_the_other) {
  tb_facts *facts = closed(figure_1, TB_TRANSFER_CERTAIN);
  expect_ok(tb_facts_compute_closure(facts, TB_TRANSFER_FULL, NULL, NULL));
  expect_lines(facts, 0, "a", "16,17,18,19");
  expect_lines(facts, 0, "b", "17");
  expect_lines(facts, 0, "c", "16,17,18,19,20");
  tb_facts_destroy(&facts);
}

/* Facts of the function
 *  void set(double *y, int n, int m) { 3: *y = n; 4: total = m; }
 * and of main with 10: k = 1; 11: j = 2; 12: set(&x, k, j); */
static const char call[] = HEAD
    "function name \"main\" file 0 line 9 last 14\n"
    "place of local number 0 name \"x\"\nplace of local number 1 name \"k\"\nplace of local number 2 name "
    "\"j\"\n"
    "place of global name \"total\"\n"
    "define is store at 10:1 writes 1 spots 10:1\ndefine is store at 11:1 writes 2 spots 11:1\n"
    "define is call at 12:1 from 0,1 callee \"set\" signature \"s\" spots 12:1\n"
    "argument pointer leads 0\nargument from 0\nargument from 1\n"
    "define is store at 13:1 writes 3 reads 3 spots 13:1\n"
    "function name \"set\" file 0 line 2 last 5\n"
    "parameter name \"y\"\nparameter name \"n\"\nparameter name \"m\"\n"
    "place of parameter name \"y\" path \"[]\" followed 1\nplace of global name \"total\"\n"
    "define is store at 3:1 writes 0 enters 0,1 spots 3:1\n"
    "define is store at 4:1 writes 1 enters 2 spots 4:1\nend\n";

Test(closure, a_call_writes_each_exit_from_what_that_one_needs) {
  tb_facts *facts = closed(call, TB_TRANSFER_FULL);
  expect_lines(facts, 0, "x", "10,12");
  expect_lines(facts, 0, "total", "11,12,13");
  expect_lines(facts, 1, "y[]", "3");
  cr_expect_eq(facts->function[1].outputs, 2);
  cr_expect_eq(facts->function[0].effects, 2);
  tb_facts_destroy(&facts);
}

/* Facts of two static functions named f in two files. The first one writes to its argument, and the second
 * one to a global variable. */
static const char statics[] =
    HEAD "function name \"one\" file 0 line 9 last 10\nplace of local name \"x\"\n"
         "define is call at 10:1 callee \"f\" static 0 signature \"s\" spots 10:1\nargument pointer leads 0\n"
         "function name \"two\" file 1 line 9 last 10\nplace of local name \"x\"\n"
         "define is call at 10:1 callee \"f\" static 1 signature \"s\" spots 10:1\nargument pointer leads 0\n"
         "function name \"f\" file 0 line 2 last 3 static\nparameter name \"y\"\n"
         "place of parameter name \"y\" path \"[]\" followed 1\ndefine is store at 3:1 writes 0 spots 3:1\n"
         "function name \"f\" file 1 line 2 last 3 static\nparameter name \"y\"\n"
         "place of global name \"g\"\ndefine is store at 3:1 writes 0 spots 3:1\nend\n";

Test(closure, functions_of_one_name_in_two_files_are_two) {
  tb_facts *facts = closed(statics, TB_TRANSFER_FULL);
  expect_lines(facts, 0, "x", "10");
  expect_blamed(facts, 0, "x");
  expect_blamed(facts, 1, "g");
  expect_lines(facts, 1, "g", "10");
  tb_facts_destroy(&facts);
}

/* Facts of the following program, with line numbers in front of the statements:
 * void walk(struct s *p, int n) { 3: if (n) 4: walk(p, n - 1); 5: p->v = n; } */
static const char recursion[] =
    HEAD "function name \"walk\" file 0 line 2 last 6\nparameter name \"p\"\nparameter name \"n\"\n"
         "place of parameter name \"p\" path \"->v\" followed 1\nplace of parameter name \"p\" path \"[]\" "
         "followed 1\n"
         "define is branch at 3:1 enters 1 spots 3:1\n"
         "define is call at 4:1 enters 0,1 under 0 conditional callee \"walk\" signature \"s\" spots 4:1\n"
         "argument pointer enters 0 leads 1\nargument enters 1\n"
         "define is store at 5:1 writes 0 enters 0,1 spots 5:1\n"
         "function name \"main\" file 0 line 9 last 12\nplace of local number 0 name \"x\"\n"
         "place of local number 1 name \"k\"\n"
         "define is store at 10:1 writes 1 spots 10:1\n"
         "define is call at 11:1 callee \"walk\" from 0 signature \"s\" spots 11:1\n"
         "argument pointer leads 0\nargument from 0\nend\n";

Test(closure, recursion_comes_to_an_end) {
  tb_facts *facts = closed(recursion, TB_TRANSFER_FULL);
  expect_lines(facts, 0, "p->v", "3,4,5");
  expect_lines(facts, 1, "x.v", "10,11");
  expect_lines(facts, 1, "x", "10,11");
  tb_facts_destroy(&facts);
}

/* Facts of a main with two calls through pointers. The call on line 10 reaches f, because an initialiser
 * stores f in s.run. The call on line 11 uses an unknown pointer. It reaches every function with the same
 * signature, which is h. */
static const char pointers[] = HEAD
    "target name \"f\" member \"s.run\" signature \"s\"\ntarget name \"g\" signature \"s\"\ntarget name "
    "\"h\" signature \"t\"\n"
    "function name \"main\" file 0 line 9 last 12\nplace of global name \"a\"\nplace of global name \"b\"\n"
    "define is store at 9:1 writes 1 spots 9:1\n"
    "define is call at 10:1 through \"s.run\" signature \"s\" spots 10:1\npointed reads 1\n"
    "define is call at 11:1 through \"\" signature \"t\" spots 11:1\npointed\n"
    "function name \"f\" file 0 line 2 last 3\nplace of global name \"a\"\ndefine is store at 3:1 writes 0 "
    "spots 3:1\n"
    "function name \"g\" file 0 line 4 last 5\nplace of global name \"b\"\ndefine is store at 5:1 writes 0 "
    "spots 5:1\n"
    "function name \"h\" file 0 line 6 last 7\nplace of global name \"c\"\ndefine is store at 7:1 writes 0 "
    "spots 7:1\nend\n";

/* Blame sets are requested for function 1 only: main of `recursion`, then `two` of `statics`. The
 * functions that function 1 calls then have summaries but no blame sets. */
Test(closure, of_the_wanted_alone_blame_is_made) {
  tc_bit_set wanted = {0};
  tb_facts *facts = NULL;
  expect_ok(tc_bit_set_add(&wanted, 1));
  expect_ok(tb_facts_parse("facts", recursion, &facts));
  expect_ok(tb_facts_compute_closure(facts, TB_TRANSFER_FULL, &wanted, NULL));
  cr_expect_null(facts->function[0].blame);
  cr_expect_gt(facts->function[0].outputs, 0);
  expect_lines(facts, 1, "x.v", "10,11");
  expect_ok(tb_facts_compute_closure(facts, TB_TRANSFER_FULL, NULL, NULL));
  expect_lines(facts, 0, "p->v", "3,4,5");
  tb_facts_destroy(&facts);
  expect_ok(tb_facts_parse("facts", statics, &facts));
  expect_ok(tb_facts_compute_closure(facts, TB_TRANSFER_FULL, &wanted, NULL));
  expect_lines(facts, 1, "g", "10");
  cr_expect_gt(facts->function[3].outputs, 0);
  for (int f = 0; f < 4; f++) cr_expect_eq(facts->function[f].blame != NULL, f == 1);
  cr_expect_eq(facts->function[2].outputs, 0, "function 1 does not call it");
  tb_facts_destroy(&facts);
  tc_bit_set_free(&wanted);
}

/* The program is linked from file 1 only, so its calls cannot reach the function `set` of file 0. The call
 * then has an unknown target, which may write everything that the arguments point to. */
Test(closure, functions_of_files_that_the_program_is_not_made_of_are_not_called) {
  tc_bit_set files = {0};
  tb_facts *facts = NULL;
  expect_ok(tc_bit_set_add(&files, 1));
  expect_ok(tb_facts_parse("facts", call, &facts));
  expect_ok(tb_facts_compute_closure(facts, TB_TRANSFER_FULL, NULL, &files));
  expect_lines(facts, 0, "x", "10,11,12");
  expect_lines(facts, 0, "total", "13");
  expect_ok(tc_bit_set_add(&files, 0));
  expect_ok(tb_facts_compute_closure(facts, TB_TRANSFER_FULL, NULL, &files));
  expect_lines(facts, 0, "total", "11,12,13");
  tb_facts_destroy(&facts);
  tc_bit_set_free(&files);
}

Test(closure, pointers_to_functions_reach_what_the_member_holds_or_what_fits) {
  tb_facts *facts = closed(pointers, TB_TRANSFER_FULL);
  expect_lines(facts, 0, "a", "9,10");
  expect_lines(facts, 0, "b", "9");
  expect_lines(facts, 0, "c", "11");
  tb_facts_destroy(&facts);
}

/* Facts of the function make: x = new(); x->v = 1; *out = x; return x. The write to x->v must be visible
 * to callers through *out and through the returned pointer. */
static const char stored[] =
    HEAD "function name \"make\" file 0 line 2 last 6\nparameter name \"out\"\n"
         "place of parameter name \"out\" path \"[]\" followed 1\nplace of local name \"x\" path \"->v\" "
         "followed 1\n"
         "place of local name \"x\" path \"[]\" followed 1\nplace of return name \"return\"\n"
         "define is store at 4:1 writes 1 spots 4:1\n"
         "define is store at 5:1 writes 0 enters 0 spots 5:1\nargument pointer leads 2\n"
         "define is return at 6:1 writes 3 spots 6:1\nargument pointer leads 2\n"
         "function name \"main\" file 0 line 9 last 12\n"
         "place of local name \"p\"\nplace of call number 0 name \"q\" path \"->w\" followed 1\n"
         "define is call at 10:1 callee \"make\" signature \"s\" spots 10:1\nargument pointer leads 0\n"
         "define is store at 11:1 writes 1 from 0 spots 11:1\nend\n";

Test(closure, what_is_written_behind_a_pointer_that_is_handed_out_is_seen) {
  tb_facts *facts = closed(stored, TB_TRANSFER_FULL);
  expect_lines(facts, 0, "out[]->v", "4");
  expect_lines(facts, 0, "return->v", "4");
  expect_lines(facts, 1, "p->v", "10");
  expect_lines(facts, 1, "q->v", "10");
  expect_lines(facts, 1, "q->w", "10,11");
  tb_facts_destroy(&facts);
}

/* Facts of the function row(s), which returns s->value + i. *row(t) = 1 therefore writes t->value[]. */
static const char returned[] = HEAD
    "function name \"row\" file 0 line 2 last 3\nparameter name \"s\"\n"
    "place of parameter name \"s\" path \"->value[]\" followed 3\nplace of return name \"return\"\n"
    "define is return at 3:1 writes 1 enters 0 spots 3:1\nargument pointer leads 0\n"
    "function name \"main\" file 0 line 9 last 12\nparameter name \"t\"\n"
    "place of parameter name \"t\" path \"[]\" followed 1\nplace of call number 0 name \"row@10:1\" path "
    "\"[]\" "
    "followed 1\n"
    "define is call at 10:1 callee \"row\" signature \"s\" spots 10:1\nargument pointer enters 0 leads 0\n"
    "define is store at 10:8 writes 1 from 0 spots 10:8\nend\n";

Test(closure, a_returned_pointer_leads_where_the_callee_says) {
  tb_facts *facts = closed(returned, TB_TRANSFER_FULL);
  expect_lines(facts, 1, "t->value[]", "10");
  cr_expect_eq(facts->function[1].outputs, 1);
  tb_facts_destroy(&facts);
}

/* Facts of a main that calls memcpy(a, b, n), whose effects are known, and nobody_knows(c, n), whose
 * effects are unknown. */
static const char externals[] =
    HEAD "function name \"main\" file 0 line 9 last 12\n"
         "place of local number 0 name \"a\" path \"[]\"\nplace of local number 1 name \"b\" path \"[]\"\n"
         "place of local number 2 name \"n\"\nplace of local number 3 name \"c\"\n"
         "define is store at 9:1 writes 1 spots 9:1\ndefine is store at 10:1 writes 2 spots 10:1\n"
         "define is call at 11:1 from 1 callee \"memcpy\" signature \"s\" spots 11:1\n"
         "argument pointer leads 0\nargument pointer leads 1\nargument from 1\n"
         "define is call at 12:1 callee \"nobody_knows\" signature \"s\" spots 12:1\n"
         "argument pointer leads 3\nargument from 1\nend\n";

Test(closure, externals_do_what_is_said_of_them_and_strangers_write_all_they_reach) {
  tb_facts *facts = closed(externals, TB_TRANSFER_FULL);
  expect_lines(facts, 0, "a[]", "9,10,11");
  expect_lines(facts, 0, "b[]", "9");
  expect_lines(facts, 0, "c", "10,12");
  expect_lines(facts, 0, "n", "10");
  tb_facts_destroy(&facts);
}

/* f(p) writes 60 members of p. Its summary for callers merges these members into one output. */
Test(closure, callers_are_told_of_many_places_as_of_one) {
  char text[1 << 14];
  size_t length = (size_t)snprintf(text, sizeof text,
                                   HEAD "function name \"f\" file 0 line 2 last 90\nparameter name \"p\"\n");
  for (int m = 0; m < 60; m++)
    length +=
        (size_t)snprintf(text + length, sizeof text - length,
                         "place of parameter name \"p\" path \"->m%d\" member \"s.m%d\" followed 1\n", m, m);
  for (int m = 0; m < 60; m++)
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "define is store at %d:1 writes %d spots %d:1\n", m + 3, m, m + 3);
  snprintf(text + length, sizeof text - length,
           "function name \"main\" file 0 line 100 last 109\n"
           "place of local number 0 name \"x\" type \"s\"\nplace of local number 0 name \"x\" path \".m7\" "
           "member "
           "\"s.m7\"\nplace of local number 1 name \"y\"\n"
           "define is call at 101:1 callee \"f\" signature \"s\" spots 101:1\nargument pointer leads 0\n"
           "define is store at 102:1 writes 2 reads 1 spots 102:1\nend\n");
  tb_facts *facts = closed(text, TB_TRANSFER_FULL);
  cr_expect_eq(facts->function[0].outputs, 1);
  expect_lines(facts, 0, "p->m1", "4");
  expect_lines(facts, 1, "x", "101");
  expect_lines(facts, 1, "x.m7", "101");
  expect_lines(facts, 1, "y", "101,102");
  tb_facts_destroy(&facts);
}

/* The call has an unknown target, and its argument points to a struct t. Function f writes member a of
 * struct s, and g writes member b of struct t. The call can therefore write x.b only. */
static const char kinds[] =
    HEAD "target name \"f\" signature \"v\"\ntarget name \"g\" signature \"v\"\n"
         "function name \"main\" file 0 line 9 last 12\n"
         "place of local name \"x\" type \"struct t\"\n"
         "define is call at 10:1 through \"\" signature \"v\" spots 10:1\nargument pointer leads 0\npointed\n"
         "function name \"f\" file 0 line 2 last 3\nparameter name \"p\"\n"
         "place of parameter name \"p\" path \"->a\" member \"s.a\" followed 1\n"
         "define is store at 3:1 writes 0 spots 3:1\n"
         "function name \"g\" file 0 line 4 last 5\nparameter name \"p\"\n"
         "place of parameter name \"p\" path \"->b\" member \"t.b\" followed 1\n"
         "define is store at 5:1 writes 0 spots 5:1\nend\n";

Test(closure, a_struct_is_not_taken_for_another) {
  tb_facts *facts = closed(kinds, TB_TRANSFER_FULL);
  expect_lines(facts, 0, "x.b", "10");
  expect_blamed(facts, 0, "x,x.b");
  tb_facts_destroy(&facts);
}

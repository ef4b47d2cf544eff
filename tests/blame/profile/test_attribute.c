/* A sample is blamed on variables of the sampled function, and from there on variables of its callers. */
#include "blame/profile/attribute.h"

#include <stdio.h>

#include "blame/closure/closure.h"
#include "support/expect.h"

#define HEAD                                                                                                 \
  "tcblame-facts 2\nmade\nfile path \"/s/a.c\" hash 00000000000000aa\nfile path \"/s/b.c\" hash "            \
  "00000000000000bb\n"

static tb_facts *closed(const char *text, tb_transfer_rule transfer) {
  tb_facts *facts = NULL;
  expect_ok(tb_facts_parse("facts", text, &facts));
  expect_ok(tb_facts_compute_closure(facts, transfer, NULL, NULL));
  return facts;
}

/* Returns a stack frame at this line and column of function number `function`. */
static tb_frame in(const tb_facts *facts, int function, int line, int column) {
  const tb_function *f = &facts->function[function];
  return (tb_frame){.function = f->name,
                    .file = facts->file[f->file].path,
                    .line = line,
                    .column = column,
                    .facts = f};
}

static tb_frame in_library(const char *name) { return (tb_frame){.function = name}; }

/* Expects these blamed variables, from the innermost frame outwards, as text such as "x of main, y[] of
 * f". */
static void expect_blamed(const tb_facts *facts, int frames, const tb_frame *frame,
                          const char *const *blame_points, bool unmatched, const char *wanted) {
  char found[512] = "";
  size_t length = 0;
  tb_stack_blame blamed = {0};
  expect_ok(tb_stack_blame_compute(facts, frame, frames, blame_points, &blamed));
  for (int i = 0; i < blamed.variables.count; i++) {
    const tb_blamed_variable *walk = &blamed.variables.item[i];
    const tb_access_path *path = &walk->function->access_path[walk->access_path];
    length += (size_t)snprintf(found + length, sizeof found - length, "%s%s%s of %s", i > 0 ? ", " : "",
                               path->name, path->path, walk->function->name);
    cr_expect_eq(frame[walk->frame].facts, walk->function);
  }
  cr_expect_str_eq(found, wanted, "found %s, wanted %s", found, wanted);
  cr_expect_eq(blamed.has_unmatched_call, unmatched);
  tb_stack_blame_free(&blamed);
}

static void expect_alone(const tb_facts *facts, int line, int column, const char *wanted) {
  const tb_frame frame = in(facts, 0, line, column);
  expect_blamed(facts, 1, &frame, NULL, false, wanted);
}

/* Facts of the program in Figure 1 of Zhang and Hollingsworth. Each of the lines 17 to 20 has one sample.
 * The shares of a, b and c are then 50, 25 and 100 % with the transfer rule certain, and 75, 25 and 100 %
 * with full. */
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

Test(attribute, samples_of_figure_1_certain) {
  tb_facts *facts = closed(figure_1, TB_TRANSFER_CERTAIN);
  expect_alone(facts, 17, 0, "b of main, c of main");
  expect_alone(facts, 18, 9, "a of main, c of main");
  expect_alone(facts, 19, 0, "a of main, c of main");
  expect_alone(facts, 20, 5, "c of main");
  expect_alone(facts, 15, 5, "a of main, b of main, c of main"); /* in the head of the function */
  expect_alone(facts, 13, 5, "");
  tb_facts_destroy(&facts);
}

Test(attribute, samples_of_figure_1_full) {
  tb_facts *facts = closed(figure_1, TB_TRANSFER_FULL);
  expect_alone(facts, 17, 0, "a of main, b of main, c of main");
  expect_alone(facts, 18, 99, "a of main, c of main");
  expect_alone(facts, 19, 0, "a of main, c of main");
  expect_alone(facts, 20, 5, "c of main");
  tb_facts_destroy(&facts);
}

/* Facts of a main with two statements on line 5, in columns 3 and 9. */
static const char oneline[] = HEAD "function name \"main\" file 0 line 4 last 6\n"
                                   "place of local number 0 name \"a\"\nplace of local number 1 name \"b\"\n"
                                   "define is store at 5:3 writes 0 spots 5:3,5:5\n"
                                   "define is store at 5:9 writes 1 spots 5:9,7:1@1\nend\n";

Test(attribute, statements_on_one_line_are_told_apart_by_column_where_there_is_one) {
  tb_facts *facts = closed(oneline, TB_TRANSFER_FULL);
  expect_alone(facts, 5, 5, "a of main");
  expect_alone(facts, 5, 9, "b of main");
  expect_alone(facts, 5, 0, "a of main, b of main");
  expect_alone(facts, 5, 7, "a of main, b of main");
  tb_frame frame = in(facts, 0, 7, 1);
  expect_blamed(facts, 1, &frame, NULL, false, "");
  frame.file = facts->file[1].path; /* the file that defines the macro */
  expect_blamed(facts, 1, &frame, NULL, false, "b of main");
  tb_facts_destroy(&facts);
}

/* Facts of three functions:
 * Function 0, main: line 12 calls set(&x, &y), line 13 quiet(&x), line 14 sort(v, set).
 * Function 1, set(a, b): line 2 writes the local variable t, line 3 *a = t, line 4 *b, line 5 total.
 * Function 2, quiet(p): line 8 writes the local variable l, and nothing that its caller can see. */
static const char calls[] = HEAD
    "function name \"main\" file 0 line 11 last 15\n"
    "place of local number 0 name \"x\"\nplace of local number 1 name \"y\"\nplace of local number 2 name "
    "\"v\" "
    "path \"[]\"\n"
    "define is call at 12:1 callee \"set\" signature \"s\" spots 12:1\nargument pointer leads 0\nargument "
    "pointer leads 1\n"
    "define is call at 13:1 callee \"quiet\" signature \"s\" spots 13:1\nargument pointer leads 0\n"
    "define is call at 14:1 callee \"sort\" signature \"s\" spots 14:1\nargument pointer leads 2\n"
    "function name \"set\" file 0 line 2 last 6\nparameter name \"a\"\nparameter name \"b\"\n"
    "place of parameter number 0 name \"a\" path \"[]\" followed 1\nplace of parameter number 1 name \"b\" "
    "path "
    "\"[]\" followed 1\n"
    "place of global name \"total\"\nplace of local name \"t\"\n"
    "define is store at 2:9 writes 3 spots 2:9\n"
    "define is store at 3:1 writes 0 from 0 spots 3:1\ndefine is store at 4:1 writes 1 spots 4:1\n"
    "define is store at 5:1 writes 2 spots 5:1\n"
    "function name \"quiet\" file 0 line 7 last 10\nparameter name \"p\"\n"
    "place of local name \"l\"\n"
    "define is store at 8:1 writes 0 spots 8:1\nend\n";

Test(attribute, what_is_written_for_the_caller_is_blamed_there) {
  tb_facts *facts = closed(calls, TB_TRANSFER_FULL);
  const tb_frame first[] = {in(facts, 1, 2, 9), in(facts, 0, 12, 1)},
                 second[] = {in(facts, 1, 4, 1), in(facts, 0, 12, 5)};
  const tb_frame third[] = {in(facts, 1, 5, 1), in(facts, 0, 12, 1)};
  expect_blamed(facts, 2, first, NULL, false, "t of set, x of main");
  expect_blamed(facts, 2, second, NULL, false, "y of main");
  expect_blamed(facts, 2, third, NULL, false, "total of main");
  tb_facts_destroy(&facts);
}

Test(attribute, blame_ends_at_points_and_where_nobody_takes_it) {
  static const char *const blame_points[] = {"other", "set", NULL};
  tb_facts *facts = closed(calls, TB_TRANSFER_FULL);
  const tb_frame point[] = {in(facts, 1, 2, 9), in(facts, 0, 12, 1)},
                 local[] = {in(facts, 2, 8, 1), in(facts, 0, 13, 1)};
  expect_blamed(facts, 2, point, blame_points, false, "a[] of set, t of set");
  expect_blamed(facts, 1, point, NULL, false, "a[] of set, t of set");
  expect_blamed(facts, 2, local, NULL, false, "l of quiet");
  tb_facts_destroy(&facts);
}

Test(attribute, a_call_that_no_fact_knows_is_told) {
  tb_facts *facts = closed(calls, TB_TRANSFER_FULL);
  const tb_frame frames[] = {in(facts, 1, 4, 1), in(facts, 0, 13, 1)};
  expect_blamed(facts, 2, frames, NULL, true, "b[] of set");
  tb_facts_destroy(&facts);
}

Test(attribute, a_library_is_blamed_by_the_call_that_led_there) {
  tb_facts *facts = closed(calls, TB_TRANSFER_FULL);
  const tb_frame leaf[] = {in_library("deeper"), in_library("sort"), in(facts, 0, 14, 1)};
  const tb_frame back[] = {in(facts, 1, 5, 1), in_library("sort"), in(facts, 0, 14, 1), in_library("start")};
  expect_blamed(facts, 3, leaf, NULL, false, "v[] of main");
  expect_blamed(facts, 4, back, NULL, false, "total of set, v[] of main");
  expect_blamed(facts, 2, leaf, NULL, false, "");
  tb_facts_destroy(&facts);
}

/* Facts of a recursive function f(p): line 3 calls f(p), line 4 writes *p and the local variable l. */
static const char recursion[] =
    HEAD "function name \"f\" file 0 line 2 last 5\nparameter name \"p\"\n"
         "place of parameter name \"p\" path \"[]\" followed 1\nplace of local name \"l\"\n"
         "define is call at 3:1 callee \"f\" signature \"s\" spots 3:1\nargument pointer leads 0\n"
         "define is store at 4:1 writes 0,1 spots 4:1\n"
         "function name \"main\" file 0 line 7 last 9\nplace of local name \"x\"\n"
         "define is call at 8:1 callee \"f\" signature \"s\" spots 8:1\nargument pointer leads 0\nend\n";

Test(attribute, a_variable_of_a_function_that_calls_itself_is_blamed_once) {
  tb_facts *facts = closed(recursion, TB_TRANSFER_FULL);
  const tb_frame frames[] = {in(facts, 0, 4, 1), in(facts, 0, 3, 1), in(facts, 0, 3, 1), in(facts, 1, 8, 1)};
  expect_blamed(facts, 4, frames, NULL, false, "l of f, x of main");
  tb_facts_destroy(&facts);
}

#include "loops/loop_file.h"

#include <glob.h>

#include "io/mesh/mesh_files.h"
#include "loops/loop_cases.h"
#include "support/refusals.h"

/* First lines of the loop files in these tests. A test appends the part that it tests. */
#define ARRAYS "values: {N: 10}\narrays:\n  A: {size: [N, N], block: N}\n  B: {size: [N]}\n"
#define LOOP   ARRAYS "intervals:\n- loop: [{i: [1, 'N-1']}, {j: [0, N]}]\n  references:\n"

static tc_status outcome_of(const char *text) {
  tc_yaml_store store = {0};
  tc_loops loops;
  const tc_status status =
      tc_loop_file_parse("l.yaml", text, &(tc_loop_settings){.ranks = 4}, &store, &loops);
  tc_yaml_store_free(&store);
  return status;
}

static void refuse(const char *text, const char *message) {
  tc_status status = outcome_of(text);
  cr_expect_not_null(status, "accepted, but the error must be: %s", message);
  if (status) {
    cr_expect_eq(tc_status_code(status), TC_USAGE);
    cr_expect_str_eq(tc_status_text(status), message);
  }
  tc_status_free(&status);
}

Test(loop_file, all_keys) {
  loops_scene s =
      loops_parse("name: two\nsummary: a sum and a copy\nvalues: {N: 10, H: N/2}\n"
                  "arrays:\n  A: {size: [N, H], block: 'N*H/T'}\n  B: {size: [H]}\n"
                  "  C: {size: [N], block: indefinite, owner: 'T-1'}\n"
                  "intervals:\n- name: sum\n  loop: [{i: [0, N]}, {j: [1, H]}]\n  affinity: A[i][0]\n"
                  "  references: [{update: 'A[i][j-1]'}, {read: 'B[j]'}]\n"
                  "- loop: [{k: [-3, 2]}]\n  references: [{write: 'C[2*k+6]'}]\n",
                  4, 1);
  const tc_loops *l = &s.loops;
  cr_expect_str_eq(l->name, "two");
  cr_expect_str_eq(l->summary, "a sum and a copy");
  cr_expect(l->ranks == 4 && l->arrays == 3 && l->intervals == 2);
  cr_expect(l->array[0].dims == 2 && l->array[0].size[1] == 5 && l->array[0].block == 12);
  cr_expect_eq(l->array[1].block, 1, "the default block size is 1");
  cr_expect(l->array[2].block == 0 && l->array[2].owner == 3);
  cr_expect_str_eq(l->interval[0].name, "sum");
  cr_expect(l->interval[0].levels == 2 && l->interval[0].level[1].from == 1 &&
            l->interval[0].level[1].to == 5);
  cr_expect_eq(l->interval[0].affinity->index.factor[0], 5);
  const tc_reference *r = l->interval[0].reference;
  cr_expect(r->use == TC_USE_UPDATE && r->index.constant == -1 && r->index.factor[0] == 5 &&
            r->index.factor[1] == 1);
  cr_expect_null(l->interval[1].affinity);
  cr_expect(l->interval[1].reference->index.factor[0] == 2 && l->interval[1].reference->index.constant == 6);
  cr_expect_eq(tc_interval_iterations(&l->interval[0]), 40);
  loops_end(&s);
}

Test(loop_file, settings) {
  const tc_constant size[] = {{"N", 24}, {NULL, 0}};
  loops_scene s = loops_shipped("matrix", 12, size);
  cr_expect_eq(s.loops.array[0].size[0], 24);
  cr_expect_eq(s.loops.array[0].block, 48);
  loops_end(&s);
  tc_yaml_store store = {0};
  tc_loop_settings other = {.ranks = 1, .count = 1, .set = {{"M", 3}}};
  expect_error(tc_loop_file_parse("l.yaml", LOOP "  - read: B[i]\n", &other, &store, &s.loops), TC_USAGE,
               "l.yaml: has no value named 'M' (values: N): use one of these or remove the option that sets "
               "'M'");
  tc_yaml_store_free(&store);
}

/* A default value that cannot be evaluated must not be an error if a setting replaces it. */
Test(loop_file, setting_of_a_default_that_fails) {
  static const char text[] = "values: {N: 1/0, M: N}\narrays: {A: {size: [M]}}\nintervals:\n"
                             "- loop: [{i: [0, M]}]\n  references: [{read: 'A[i]'}]\n";
  tc_yaml_store store = {0};
  tc_loops loops;
  const tc_loop_settings set = {.ranks = 1, .count = 1, .set = {{"N", 7}}}, none = {.ranks = 1};
  expect_ok(tc_loop_file_parse("l.yaml", text, &set, &store, &loops));
  cr_expect_eq(loops.array[0].size[0], 7);
  tc_yaml_store_free(&store);
  expect_error(tc_loop_file_parse("l.yaml", text, &none, &store, &loops), TC_USAGE, "l.yaml:1: values.N: ");
  tc_yaml_store_free(&store);
}

Test(loop_file, subscripts) {
  static const char *const refused[] =
      {LOOP "  - read: A[i*j][0]\n",   LOOP "  - read: B[i]\n  - write: A[i+1][j+1]\n",
       LOOP "  - read: A[i-2][j]\n",   LOOP "  - read: B[20-i-j]\n",
       LOOP "  - read: B[12]\n",       LOOP "  - read: D[i]\n",
       LOOP "  - read: A[i]\n",        LOOP "  - read: B[i][j]\n",
       LOOP "  - read: B[i\n",         LOOP "  - read: A[i][random(x)]\n",
       LOOP "  - read: B[random(x]\n", LOOP "  - read: B[i + 4503599627370495*(j-j)]\n  - read: 5\n"};
  expect_refusals("loops", "loop_file_subscripts.txt", outcome_of, ARRAYS, refused,
                  sizeof refused / sizeof *refused);
}

Test(loop_file, references) {
  static const char *const refused[] =
      {LOOP "  - {read: 'B[i]', write: 'B[i]'}\n", LOOP "  - {}\n", LOOP "  - {reed: 'B[i]'}\n",
       ARRAYS "intervals:\n- loop: [{i: [1, N]}]\n  references: []\n",
       ARRAYS
       "intervals:\n- loop: [{i: [1, N]}]\n  affinity: B[random(x)]\n  references: [{read: 'B[i]'}]\n"};
  expect_refusals("loops", "loop_file_references.txt", outcome_of, ARRAYS, refused,
                  sizeof refused / sizeof *refused);
}

Test(loop_file, loops) {
  static const char *const refused[] =
      {ARRAYS "intervals:\n- loop: [{i: [1]}]\n  references: [{read: 'B[i]'}]\n",
       ARRAYS "intervals:\n- loop: [{i: 7}]\n  references: [{read: 'B[i]'}]\n",
       ARRAYS "intervals:\n- loop: [{i: [0, 10], j: [0, 10]}]\n  references: [{read: 'B[i]'}]\n",
       ARRAYS "intervals:\n- loop: [i]\n  references: [{read: 'B[i]'}]\n",
       ARRAYS "intervals:\n- loop: [{i: [3, 3]}]\n  references: [{read: 'B[i]'}]\n",
       ARRAYS "intervals:\n- loop: [{i: [0, N/20]}]\n  references: [{read: 'B[i]'}]\n",
       ARRAYS "intervals:\n- loop: [{i: [-2147483648, 2147483648]}]\n  references: [{read: 'B[0]'}]\n",
       ARRAYS "intervals:\n- loop: [{i: [0, 2]}, {i: [0, 2]}]\n  references: [{read: 'B[i]'}]\n",
       ARRAYS "intervals:\n- loop: [{N: [0, 2]}]\n  references: [{read: 'B[0]'}]\n",
       ARRAYS "intervals:\n- loop: [{i: [0, 'j']}, {j: [0, 2]}]\n  references: [{read: 'B[i]'}]\n",
       ARRAYS "intervals:\n- loop: []\n  references: [{read: 'B[0]'}]\n",
       ARRAYS "intervals:\n- loop: [{i: [0, 20000]}, {j: [0, 20000]}, {k: [0, 2]}]\n  references: [{read: "
              "'B[k]'}]\n",
       ARRAYS "intervals: []\n"};
  expect_refusals("loops", "loop_file_loops.txt", outcome_of, ARRAYS, refused,
                  sizeof refused / sizeof *refused);
}

/* Files must be rejected if they need too many steps for owner runs, for passes, or for the comparison of
 * references. */
Test(loop_file, too_much_work) {
  static const char *const refused[] =
      {"arrays: {A: {size: [2147483646], block: 1}}\nintervals:\n- loop: [{i: [0, 2147483646]}]\n"
       "  references: [{read: 'A[i]'}]\n",
       "arrays: {A: {size: [10], block: 1}}\nintervals:\n"
       "- loop: [{i: [0, 1]}]\n  references: [{read: 'A[i]'}]\n"
       "- loop: [{a: [0, 16384]}, {b: [0, 16384]}, {c: [0, 10]}]\n  references: [{read: 'A[c]'}]\n",
       "arrays: {A: {size: [200000004], block: 1}}\nintervals:\n- loop: [{i: [0, 200000000]}]\n"
       "  references: [{read: 'A[i]'}, {read: 'A[i+1]'}, {read: 'A[i+2]'}]\n"};
  expect_refusals("loops", "loop_file_too_much_work.txt", outcome_of, ARRAYS, refused,
                  sizeof refused / sizeof *refused);
}

#define REST "intervals: [{loop: [{i: [0, 1]}], references: [{read: 'A[0]'}]}]\n"

Test(loop_file, arrays) {
  static const char *const refused[] = {"arrays: {A: {size: [4], block: 0}}\n" REST,
                                        "arrays: {A: {size: [4], block: 'T-5'}}\n" REST,
                                        "values: {N: 50000}\narrays: {A: {size: [N, N]}}\n" REST,
                                        "arrays: {A: {size: []}}\n" REST,
                                        "arrays: {A: {size: 4}}\n" REST,
                                        "arrays: {A: {size: [4], owner: 1}}\n" REST,
                                        "arrays: {A: {size: [4], block: indefinite, owner: T}}\n" REST,
                                        "arrays: {A: {sise: [4]}}\n" REST,
                                        "arrays: {A-b: {size: [4]}}\n" REST,
                                        "values: {T: 3}\narrays: {A: {size: [4]}}\n" REST,
                                        "values: [3]\narrays: {A: {size: [4]}}\n" REST,
                                        "arays: {A: {size: [4]}}\n" REST,
                                        "arrays: {A: {size: [4]}}\n"};
  expect_refusals("loops", "loop_file_arrays.txt", outcome_of, ARRAYS, refused,
                  sizeof refused / sizeof *refused);
}

Test(loop_file, none_and_many) {
  char text[200000], *at = text;
  refuse("arrays: {}\n" REST, "l.yaml:1: arrays: is empty: add an entry");
  at += sprintf(at, "arrays:\n");
  for (int a = 0; a < 2000; a++) at += sprintf(at, "  A%d: {size: [9]}\n", a);
  sprintf(at, REST);
  refuse(text, "l.yaml:1001: contains more than 5000 keys and values: check that this is the right file");
}

#define TEN(c)    c c c c c c c c c c
#define EIGHTY(c) TEN(c c c c c c c c)

/* An error message must state the problem, and quote only the part of a long text that fits into a line. */
Test(loop_file, long_texts) {
  const char letters[] = "arrays: {" TEN(TEN("A")) ": {size: [4]}}\n" REST;
  refuse(letters, "l.yaml:1: arrays." EIGHTY("A") ": '" EIGHTY("A") "' is too long: use at most 63 letters");
  refuse("arrays: {A: {size: ['" EIGHTY("(") EIGHTY("(") "4']}}\n" REST,
         "l.yaml:1: arrays.A.size, item 1: '" EIGHTY(
             "(") "': signs and parentheses are nested too deeply: use fewer");
  refuse("arrays: {A: {size: ['" TEN(EIGHTY("0+")) "0']}}\n" REST,
         "l.yaml:1: arrays.A.size, item 1: '" TEN("0+0+0+0+") "' is 0, which is out of range: expected 1 to "
                                                              "2147483647");
  refuse("arrays: {A: {size: ['" TEN(EIGHTY("4+")) "']}}\n" REST,
         "l.yaml:1: arrays.A.size, item 1: '" TEN("4+4+4+4+") "': expected a whole number, a name or ( at "
                                                              "the end");
  refuse("arrays: {A: {size: ['" TEN(EIGHTY("4+")) "x']}}\n" REST,
         "l.yaml:1: arrays.A.size, item 1: '" TEN("4+4+4+4+") "': unknown name 'x' (known: T)");
  refuse("arrays: {A: {size: [4]}}\nintervals: [{loop: [{i: [0, 1]}], references: [{read: 'A[" TEN(
             EIGHTY("1+")) "1]'}]}]\n",
         "l.yaml:2: intervals, item 1: references, item 1: read: 'A[" TEN(
             "1+1+1+") "1+1+1+1+1+1+1+1+1+': subscript 1 is 801 (always), outside 0 to 3: change it, the "
                       "bounds of the loop or the size of the array");
}

/* Each file in configs/loops must be valid for 1 to 13 ranks and must have a row in
 * configs/loops/README.md. */
Test(loop_file, shipped) {
  folder here = {"configs/loops", ""};
  char *readme = file_text(&here, "README.md"), row[128];
  glob_t found;
  cr_assert_eq(glob("configs/loops/*.yaml", 0, NULL, &found), 0);
  cr_expect_geq(found.gl_pathc, 5);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    snprintf(row, sizeof row, "\n| `%s` | ", strrchr(found.gl_pathv[i], '/') + 1);
    cr_expect_not_null(strstr(readme, row), "configs/loops/README.md has no row for %s", found.gl_pathv[i]);
    for (int ranks = 1; ranks < 14; ranks++) {
      loops_scene s = {.partitions.count = 0};
      expect_ok(
          tc_loop_file_read(found.gl_pathv[i], &(tc_loop_settings){.ranks = ranks}, &s.store, &s.loops));
      cr_expect(s.loops.name && s.loops.summary && strlen(s.loops.summary) > 10);
      loops_end(&s);
    }
  }
  globfree(&found);
  free(readme);
}

Test(loop_file, cannot_be_read) {
  tc_yaml_store store = {0};
  tc_loops loops;
  const tc_loop_settings settings = {.ranks = 1};
  expect_error(tc_loop_file_read("none.yaml", &settings, &store, &loops), TC_USAGE,
               "none.yaml: cannot be opened");
  expect_error(tc_loop_file_parse("l.yaml", "- 3\n", &settings, &store, &loops), TC_USAGE,
               "l.yaml:1: expected a map");
  expect_error(tc_loop_file_parse("l.yaml", "{}\n", &settings, &store, &loops), TC_USAGE,
               "l.yaml: the key arrays is missing");
  tc_yaml_store_free(&store);
}

/* Tests of the lists of files that a compiler has read, with the hashes of their contents. */
#include "compile/input_hashes.h"

#include "scratch.h"
#include "support/expect.h"

TestSuite(inputs, .fini = remove_scratch);

/* Writes the list of the files `one` and `other`, of which `other` may be NULL. `hash` receives the hash of
 * the list. */
static void list(const char *one, const char *other, char hash[TB_SOURCE_HASH]) {
  const char *const read[] = {one, other, NULL};
  tc_map digests = {0};
  expect_ok(tb_input_hashes_write(read, scratch(), &digests, in_scratch("a.inputs"), hash));
  tc_map_free(&digests);
}

static bool is_same(char hash[TB_SOURCE_HASH]) {
  tc_map digests = {0};
  bool same;
  expect_ok(tb_input_hashes_check(in_scratch("a.inputs"), &digests, hash, &same));
  tc_map_free(&digests);
  return same;
}

Test(inputs, a_list_holds_until_a_file_of_it_changes) {
  char written[TB_SOURCE_HASH], read[TB_SOURCE_HASH];
  write_scratch("a.c", "int a;\n");
  write_scratch("b.h", "int b;\n");
  list("a.c", in_scratch("b.h"), written);
  cr_expect(is_same(read));
  cr_expect_str_eq(read, written);
  write_scratch("b.h", "int c;\n");
  cr_expect_not(is_same(read));
  write_scratch("b.h", "int b;\n");
  cr_expect(is_same(read));
  unlink(in_scratch("b.h"));
  cr_expect_not(is_same(read));
}

Test(inputs, the_hash_is_that_of_names_and_texts) {
  char one[TB_SOURCE_HASH], other[TB_SOURCE_HASH];
  write_scratch("a.c", "int a;\n");
  write_scratch("b.c", "int a;\n");
  list("a.c", NULL, one);
  list("b.c", NULL, other);
  cr_expect_str_neq(one, other);
  list("a.c", NULL, other);
  cr_expect_str_eq(one, other);
  write_scratch("a.c", "int c;\n");
  list("a.c", NULL, other);
  cr_expect_str_neq(one, other);
}

Test(inputs, names_may_hold_blanks) {
  char hash[TB_SOURCE_HASH], line[512];
  FILE *file;
  write_scratch("a b.c", "int a;\n");
  write_scratch("c#$.h", "int b;\n");
  list("a b.c", in_scratch("c#$.h"), hash);
  file = fopen(in_scratch("a.inputs"), "r");
  cr_assert_not_null(file);
  for (int i = 0; i < 2; i++) {
    cr_assert_not_null(fgets(line, sizeof line, file));
    line[strcspn(line, "\n")] = '\0';
    cr_expect_str_eq(line + TB_SOURCE_HASH, in_scratch(i ? "c#$.h" : "a b.c"));
  }
  cr_expect_null(fgets(line, sizeof line, file));
  fclose(file);
  cr_expect(is_same(hash));
}

Test(inputs, without_a_list_nothing_is_the_same) {
  char hash[TB_SOURCE_HASH];
  unlink(in_scratch("a.inputs"));
  cr_expect_not(is_same(hash));
}

Test(inputs, a_list_that_cannot_be_written_is_an_error) {
  const char *const read[] = {"a.c", NULL};
  tc_map digests = {0};
  char hash[TB_SOURCE_HASH];
  expect_error(tb_input_hashes_write(read, scratch(), &digests, "/nowhere/at/all", hash), TC_OUTPUT,
               "/nowhere/at/all: cannot be written");
  tc_map_free(&digests);
}

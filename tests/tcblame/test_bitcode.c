/* Tests of the compilation of files to LLVM bitcode, which a cache stores between runs. */
#define _GNU_SOURCE
#include "compile/bitcode.h"

#include "blame/extract/translation_unit.h"
#include "scratch.h"
#include "support/expect.h"

static void use_scratch_cache(void) {
  setenv("XDG_CACHE_HOME", scratch(), 1);
  if (system("clang-14 --version > /dev/null 2>&1") != 0) cr_skip_test("no clang-14 here");
}

TestSuite(bitcode, .init = use_scratch_cache, .fini = remove_scratch);

static tb_bitcodes make(const tb_compilations *c) {
  static const tc_log silent = {NULL, TC_LOG_QUIET, NULL, NULL};
  tb_bitcodes made;
  expect_ok(tb_bitcodes_build(c, &silent, &made));
  return made;
}

/* Compile commands of two files, a.c, which includes a.h, and b.c. */
static tb_compilation two[2];
static const char *words[2][3];

static tb_compilations two_files(void) {
  write_scratch("a.h", "static inline int one(void) { return 1; }\n");
  write_scratch("a.c", "#include \"a.h\"\nint a(void) { return one(); }\n");
  write_scratch("b.c", "int b(int x) { return x; }\n");
  for (int i = 0; i < 2; i++) {
    words[i][0] = "-DA=1";
    words[i][1] = i ? "b.c" : "a.c";
    two[i] = (tb_compilation){.folder = scratch(), .file = words[i][1], .argv = words[i]};
  }
  return (tb_compilations){.count = 2, .item = two};
}

static void expect_compiled(const tb_compilations *c, int made) {
  tb_bitcodes b = make(c);
  cr_expect_eq(b.compiled, made, "%d files compiled, not %d", b.compiled, made);
  cr_expect_eq(b.failed, 0);
  tb_bitcodes_clear(&b);
}

Test(bitcode, what_it_makes_is_a_unit) {
  const tb_compilations c = two_files();
  tb_bitcodes b = make(&c);
  tb_facts *facts;
  expect_ok(tb_facts_create(&facts));
  cr_expect_eq(strncmp(b.compiler, "clang 14.", 9), 0, "%s", b.compiler);
  for (int i = 0; i < 2; i++) expect_ok(tb_translation_unit_add(b.item[i].path, facts));
  cr_expect_eq(facts->functions, 3); /* the functions are a, one and b */
  tb_facts_destroy(&facts);
  tb_bitcodes_clear(&b);
}

Test(bitcode, only_what_changed_is_made_again) {
  const tb_compilations c = two_files();
  expect_compiled(&c, 2);
  expect_compiled(&c, 0);
  write_scratch("b.c", "int b(int x) { return x + 1; }\n");
  expect_compiled(&c, 1);
  write_scratch("a.h", "static inline int one(void) { return 3; }\n");
  expect_compiled(&c, 1);
  expect_compiled(&c, 0);
  words[0][0] = "-DA=2";
  expect_compiled(&c, 1);
  words[0][0] = "-DA=1";
  expect_compiled(&c, 0);
}

Test(bitcode, the_hash_of_all_tells_what_it_was_made_from) {
  const tb_compilations c = two_files();
  tb_bitcodes first = make(&c), again = make(&c);
  cr_expect_str_eq(first.inputs, again.inputs);
  write_scratch("a.h", "static inline int one(void) { return 4; }\n");
  tb_bitcodes_clear(&again);
  again = make(&c);
  cr_expect_str_neq(first.inputs, again.inputs);
  tb_bitcodes_clear(&first);
  tb_bitcodes_clear(&again);
}

Test(bitcode, a_file_that_does_not_compile_is_told_by_its_first_error) {
  const tb_compilations c = two_files();
  write_scratch("a.c", "#warning first\nint a(void) { return none; }\nint c(void) { return others; }\n");
  for (int again = 0; again < 2; again++) {
    tb_bitcodes b = make(&c);
    cr_expect_eq(b.failed, 1);
    cr_expect_null(b.item[0].path);
    cr_assert_not_null(b.item[0].error);
    cr_expect_not_null(strstr(b.item[0].error, "a.c:2:"), "%s", b.item[0].error);
    cr_expect_not_null(strstr(b.item[0].error, "undeclared identifier 'none'"), "%s", b.item[0].error);
    cr_expect(b.item[1].path && !b.item[1].error);
    tb_bitcodes_clear(&b);
  }
}

/* The test compiles eighteen files with three different definitions of K. One file does not compile. The
 * facts of each file must come from its own source. After a header has changed, only the files that include
 * it must be compiled again. */
Test(bitcode, files_that_are_made_together_are_told_apart) {
  enum { many = 18, bad = 17 };
  static char name[many][16], define[many][16];
  static tb_compilation of[many];
  const char *word[many][3];
  for (int i = 0; i < many; i++) {
    snprintf(name[i], sizeof name[i], "%d.c", i);
    snprintf(define[i], sizeof define[i], "-DK=%d", i % 3);
    write_scratch(i == 5 ? "5.h" : "other.h", "static int value(void) { return 1; }\n");
    write_scratch(name[i], "#include \"%s\"\nint f%d(void) { return K + %s(); }\n",
                  i == 5 ? "5.h" : "other.h", i, i == bad ? "1 +" : "value");
    word[i][0] = define[i];
    word[i][1] = name[i];
    word[i][2] = NULL;
    of[i] = (tb_compilation){.folder = scratch(), .file = name[i], .argv = word[i]};
  }
  const tb_compilations c = {.count = many, .item = of};
  tb_bitcodes b = make(&c);
  cr_expect_eq(b.failed, 1);
  cr_expect_eq(b.compiled, many - 1);
  for (int i = 0; i < many; i++) {
    char wanted[16];
    tb_facts *facts;
    cr_expect_eq(b.item[i].path == NULL, i == bad, "%d", i);
    if (!b.item[i].path) continue;
    expect_ok(tb_facts_create(&facts));
    expect_ok(tb_translation_unit_add(b.item[i].path, facts));
    snprintf(wanted, sizeof wanted, "f%d", i);
    cr_assert_eq(facts->functions, 2);
    cr_expect_str_eq(facts->function[0].name, wanted);
    cr_expect_str_eq(facts->file[facts->function[0].file].path, in_scratch(name[i]));
    tb_facts_destroy(&facts);
  }
  cr_expect_not_null(strstr(b.item[bad].error, "17.c:2:"), "%s", b.item[bad].error);
  tb_bitcodes_clear(&b);
  write_scratch("5.h", "static int value(void) { return 2; }\n");
  b = make(&c);
  cr_expect_eq(b.compiled, 1);
  cr_expect_eq(b.failed, 1);
  tb_bitcodes_clear(&b);
}

/* clang rejects an option in the compile command of a.c, so only a.c must fail. */
Test(bitcode, options_that_clang_does_not_know_are_an_error_of_their_files) {
  const tb_compilations c = two_files();
  words[0][0] = "-fno-such-option=1";
  tb_bitcodes b = make(&c);
  cr_expect_eq(b.failed, 1);
  cr_assert_not_null(b.item[0].error);
  cr_expect_not_null(strstr(b.item[0].error, "no-such-option"), "%s", b.item[0].error);
  cr_expect_not_null(b.item[1].path);
  tb_bitcodes_clear(&b);
}

/* b.c does not compile. The cache must contain the bitcode and the list of inputs of a.c, and no partial
 * file. */
Test(bitcode, the_cache_holds_bitcode_and_lists_alone) {
  const tb_compilations c = two_files();
  char command[512];
  write_scratch("b.c", "int b(int x) { return none; }\n");
  tb_bitcodes b = make(&c);
  tb_bitcodes_clear(&b);
  snprintf(command, sizeof command,
           "cd %s/tetracast/tcblame && ls && [ \"$(ls | wc -l)\" = 2 ] && ls *.bc *.inputs > /dev/null",
           scratch());
  cr_expect_eq(system(command), 0);
}

Test(bitcode, what_has_gone_from_the_cache_is_made_again) {
  const tb_compilations c = two_files();
  tb_bitcodes b = make(&c);
  unlink(b.item[0].path);
  tb_bitcodes_clear(&b);
  expect_compiled(&c, 1);
}

Test(bitcode, a_cache_that_cannot_be_written_is_an_error) {
  static const tc_log silent = {NULL, TC_LOG_QUIET, NULL, NULL};
  const tb_compilations c = two_files();
  tb_bitcodes b;
  setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
  expect_error(tb_bitcodes_build(&c, &silent, &b), TC_OUTPUT, "/proc/nowhere");
}

Test(bitcode, without_clang_14_its_package_is_named) {
  static const tc_log silent = {NULL, TC_LOG_QUIET, NULL, NULL};
  const tb_compilations c = two_files();
  tb_bitcodes b;
  setenv("PATH", "/nowhere", 1);
  expect_error(tb_bitcodes_build(&c, &silent, &b), TC_INTERNAL, "apt-get install clang-14");
}

/* Names of allocations, found from the facts of a small program and from synthetic call stacks. */
#include "blame/profile/allocation_name.h"

#include "blame/closure/closure.h"
#include "blame/extract/unit_text.h"

static const char source[] = "#include <stdlib.h>\n"
                             "struct s { double *a, *b; };\n"
                             "static void *get(size_t n) { return malloc(n); }\n"
                             "void make(struct s *s, size_t n) { s->a = get(n); s->b = get(n); }\n"
                             "void both(double **x, double **y) { *x = malloc(8); *y = malloc(16); }\n"
                             "double *global;\n"
                             "void fill(struct s *s) { both(&s->b, &global); }\n"
                             "int alone(void) {\n"
                             "  return free_all(malloc(1), malloc(2));\n"
                             "}\n"
                             "int one(void) { return free_all(malloc(1), 0); }\n"
                             "struct arena { struct v { double *value; } *vector; };\n"
                             "static void cut(struct arena *a) { a->vector->value = malloc(8); }\n"
                             "static void create(struct arena **out) {\n"
                             "  struct arena *a = 0;\n"
                             "  cut(a);\n"
                             "  *out = a;\n"
                             "}\n"
                             "# 1 \"other.c\"\n"
                             "struct user { struct arena *mine; };\n"
                             "void use(struct user *u) { create(&u->mine); }\n"
                             "# 30 \"text.c\"\n"
                             "static void cut_whole(struct arena *a) {\n"
                             "  double *value = malloc(8);\n"
                             "  a->vector[0] = (struct v){value};\n"
                             "}\n"
                             "static void create_whole(struct arena **out) {\n"
                             "  struct arena whole = {0}, *a = malloc(sizeof *a);\n"
                             "  cut_whole(&whole);\n"
                             "  *a = whole;\n"
                             "  *out = a;\n"
                             "}\n"
                             "# 10 \"other.c\"\n"
                             "void use_whole(struct user *u) { create_whole(&u->mine); }\n";

static tb_facts *facts;
static tc_map texts;
static tb_call_stack trace;
static const char *last_owner; /* owner that the last call of expect_origin found */

static void begin(void) {
  facts = facts_of(source);
  expect_ok(tb_facts_compute_closure(facts, TB_TRANSFER_FULL, NULL, NULL));
  trace = (tb_call_stack){.frames = 0};
  trace.frame[trace.frames++] = (tb_frame){.function = "malloc", .module = "libc.so.6"};
}

static void finish(void) {
  tc_map_free(&texts);
  tb_facts_destroy(&facts);
}

/* Appends a calling frame to the stack. Its column is that of occurrence n, counted from 0, of `part` in
 * the source line. If `part` is NULL, the column is unknown. */
static void add(const char *function, int line, const char *part, int n) {
  const tb_function *f = function_of(facts, function);
  const char *at = source;
  for (int l = 1; l < line; l++) at = strchr(at, '\n') + 1;
  const char *begins = at;
  for (int i = 0; part && i <= n; i++) begins = strstr(begins + 1, part);
  trace.frame[trace.frames++] = (tb_frame){.function = function,
                                           .file = facts->file[f->file].path,
                                           .line = line,
                                           .column = part ? (int)(begins - at) + 1 : 0,
                                           .module = "program",
                                           .facts = f};
  if (trace.user_frame == 0) trace.user_frame = trace.frames - 1;
}

/* Appends a calling frame without a column. `line` is a line number as set by the #line directives in
 * `source`. */
static void add_at(const char *function, int line) {
  const tb_function *f = function_of(facts, function);
  trace.frame[trace.frames++] = (tb_frame){.function = function,
                                           .file = facts->file[f->file].path,
                                           .line = line,
                                           .module = "program",
                                           .facts = f};
  if (trace.user_frame == 0) trace.user_frame = trace.frames - 1;
}

static void expect_origin(const char *name, const char *site) {
  tb_allocation_name origin;
  expect_ok(tb_allocation_name_find(facts, &trace, &texts, &origin));
  cr_expect_eq(name == NULL, origin.name == NULL, "%s", origin.name ? origin.name : "no name");
  if (name && origin.name) cr_expect_str_eq(origin.name, name);
  last_owner = origin.owner;
  cr_assert_not_null(origin.site);
  cr_expect_str_eq(origin.site, site);
}

TestSuite(origin, .init = begin, .fini = finish);

Test(origin, is_the_member_that_keeps_the_address) {
  add("get", 3, "malloc", 0);
  add("make", 4, "get", 0);
  expect_origin("s.a", "make, text.c:4:43");
}

/* Two calls of `get` are on one line. The column of the frame selects the second one. */
Test(origin, columns_tell_calls_of_one_line_apart) {
  add("get", 3, "malloc", 0);
  add("make", 4, "get", 1);
  expect_origin("s.b", "make, text.c:4:58");
}

/* If the frame has no column, the first call on its line that can be the caller is used. */
Test(origin, without_a_column_it_is_one_of_the_line) {
  add("get", 3, "malloc", 0);
  add("make", 4, NULL, 0);
  expect_origin("s.a", "make, text.c:4");
}

Test(origin, is_found_through_pointers_to_where_it_goes) {
  add("both", 5, "malloc", 0);
  add("fill", 7, "both", 0);
  expect_origin("s.b", "fill, text.c:7");
}

Test(origin, may_be_a_global) {
  add("both", 5, "malloc", 1);
  add("fill", 7, "both", 0);
  expect_origin("global", "fill, text.c:7");
}

/* Allocations without a name are distinguished by their source position. The position contains a column
 * only if several allocations are on the line. */
Test(origin, of_several_allocations_on_a_line_the_site_has_the_column) {
  add("alone", 9, "malloc", 1);
  expect_origin(NULL, "alone, text.c:9:30");
  trace.frames = 1;
  trace.user_frame = 0;
  add("alone", 9, "malloc", 0);
  expect_origin(NULL, "alone, text.c:9:19");
  trace.frames = 1;
  trace.user_frame = 0;
  add("one", 11, "malloc", 0);
  expect_origin(NULL, "one, text.c:11");
}

/* The values of all vectors have the name v.value (struct and member). The owner is user.mine, the member
 * in another file that stores the arena of the vectors. */
Test(origin, has_an_owner_in_another_file) {
  add("cut", 13, "malloc", 0);
  add("create", 16, "cut", 0);
  expect_origin("v.value", "cut, text.c:13");
  cr_expect_null(last_owner);
  add_at("use", 2);
  expect_origin("v.value", "cut, text.c:13");
  cr_assert_not_null(last_owner);
  cr_expect_str_eq(last_owner, "user.mine");
}

/* Structs that contain the pointer are copied twice before `use_whole` stores it in user.mine. The search for
 * the owner must follow both copies. */
Test(origin, goes_on_where_structs_are_copied) {
  trace.frames = 1;
  add_at("cut_whole", 31);
  add_at("create_whole", 36);
  add_at("use_whole", 10);
  expect_origin("v.value", "cut_whole, text.c:31");
  cr_assert_not_null(last_owner);
  cr_expect_str_eq(last_owner, "user.mine");
}

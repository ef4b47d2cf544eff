/* Extraction of facts from translation units: rejected input, and merging the facts of several units. */
#include "blame/extract/translation_unit.h"

#include "base/file/file.h"
#include "blame/extract/unit_text.h"

Test(unit, bitcode_without_debug_information_is_refused) {
  char *path = bitcode_of("int f(void) { return 1; }\n", "clang-14 -O0 -emit-llvm -c");
  tb_facts *facts;
  expect_ok(tb_facts_create(&facts));
  expect_error(tb_translation_unit_add(path, facts), TC_INPUT, "compile with -g");
  tb_facts_destroy(&facts);
  remove_bitcode(path);
}

Test(unit, what_is_no_bitcode_is_refused_by_name) {
  char *path = bitcode_of("int f(void) { return 1; }\n", CLANG);
  tb_facts *facts;
  expect_ok(tb_facts_create(&facts));
  cr_assert_eq(truncate(path, 100), 0);
  expect_error(tb_translation_unit_add(path, facts), TC_INPUT, "text.bc: is not bitcode of clang 14");
  cr_assert_eq(truncate(path, 0), 0);
  expect_error(tb_translation_unit_add(path, facts), TC_INPUT, "text.bc: ");
  expect_error(tb_translation_unit_add("/nowhere/at/all.bc", facts), TC_INPUT,
               "/nowhere/at/all.bc: cannot be read");
  cr_expect_eq(facts->functions, 0);
  tb_facts_destroy(&facts);
  remove_bitcode(path);
}

Test(unit, functions_have_lines_names_and_signatures) {
  tb_facts *facts = facts_of("struct s { int a; };\n"
                             "static int g(int k) { return k; }\n"
                             "\n"
                             "double f(struct s *s,\n"
                             "         double x) {\n"
                             "  s->a = g(3);\n"
                             "  return x;\n"
                             "}\n");
  const tb_function *f = function_of(facts, "f"), *g = function_of(facts, "g");
  cr_expect_eq(f->line, 4);
  cr_expect_geq(f->last_line, 7);
  cr_expect_eq(f->parameters, 2);
  cr_expect_str_eq(f->parameter[0], "s");
  cr_expect_str_eq(f->parameter[1], "x");
  cr_expect_str_eq(f->signature, "double (%struct.s*, double)");
  cr_expect(g->is_static && !f->is_static);
  cr_expect_str_eq(strrchr(facts->file[f->file].path, '/'), "/text.c");
  cr_expect_eq(f->definition[0].callee_file, g->file);
  tb_facts_destroy(&facts);
}

Test(unit, places_have_types_members_and_lines) {
  tb_facts *facts = facts_of("typedef struct { double *copy; int n; } condensed;\n"
                             "static double total;\n"
                             "void f(condensed *self,\n"
                             "       const double (*m)[4]) {\n"
                             "  condensed own = {0};\n"
                             "  self->copy[3] = m[1][2];\n"
                             "  total = own.n;\n"
                             "}\n");
  const tb_function *f = function_of(facts, "f");
  const tb_access_path *copy = place_of(f, "self->copy[]"), *m = place_of(f, "m[][]");
  cr_expect_str_eq(copy->type, "double");
  cr_expect_str_eq(copy->member, "condensed.copy[]");
  cr_expect(copy->root == TB_ROOT_PARAMETER && copy->number == 0 && copy->pointer_steps == 3 &&
            copy->line == 3);
  cr_expect(m->pointer_steps == 1 && m->member == NULL && m->line == 4);
  const tb_access_path *n = place_of(f, "own.n"), *all = place_of(f, "total");
  cr_expect(n->root == TB_ROOT_LOCAL && n->pointer_steps == 0 && n->line == 5);
  cr_expect_str_eq(n->member, "condensed.n");
  cr_expect(all->root == TB_ROOT_GLOBAL && all->line == 2);
  cr_expect_str_eq(strrchr(all->file, '/'), "/text.c");
  tb_facts_destroy(&facts);
}

Test(unit, long_paths_end_in_dots) {
  tb_facts *facts =
      facts_of("struct g { int x; }; struct f { struct g *g; }; struct e { struct f *f; };\n"
               "struct d { struct e *e; }; struct c { struct d *d; }; struct b { struct c *c; };\n"
               "void f(struct b *b) { b->c->d->e->f->g->x = 1; b->c->d->e->f = 0; }\n");
  const tb_function *f = function_of(facts, "f");
  cr_expect_str_eq(place_of(f, "b->c->d->e->f->g->x")->member, "g.x");
  tb_facts_destroy(&facts);
  facts = facts_of("struct h { int *x; }; struct g { struct h *h; }; struct f { struct g *g; }; struct e { "
                   "struct f *f; };\n"
                   "struct d { struct e *e; }; struct c { struct d *d; }; struct b { struct c *c; };\n"
                   "void f(struct b *b) { b->c->d->e->f->g->h->x[0] = 1; }\n");
  place_of(function_of(facts, "f"), "b->c->d->e->f->g->h...");
  tb_facts_destroy(&facts);
}

Test(unit, expressions_know_all_of_their_places_in_the_source) {
  tb_facts *facts = facts_of("void f(double *y, const double *a, int i) {\n"
                             "  y[i] = a[i + 1]\n"
                             "       * a[0];\n"
                             "}\n");
  const tb_definition *d = function_of(facts, "f")->definition;
  static const int spots[][2] = {{2, 3}, {2, 5}, {2, 8}, {2, 10}, {2, 12}, {2, 14}, {3, 8}, {3, 10}};
  cr_expect(d->at.line == 2 && d->at.column == 8);
  cr_assert_eq(d->positions, 8);
  for (int s = 0; s < d->positions; s++)
    cr_expect(d->position[s].line == spots[s][0] && d->position[s].column == spots[s][1], "%d:%d",
              d->position[s].line, d->position[s].column);
  tb_facts_destroy(&facts);
}

Test(unit, functions_of_headers_are_taken_once) {
  char *first = bitcode_of("# 1 \"shared.h\"\nstatic inline int g(int k) { return k; }\n# 1 \"a.c\"\nint "
                           "f(int k) { return g(k); }\n",
                           CLANG);
  char *second = bitcode_of("# 1 \"shared.h\"\nstatic inline int g(int k) { return k; }\n# 1 \"b.c\"\nint "
                            "h(int k) { return g(k); }\n",
                            CLANG);
  tb_facts *facts;
  expect_ok(tb_facts_create(&facts));
  expect_ok(tb_translation_unit_add(first, facts));
  expect_ok(tb_translation_unit_add(first, facts));
  cr_expect_eq(facts->functions, 2);
  expect_ok(tb_translation_unit_add(second, facts));
  cr_expect_eq(facts->functions, 4, "the folders differ, so these are two headers");
  tb_facts_destroy(&facts);
  remove_bitcode(first);
  remove_bitcode(second);
}

Test(unit, constants_name_the_functions_that_members_lead_to) {
  tb_facts *facts = facts_of("typedef struct { int size; void (*run)(int); } kind;\n"
                             "typedef struct { kind kinds[2]; void (*other)(int); } all;\n"
                             "static void one(int k) {}\n"
                             "void two(int k) {}\n"
                             "void give(void (*f)(int));\n"
                             "const all every = {{{1, one}, {2, two}}, one};\n"
                             "static void (*const table[])(int) = {two};\n"
                             "void f(kind *k) { k->run = two; give(one); table[0](1); }\n");
  static const char *const expected[][2] = {{"kind.run", "two"},
                                            {"", "one"},
                                            {"kind.run", "one"},
                                            {"all.other", "one"},
                                            {"table[]", "two"}};
  for (size_t e = 0; e < sizeof expected / sizeof *expected; e++) {
    int found = 0;
    for (int t = 0; t < facts->targets; t++)
      found +=
          !strcmp(facts->target[t].member, expected[e][0]) && !strcmp(facts->target[t].name, expected[e][1]);
    cr_expect_eq(found, 1, "%s of %s: %d times", expected[e][1], expected[e][0], found);
  }
  cr_expect_eq(facts->targets, 5);
  tb_facts_destroy(&facts);
}

Test(unit, pointers_that_others_see_tell_where_they_lead) {
  tb_facts *facts = facts_of("struct ctx { double *a, *b; };\n"
                             "void go(struct ctx *c);\n"
                             "void f(double *x, const struct ctx *from) {\n"
                             "  double own[3];\n"
                             "  struct ctx c = *from;\n"
                             "  c.a = own;\n"
                             "  go(&c);\n"
                             "}\n");
  const tb_function *f = function_of(facts, "f");
  tc_line *line = calloc(1, sizeof *line);
  for (int p = 0; p < f->pointers; p++) {
    write_places(f, "", (tb_index_list){1, &f->pointer[p].access_path}, line);
    write_places(f, " is ", f->pointer[p].targets, line);
    tc_line_add(line, "\n");
  }
  cr_expect_str_eq(line->text, "c.a is own[] from->a[]\nc.b is from->b[]\n", "%s", line->text);
  free(line);
  tb_facts_destroy(&facts);
}

/* Facts about memory and pointers in small programs. The expected facts were derived by hand. */
#include "blame/extract/translation_unit.h"

#include "blame/extract/unit_text.h"

Test(unit_memory, members_three_deep) {
  tb_facts *facts = facts_of("struct low { int x, v[4]; };\n"
                             "struct mid { struct low low, *far; };\n"
                             "struct top { struct mid mid, *next; };\n"
                             "void f(struct top *t, struct top s, int i) {\n"
                             "  t->mid.low.x = i;\n"
                             "  t->next->far->v[i] = t->mid.low.x;\n"
                             "  s.mid.low.x = s.mid.low.v[2];\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "4: s <- s[] enters s\n"
                     "5: t->mid.low.x enters t i\n"
                     "6: t->next->far->v[] <- t->mid.low.x t->next t->next->far enters t i\n"
                     "7: s.mid.low.x <- s.mid.low.v[]\n"
                     "8: return\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, a_struct_is_copied_with_what_its_pointers_lead_to) {
  tb_facts *facts = facts_of("struct low { int x, v[4]; };\n"
                             "struct mid { struct low low, *far; };\n"
                             "void f(struct mid *to, const struct mid *from) {\n"
                             "  struct mid m = *from;\n"
                             "  m.far->x = 1;\n"
                             "  *to = m;\n"
                             "  to->far->v[0] = 2;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "4: m <- from[] enters from\n"
                     "5: from->far->x to->far->x <- m.far\n"
                     "6: to[] <- m enters to\n"
                     "7: from->far->v[] to->far->v[] <- to->far enters to\n"
                     "8: return\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, pointers_are_followed_through_variables) {
  tb_facts *facts = facts_of("double *f(double *a, double *b, int n) {\n"
                             "  double *p = n > 2 ? a : b;\n"
                             "  p[0] = n;\n"
                             "  return p + 1;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: branch enters n\n"
                     "2: p from 2 enters a b (&0 a[] b[])\n"
                     "3: a[] b[] from 2 enters n\n"
                     "4: return from 2 (&0 a[] b[])\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, a_list_ends_at_its_first_repetition) {
  tb_facts *facts = facts_of("struct node { struct node *next; double value; };\n"
                             "double f(struct node *head) {\n"
                             "  double sum = 0;\n"
                             "  for (struct node *p = head; p; p = p->next) {\n"
                             "    sum += p->value;\n"
                             "    p->value = 0;\n"
                             "  }\n"
                             "  head->next->next->value = 1;\n"
                             "  return sum;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "3: sum\n"
                     "4: p enters head (&0 head[])\n"
                     "4: branch from 4 4 under 4\n"
                     "5: sum <- head->value head->next->value from 3 4 5 4 under 4\n"
                     "6: head->value head->next->value from 4 4 under 4\n"
                     "4: p <- head->next from 4 4 under 4 (&0 head->next[])\n"
                     "8: head->next->value <- head->next enters head\n"
                     "9: return from 3 5\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, new_memory_is_called_after_what_keeps_it) {
  tb_facts *facts = facts_of("#include <stdlib.h>\n"
                             "struct box { double *data; int n; };\n"
                             "void f(struct box *box, int n) {\n"
                             "  double *d = calloc(n, sizeof *d);\n"
                             "  box->data = d;\n"
                             "  d[3] = n;\n"
                             "  box->data[4] = 5;\n"
                             "}\n"
                             "double *g(int n) {\n"
                             "  double *a = malloc(n * sizeof *a), *b = a;\n"
                             "  b[0] = n;\n"
                             "  a = realloc(a, 2 * n);\n"
                             "  a[1] = 7;\n"
                             "  return a;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "4: call calloc enters n\n"
                     "4: d from 4 (&0 d[] box->data[])\n"
                     "5: box->data from 4 enters box (&0 d[] box->data[])\n"
                     "6: d[] box->data[] from 4 enters n\n"
                     "7: d[] box->data[] <- box->data enters box\n"
                     "8: return\n");
  expect_definitions(facts, "g",
                     "10: call malloc enters n\n"
                     "10: a from 10 (&0 a[])\n"
                     "10: b from 10 (&0 a[])\n"
                     "11: a[] from 10 enters n\n"
                     "12: call realloc from 10 enters n (&0 a[])\n"
                     "12: a from 12 (&0 a[])\n"
                     "13: a[] from 12\n"
                     "14: return from 12 (&0 a[])\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, out_parameters_and_what_calls_give) {
  tb_facts *facts = facts_of("int *pick(int *a, int *b);\n"
                             "void out(int **p, int *q) {\n"
                             "  *p = q;\n"
                             "  **p = 3;\n"
                             "}\n"
                             "int f(void) {\n"
                             "  int a[3], *p;\n"
                             "  out(&p, a);\n"
                             "  p[1] = 4;\n"
                             "  int *c = pick(a, p);\n"
                             "  c[1] = 2;\n"
                             "  return a[2];\n"
                             "}\n");
  expect_definitions(facts, "out",
                     "3: p[] enters p q (&0 q[] p[][])\n"
                     "4: q[] p[][] <- p[] enters p\n"
                     "5: return\n");
  expect_definitions(facts, "f",
                     "8: call out (&0 p) (&1 a[])\n"
                     "9: p[] <- p\n"
                     "10: call pick <- p (&0 a[]) (&1 p[])\n"
                     "10: c from 10 (&0 c[])\n"
                     "11: c[] from 10\n"
                     "12: return <- a[]\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, bit_fields_are_told_apart) {
  tb_facts *facts =
      facts_of("struct bits { unsigned a : 3, b : 5; int c : 7; unsigned d : 9; unsigned e : 32; };\n"
               "int f(struct bits *s, struct bits t, int k) {\n"
               "  s->b = k;\n"
               "  s->c = s->b;\n"
               "  s->a++;\n"
               "  s->d = 1;\n"
               "  s->e = t.d;\n"
               "  return s->d + t.c;\n"
               "}\n"
               "int g(int x, int y) {\n"
               "  x = (x & ~7) | y;\n"
               "  return x;\n"
               "}\n");
  expect_definitions(facts, "f",
                     "2: t enters t\n"
                     "3: s->b enters s k\n"
                     "4: s->c <- s->b enters s\n"
                     "5: s->a <- s->a enters s\n"
                     "6: s->d enters s\n"
                     "7: s->e <- t.d enters s\n"
                     "8: return <- s->d t.c enters s\n");
  expect_definitions(facts, "g",
                     "11: x enters x y\n"
                     "12: return from 11\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, members_of_a_union_are_one_place) {
  tb_facts *facts =
      facts_of("union u { int i; float f; struct { short lo, hi; } s; };\n"
               "struct has { union u u; union { double x; long y; }; struct { int in, on; }; };\n"
               "void f(union u *w, struct has *h, float v) {\n"
               "  w->f = v;\n"
               "  w->s.hi = 3;\n"
               "  h->u.i = w->i;\n"
               "  h->y = h->x;\n"
               "  h->on = h->in;\n"
               "}\n");
  expect_definitions(facts, "f",
                     "4: w[] enters w v\n"
                     "5: w[] enters w\n"
                     "6: h->u <- w[] enters w h\n"
                     "7: h->x <- h->x enters h\n"
                     "8: h->on <- h->in enters h\n"
                     "9: return\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, arrays_of_structs) {
  tb_facts *facts = facts_of("struct point { double x, y; int id[2]; };\n"
                             "void f(struct point *p, struct point q[4], int n) {\n"
                             "  p[n].x = q[n].y;\n"
                             "  q[n].id[1] = p[n].id[0];\n"
                             "  struct point local[3];\n"
                             "  local[n].x = p->x;\n"
                             "  p[1] = local[2];\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "3: p->x <- q->y enters p q n\n"
                     "4: q->id[] <- p->id[] enters p q n\n"
                     "6: local[].x <- p->x enters p n\n"
                     "7: p[] <- local[] enters p\n"
                     "8: return\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, arrays_of_two_dimensions) {
  tb_facts *facts = facts_of("double f(double m[3][4], double **rows, int n) {\n"
                             "  double own[2][5], late[n][n];\n"
                             "  own[1][n] = m[n][2];\n"
                             "  late[n][1] = own[0][0];\n"
                             "  rows[n][1] = late[1][2];\n"
                             "  return rows[0][0];\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "2: (temporary)\n"
                     "2: (temporary) enters n\n"
                     "2: (temporary) enters n\n"
                     "3: own[][] <- m[][] enters m n\n"
                     "4: late[][] <- own[][] enters n\n"
                     "5: rows[][] <- late[][] rows[] enters rows n\n"
                     "7: return <- rows[] rows[][] enters rows\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, structs_are_given_and_returned_by_value) {
  tb_facts *facts = facts_of("struct pair { double x, y; };\n"
                             "struct three { double x, y; int *z; };\n"
                             "struct pair make(double x) {\n"
                             "  struct pair p = {x, 1};\n"
                             "  return p;\n"
                             "}\n"
                             "struct three larger(struct three t) {\n"
                             "  t.z[0] = 1;\n"
                             "  t.x = t.y;\n"
                             "  return t;\n"
                             "}\n"
                             "double f(struct pair p) {\n"
                             "  struct pair q = make(p.y);\n"
                             "  return q.x;\n"
                             "}\n");
  expect_definitions(facts, "make",
                     "4: p.x enters x\n"
                     "4: p.y\n"
                     "5: return <- p\n");
  expect_definitions(facts, "larger",
                     "7: t <- t[] enters t\n"
                     "8: t->z[] return->z[] <- t.z\n"
                     "9: t.x <- t.y\n"
                     "10: return[] <- t enters return\n"
                     "10: return\n");
  expect_definitions(facts, "f",
                     "12: p.x enters p.x\n"
                     "12: p.y enters p.y\n"
                     "13: call make <- p.y\n"
                     "13: q.x from 13\n"
                     "13: q.y from 13\n"
                     "14: return <- q.x\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, functions_are_called_through_members_and_tables) {
  tb_facts *facts = facts_of("struct op { void (*run)(double *); int size; };\n"
                             "static void one(double *x) { *x = 1; }\n"
                             "static void two(double *x) { *x = 2; }\n"
                             "const struct op op = {one, 3};\n"
                             "static void (*table[])(double *) = {one, two};\n"
                             "void f(const struct op *o, double *x, int i) {\n"
                             "  o->run(x);\n"
                             "  table[i](x);\n"
                             "  void (*only)(double *) = two;\n"
                             "  only(x);\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "7: call * op.run <- o->run enters o x (&0 x[])\n"
                     "8: call * table[] <- table[] enters x i (&0 x[])\n"
                     "9: only\n"
                     "10: call two enters x (&0 x[])\n"
                     "11: return\n");
  tb_facts_destroy(&facts);
}

Test(unit_memory, casts_of_pointers) {
  tb_facts *facts = facts_of("struct pair { double x, y; };\n"
                             "void f(void *context, long address) {\n"
                             "  double *v = context;\n"
                             "  v[0] = 1;\n"
                             "  ((struct pair *)context)->y = 2;\n"
                             "  *(int *)address = 4;\n"
                             "  int *w = (int *)((long)context + 8);\n"
                             "  *w = 1;\n"
                             "}\n");
  expect_definitions(facts, "f",
                     "3: v enters context (&0 context[])\n"
                     "4: context[] from 3\n"
                     "5: context->y enters context\n"
                     "6: ? enters address\n"
                     "7: w enters context (&0 context[])\n"
                     "8: context[] from 7\n"
                     "9: return\n");
  tb_facts_destroy(&facts);
}

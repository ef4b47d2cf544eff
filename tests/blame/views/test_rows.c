#include "blame/views/rows.h"

#include "blame/synthetic_facts.h"

/* Rows of a view of the synthetic run, and the selection of the samples that the rows count. */
typedef struct scene {
  made *m;
  tb_selection *s;
  tb_rows rows;
} scene;

static scene begin(void) {
  scene c = {.m = make()};
  expect_ok(tb_selection_create(&c.m->profile, &c.m->options, &c.s));
  c.rows = (tb_rows){.selection = c.s};
  return c;
}

static void end(scene *c) {
  tb_rows_clear(&c->rows);
  tb_selection_destroy(&c->s);
  unmake(c->m);
}

/* Finds or adds a row. Counts in it the samples of the call stacks whose bits are set in `stacks`. */
static int add(scene *c, const char *name, int parent, unsigned stacks) {
  int index = -1;
  expect_ok(tb_rows_find(&c->rows,
                         &(tb_row){.kind = TB_ROW_VARIABLE, .name = name, .type = "int", .parent = parent},
                         &index));
  for (int i = 0; i < made_stacks; i++)
    if (stacks & 1u << i) tb_rows_count(&c->rows, index, i);
  return index;
}

Test(rows, count_each_stack_once) {
  scene c = begin();
  const int a = add(&c, "a", -1, 1);
  cr_expect_eq(add(&c, "a", -1, 0), a, "the same row");
  tb_rows_count(&c.rows, a, 1);
  tb_rows_count(&c.rows, a, 1);
  cr_expect_eq(c.rows.row[a].samples, 400);
  cr_expect_eq(c.rows.row[a].group_samples[0], 200);
  end(&c);
}

Test(rows, are_found_among_many) {
  scene c = begin();
  char name[1000][8];
  for (int i = 0; i < 1000; i++) {
    snprintf(name[i], sizeof name[i], "v%d", i);
    cr_assert_eq(add(&c, name[i], -1, 0), i);
  }
  for (int i = 0; i < 1000; i++) cr_assert_eq(add(&c, name[i], -1, 0), i);
  end(&c);
}

Test(rows, stand_below_what_contains_them) {
  scene c = begin();
  const int all = add(&c, "all", -1, 0x7f), some = add(&c, "some", all, 0x8), few = add(&c, "few", some, 0);
  const int other = add(&c, "other", -1, 0x10), less = add(&c, "less", all, 0x1);
  expect_ok(tb_rows_arrange(&c.rows));
  const tb_row_shown expected[] = {{all, 0}, {some, 1}, {less, 1}, {other, 0}};
  cr_assert_eq(c.rows.shown_rows, 4, "%d rows, but the row without samples must not be shown",
               c.rows.shown_rows);
  for (int i = 0; i < 4; i++) {
    cr_expect_eq(c.rows.shown_row[i].row, expected[i].row, "line %d", i);
    cr_expect_eq(c.rows.shown_row[i].depth, expected[i].depth, "line %d", i);
  }
  cr_expect_eq(c.rows.row[few].rank, -1);
  end(&c);
}

Test(rows, of_the_same_samples_fold_into_the_innermost) {
  scene c = begin();
  const int s = add(&c, "s", -1, 0x9), member = add(&c, "s.a", s, 0x9), array = add(&c, "s.a[]", member, 0x9);
  const int part = add(&c, "s.b", s, 0x8);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.row[s].folded_into, array);
  cr_expect(c.rows.row[s].has_inner_row);
  cr_expect_eq(c.rows.row[member].folded_into, array);
  cr_expect_eq(c.rows.row[part].folded_into, -1);
  cr_assert_eq(c.rows.shown_rows, 2);
  cr_expect_eq(c.rows.shown_row[0].row, array);
  cr_expect_eq(c.rows.shown_row[1].row, part);
  cr_expect_eq(c.rows.shown_row[1].depth, 0, "s.a[] does not contain s.b");
  end(&c);
}

Test(rows, alike_fold_into_arrays_first) {
  scene c = begin();
  const int i = add(&c, "i", -1, 0x3), v = add(&c, "v[]", -1, 0x3), n = add(&c, "n", -1, 0x5);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.row[i].folded_into, v);
  cr_expect(c.rows.row[i].is_named);
  cr_expect_eq(c.rows.row[n].folded_into, -1, "the same number of samples, but of other stacks");
  end(&c);
}

Test(rows, a_struct_stands_for_its_scalars) {
  scene c = begin();
  const int m = add(&c, "m[]", -1, 0x3), a = add(&c, "m.a", m, 0x3), b = add(&c, "m.b", m, 0x3);
  const int v = add(&c, "v[]", -1, 0x5), w = add(&c, "w[]", v, 0x5), x = add(&c, "x[]", v, 0x5);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.row[a].folded_into, m);
  cr_expect_eq(c.rows.row[b].folded_into, m);
  cr_expect_not(c.rows.row[b].is_named);
  cr_expect_eq(c.rows.row[m].folded_into, -1);
  cr_expect_eq(c.rows.row[v].folded_into, w, "an outer array is folded into an inner one");
  cr_expect_eq(c.rows.row[x].folded_into, w);
  cr_expect(c.rows.row[x].is_named);
  end(&c);
}

Test(rows, all_are_shown_when_asked_for) {
  scene c = begin();
  c.m->options.shows_all = true;
  const int s = add(&c, "s", -1, 0x9), member = add(&c, "s.a", s, 0x9), none = add(&c, "none", -1, 0);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.shown_rows, 2);
  cr_expect_eq(c.rows.row[member].folded_into, -1);
  cr_expect_eq(c.rows.row[none].rank, -1);
  end(&c);
}

Test(rows, the_top_ones_that_matter) {
  scene c = begin();
  c.m->options.rows_max = 1;
  c.m->options.share_min = 0.2;
  const int large = add(&c, "large", -1, 0x8), middle = add(&c, "middle", -1, 0x7),
            small = add(&c, "small", -1, 0x1);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_assert_eq(c.rows.shown_rows, 1);
  cr_expect_eq(c.rows.shown_row[0].row, large);
  cr_expect_eq(c.rows.row[middle].rank, 1, "JSON and CSV contain it");
  cr_expect_eq(c.rows.row[small].rank, -1);
  end(&c);
}

/* Finds or adds the row `key`, with this frame. Counts in it the samples of the call stacks whose bits are
 * set in `stacks`. */
static int add_with_frame(scene *c, tb_row key, int frame, unsigned stacks) {
  int index = -1;
  key.parent = -1;
  expect_ok(tb_rows_find(&c->rows, &key, &index));
  for (int i = 0; i < made_stacks; i++)
    if (stacks & 1u << i) expect_ok(tb_rows_count_with_frame(&c->rows, index, i, frame));
  return index;
}

static const char inner[1], outer[1]; /* their addresses identify two functions as scopes */

/* Sets of call stacks as bits, which have 1000, 1020 and 1180 samples. */
enum { most = 0x9, a_few_more = 0x29, many_more = 0x49 };

Test(rows, what_is_around_an_array_echoes_it) {
  scene c = begin();
  const tb_row vector = {.name = "vector.v[]", .type = "double", .scope = inner, .lifetime = TB_ROW_GLOBAL};
  const int v = add_with_frame(&c, vector, 0, most);
  const int measure = add_with_frame(&c, (tb_row){.name = "m[]", .type = "m", .scope = outer}, 1, a_few_more);
  const int twin = add_with_frame(&c, (tb_row){.name = "w[]", .type = "double", .scope = outer}, 1, most);
  const int other =
      add_with_frame(&c, (tb_row){.name = "x[]", .type = "double", .scope = outer}, 1, many_more);
  const int unrelated =
      add_with_frame(&c, (tb_row){.name = "y[]", .type = "double", .scope = outer}, 1, 0x1c);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.row[measure].folded_into, v);
  cr_expect_not(c.rows.row[measure].is_named);
  cr_expect_eq(c.rows.row[twin].folded_into, v);
  cr_expect_eq(c.rows.row[other].folded_into, -1, "it also has other samples");
  cr_expect_eq(c.rows.row[unrelated].folded_into, -1, "about as many samples, but of other stacks");
  cr_expect_eq(c.rows.row[v].folded_into, -1);
  end(&c);
}

Test(rows, what_is_found_out_on_the_way_echoes_the_array) {
  scene c = begin();
  const tb_row vector = {.name = "vector.v[]", .type = "double", .scope = outer, .lifetime = TB_ROW_GLOBAL};
  const int v = add_with_frame(&c, vector, 1, most);
  const int code = add_with_frame(&c, (tb_row){.name = "code", .type = "int", .scope = inner}, 0, most);
  const int sum =
      add_with_frame(&c, (tb_row){.name = "sum", .type = "double", .scope = inner}, 0, a_few_more);
  const int status =
      add_with_frame(&c, (tb_row){.name = "status", .type = "int", .scope = outer}, 1, a_few_more);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.row[code].folded_into, v);
  cr_expect_eq(c.rows.row[status].folded_into, v);
  cr_expect_eq(c.rows.row[sum].folded_into, -1,
               "a floating-point variable of an inner function is no duplicate");
  end(&c);
}

Test(rows, nothing_echoes_what_it_contains) {
  scene c = begin();
  const tb_row whole = {.name = "part", .type = "Part", .scope = outer},
               number = {.name = "part.v[]", .type = "double", .scope = outer};
  const int part = add_with_frame(&c, whole, 0, a_few_more), v = add_with_frame(&c, number, 0, most);
  c.rows.row[v].parent = part;
  const int k = add_with_frame(&c, (tb_row){.name = "k", .type = "int", .scope = outer}, 0, a_few_more & ~1u);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.row[part].folded_into, -1);
  cr_expect_eq(c.rows.row[k].folded_into, -1, "k has only 820 of the 1000 samples of v");
  end(&c);
}

Test(rows, nothing_echoes_when_all_are_wanted) {
  scene c = begin();
  c.m->options.shows_all = true;
  add_with_frame(&c, (tb_row){.name = "v[]", .type = "double", .scope = inner}, 0, most);
  const int i = add_with_frame(&c, (tb_row){.name = "i", .type = "int", .scope = outer}, 1, a_few_more);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.row[i].folded_into, -1);
  end(&c);
}

/* A row is hidden in a scalar row if it only repeats the scalar's samples. The rows of this test are those
 * of Pos and of the energy in MiniMD. An array of structs of floating-point members is no scalar, so Pos
 * is not folded into the energy. */
Test(rows, an_array_of_structs_is_not_folded_into_a_sum) {
  scene c = begin();
  const tb_row pos = {.name = "Pos", .type = "v3 *", .scope = outer, .lifetime = TB_ROW_GLOBAL},
               x = {.name = "v3.x", .written = "Pos[].x", .type = "double", .scope = outer},
               y = {.name = "v3.y", .written = "Pos[].y", .type = "double", .scope = outer};
  const int whole = add_with_frame(&c, pos, 1, a_few_more);
  c.rows.row[add_with_frame(&c, x, 1, a_few_more)].parent = whole;
  c.rows.row[add_with_frame(&c, y, 1, a_few_more)].parent = whole;
  const int last =
      add_with_frame(&c, (tb_row){.name = "end", .type = "double", .scope = outer}, 1, a_few_more);
  const int energy =
      add_with_frame(&c, (tb_row){.name = "energy", .type = "double", .scope = inner}, 0, most);
  expect_ok(tb_rows_arrange(&c.rows));
  cr_expect_eq(c.rows.row[last].folded_into, whole);
  cr_expect_eq(c.rows.row[whole].folded_into, -1);
  cr_expect_eq(c.rows.row[whole].weight, 3);
  cr_expect_eq(c.rows.row[energy].folded_into, -1);
  end(&c);
}

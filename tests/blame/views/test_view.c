#include "blame/views/view.h"

#include "blame/synthetic_facts.h"

/* The rows of one view of the synthetic run. */
typedef struct scene {
  made *m;
  tb_selection *s;
  tb_rows rows;
} scene;

static scene begin_of(made *m, int view) {
  scene c = {.m = m};
  expect_ok(tb_selection_create(&c.m->profile, &c.m->options, &c.s));
  expect_ok(tb_view_build(tb_view_at(view), c.s, &c.rows));
  return c;
}

static scene begin(int view) { return begin_of(make(), view); }

static void end(scene *c) {
  tb_rows_clear(&c->rows);
  tb_selection_destroy(&c->s);
  unmake(c->m);
}

static const tb_row *row_of(const scene *c, const char *name) {
  for (int i = 0; i < c->rows.count; i++)
    if (strcmp(c->rows.row[i].name, name) == 0) return &c->rows.row[i];
  cr_assert_fail("there is no row %s", name);
  return NULL;
}

static int64_t sum_of(const scene *c) {
  int64_t sum = 0;
  for (int i = 0; i < c->rows.count; i++) sum += c->rows.row[i].samples;
  return sum;
}

/* Returns the printed table. The caller frees it. */
static char *table_of(const scene *c, int view) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  tb_view_table(tb_view_at(view), &c->rows, out);
  fclose(out);
  return text;
}

Test(view, data_counts_a_sample_for_each_variable) {
  scene c = begin(TB_VIEW_data);
  cr_expect_eq(row_of(&c, "part[]")->samples, 600);
  cr_expect_eq(row_of(&c, "part[].value")->samples, 400);
  cr_expect_eq(row_of(&c, "part[].value")->group_samples[1], 200);
  cr_expect_eq(row_of(&c, "part[].residue")->samples, 200);
  cr_expect_str_eq(row_of(&c, "part[].value")->context, "main");
  cr_expect_eq(row_of(&c, "(waiting in MPI_Barrier)")->samples, 200);
  cr_expect_eq(row_of(&c, "(no analysed function)")->samples, 20);
  end(&c);
}

Test(view, data_may_count_what_waits_as_well) {
  made *m = make();
  m->options.blame_waiting = true;
  scene c = begin_of(m, TB_VIEW_data);
  for (int i = 0; i < c.rows.count; i++) cr_expect_neq(c.rows.row[i].kind, TB_ROW_WAITING);
  end(&c);
}

Test(view, code_is_exclusive_once) {
  scene c = begin(TB_VIEW_code);
  int64_t exclusive = 0;
  for (int i = 0; i < c.rows.count; i++) exclusive += c.rows.row[i].exclusive;
  cr_expect_eq(exclusive, c.s->used_samples);
  cr_expect_eq(row_of(&c, "main")->samples, 1780);
  cr_expect_eq(row_of(&c, "main")->exclusive, 600);
  cr_expect_eq(row_of(&c, "step")->samples, 1180);
  cr_expect_eq(row_of(&c, "step")->exclusive, 0, "samples that wait have a separate row");
  cr_expect_eq(row_of(&c, "kernel")->exclusive, 980);
  end(&c);
}

Test(view, touch_counts_each_sample_once) {
  scene c = begin(TB_VIEW_touch);
  cr_expect_eq(sum_of(&c), c.s->used_samples);
  const tb_row *copy = row_of(&c, "condensed.copy[]");
  cr_expect_eq(copy->samples, 800);
  cr_expect_eq(copy->bin_samples[0], 300);
  cr_expect_eq(copy->bin_samples[TB_TOUCH_BINS - 1], 500);
  cr_expect_eq(row_of(&c, "(arithmetic)")->samples, 600);
  cr_expect_eq(row_of(&c, "(waiting in MPI_Barrier)")->samples, 200);
  cr_expect_eq(row_of(&c, "(library)")->samples, 20);
  char *text = table_of(&c, TB_VIEW_touch);
  cr_expect_not_null(strstr(text, "4.0 KiB x 500"), "%s", text);
  cr_expect_not_null(strstr(text, "create, made.c:20"), "%s", text);
  free(text);
  end(&c);
}

Test(view, lines_count_each_sample_once) {
  scene c = begin(TB_VIEW_lines);
  cr_expect_eq(sum_of(&c), c.s->used_samples);
  cr_expect_eq(row_of(&c, "made.c:90")->samples, 980);
  cr_expect_eq(row_of(&c, "made.c:11")->samples, 200);
  end(&c);
}

Test(view, hybrid_has_variables_where_bubbling_ends) {
  scene c = begin(TB_VIEW_hybrid);
  const tb_row *root = row_of(&c, "main"), *value = row_of(&c, "part[].value");
  cr_expect_eq(root->samples, 1780);
  cr_expect_eq(root->parent, -1);
  cr_expect_eq(value->samples, 400);
  int above = value->parent;
  while (c.rows.row[above].parent >= 0) above = c.rows.row[above].parent;
  cr_expect_eq(&c.rows.row[above], root);
  char *text = table_of(&c, TB_VIEW_hybrid);
  cr_expect_not_null(strstr(text, "step()"), "%s", text);
  free(text);
  end(&c);
}

Test(view, a_table_says_what_it_leaves_out) {
  made *m = make();
  m->options.rows_max = 1;
  scene c = begin_of(m, TB_VIEW_lines);
  char *text = table_of(&c, TB_VIEW_lines);
  cr_expect_not_null(strstr(text, "54.4 +-2.3 %"), "%s", text);
  cr_expect_not_null(strstr(text, "rank 0"), "%s", text);
  cr_expect_not_null(strstr(text, "not shown: 5 smaller rows"), "%s", text);
  free(text);
  end(&c);
}

/* The synthetic run without facts. Without facts, each frame that has a source line counts as user code. */
static made *make_bare(void) {
  made *m = make();
  m->profile.facts = NULL;
  for (int s = 0; s < made_stacks; s++)
    for (int f = 0; f < m->stack[s].frames; f++) m->frame[s][f].facts = NULL;
  return m;
}

Test(view, code_and_lines_need_no_facts) {
  scene c = begin_of(make_bare(), TB_VIEW_code);
  cr_expect_eq(row_of(&c, "main")->samples, 1780);
  cr_expect_eq(row_of(&c, "kernel")->exclusive, 980);
  cr_expect_eq(row_of(&c, "(no line known)")->exclusive, 20);
  end(&c);
  c = begin_of(make_bare(), TB_VIEW_lines);
  cr_expect_eq(row_of(&c, "made.c:90")->samples, 980);
  cr_expect_eq(sum_of(&c), c.s->used_samples);
  end(&c);
}

Test(view, lines_of_files_of_one_name) {
  static const char elsewhere[] = "/elsewhere/made.c";
  made *m = make_bare();
  m->frame[6][0].file = elsewhere;
  scene c = begin_of(m, TB_VIEW_lines);
  cr_expect_eq(row_of(&c, "made.c:90")->samples, 800, "180 belong to the other file");
  cr_expect_eq(sum_of(&c), c.s->used_samples);
  end(&c);
}

/* Blame points stop the propagation of blame to callers. They act in the hybrid view only. The data view,
 * which the hints also use, ignores them. */
Test(view, points_are_of_the_tree_alone) {
  static const char *const points[] = {"kernel", NULL};
  made *m = make();
  tc_bit_set blame = {0};
  expect_ok(tc_bit_set_add(&blame, 0));
  m->function[made_kernel].blame = &blame;
  m->options.blame_points = points;
  scene c = begin_of(m, TB_VIEW_data);
  for (int i = 0; i < c.rows.count; i++) cr_expect_str_neq(c.rows.row[i].name, "column[]");
  end(&c);
  m = make();
  m->function[made_kernel].blame = &blame;
  m->options.blame_points = points;
  c = begin_of(m, TB_VIEW_hybrid);
  cr_expect_eq(row_of(&c, "column[]")->samples, 980);
  end(&c);
  tc_bit_set_free(&blame);
}

Test(view, touches_of_one_name) {
  made *m = make();
  m->touched[made_arithmetic] =
      (tb_touched_data){.kind = TB_TOUCH_STATIC, .name = "column[]", .site = "one.c"};
  m->touched[made_copy] = (tb_touched_data){.kind = TB_TOUCH_STATIC, .name = "column[]", .site = "other.c"};
  scene c = begin_of(m, TB_VIEW_touch);
  int rows = 0;
  for (int i = 0; i < c.rows.count; i++) rows += strcmp(c.rows.row[i].name, "column[]") == 0;
  cr_expect_eq(rows, 3, "one object and static variables of two files");
  cr_expect_str_eq(row_of(&c, "column[]")->context, "one.c");
  cr_expect_eq(row_of(&c, "column[]")->samples, 600);
  end(&c);
}

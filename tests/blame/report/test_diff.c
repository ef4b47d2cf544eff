#include "blame/report/diff.h"

#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "blame/synthetic_facts.h"

static const bool every[TB_VIEWS] = {true, true, true, true, true};
static const char *const names[] = {"before", "after"};

/* The synthetic run, and a copy with half the CPU time and a quarter of the samples of copy[]. */
typedef struct scene {
  made *m;
  made *other;
  tb_selection *s[2];
  tb_report report[2];
  tb_diff diff;
} scene;

static void set_samples(tb_stack *stack, int64_t first, int64_t second) {
  tb_stack_cell *cell = (tb_stack_cell *)stack->cell;
  cell[0].samples = first;
  cell[1].samples = second;
  stack->samples = first + second;
}

/* Copies the run, because make() returns a static object, and redirects the pointers of the copy to its own
 * arrays. */
static made *make_other(const made *m) {
  made *other = malloc(sizeof *other);
  cr_assert_not_null(other);
  *other = *m;
  other->samples.process = other->process;
  for (int p = 0; p < 2; p++) {
    other->process[p].header = &other->header[p];
    other->header[p].cpu_ns /= 2;
  }
  for (int s = 0; s < made_stacks; s++) {
    other->stack[s].frame = other->frame[s];
    other->stack[s].cell = other->cell[s];
  }
  other->profile.samples = &other->samples;
  other->profile.stack = other->stack;
  other->profile.touched = other->touched;
  other->profile.thread = other->thread;
  set_samples(&other->stack[3], 75, 125);
  return other;
}

static scene begin(const char *from) {
  scene c = {.m = make()};
  c.m->options.from = from;
  c.m->options.by = TB_BY_ALL;
  c.other = make_other(c.m);
  expect_ok(tb_selection_create(&c.m->profile, &c.m->options, &c.s[0]));
  expect_ok(tb_selection_create(&c.other->profile, &c.m->options, &c.s[1]));
  for (int r = 0; r < 2; r++) expect_ok(tb_report_build(c.s[r], every, &c.report[r]));
  return c;
}

static void end(scene *c) {
  tb_diff_clear(&c->diff);
  for (int r = 0; r < 2; r++) {
    tb_report_clear(&c->report[r]);
    tb_selection_destroy(&c->s[r]);
  }
  free(c->other);
  unmake(c->m);
}

static const tb_diff_row *row_of(const tb_diff *diff, int view, const char *name) {
  for (int i = 0; i < diff->rows[view]; i++)
    if (strcmp(diff->row[view][i].first_row->name, name) == 0) return &diff->row[view][i];
  cr_assert_fail("there is no row %s", name);
  return NULL;
}

Test(diff, puts_shares_side_by_side) {
  scene c = begin(NULL);
  expect_ok(tb_diff_build(2, names, c.report, &c.diff));
  const tb_diff_row *copy = row_of(&c.diff, TB_VIEW_touch, "condensed.copy[]"),
                    *arithmetic = row_of(&c.diff, TB_VIEW_touch, "(arithmetic)");
  cr_expect_float_eq(tb_diff_share(&c.diff, copy, 0), 800.0 / 1800, 1e-12);
  cr_expect_float_eq(tb_diff_share(&c.diff, copy, 1), 200.0 / 1200, 1e-12);
  cr_expect_eq(tb_diff_is_significant(&c.diff, copy, 1), -1);
  cr_expect_eq(tb_diff_is_significant(&c.diff, copy, 0), 0);
  cr_expect_eq(tb_diff_is_significant(&c.diff, arithmetic, 1), 1);
  cr_expect_eq(&c.diff.row[TB_VIEW_touch][0], arithmetic, "rows are sorted by the larger of both shares");
  cr_expect_null(c.diff.row[TB_VIEW_hybrid], "trees are not compared");
  end(&c);
}

/* Objects of the same name are compared even if the two programs allocate them on different source lines. */
Test(diff, sites_that_moved) {
  scene c = begin(NULL);
  c.other->touched[made_copy].site = "create, made.c:21";
  tb_report_clear(&c.report[1]);
  expect_ok(tb_report_build(c.s[1], every, &c.report[1]));
  expect_ok(tb_diff_build(2, names, c.report, &c.diff));
  const tb_diff_row *copy = row_of(&c.diff, TB_VIEW_touch, "condensed.copy[]");
  cr_expect_not_null(copy->row[0]);
  cr_assert_not_null(copy->row[1]);
  cr_expect_str_eq(copy->row[1]->context, "create, made.c:21");
  cr_expect_eq(c.diff.rows[TB_VIEW_touch], c.report[0].rows[TB_VIEW_touch].shown_rows,
               "no object has two rows");
  end(&c);
}

Test(diff, chance_is_no_change) {
  scene c = begin(NULL);
  expect_ok(tb_diff_build(2, names, c.report, &c.diff));
  const tb_diff_row *library = row_of(&c.diff, TB_VIEW_touch, "(library)");
  cr_expect_eq(tb_diff_is_significant(&c.diff, library, 1), 0, "20 of 1800, 20 of 1200");
  end(&c);
}

Test(diff, speed_is_of_the_cpu_time_or_of_what_is_within) {
  scene c = begin(NULL);
  expect_ok(tb_diff_build(2, names, c.report, &c.diff));
  cr_expect_float_eq(c.diff.run[0].cpu_s, 2.0, 1e-12);
  cr_expect_float_eq(c.diff.run[1].speedup, 2.0, 1e-12);
  end(&c);
  c = begin("kernel");
  expect_ok(tb_diff_build(2, names, c.report, &c.diff));
  cr_expect_float_eq(c.diff.run[0].selected_s, 980 * 2e-3, 1e-12);
  cr_expect_float_eq(c.diff.run[1].speedup, 980.0 / 380, 1e-12);
  end(&c);
}

Test(diff, rows_that_only_one_run_has) {
  scene c = begin(NULL);
  c.report[1].rows[TB_VIEW_touch].shown_rows = 0;
  tb_rows_clear(&c.report[1].rows[TB_VIEW_touch]);
  c.report[1].rows[TB_VIEW_touch].shown_rows = 0;
  expect_ok(tb_diff_build(2, names, c.report, &c.diff));
  const tb_diff_row *copy = row_of(&c.diff, TB_VIEW_touch, "condensed.copy[]");
  cr_expect_null(copy->row[1]);
  cr_expect_eq(tb_diff_share(&c.diff, copy, 1), 0.0);
  cr_expect_eq(tb_diff_is_significant(&c.diff, copy, 1), -1);
  end(&c);
}

#define expect_in(text, part) cr_expect_not_null(strstr(text, part), "\"%s\" is not in\n%s", part, text)

Test(diff, as_text_and_documents) {
  scene c = begin(NULL);
  char *text = NULL, path[] = "/tmp/blame-diff-XXXXXX";
  size_t length = 0;
  expect_ok(tb_diff_build(2, names, c.report, &c.diff));
  FILE *out = open_memstream(&text, &length);
  tb_diff_text(&c.diff, out);
  fclose(out);
  expect_in(text, "  1     2.00      1800      1.00  before\n");
  expect_in(text, "  2     1.00      1200      2.00  after\n");
  expect_in(text, "condensed.copy[]             44.4      16.7-   create, made.c:20\n");
  free(text);
  close(mkstemp(path));
  expect_ok(tb_diff_json(&c.diff, path));
  expect_ok(tc_file_read_text(path, 1 << 20, TC_INPUT, &text));
  expect_in(text, "\"folder\": \"after\"");
  expect_in(text, "\"speedup\": 2");
  tc_free(text);
  unlink(path);
  expect_ok(tb_diff_csv(&c.diff, path));
  expect_ok(tc_file_read_text(path, 1 << 20, TC_INPUT, &text));
  expect_in(text, "view,name,written,type,context,share_1,share_2\n");
  expect_in(text, "touch,condensed.copy[],,,\"create, made.c:20\",0.444444,0.166667\n");
  tc_free(text);
  unlink(path);
  expect_ok(tb_diff_html(&c.diff, path));
  expect_ok(tc_file_read_text(path, 1 << 20, TC_INPUT, &text));
  expect_in(text, "<h1>Comparison of 2 runs</h1>");
  expect_in(text, "<tr><td>2<td class=l>after<td>1.00<td>1200<td>2.00\n");
  expect_in(text, "<tr><td class=l>condensed.copy[]<td>44.4 <td>16.7-<td class=l>create, made.c:20\n");
  expect_in(text, "run 2</text>");
  tc_free(text);
  unlink(path);
  end(&c);
}

#include "blame/report/blame_report.h"

#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "blame/synthetic_facts.h"

static const bool every[TB_VIEWS] = {true, true, true, true, true};
static char path[] = "/tmp/blame-report-XXXXXX";

typedef struct scene {
  made *m;
  tb_selection *s;
  tb_report report;
} scene;

static scene begin(made *m, const bool chosen[TB_VIEWS]) {
  scene c = {.m = m};
  expect_ok(tb_selection_create(&m->profile, &m->options, &c.s));
  expect_ok(tb_report_build(c.s, chosen, &c.report));
  return c;
}

static void end(scene *c) {
  tb_report_clear(&c->report);
  tb_selection_destroy(&c->s);
  unmake(c->m);
  unlink(path);
}

/* Returns the report as text, which is valid until the next call. */
static const char *text_of(const scene *c) {
  static char *text;
  size_t length = 0;
  free(text);
  FILE *out = open_memstream(&text, &length);
  tb_report_text(&c->report, out);
  fclose(out);
  return text;
}

#define expect_in(text, part)     cr_expect_not_null(strstr(text, part), "\"%s\" is not in\n%s", part, text)
#define expect_not_in(text, part) cr_expect_null(strstr(text, part), "\"%s\" is in\n%s", part, text)

Test(report, begins_with_the_run_and_how_well_it_was_matched) {
  scene c = begin(make(), every);
  const char *text = text_of(&c);
  expect_in(text, "made: 2 ranks x 1 thread, 1800 samples of 2 ms (task clock, 0 lost)");
  expect_in(text, "transfer full");
  expect_in(text, "samples matched with a statement: 100.0 % by column");
  expect_in(text, "samples with a call that matches no statement 0.0 %");
  expect_in(text, "waiting 11.1 %");
  for (int v = 0; v < TB_VIEWS; v++) expect_in(text, tb_view_at(v)->heading);
  expect_in(text, "hint (imbalance): ");
  expect_not_in(text, "warning");
  end(&c);
}

Test(report, warns_of_what_makes_figures_doubtful) {
  made *m = make();
  for (int s = 0; s < made_stacks; s++) m->stack[s].is_complete = s > 0;
  m->header[0].lost = 7;
  m->header[1].end_ns = 0;
  m->facts.units_failed = 1;
  m->profile.has_no_columns = true;
  m->process[1].damaged_blocks = 2;
  m->header[1].kernel = 0;
  scene c = begin(m, every);
  const char *text = text_of(&c);
  expect_in(text, "warning: rank 0 lost 7 samples");
  expect_in(text, "note: rank 1 was killed, or still runs");
  expect_in(text, "warning: 1 file could not be analysed, so its functions count as library code: ");
  expect_in(text, "not compiled by clang, so its samples are matched by lines only: ");
  expect_in(text, "warning: rank 1: 2 blocks of made.tcb cut off: records after the cut are missing");
  expect_in(text, "note: 0 % of the CPU time was spent in kernel code, which is not sampled");
  expect_in(text, "warning: some stacks are cut off before main");
  end(&c);
}

Test(report, says_once_what_processes_have_in_common) {
  made *m = make();
  for (int r = 0; r < 2; r++) m->header[r].truncated_objects = 1;
  m->header[0].lost = 7;
  m->header[1].lost = 8;
  scene c = begin(m, every);
  const char *text = text_of(&c);
  expect_in(text, "note: rank 0 (and 1 more): too many allocations, so later ones were recorded without");
  expect_not_in(text, "rank 1: too many allocations");
  expect_in(text, "warning: rank 0 lost 7 samples");
  expect_in(text, "warning: rank 1 lost 8 samples or other records: shares refer to the recorded rest");
  end(&c);
}

/* The share of kernel code without samples is computed only over the processes that are not permitted to
 * sample kernel code. */
Test(report, states_the_share_of_kernel_code_without_samples) {
  made *m = make();
  m->header[1].kernel = 0;
  m->header[1].samples = 300;
  m->header[1].unsampled = 100;
  scene c = begin(m, every);
  expect_in(text_of(&c), "note: 25 % of the CPU time was spent in kernel code, which is not sampled");
  end(&c);
}

Test(report, too_few_samples_and_other_programs_are_said_first) {
  made *m = make();
  for (int s = 0; s < made_stacks; s++) {
    m->stack[s].user_frame = m->stack[s].frames;
    m->stack[s].samples = s == 0 ? 100 : 0;
    m->stack[s].cells = s == 0;
  }
  scene c = begin(m, every);
  const char *text = text_of(&c);
  expect_in(text, "warning: 100.0 % of the samples have no analysed function in their call stack");
  expect_in(text, "warning: too few samples: a share of 50 % is uncertain by +-10 %");
  cr_expect_lt(strstr(text, "warning"), strstr(text, "matched"));
  end(&c);
}

Test(report, without_facts_tells_nothing_of_matching) {
  static const bool some[TB_VIEWS] = {[TB_VIEW_touch] = true, [TB_VIEW_code] = true, [TB_VIEW_lines] = true};
  made *m = make();
  m->profile.facts = NULL;
  for (int s = 0; s < made_stacks; s++)
    for (int f = 0; f < m->stack[s].frames; f++) m->frame[s][f].facts = NULL;
  scene c = begin(m, some);
  const char *text = text_of(&c);
  expect_not_in(text, "matched");
  expect_not_in(text, "transfer");
  expect_not_in(text, "blame (");
  expect_in(text, "touch (");
  end(&c);
}

static void choose_path(void) {
  const int file = mkstemp(path);
  cr_assert_geq(file, 0);
  close(file);
}

Test(report, as_json) {
  scene c = begin(make(), every);
  char *text = NULL;
  choose_path();
  expect_ok(tb_report_json(&c.report, path));
  expect_ok(tc_file_read_text(path, 1 << 20, TC_INPUT, &text));
  expect_in(text, "\"program\": \"tcblame\"");
  expect_in(text, "\"transfer\": \"full\"");
  for (int v = 0; v < TB_VIEWS; v++) expect_in(text, tb_view_at(v)->list);
  expect_in(text, "\"per_rank\"");
  expect_in(text, "\"bins\"");
  expect_in(text, "\"hints\"");
  tc_free(text);
  expect_ok(tb_report_check(path, NULL, NULL));
  expect_error(tb_report_check(NULL, path, NULL), TC_OUTPUT, path);
  end(&c);
}

Test(report, as_html) {
  scene c = begin(make(), every);
  char *text = NULL;
  choose_path();
  expect_ok(tb_report_html(&c.report, path));
  expect_ok(tc_file_read_text(path, 1 << 20, TC_INPUT, &text));
  expect_in(text, "<p>made: 2 ranks x 1 thread, 1800 samples of 2 ms");
  expect_in(text, "<p>hint (imbalance): ");
  for (int v = 0; v < TB_VIEWS; v++) expect_in(text, tb_view_at(v)->heading);
  expect_in(text, "<figcaption>Largest shares of view touch</figcaption>");
  expect_in(text, "condensed.copy[]</text>");
  expect_in(text, ">44.4 %</text>");
  expect_in(text, "<th>share [%]<th>+- [%]<th>rank 0 [%]<th>rank 1 [%]\n");
  expect_in(text, "<tr><td class=l>condensed.copy[]<td class=l>4.0 KiB x 500<td>44.4<td>2.3<td>");
  expect_in(text, "<tr><td class=l>program<td class=l>tcblame<td class=l>\n");
  expect_not_in(text, "http");
  tc_free(text);
  expect_ok(tb_report_check(NULL, NULL, path));
  expect_error(tb_report_check(path, NULL, NULL), TC_OUTPUT, path);
  end(&c);
}

Test(report, as_csv) {
  scene c = begin(make(), every);
  char *text = NULL;
  choose_path();
  expect_ok(tb_report_csv(&c.report, path));
  expect_ok(tc_file_read_text(path, 1 << 20, TC_INPUT, &text));
  cr_expect_eq(strncmp(text,
                       "view,name,written,type,context,file,line,samples,share,half_width,exclusive,rank "
                       "0,rank 1\n",
                       87),
               0, "%s", text);
  expect_in(text, "touch,condensed.copy[],,,\"create, made.c:20\",,,800,0.444444,");
  expect_in(text, "code,kernel,,,,/nowhere/made.c,80,980,0.544444,");
  tc_free(text);
  expect_ok(tb_report_check(NULL, path, NULL));
  expect_error(tb_report_check(path, NULL, NULL), TC_OUTPUT, path);
  end(&c);
}

/* Tests of the document from which all forms of a report are rendered. A section appended to the document
 * must appear in all renderings. The HTML page must have a curve of the extremes of the field, and must be
 * small even for many ranks. */
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/document/render.h"
#include "base/file/file.h"
#include "report/json_report.h"

/* Renders a report to whose document the test has appended a section with a table. The caller frees the
 * text. */
static char *render_report(const sample *s, tc_document_renderer *render) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  tc_document document;
  tc_report_build(&s->report, tc_report_table, &document);
  tc_section *energy =
      TC_SECTION(&document.root, "energy", TC_VALUE("steps_J", 2.5), TC_VALUE("idle_s", 0.25));
  energy->first->item.unit = "J";
  tc_section *nodes = tc_list_add(&document.root, "node_energy");
  for (int n = 0; n < 2; n++) TC_SECTION(nodes, NULL, TC_VALUE("node", n), TC_VALUE("energy_J", 1.5 + n));
  expect_ok(tc_document_print(&document, render, out));
  fclose(out);
  return text;
}

static void expect_contains(char *text, const char *part) {
  cr_expect_not_null(strstr(text, part), "%s is not in %s", part, text);
  free(text);
}

Test(report_document, an_appended_section_is_in_all_renderings) {
  static sample s;
  sample_fill(&s);
  char *json = render_report(&s, tc_document_json);
  cr_expect(json_valid(json));
  expect_number(json, "energy.steps_J", 2.5);
  expect_number(json, "node_energy.1.energy_J", 2.5);
  expect_number(json, "ranks", 2);
  free(json);
  expect_contains(render_report(&s, tc_document_csv),
                  "\n\nsection,item,value,unit\nenergy,steps_J,2.5,J\n"
                  "energy,idle_s,0.25,s\n\nnode,energy_J\n0,1.5\n1,2.5\n");
  expect_contains(render_report(&s, tc_document_csv), "strategy,distribution,block_size,");
  expect_contains(render_report(&s, tc_document_text),
                  "\nenergy:\n  steps J                        2.5 J\n"
                  "  idle                           250 ms\n\nnode energy:\n  node energy J\n"
                  "     0      1.5\n     1      2.5\n");
  expect_contains(render_report(&s, tc_document_html), "<summary>energy</summary>");
  expect_contains(render_report(&s, tc_document_html), "steps_J<td class=l>2.5<td class=l>J\n");
  expect_contains(render_report(&s, tc_document_html),
                  "<tr><th>node<th>energy_J\n<tr><td>0<td>1.5\n<tr><td>1<td>2.5\n");
}

/* Returns the HTML page of a report with the first `results` results. The caller frees the page. */
static char *render_page(sample *s, int results) {
  char path[] = "/tmp/report-page-XXXXXX", *text = NULL;
  close(mkstemp(path));
  s->report.results = results;
  expect_ok(tc_report_html(&s->report, tc_report_table, path));
  expect_ok(tc_file_read_text(path, 1 << 22, TC_INPUT, &text));
  unlink(path);
  return text;
}

Test(report_document, the_page_has_a_curve_of_the_extremes) {
  static sample s;
  static tc_extremes extremes;
  sample_fill(&s);
  for (int k = 0; k < 3; k++) tc_extremes_add(&extremes, (tc_extremes_row){k, -k, 2 * k});
  s.report.extremes = &extremes;
  char *page = render_page(&s, 1);
  cr_expect_not_null(strstr(page, "<figcaption>Smallest and largest value of the field</figcaption>"));
  cr_expect_not_null(strstr(page, "<path class=\"a\" d=\"M"));
  tc_free(page);
  s.report.run.start_step = 7;
  page = render_page(&s, 1);
  cr_expect_not_null(
      strstr(page, "<figcaption>Smallest and largest value of the field after step 7, from which the run"));
  tc_free(page);
}

Test(report_document, bars_of_results_are_labelled_by_what_differs) {
  static sample s;
  sample_fill(&s);
  s.result[1] = s.result[0];
  s.result[1].block_size = 64;
  char *page = render_page(&s, 2);
  cr_expect_not_null(strstr(page, ">block 512</text>"));
  cr_expect_not_null(strstr(page, ">block 64</text>"));
  tc_free(page);
  s.result[1].block_size = s.result[0].block_size;
  s.result[1].order = "random";
  s.result[1].ranks = 1;
  page = render_page(&s, 2);
  cr_expect_not_null(strstr(page, ">rcm, 2 ranks</text>"));
  cr_expect_not_null(strstr(page, ">random, 1 rank</text>"));
  tc_free(page);
}

Test(report_document, captions_state_that_bars_are_missing) {
  enum { results = 130 };
  static sample s;
  static tc_result result[results];
  sample_fill(&s);
  for (int i = 0; i < results; i++) result[i] = s.result[0];
  s.report.result = result;
  char *page = render_page(&s, results);
  cr_expect_not_null(strstr(page, "by result on the slowest rank: the first 128</figcaption>"));
  tc_free(page);
  page = render_page(&s, 128);
  cr_expect_not_null(strstr(page, "by result on the slowest rank</figcaption>"));
  tc_free(page);
}

/* The result has 64 ranks with the data of rank 1 and times with many digits. The page must nevertheless be
 * small. */
Test(report_document, the_page_of_64_ranks_is_small) {
  enum { ranks = 64 };
  static sample s;
  static tc_measurement measured[ranks];
  static tc_seconds forecast[ranks];
  sample_fill(&s);
  for (int r = 0; r < ranks; r++) {
    measured[r] = s.measured[1];
    measured[r].rank = r;
    for (int p = 0; p < TC_PHASE_COUNT; p++) forecast[r].by_index[p] = 1.0 / (3 + r + p);
    measured[r].ledger.seconds = forecast[r];
  }
  s.result[0].measured = measured;
  s.result[0].ranks = s.report.ranks = ranks;
  for (int m = 0; m < TC_MODEL_COUNT; m++) s.result[0].forecast[m].phase_s = forecast;
  s.report.per_rank = true;
  char *page = render_page(&s, 1);
  cr_expect_not_null(strstr(page, "rank 63, node 5"));
  cr_expect_leq(strlen(page), 500000);
  tc_free(page);
}

/* The HTML page of a document and its charts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/document/chart.h"
#include "base/document/render.h"
#include "support/expect.h"

/* Returns the page, which the caller frees. Frees the document. */
static char *render_page(tc_document *document) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  expect_ok(tc_document_print(document, tc_document_html, out));
  fclose(out);
  return text;
}

/* Expects the page to contain all texts, in this order. Frees the document. */
static void expect_page(tc_document *document, size_t count, const char *const *expected) {
  char *page = render_page(document);
  const char *at = page;
  for (size_t k = 0; k < count; k++) {
    const char *found = strstr(at, expected[k]);
    cr_expect(found, "\"%s\" is not found in\n%s", expected[k], at);
    if (found) at = found + strlen(expected[k]);
  }
  cr_expect(!strstr(page, "http"));
  free(page);
}
#define EXPECT_PAGE(document, ...)                                                                           \
  expect_page(document, sizeof((const char *[]){__VA_ARGS__}) / sizeof(const char *),                        \
              (const char *[]){__VA_ARGS__})

Test(document_html, title_and_values_are_escaped) {
  tc_document d;
  tc_section *root = tc_document_begin(&d, NULL);
  root->label = "<b> & \"c\"";
  tc_item_add(root, TC_VALUE("file", "a'<&\"\xff"));
  tc_section_print(root, "\n%s", "1 < 2");
  EXPECT_PAGE(&d, "<title>&lt;b&gt; &amp; &quot;c&quot;</title>", "<h1>&lt;b&gt;",
              "a&#39;&lt;&amp;&quot;\xef\xbf\xbd", "<p>1 &lt; 2</p>", "</html>\n");
}

Test(document_html, numbers_have_all_digits_and_units) {
  tc_document d;
  tc_section *root = tc_document_begin(&d, NULL);
  TC_ADD(root, TC_VALUE("step_s", 0.1 + 0.2), TC_VALUE("none", (double)NAN), TC_VALUE("cells", 12),
         tc_item_hash("hash", 0xab), tc_item_bool("is_small", true), tc_item_null("low"));
  EXPECT_PAGE(&d, "step_s<td class=l>0.30000000000000004<td class=l>s", "none<td class=l>-",
              "cells<td class=l>12", "00000000000000ab", "yes", "low<td class=l>-");
}

Test(document_html, tables_have_columns_and_remarks) {
  tc_document d;
  tc_section *table = tc_list_add(tc_group_add(tc_document_begin(&d, NULL), TC_RENDERER_HTML), NULL);
  TC_COLUMNS(table, tc_column_text("name", -6), (tc_column){0}, tc_column_number("share", 0, "%.1f"));
  tc_section *row =
      TC_SECTION(table, NULL, TC_VALUE(NULL, "a"), TC_VALUE(NULL, "unseen"), TC_VALUE(NULL, 0.25));
  tc_section_print(row, "late");
  char *page = render_page(&d);
  cr_expect(strstr(page, "<tr><th class=l>name<th>share\n<tr><td class=l>a<td>0.2<td class=l>late\n"), "%s",
            page);
  cr_expect(!strstr(page, "unseen"));
  free(page);
}

/* Adds a section for a rank, with a nested section. In the HTML table, a column's heading consists of the
 * keys of both sections, for example "measured_s pack". */
static void add_rank(tc_section *ranks, int rank) {
  tc_section *section = TC_SECTION(ranks, NULL, TC_VALUE("rank", rank));
  TC_SECTION(section, "measured_s", TC_VALUE("pack", 0.5));
}

Test(document_html, sections_of_a_list_are_rows_if_they_are_equal) {
  tc_document d;
  tc_section *root = tc_document_begin(&d, NULL), *ranks = tc_list_add(root, "ranks");
  add_rank(ranks, 0), add_rank(ranks, 1);
  tc_section *mixed = tc_list_add(root, "mixed");
  TC_SECTION(mixed, NULL, TC_VALUE("x", 1));
  tc_list_add_numbers(TC_SECTION(mixed, NULL, TC_VALUE("y", 2)), "at", 2, (double[]){0.5, 1.5});
  EXPECT_PAGE(&d, "<summary>ranks</summary>",
              "<tr><th>rank<th>measured_s pack\n<tr><td>0<td>0.5\n<tr><td>1<td>0.5\n",
              "<summary>mixed</summary>", "<summary>mixed 1</summary>", "<summary>mixed 2</summary>",
              "<td class=l>0.5, 1.5<td class=l>");
}

Test(document_html, groups_of_other_renderers_are_not_shown) {
  tc_document d;
  tc_section *root = tc_document_begin(&d, NULL);
  tc_item_add(tc_group_add(root, TC_RENDERER_JSON), TC_VALUE("unseen", 1));
  tc_item_add(tc_group_add(root, TC_RENDERER_JSON | TC_RENDERER_HTML), TC_VALUE("seen", 2));
  char *page = render_page(&d);
  cr_expect(!strstr(page, "unseen") && strstr(page, "seen"));
  free(page);
}

static const char *const series[] = {"measured", "forecast"};

Test(document_html, bars_show_labels_and_seconds) {
  tc_document d;
  const tc_chart_bar bar[] = {{"pack <a>", {2e-3, 1e-3}, 0.0}, {"wait", {4e-3, (double)NAN}, 0.0}};
  tc_chart_bars(tc_document_begin(&d, NULL), "Seconds & parts", series, TC_CHART_SECONDS, 2, bar);
  EXPECT_PAGE(&d, "<svg viewBox", "measured", "forecast", "pack &lt;a&gt;", "width=\"123.0\"", "2.00 ms",
              "1.00 ms", "wait", "width=\"246.0\"", "</svg>", "<figcaption>Seconds &amp; parts");
}

Test(document_html, bars_show_percent_and_cut_long_labels) {
  tc_document d;
  const char *const one[] = {"share", NULL};
  const tc_chart_bar bar = {"123456789012345678901\xc3\xa4"
                            "567",
                            {12.5, (double)NAN},
                            0.0};
  tc_chart_bars(tc_document_begin(&d, NULL), "Shares", one, TC_CHART_PERCENT, 1, &bar);
  EXPECT_PAGE(&d, "share", "123456789012345678901\xc3\xa4..<", "12.5 %", "</svg>");
}

Test(document_html, bars_have_whiskers) {
  tc_document d;
  const tc_chart_bar bar[] = {{"steps", {1.0, 2.0}, 4.0}, {"output", {1.0, (double)NAN}, (double)NAN}};
  tc_chart_bars(tc_document_begin(&d, NULL), "Job", series, TC_CHART_SECONDS, 2, bar);
  EXPECT_PAGE(&d, "<path class=\"e\" d=\"M291.0 44.0L414.0 44.0M414.0 40.0L414.0 48.0\"/>",
              "x=\"420.0\" y=\"48.0\" text-anchor=\"start\">2.00 s");
}

Test(document_html, curves_reach_both_ends) {
  tc_document d;
  const tc_chart_point point[] = {{0.0, {0.0, 1.0}}, {1.0, {0.5, 3.0}}};
  tc_chart_curves(tc_document_begin(&d, NULL), "Extremes", "time", series, 2, point);
  EXPECT_PAGE(&d, "<path class=\"a\" d=\"M70.0 244.0L470.0 207.3\"",
              "<path class=\"b\" d=\"M70.0 170.7L470.0 24.0\"");
}

/* Returns true if the document has no item. Frees the document. */
static bool is_empty(tc_document *d) {
  const bool out = !d->root.first;
  tc_document_free(d);
  return out;
}

Test(document_html, charts_without_values_are_left_out) {
  tc_document d;
  const tc_chart_bar bar = {"pack", {0.0, (double)NAN}, 0.0};
  const tc_chart_point point[] = {{0.0, {0.0, 1.0}}, {1.0, {0.5, INFINITY}}};
  tc_section *root = tc_document_begin(&d, NULL);
  tc_chart_bars(root, "none", series, TC_CHART_SECONDS, 1, &bar);
  tc_chart_curves(root, "none", "time", series, 2, point);
  tc_chart_curves(root, "none", "time", series, 1, point);
  cr_expect(is_empty(&d));
}

Test(document_html, pictures_are_in_no_other_rendering) {
  tc_document d;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  tc_section *root = tc_document_begin(&d, NULL);
  tc_picture_add(root, "caption", "<svg></svg>");
  tc_document_text(root, out), tc_document_csv(root, out), tc_document_json(root, out);
  fclose(out);
  cr_expect_str_eq(text, "{}\n");
  free(text);
  tc_document_free(&d);
}

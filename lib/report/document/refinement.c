/* Orders of convergence, verdicts and table of a refinement study. tc_refinement_series_compute_orders sorts
 * the runs first, because an order compares a mesh with the next coarser one. The verdict depends on the
 * order of the L2 error between the two finest meshes. JSON, CSV and plot are in report/render. */
#include "report/document/refinement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/document/report_text.h"

/* Relative errors up to this value count as rounding errors of many steps, so that the scheme is exact. */
static const double round_off = 1e-11;
static const double second = 1.75, stuck = 0.5;

static int by_h(const void *a, const void *b) {
  const double one = ((const tc_refinement_level *)a)->h, two = ((const tc_refinement_level *)b)->h;
  return (one < two) - (one > two);
}

/* Returns the order of convergence from the errors of a coarse and a fine mesh whose h have this ratio; NaN
 * if an error is 0. */
static double order_between(double coarse, double fine, double ratio) {
  return coarse > 0.0 && fine > 0.0 && ratio > 1.0 ? log(coarse / fine) / log(ratio) : NAN;
}

void tc_refinement_series_compute_orders(tc_refinement_series *s) {
  qsort(s->level, (size_t)s->levels, sizeof *s->level, by_h);
  for (int i = 0; i < s->levels; i++) {
    tc_refinement_level *fine = &s->level[i];
    const tc_refinement_level *coarse = i > 0 ? fine - 1 : fine;
    const double ratio = coarse->h / fine->h;
    fine->order = order_between(coarse->l2, fine->l2, ratio);
    fine->max_error_order = order_between(coarse->max, fine->max, ratio);
  }
}

double tc_refinement_series_order(const tc_refinement_series *s) {
  return s->levels > 1 ? s->level[s->levels - 1].order : NAN;
}

static bool is_exact(const tc_refinement_series *s) {
  for (int i = 0; i < s->levels; i++)
    if (!(s->level[i].relative <= round_off || s->level[i].l2 <= s->level[i].rounding))
      return false; /* also if `relative` is NaN */
  return s->levels > 0;
}

tc_verdict tc_refinement_series_verdict(const tc_refinement_series *s) {
  const double order = tc_refinement_series_order(s);
  if (is_exact(s)) return TC_VERDICT_EXACT;
  if (isnan(order)) return TC_VERDICT_NONE;
  if (order >= second) return TC_VERDICT_SECOND;
  return order > stuck ? TC_VERDICT_CONVERGES : TC_VERDICT_INCONSISTENT;
}

const char *tc_refinement_series_format(const tc_refinement_series *s, tc_line *line) {
  const double order = tc_refinement_series_order(s);
  *line = (tc_line){0};
  switch (tc_refinement_series_verdict(s)) {
  case TC_VERDICT_NONE: tc_line_add(line, "no order: it needs two meshes with errors"); break;
  case TC_VERDICT_EXACT: tc_line_add(line, "exact to round-off"); break;
  case TC_VERDICT_SECOND: tc_line_add(line, "second order: %.2f between the two finest meshes", order); break;
  case TC_VERDICT_CONVERGES:
    tc_line_add(line, "converges with order %.2f between the two finest meshes", order);
    break;
  case TC_VERDICT_INCONSISTENT:
    tc_line_add(line,
                "not consistent: the error hardly falls under refinement (order %.2f between the two "
                "finest meshes)",
                order);
    break;
  }
  return line->text;
}

static void add_order(tc_line *line, double order) {
  if (isnan(order))
    tc_line_add(line, " %6s", "-");
  else
    tc_line_add(line, " %6.2f", order);
}

static void write_level(const tc_refinement_level *l, int width, FILE *out) {
  tc_line line = {0};
  tc_line_add(&line, "  %-*s %9lld %8.3g %9lld", width, l->mesh, (long long)l->cells, l->h,
              (long long)l->steps);
  if (isnan(l->stabilisation))
    tc_line_add(&line, " %6s", "-");
  else
    tc_line_add(&line, " %6.3g", l->stabilisation);
  tc_line_add(&line, " %10.2e %8.3g %%", l->l2, 100.0 * l->relative);
  add_order(&line, l->order);
  tc_line_add(&line, " %10.2e", l->max);
  add_order(&line, l->max_error_order);
  fprintf(out, "%s\n", line.text);
}

static void write_series(const tc_refinement_series *s, bool steady, FILE *out) {
  int width = 4;
  tc_line verdict;
  for (int i = 0; i < s->levels; i++) {
    const int length = (int)strlen(s->level[i].mesh);
    width = length > width ? length : width;
  }
  fprintf(out, "\n%s\n  %-*s %9s %8s %9s %6s %10s %10s %6s %10s %6s\n", s->scheme, width, "mesh", "cells",
          "h", steady ? "products" : "steps", "stab.", "L2 error", "relative", "order", "max error", "order");
  for (int i = 0; i < s->levels; i++) write_level(&s->level[i], width, out);
  fprintf(out, "  %s\n", tc_refinement_series_format(s, &verdict));
}

void tc_refinement_table(const tc_refinement *study, FILE *out) {
  if (study->title) fprintf(out, "%s\n", study->title);
  fprintf(out,
          "%s: errors against `exact` %s; %d rank%s x %d thread%s; h = (volume / cells)^(1/3); stab. = "
          "stabilisation\n",
          study->config, study->steady ? "when steady" : "at the end", study->ranks,
          study->ranks == 1 ? "" : "s", study->threads, study->threads == 1 ? "" : "s");
  tc_report_text_device(&study->device, out);
  for (int i = 0; i < study->count; i++) write_series(&study->series[i], study->steady, out);
}

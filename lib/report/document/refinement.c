/* Orders of convergence, verdicts and table of a refinement study. tc_refinement_series_compute_orders sorts
 * the runs first, because an order compares the errors on a mesh and on the next coarser mesh. The verdict
 * depends on the order of the L2 error between the two finest meshes. JSON, CSV and plot are in
 * report/render. */
#include "report/document/refinement.h"

#include <math.h>
#include <stdlib.h>

/* A relative L2 error up to this value may be the accumulated rounding error of many steps, so a scheme with
 * such errors on all meshes is regarded as exact. */
static const double exact_error = 1e-11;
static const double second_order_min = 1.75, convergence_min = 0.5;

static int compare_h(const void *a, const void *b) {
  const double first_h = ((const tc_refinement_level *)a)->h, second_h = ((const tc_refinement_level *)b)->h;
  return (first_h < second_h) - (first_h > second_h);
}

/* Returns the order of convergence from the errors `coarse` and `fine` on two meshes. `ratio` is h of the
 * coarse mesh divided by h of the fine mesh. Returns NaN if an error is 0. */
static double compute_order(double coarse, double fine, double ratio) {
  return coarse > 0.0 && fine > 0.0 && ratio > 1.0 ? log(coarse / fine) / log(ratio) : NAN;
}

void tc_refinement_series_compute_orders(tc_refinement_series *s) {
  qsort(s->level, (size_t)s->levels, sizeof *s->level, compare_h);
  for (int i = 0; i < s->levels; i++) {
    tc_refinement_level *fine = &s->level[i];
    const tc_refinement_level *coarse = i > 0 ? fine - 1 : fine;
    const double ratio = coarse->h / fine->h;
    fine->order = compute_order(coarse->l2, fine->l2, ratio);
    fine->max_error_order = compute_order(coarse->max, fine->max, ratio);
  }
}

double tc_refinement_series_order(const tc_refinement_series *s) {
  return s->levels > 1 ? s->level[s->levels - 1].order : NAN;
}

static bool is_exact(const tc_refinement_series *s) {
  for (int i = 0; i < s->levels; i++)
    if (!(s->level[i].relative <= exact_error || s->level[i].l2 <= s->level[i].rounding))
      return false; /* a NaN in `relative` or `l2` fails both comparisons */
  return s->levels > 0;
}

tc_verdict tc_refinement_series_verdict(const tc_refinement_series *s) {
  const double order = tc_refinement_series_order(s);
  if (is_exact(s)) return TC_VERDICT_EXACT;
  if (isnan(order)) return TC_VERDICT_NONE;
  if (order >= second_order_min) return TC_VERDICT_SECOND;
  return order > convergence_min ? TC_VERDICT_CONVERGES : TC_VERDICT_INCONSISTENT;
}

static const struct {
  const char *word, *clause; /* `clause` is a printf format whose argument is the order */
} verdicts[] = {
    [TC_VERDICT_NONE] = {NULL, "no order: it needs two meshes with errors"},
    [TC_VERDICT_EXACT] = {"exact", "exact to round-off"},
    [TC_VERDICT_SECOND] = {"second order", "second order: %.2f between the two finest meshes"},
    [TC_VERDICT_CONVERGES] = {"converges", "converges with order %.2f between the two finest meshes"},
    [TC_VERDICT_INCONSISTENT] = {"not consistent", "not consistent: the error hardly falls under refinement "
                                                   "(order %.2f between the two finest meshes)"},
};

const char *tc_refinement_series_word(const tc_refinement_series *s) {
  return verdicts[tc_refinement_series_verdict(s)].word;
}

const char *tc_refinement_series_format(const tc_refinement_series *s, tc_line *line) {
  *line = (tc_line){0};
  tc_line_add(line, verdicts[tc_refinement_series_verdict(s)].clause, tc_refinement_series_order(s));
  return line->text;
}

/* Arithmetic and formatting of FLOP counts (tc_flops). These are sums of n, a and 1, each multiplied by a
 * polynomial in the restart r. */
#include <stdlib.h>

#include "model/paraiso/paraiso_tables.h"

enum { n_terms = 3, a_terms = 2, one_terms = 4 };

static void combine_terms(int *x, const int *y, int terms, int sign) {
  for (int k = 0; k < terms; k++) x[k] += sign * y[k];
}

static tc_flops add_flops(tc_flops x, tc_flops y, int sign) {
  combine_terms(x.n, y.n, n_terms, sign);
  combine_terms(x.a, y.a, a_terms, sign);
  combine_terms(x.one6, y.one6, one_terms, sign);
  return x;
}

tc_flops tc_flops_add(tc_flops x, tc_flops y) { return add_flops(x, y, 1); }
tc_flops tc_flops_subtract(tc_flops x, tc_flops y) { return add_flops(x, y, -1); }

static bool is_zero(const int *x, int terms) {
  bool is_zero_sum = true;
  for (int k = 0; k < terms; k++) is_zero_sum = is_zero_sum && x[k] == 0;
  return is_zero_sum;
}

bool tc_flops_equal(tc_flops x, tc_flops y) {
  const tc_flops d = tc_flops_subtract(x, y);
  return is_zero(d.n, n_terms) && is_zero(d.a, a_terms) && is_zero(d.one6, one_terms);
}

static double evaluate_in_r(const int *x, int terms, double r) {
  double sum = 0.0;
  for (int k = terms - 1; k >= 0; k--) sum = sum * r + x[k];
  return sum;
}

double tc_flops_at(tc_flops x, double n, double a, double r) {
  return evaluate_in_r(x.n, n_terms, r) * n + evaluate_in_r(x.a, a_terms, r) * a +
         evaluate_in_r(x.one6, one_terms, r) / 6.0;
}

/* Appends to `line` one term as text: `factor` times r^power times `symbol`, which may be "". `first` is true
 * for the first term of a sum, which needs no plus sign. */
static void format_term(tc_line *line, bool first, int factor, int power, const char *symbol) {
  const bool is_bare = power == 0 && !*symbol;
  tc_line_add(line, "%s", factor < 0 ? "-" : first ? "" : "+");
  if (is_bare || abs(factor) != 1) tc_line_add(line, "%d", abs(factor));
  if (power > 0) tc_line_add(line, power > 1 ? "r^%d" : "r", power);
  tc_line_add(line, "%s", symbol);
}

/* Appends to `line` the sum of factor[k] r^k over k = 0 .. terms-1, times `symbol`, highest power first.
 * *first is true if no term has been appended yet, and becomes false if this call appends one. */
static void format_group(tc_line *line, bool *first, const int *factor, int terms, const char *symbol) {
  int nonzero_terms = 0;
  bool is_first_inside = true;
  for (int k = 0; k < terms; k++) nonzero_terms += factor[k] != 0;
  if (nonzero_terms > 1) tc_line_add(line, *first ? "(" : "+(");
  for (int k = terms - 1; k >= 0; k--) {
    if (factor[k] == 0) continue;
    format_term(line, nonzero_terms > 1 ? is_first_inside : *first, factor[k], k,
                nonzero_terms > 1 ? "" : symbol);
    is_first_inside = false;
  }
  if (nonzero_terms > 1) tc_line_add(line, ")%s", symbol);
  *first = *first && nonzero_terms == 0;
}

static bool are_whole(const int *sixths) {
  bool is_whole = true;
  for (int k = 0; k < one_terms; k++) is_whole = is_whole && sixths[k] % 6 == 0;
  return is_whole;
}

void tc_flops_format(tc_flops x, tc_line *line) {
  const bool is_whole = are_whole(x.one6);
  bool first = true;
  for (int k = 0; k < one_terms && is_whole; k++) x.one6[k] /= 6;
  format_group(line, &first, x.n, n_terms, "n");
  format_group(line, &first, x.a, a_terms, "a");
  format_group(line, &first, x.one6, one_terms, is_whole ? "" : "/6");
  if (first) tc_line_add(line, "0");
}

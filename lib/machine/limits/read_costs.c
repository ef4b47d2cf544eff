#include "machine/limits/read_costs.h"

#include <math.h>

/* Returns the largest number of bytes touched between two random reads of the same cache line of x, if the
 * reads are spread over spread_B bytes. The largest number is taken as twice the mean. If the spread has N
 * lines, a line is on average read again after N reads. These reads touch half of the N lines, and each of
 * them streams some bytes of the matrix and of the two other vectors. */
static double max_reuse_distance_B(double spread_B, int width) {
  const double streamed = (tc_reuse_row_bytes(width) + 8.0) / width;
  return spread_B * (1.0 + 2.0 * streamed / TC_REUSE_LINE);
}

/* Changes a sequence of values so that it never falls, with the method of pooling adjacent violators: values
 * that fall are replaced by their weighted mean. */
static void pool_decreasing(int n, double *weight, double *value) {
  int first[TC_SPREADS], pools = 0;
  for (int i = 0; i < n; i++) {
    first[pools] = i;
    double w = weight[i], v = value[i];
    for (; pools > 0 && value[first[pools - 1]] >= v; pools--) {
      const int previous = first[pools - 1];
      v = (v * w + value[previous] * weight[previous]) / (w + weight[previous]);
      w += weight[previous];
      first[pools - 1] = previous;
    }
    value[first[pools]] = v;
    weight[first[pools]] = w;
    pools++;
  }
  for (int p = pools - 1, end = n; p >= 0; end = first[p], p--)
    for (int i = first[p]; i < end; i++) value[i] = value[first[p]];
}

bool tc_read_costs_init(const tc_params *machine, int width, tc_read_costs *out) {
  const double *t = width == 0 ? machine->gather4_s : machine->gather16_s;
  double length[TC_SPREADS], begin = 0.0, cost_sum = 0.0;
  for (int i = 0; i < TC_SPREADS; i++) {
    const double reach = max_reuse_distance_B(machine->spread_B[i], tc_params_width(width));
    if (!(t[i] > 0.0) || !(reach > begin)) return false;
    length[i] = reach - begin;
    out->reach_B[i] = reach;
    out->read_s[i] = (reach * t[i] - cost_sum) / length[i];
    begin = reach;
    cost_sum = reach * t[i];
  }
  pool_decreasing(TC_SPREADS, length, out->read_s);
  return true;
}

double tc_read_cost_s(const tc_read_costs *c, double bytes) {
  int i = 0;
  while (i < TC_SPREADS - 1 && bytes > c->reach_B[i]) i++;
  return c->read_s[i];
}

static double bin_middle_B(int bin) { return sqrt(tc_reuse_bin_bytes(bin) * tc_reuse_bin_bytes(bin + 1)); }

double tc_read_costs_s(const tc_read_costs *c, const tc_reuse *reuse, double touched_B) {
  double s = reuse->cold * tc_read_cost_s(c, touched_B);
  for (int b = 0; b < TC_REUSE_BINS; b++) s += reuse->scattered[b] * tc_read_cost_s(c, bin_middle_B(b));
  return s;
}

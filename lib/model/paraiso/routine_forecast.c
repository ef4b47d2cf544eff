#include "model/paraiso/routine_forecast.h"

#include <math.h>

double tc_routine_rank_flops(const tc_routine_version *version, int rank, const tc_work *work) {
  if (work->cycles > 0) return NAN;
  return (double)(work->products + work->adjoint_products) * (double)version->product_flops[rank] +
         (double)work->sweeps * (double)version->entries[rank] +
         (double)work->row_flops * (double)version->rows[rank];
}

/* Returns the larger of two values; NaN if one of them is NaN. */
static double larger(double x, double y) { return isnan(x) || y <= x ? x : y; }

static void add_slowest(tc_seconds_interval *slowest, tc_seconds_interval rank) {
  slowest->low = larger(slowest->low, rank.low);
  slowest->high = larger(slowest->high, rank.high);
}

static tc_seconds_interval messages_s(const tc_paraiso_lines *lines, const tc_routine_load *load) {
  tc_seconds_interval sum = {0.0, 0.0};
  for (int d = 0; d < TC_MESSAGE_DIRECTIONS; d++)
    for (int size = 0; size < TC_PARAISO_SIZES; size++) {
      const tc_message_sum *m = &load->sum[d][size];
      const tc_seconds_interval s = tc_paraiso_lines_messages_s(lines, d, (tc_paraiso_size)size,
                                                                (double)m->messages, (double)m->doubles);
      sum.low += s.low;
      sum.high += s.high;
    }
  return sum;
}

/* Returns the seconds of a routine in an iteration, in which it is called `times` times. */
static tc_seconds_interval routine_s(const tc_routine_version *version, const tc_routine *routine,
                                     const tc_paraiso_lines *lines, double times) {
  tc_seconds_interval slowest = {0.0, 0.0};
  for (int rank = 0; rank < version->ranks; rank++)
    add_slowest(&slowest, messages_s(lines, &routine->load[rank]));
  return (tc_seconds_interval){times * slowest.low, times * slowest.high};
}

static double compute_s(const tc_routine_version *version, const tc_paraiso_lines *lines, const tc_work *work,
                        double iterations) {
  double flops = 0.0;
  for (int rank = 0; rank < version->ranks; rank++)
    flops = larger(flops, tc_routine_rank_flops(version, rank, work));
  return lines->flop_s * flops / iterations + lines->iteration_s;
}

tc_routine_costs tc_routine_forecast(const tc_routine_version *version, const tc_paraiso_lines *lines,
                                     const tc_work *work, int64_t iterations) {
  const double n = (double)iterations, products = (double)(work->products + work->adjoint_products),
               flops_s = compute_s(version, lines, work, n);
  tc_routine_costs out = {.compute = {flops_s, flops_s}, .limit = TC_ROUTINE_LIMIT_FLOPS};
  double largest = flops_s;
  out.total = out.compute;
  for (int k = 0; k < version->routines; k++) {
    const tc_routine *r = &version->routine[k];
    const tc_seconds_interval s = routine_s(version, r, lines, (r->is_sum ? 1.0 : products) / n);
    out.routine[k] = s;
    out.total.low += s.low;
    out.total.high += s.high;
    if (!(s.high > largest)) continue;
    largest = s.high;
    out.limit = k;
  }
  return out;
}

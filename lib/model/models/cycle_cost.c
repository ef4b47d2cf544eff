#include "model/models/cycle_cost.h"

#include <math.h>

#include "model/step/model.h"

enum { narrow_width = 4, wide_width = 16 };

/* Returns the seconds per moved byte of a multigrid level when the working set has `bytes` bytes. */
static double byte_s(const tc_params *m, const tc_cycle_part *part, double bytes) {
  const bool is_narrow = part->width <= narrow_width;
  const double *curve = is_narrow ? m->smooth4_s : m->smooth16_s;
  return tc_cost_of_count(1.0, tc_params_curve(m, curve, bytes)) /
         tc_smooth_row_bytes(is_narrow ? narrow_width : wide_width);
}

double tc_cycle_cost_s(const tc_params *m, const tc_cycle_load *cycle, double iteration_B, int threads) {
  double below_B = 0.0, sum = 0.0;
  for (int l = cycle->levels - 1; l >= 0; l--) {
    const tc_cycle_part *part = &cycle->part[l];
    below_B += part->stored_B;
    const double mean_s = (byte_s(m, part, below_B) + byte_s(m, part, fmax(below_B, iteration_B))) / 2.0;
    sum += (part->is_serial && threads > 1 ? threads : 1) * part->moved_B * mean_s;
  }
  return sum;
}

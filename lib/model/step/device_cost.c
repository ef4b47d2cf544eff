#include "model/step/device_cost.h"

#include "sparse/matrix.h"

enum { value_B = 8, index_B = 4, default_sector_B = 32 };

/* Returns the bytes of a row: entries, x, y and, unless `differences` (difference form) is true, the
 * diagonal. */
static double row_B(double width, bool differences) {
  return width * (double)(value_B + index_B) + (differences ? 2 : 3) * value_B;
}

/* Returns the value of the curve of parameter `param` at the working set of the rank's rows, which includes a
 * copy of the values of x. */
static double curve_value(const tc_params *m, int param, const tc_rank_load *l) {
  return tc_params_curve(m, tc_param_get(m, param), l->rows * tc_row_bytes(l->width));
}

/* Returns the seconds of a row. Interpolates linearly between the measured widths 4 and 16. If their times
 * are unknown, computes the seconds from the bytes of a row. */
static double row_s(const tc_params *m, const tc_rank_load *l) {
  double s = 0.0;
  for (int index = 0; index < TC_WIDTHS; index++) {
    const double weight = tc_params_width_share(index, l->width);
    if (weight != 0.0)
      s += weight *
           tc_cost_of_count(1.0, curve_value(m, tc_param_device_row((int)l->device->staging, index), l));
  }
  return isnan(s) ? tc_cost_at_rate(row_B(l->width, false), m->device_bandwidth_Bps) : s;
}

static double launch_s(const tc_params *m) { return tc_cost_of_count(1.0, m->launch_s); }

static double compute_s(const tc_params *m, const tc_rank_load *l) {
  const bool differences = tc_format_at(l->kernel)->form == TC_ROW_FORM_DIFFERENCE;
  const double byte_ratio = row_B(l->width, differences) / row_B(l->width, false);
  return l->rows > 0 ? launch_s(m) + l->rows * byte_ratio * row_s(m, l) : 0.0;
}

static double link_transfer_s(const tc_params *m, double values) {
  return values > 0.0 ? tc_cost_of_count(1.0, m->link_s) + tc_cost_at_rate(values * value_B, m->link_Bps)
                      : 0.0;
}

static double gather_s(const tc_params *m, double values) {
  const double sector = m->device_sector_B > 0.0 ? m->device_sector_B : default_sector_B;
  return values > 0.0
             ? launch_s(m) + tc_cost_at_rate(values * (index_B + sector + value_B), m->device_bandwidth_Bps)
             : 0.0;
}

static double copy_s(const tc_params *m, const tc_rank_load *l) {
  const double values = (double)l->count.copied_values, value_s = curve_value(m, TC_PARAM_device_copy_s, l);
  if (!(values > 0.0)) return 0.0;
  return launch_s(m) +
         (value_s > 0.0 ? values * value_s : tc_cost_at_rate(values * 2 * value_B, m->device_bandwidth_Bps));
}

static double forcing_transfer_s(const tc_params *m, const tc_rank_load *l) {
  return l->device->has_forcing ? link_transfer_s(m, l->rows) : 0.0;
}

static double pack_s(const tc_params *m, const tc_rank_load *l, const tc_stage *stage) {
  const double sent = (double)(l->count.local_values_out + l->count.remote_values_out);
  if (stage->all_values) return link_transfer_s(m, l->rows);
  return gather_s(m, sent) + link_transfer_s(m, sent);
}

static double upload_s(const tc_params *m, const tc_rank_load *l, const tc_stage *stage) {
  const tc_counts *t = &l->count;
  const double ghosts = (double)(t->local_values + t->remote_values + t->picked_values);
  return link_transfer_s(m, ghosts + (stage->all_values ? l->rows : 0.0));
}

tc_stage_cost tc_device_stage_cost(const tc_model *host, const tc_params *m, int nodes, const tc_rank_load *l,
                                   const tc_stage *stage) {
  tc_stage_cost cost = {0};
  switch (stage->phase) {
  case TC_PHASE_pack: cost.own.memory = pack_s(m, l, stage) + forcing_transfer_s(m, l); return cost;
  case TC_PHASE_copy: cost.own.memory = copy_s(m, l); return cost;
  case TC_PHASE_compute: cost.own.memory = compute_s(m, l); return cost;
  case TC_PHASE_unpack:
    if (!stage->placed) cost = host->stage_cost(m, nodes, l, stage);
    cost.own.memory += upload_s(m, l, stage) + forcing_transfer_s(m, l);
    return cost;
  default: return host->stage_cost(m, nodes, l, stage);
  }
}

/* Functions that multiply numbers of units of work by measured times per unit. An unknown parameter is
 * replaced by its default; if defaults are not allowed, the seconds are NaN. */
#include <stdio.h>
#include <string.h>

#include "model/setup/job_phases_internal.h"

double tc_job_param_or_nan(const tc_job_model *m, int param) {
  const double value = m->allows_defaults ? tc_job_param_default(param) : 0.0;
  if (value > 0.0) {
    m->out->uses_defaults = true;
    return value;
  }
  if (m->out->missing < 0) m->out->missing = param;
  return (double)NAN;
}

double tc_job_param(const tc_job_model *m, int param) {
  const double value = *tc_param_get(m->machine, param);
  return value > 0.0 ? value : tc_job_param_or_nan(m, param);
}

double tc_job_work_s(const tc_job_model *m, double count, int param) {
  return count > 0.0 ? count * tc_job_param(m, param) : 0.0;
}

double tc_job_move_s(const tc_job_model *m, double bytes, int param) {
  return bytes > 0.0 ? bytes / tc_job_param(m, param) : 0.0;
}

double tc_job_pages_s(const tc_job_model *m, double bytes) {
  const double page_B = 4096.0;
  const bool is_measured = *tc_param_get(m->machine, TC_PARAM_page_s) > 0.0;
  /* In machine files of earlier versions, the measured times of cells and rows include the time of touching
   * new pages. */
  if (!is_measured && *tc_param_get(m->machine, TC_PARAM_neighbour_cell_s) > 0.0) return 0.0;
  return tc_job_work_s(m, bytes / page_B, TC_PARAM_page_s);
}

double tc_job_repeat_s(double count, double seconds) { return count > 0.0 ? count * seconds : 0.0; }

int tc_job_scheme_param(const char *kind, const char *scheme) {
  char name[64];
  snprintf(name, sizeof name, "%s_%s_row_s", kind, scheme ? scheme : "");
  for (char *c = name; *c; c++)
    if (*c == '-') *c = '_';
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (strcmp(tc_param_name(p), name) == 0) return p;
  return -1;
}

double tc_job_scheme_s(const tc_job_model *m, double rows, const char *kind) {
  if (!(rows > 0.0)) return 0.0;
  const int param = tc_job_scheme_param(kind, m->counts->scheme);
  return param < 0 ? (double)NAN : tc_job_work_s(m, rows, param);
}

double tc_job_passes_s(const tc_job_model *m, double passes) {
  return tc_job_work_s(m, passes * (double)m->counts->rows, TC_PARAM_check_row_s);
}

/* Copying seven entries takes about as long as checking one value of the field. Measured with 604 053 and 5
 * 045 147 cells, on pages touched before: 12 ns per row of width 4, 60 ns per row of width 16. */
double tc_job_copy_s(const tc_job_model *m) { return tc_job_passes_s(m, m->counts->width / 7.0); }

double tc_job_probes_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const tc_probe_times call = tc_params_probe(m->machine);
  double call_s = 0.0;
  for (int k = 0; k < TC_PROBE_KERNELS; k++) call_s += call.kernel_s[k];
  if (!c->probes) return 0.0;
  const bool is_short = (double)c->steps * c->step_s < tc_probe_short_steps_s;
  return (is_short ? TC_SPEED_PROBE_FEW_CALLS : TC_SPEED_PROBE_CALLS) * call_s;
}

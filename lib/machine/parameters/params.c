/* Table of machine parameters: names, meanings, kinds and ranges from params.def, and access by number.
 * Files, reports, calibration and plausibility checks iterate over the parameters by number. After the
 * parameters of params.def the table has the curves of seconds per row, one for each kernel and width. */
#include "machine/parameters/params.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef enum param_kind { RATE, TIME, LATENCY, WORK, LINE, SIZE, COUNT } param_kind;

static const tc_param_range ranges[] = {[RATE] = {1e6, 1e15, "bytes per second; 6 GB/s is 6e9"},
                                        [TIME] = {1e-15, 1.0, "seconds; 3.4 us is 3.4e-6"},
                                        [LATENCY] = {1e-15, 0.1, "seconds; 3.4 us is 3.4e-6"},
                                        [WORK] = {1e-15, 100.0, "seconds; 3.4 us is 3.4e-6"},
                                        [LINE] = {8.0, 4096.0, "bytes"},
                                        [SIZE] = {1024.0, 1e15, "bytes"},
                                        [COUNT] = {1.0, 1e6, "rows"}};

static const struct {
  const char *name, *meaning;
  size_t offset;
  int values;
  param_kind kind;
} params[] = {
#define TC_PARAM(name, param_kind, meaning) {#name, meaning, offsetof(tc_params, name), 1, param_kind},
#define TC_CURVE(name, param_kind, length, meaning)                                                          \
  {#name, meaning, offsetof(tc_params, name), length, param_kind},
#include "machine/parameters/params.def"
#undef TC_PARAM
#undef TC_CURVE
};

static const struct {
  const char *name, *meaning;
} rows[TC_KERNEL_COUNT * TC_WIDTHS] = {
#define TC_ENTRY(name)                                                                                       \
  {#name "_row4_s", "one row of the product at width 4, stored as " #name},                                  \
      {#name "_row16_s", "one row of the product at width 16, stored as " #name},
#include "sparse/formats.def"
#undef TC_ENTRY
    {"pointer_row4_s",
     "one row of the product at width 4, each column read through a pointer to values of another rank"},
    {"pointer_row16_s",
     "one row of the product at width 16, each column read through a pointer to values of another rank"}};

int tc_params_width(int index) { return index == 0 ? 4 : 16; }

double tc_params_width_share(int index, double width) {
  const double wide = (width - 4) / 12.0;
  return index == 0 ? 1.0 - wide : wide;
}

bool tc_params_has_read_costs(const tc_params *p, double width) {
  for (int index = 0; index < TC_WIDTHS; index++)
    if (tc_params_width_share(index, width) != 0.0 && !(*tc_param_get(p, TC_PARAM_gather4_s + index) > 0.0))
      return false;
  return true;
}

void tc_params_clear_read_costs(tc_params *p, int width) {
  for (int index = 0; index < TC_WIDTHS; index++)
    if (tc_params_width_share(index, width) != 0.0)
      memset(tc_param_at(p, TC_PARAM_gather4_s + index), 0, TC_SPREADS * sizeof(double));
}

tc_probe_times tc_params_probe(const tc_params *p) {
  return (tc_probe_times){{[TC_PROBE_INTEGER] = p->probe_integer_s,
                           [TC_PROBE_STREAM] = p->probe_stream_s,
                           [TC_PROBE_GATHER] = p->probe_gather_s}};
}

void tc_params_set_probe(tc_params *p, const tc_probe_times *times) {
  p->probe_integer_s = times->kernel_s[TC_PROBE_INTEGER];
  p->probe_stream_s = times->kernel_s[TC_PROBE_STREAM];
  p->probe_gather_s = times->kernel_s[TC_PROBE_GATHER];
}

static bool is_row(int param) { return param >= TC_PARAM_ROWS; }

/* Returns the name of a parameter. The curves of the first kernel have no prefix in their names: "row4_s". */
const char *tc_param_name(int param) {
  const char *name = is_row(param) ? rows[param - TC_PARAM_ROWS].name : params[param].name;
  return is_row(param) && param < tc_param_row(1, 0) ? strstr(name, "row") : name;
}

const char *tc_param_meaning(int param) {
  return is_row(param) ? rows[param - TC_PARAM_ROWS].meaning : params[param].meaning;
}

int tc_param_values(int param) { return is_row(param) ? TC_WORKING_SETS : params[param].values; }

static param_kind find_kind(int param) { return is_row(param) ? TIME : params[param].kind; }

tc_param_range tc_param_range_of(int param) { return ranges[find_kind(param)]; }

bool tc_param_is_time(int param) { return find_kind(param) == TIME; }

bool tc_param_is_rate(int param) { return find_kind(param) == RATE; }

bool tc_param_is_device(int param) {
  return (param >= TC_PARAM_device_bandwidth_Bps && param <= TC_PARAM_link_s) ||
         (param >= TC_PARAM_device_copy_s && param <= TC_PARAM_device_direct_row16_s);
}

bool tc_param_is_axis(int param) { return param == TC_PARAM_working_set_B || param == TC_PARAM_spread_B; }

bool tc_param_is_line(int param) { return find_kind(param) == LINE; }

static const struct {
  const char *name, *prefix;
  int first, last;
} sections[TC_PARAM_SECTION_COUNT] = {
#define TC_PARAM_SECTION(name, first, last) {#name, #name ".", TC_PARAM_##first, TC_PARAM_##last},
#include "machine/parameters/param_sections.def"
};

int tc_param_section(int param) {
  for (int s = 0; s < TC_PARAM_SECTION_COUNT; s++)
    if (param >= sections[s].first && param <= sections[s].last) return s;
  return TC_PARAM_SECTION_NONE;
}

const char *tc_param_section_name(int section) { return sections[section].name; }

const char *tc_param_section_prefix(int param) {
  const int section = tc_param_section(param);
  return section == TC_PARAM_SECTION_NONE ? "" : sections[section].prefix;
}

bool tc_param_is_pattern(int param) { return tc_param_section(param) == TC_PARAM_SECTION_patterns; }

static size_t offset_of(int param) {
  if (!is_row(param)) return params[param].offset;
  return offsetof(tc_params, row_s) + (size_t)(param - TC_PARAM_ROWS) * TC_WORKING_SETS * sizeof(double);
}

void tc_param_record(tc_params *p, int param, double value) {
  if (value > 0.0 && isfinite(value)) *tc_param_at(p, param) = value;
}

double *tc_param_at(tc_params *p, int param) { return (double *)(void *)((char *)p + offset_of(param)); }

const double *tc_param_get(const tc_params *p, int param) {
  return (const double *)(const void *)((const char *)p + offset_of(param));
}

int tc_params_nearest_set(const tc_params *p, int count, double bytes) {
  int best = 0;
  for (int w = 1; w < count; w++)
    if (fabs(log(p->working_set_B[w] / bytes)) < fabs(log(p->working_set_B[best] / bytes))) best = w;
  return best;
}

double tc_params_curve(const tc_params *p, const double *curve, double bytes) {
  const double *set_B = p->working_set_B;
  int w = 1;
  if (!(curve[0] > 0.0) || !(set_B[0] > 0.0)) return 0.0;
  if (bytes <= set_B[0]) return curve[0];
  while (w < TC_WORKING_SETS - 1 && bytes > set_B[w]) w++;
  if (bytes >= set_B[w]) return curve[w];
  const double weight = log(bytes / set_B[w - 1]) / log(set_B[w] / set_B[w - 1]);
  return curve[w - 1] + weight * (curve[w] - curve[w - 1]);
}

tc_params tc_params_for_working_set(const tc_params *from, double bytes) {
  tc_params p = *from;
  p.run_B = bytes;
  return p;
}

double tc_params_cached_Bps(const tc_params *p) { return tc_params_curve(p, p->stream_Bps, p->run_B); }

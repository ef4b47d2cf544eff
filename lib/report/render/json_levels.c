#include <math.h>

#include "base/file/file.h"
#include "base/program/json_program.h"
#include "machine/limits/levels.h"
#include "machine/parameters/json_head.h"
#include "report/sections/levels_table.h"

static void write_number(tc_json *json, const char *name, double value) {
  tc_json_number(json, name, value > 0.0 ? value : NAN);
}

static void write_limits(tc_json *json, const char *name, double Bps, double cache_Bps, double access_B) {
  tc_json_begin(json, name, '{');
  write_number(json, "roof_flops", tc_memory_levels_roofline(Bps, TC_FV_ROW_B));
  write_number(json, "worst_flops",
               access_B > 0.0 ? tc_memory_levels_roofline(Bps, tc_memory_levels_worst_row_B(access_B)) : 0.0);
  write_number(json, "balance_accesses", tc_memory_levels_balance(cache_Bps, Bps, access_B));
  tc_json_end(json, '}');
}

static void write_set(tc_json *json, const tc_memory_levels *levels, int32_t wanted) {
  double flops[TC_LEVELS];
  const double least = tc_memory_levels_forecast(levels, wanted, flops);
  tc_json_begin(json, NULL, '{');
  tc_json_integer(json, "values", wanted);
  for (int level = 0; level < TC_LEVELS; level++)
    write_number(json, tc_memory_levels_name(level), flops[level]);
  write_number(json, "least", least);
  tc_json_end(json, '}');
}

tc_status tc_report_levels_json(const tc_levels_report *report, const char *path) {
  const tc_params *p = &report->params;
  const tc_memory_levels levels = tc_memory_levels_from_params(p);
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_json json = {file.out, 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_program(&json, "tetracast");
  tc_json_text(&json, "command", "levels");
  tc_json_begin(&json, "machine", '{');
  tc_json_params(&json, p);
  tc_json_text(&json, "origin", report->machine);
  tc_json_end(&json, '}');
  write_limits(&json, "memory", p->level_Bps[TC_LEVELS - 1], p->level_Bps[TC_LEVELS - 2], p->cache_line_B);
  write_limits(&json, "device", p->device_bandwidth_Bps, p->device_cache_Bps, p->device_sector_B);
  tc_json_begin(&json, "working_sets", '[');
  for (int i = 0; i < report->sets; i++) write_set(&json, &levels, report->set[i]);
  tc_json_end(&json, ']');
  tc_json_end(&json, '}');
  return tc_file_commit(&file);
}

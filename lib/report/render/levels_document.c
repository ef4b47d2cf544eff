#include "base/document/render.h"
#include "machine/limits/levels.h"
#include "machine/parameters/machine_items.h"
#include "report/sections/levels_table.h"

static void add_limits(tc_section *section, const char *key, double Bps, double cache_Bps, double access_B) {
  const double worst = tc_memory_levels_roofline(Bps, tc_memory_levels_worst_row_B(access_B));
  tc_section_add(section, key,
                 TC_ITEMS(tc_item_positive("roof_flops", tc_memory_levels_roofline(Bps, TC_FV_ROW_B)),
                          tc_item_if(access_B > 0.0, tc_item_positive("worst_flops", worst)),
                          tc_item_positive("balance_accesses",
                                           tc_memory_levels_balance(cache_Bps, Bps, access_B))));
}

static void add_set(tc_section *list, const tc_memory_levels *levels, int32_t wanted) {
  double flops[TC_LEVELS];
  const double least = tc_memory_levels_forecast(levels, wanted, flops);
  tc_section *set = tc_section_add(list, NULL, TC_ITEMS(tc_item_integer("values", wanted)));
  for (int level = 0; level < TC_LEVELS; level++)
    tc_item_add(set, tc_item_positive(tc_memory_levels_name(level), flops[level]));
  tc_item_add(set, tc_item_positive("least", least));
}

tc_status tc_report_levels_json(const tc_levels_report *report, const char *path) {
  const tc_params *p = &report->params;
  const tc_memory_levels levels = tc_memory_levels_from_params(p);
  tc_document document;
  tc_section *root = tc_document_begin(&document, "tetracast");
  tc_item_add(root, tc_item_text("command", "levels"));
  tc_section *machine = tc_section_add(root, "machine", TC_NO_ITEMS);
  tc_items_add_params(machine, p);
  tc_item_add(machine, tc_item_text("origin", report->machine));
  add_limits(root, "memory", p->level_Bps[TC_LEVELS - 1], p->level_Bps[TC_LEVELS - 2], p->cache_line_B);
  add_limits(root, "device", p->device_bandwidth_Bps, p->device_cache_Bps, p->device_sector_B);
  tc_section *sets = tc_list_add(root, "working_sets", TC_NO_ITEMS);
  for (int i = 0; i < report->sets; i++) add_set(sets, &levels, report->set[i]);
  return tc_document_write(&document, tc_document_json, path);
}

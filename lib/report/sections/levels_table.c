/* Table of the memory levels of a machine. It has sections for the levels, for the limits that they impose on
 * a matrix row, and for the performance by equation (6) of Langguth et al. 2015 if W values of x must remain
 * in a cache. "The paper" below is this article. For the machine of the paper's Table 1 each line also has
 * the published figures. A mark shows computed figures whose published figure is 0.01 lower. */
#include "report/sections/levels_table.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "machine/limits/levels.h"
#include "machine/parameters/machine_items.h"

static double memory_Bps(const tc_params *p) {
  const double Bps = p->level_Bps[TC_LEVELS - 1];
  return Bps > 0.0 ? Bps : p->private_bandwidth_Bps;
}

static void write_level_table(const tc_params *p, tc_section *out) {
  tc_section_print(out, " ");
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("level", -10), tc_column_number("size [kB]", 12, "%.2f"),
             tc_column_number("rate [GB/s]", 15, "%.2f"), tc_column_number("64 B/row [GFLOP/s]", 18, "%.2f"));
  for (int i = 0; i <= TC_LEVELS; i++) {
    const double bytes = i < TC_LEVELS ? p->level_cache_B[i] : 0.0;
    const double Bps = i == TC_LEVELS ? memory_Bps(p) : i > 0 ? p->level_Bps[i - 1] : 0.0;
    TC_SECTION(table, NULL, TC_VALUE(NULL, i ? tc_memory_levels_name(i - 1) : "registers"),
               tc_item_positive(NULL, 1e-3 * bytes), tc_item_positive(NULL, 1e-9 * Bps),
               tc_item_positive(NULL, 1e-9 * tc_memory_levels_roofline(Bps, TC_FV_ROW_B)));
  }
}

static bool has_levels(const tc_params *p) { return p->level_cache_B[0] > 0.0 || memory_Bps(p) > 0.0; }

/* Writes the limits that memory and cache impose on a row. access_B is the size of one memory access in
 * bytes: 64 on a CPU, 32 on a GPU. */
static void write_limits(const char *subject, double Bps, const char *cache, double cache_Bps,
                         double access_B, int equation, tc_section *out) {
  const double worst_B = tc_memory_levels_worst_row_B(access_B);
  if (!(Bps > 0.0 && access_B > 0.0)) return;
  tc_section_print(out, "\n  %s: %.2f GFLOP/s if each value moves once (%d bytes per row)", subject,
                   1e-9 * tc_memory_levels_roofline(Bps, TC_FV_ROW_B), (int)TC_FV_ROW_B);
  tc_section_print(out, "  %s: %.2f GFLOP/s if every read of a neighbour moves %g bytes (%g bytes per row)",
                   subject, 1e-9 * tc_memory_levels_roofline(Bps, worst_B), access_B, worst_B);
  if (cache_Bps > 0.0)
    tc_section_print(out,
                     "  a* = %.2f by equation (%d): with more accesses of %g bytes per row, %s is the limit",
                     tc_memory_levels_balance(cache_Bps, Bps, access_B), equation, access_B, cache);
}

/* Returns the column of the paper's Table 2 for this number of cached values (words of 8 bytes); NULL if the
 * table has no such column. */
static const tc_memory_levels_column *find_published(int32_t words) {
  for (int set = 0; set < TC_MEMORY_LEVELS_SETS; set++)
    if (tc_memory_levels_published_columns[set].words == words)
      return &tc_memory_levels_published_columns[set];
  return NULL;
}

static long round_to_cents(double GFLOPs) { return lround(100.0 * GFLOPs); }

/* Result of comparing the computed table with the paper's Table 2. */
typedef struct comparison {
  bool is_published;  /* true for the machine of the paper's Table 1 */
  int compared_cells; /* number of cells that the published table also has */
  int lower_cells;    /* number of the compared cells whose published value is 0.01 lower */
} comparison;

/* Appends `flops` in GFLOP/s as one cell, and marks it if the published figure `printed` is lower. Returns
 * true if it is marked. */
static bool add_flops_cell(double flops, double printed, tc_section *row) {
  const bool is_lower = round_to_cents(printed) - round_to_cents(1e-9 * flops) == -1;
  if (flops > 0.0)
    tc_cell_print(row, "%.2f%s", 1e-9 * flops, is_lower ? "*" : " ");
  else
    tc_cell_print(row, "- ");
  return is_lower;
}

static void add_set(const tc_memory_levels *levels, int32_t words, comparison *c, tc_section *table) {
  double flops[TC_LEVELS];
  const double min_flops = tc_memory_levels_forecast(levels, words, flops);
  const tc_memory_levels_column *printed = c->is_published ? find_published(words) : NULL;
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, words));
  for (int level = 0; level < TC_LEVELS; level++) {
    c->lower_cells +=
        add_flops_cell(flops[level], printed ? printed->level[level] : 1e-9 * flops[level], row);
    c->compared_cells += printed != NULL;
  }
  add_flops_cell(min_flops, printed ? printed->min : 1e-9 * min_flops, row);
  if (printed)
    TC_ADD(row, TC_VALUE(NULL, printed->min), TC_VALUE(NULL, printed->measured),
           TC_VALUE(NULL, 100.0 * (printed->min / printed->measured - 1.0)));
}

static void write_working_sets(const tc_levels_report *report, const tc_memory_levels *levels,
                               bool is_published, tc_section *out) {
  comparison c = {.is_published = is_published};
  if (!report->sets) return;
  tc_section_print(out, "\nLimits [GFLOP/s] of each level if W values are to be cached, by equation (6)");
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("W", 10));
  for (int level = 0; level < TC_LEVELS; level++)
    TC_COLUMNS(table,
               tc_column_text(tc_document_format(out->document, "%s ", tc_memory_levels_name(level)), 9));
  tc_columns_add(table, is_published ? 4 : 1,
                 (tc_column[]){tc_column_text("lowest ", 9), tc_column_number("published", 10, "%.2f"),
                               tc_column_number("measured", 9, "%.2f"),
                               tc_column_number("error", 9, "%+.0f %%")});
  for (int i = 0; i < report->sets; i++) add_set(levels, report->set[i], &c, table);
  if (c.compared_cells)
    tc_section_print(out, "  %d of %d cells as printed; * published 0.01 lower: truncated, not rounded",
                     c.compared_cells - c.lower_cells, c.compared_cells);
}

static void write_published(tc_section *out) {
  tc_section_print(out, "\nOther values that follow from figures of the paper");
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("", -46), tc_column_text("formula", -40),
             tc_column_number("value", 10, "%.6g"), tc_column_text("printed", 10));
  for (int i = 0; i < tc_memory_levels_limit_count(); i++) {
    const tc_memory_levels_limit *limit = tc_memory_levels_limit_at(i);
    tc_section *row =
        TC_SECTION(table, NULL, TC_VALUE(NULL, limit->what), TC_VALUE(NULL, limit->formula),
                   TC_VALUE(NULL, limit->value), TC_VALUE(NULL, *limit->printed ? limit->printed : "-"));
    tc_section_print(row, "%s%s%s", limit->unit, *limit->note ? "; " : "", limit->note);
  }
}

static void write_gathers(const tc_params *p, tc_section *out) {
  if (!(p->spread_B[0] > 0.0 && p->gather4_s[TC_SPREADS - 1] > 0.0)) return;
  tc_section_print(out, "\nTime of a single read of x [ns] for different spreads (the bytes of x that the "
                        "reads cover)");
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_number("spread [kB]", 12, "%.0f"), tc_column_number("width 4", 10, "%.3f"),
             tc_column_number("width 16", 10, "%.3f"));
  for (int i = 0; i < TC_SPREADS; i++)
    TC_SECTION(table, NULL, TC_VALUE(NULL, 1e-3 * p->spread_B[i]),
               tc_item_positive(NULL, 1e9 * p->gather4_s[i]), tc_item_positive(NULL, 1e9 * p->gather16_s[i]));
}

static void write_levels(const tc_levels_report *report, tc_section *out) {
  const tc_params *p = &report->params;
  const tc_memory_levels levels = tc_memory_levels_from_params(p), paper = tc_memory_levels_published();
  const bool is_published = memcmp(&levels, &paper, sizeof paper) == 0;
  tc_section_print(out, "%s", report->machine);
  if (has_levels(p)) write_level_table(p, out);
  write_limits("memory", memory_Bps(p), "L3", p->level_Bps[2], p->cache_line_B, 3, out);
  write_limits("device", p->device_bandwidth_Bps, "its cache", p->device_cache_Bps, p->device_sector_B, 2,
               out);
  if (p->level_Bps[0] > 0.0 && p->level_cache_B[0] > 0.0)
    write_working_sets(report, &levels, is_published, out);
  else
    tc_section_print(out, "\n  equation (6) needs level_cache_B and level_Bps: `tetracast calibrate` "
                          "measures them");
  write_gathers(p, out);
  if (is_published) write_published(out);
}

/* ---- JSON ---- */

static void add_limits(tc_section *section, const char *key, double Bps, double cache_Bps, double access_B) {
  const double worst = tc_memory_levels_roofline(Bps, tc_memory_levels_worst_row_B(access_B));
  TC_SECTION(section, key, tc_item_positive("roof_flops", tc_memory_levels_roofline(Bps, TC_FV_ROW_B)),
             tc_item_if(access_B > 0.0, tc_item_positive("worst_flops", worst)),
             tc_item_positive("balance_accesses", tc_memory_levels_balance(cache_Bps, Bps, access_B)));
}

static void add_working_set(tc_section *list, const tc_memory_levels *levels, int32_t words) {
  double flops[TC_LEVELS];
  const double min_flops = tc_memory_levels_forecast(levels, words, flops);
  tc_section *set = TC_SECTION(list, NULL, TC_VALUE("values", words));
  for (int level = 0; level < TC_LEVELS; level++)
    tc_item_add(set, tc_item_positive(tc_memory_levels_name(level), flops[level]));
  tc_item_add(set, tc_item_positive("least", min_flops));
}

static void add_levels(tc_section *section, const tc_levels_report *report) {
  const tc_params *p = &report->params;
  const tc_memory_levels levels = tc_memory_levels_from_params(p);
  tc_items_add_program(section, "tetracast");
  tc_item_add(section, TC_VALUE("command", "levels"));
  tc_section *machine = tc_section_add(section, "machine");
  tc_items_add_params(machine, p);
  tc_item_add(machine, TC_VALUE("origin", report->machine));
  add_limits(section, "memory", p->level_Bps[TC_LEVELS - 1], p->level_Bps[TC_LEVELS - 2], p->cache_line_B);
  add_limits(section, "device", p->device_bandwidth_Bps, p->device_cache_Bps, p->device_sector_B);
  tc_section *sets = tc_list_add(section, "working_sets");
  for (int i = 0; i < report->sets; i++) add_working_set(sets, &levels, report->set[i]);
}

void tc_report_levels_build(const tc_levels_report *report, tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL);
  write_levels(report, tc_group_add(root, TC_RENDERER_TEXT));
  add_levels(tc_group_add(root, TC_RENDERER_JSON), report);
}

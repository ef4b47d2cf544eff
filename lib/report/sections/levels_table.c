/* Table of the memory levels of a machine. It has sections for the levels, for the limits of a row and for
 * sets of cached values by equation (6) of Langguth et al. 2015, called the paper below. For the machine of
 * the paper's Table 1, the published figures follow in the same lines, and cells whose published figure is
 * 0.01 lower are marked. */
#include "report/sections/levels_table.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/core/print.h"
#include "machine/limits/levels.h"

enum { cell_size = 32 };

/* Formats a value, such as "35.31"; "-" if the value is unknown (0). */
static const char *format_number(char cell[cell_size], const char *format, double value) {
  if (value > 0.0)
    tc_snprintf(cell, cell_size, format, value);
  else
    snprintf(cell, cell_size, "-");
  return cell;
}

static double memory_Bps(const tc_params *p) {
  const double Bps = p->level_Bps[TC_LEVELS - 1];
  return Bps > 0.0 ? Bps : p->private_bandwidth_Bps;
}

static void write_ladder(const tc_params *p, FILE *out) {
  char holds[cell_size], delivers[cell_size], roof[cell_size];
  fprintf(out, "\n  %-10s %12s %15s %18s\n", "level", "size [kB]", "rate [GB/s]", "64 B/row [GFLOP/s]");
  for (int i = 0; i <= TC_LEVELS; i++) {
    const double bytes = i < TC_LEVELS ? p->level_cache_B[i] : 0.0;
    const double Bps = i == TC_LEVELS ? memory_Bps(p) : i > 0 ? p->level_Bps[i - 1] : 0.0;
    tc_fprintf(out, "  %-10s %12s %15s %18s\n", i ? tc_memory_levels_name(i - 1) : "registers",
               format_number(holds, "%.2f", 1e-3 * bytes), format_number(delivers, "%.2f", 1e-9 * Bps),
               format_number(roof, "%.2f", 1e-9 * tc_memory_levels_roofline(Bps, TC_FV_ROW_B)));
  }
}

/* True if a cache or the private memory bandwidth of the machine is known. */
static bool is_known(const tc_params *p) { return p->level_cache_B[0] > 0.0 || memory_Bps(p) > 0.0; }

/* Writes the limits that memory and cache impose on a row. access_B is the size of one memory access in
 * bytes: 64 on a CPU, 32 on a GPU. */
static void write_limits(const char *of, double Bps, const char *cache, double cache_Bps, double access_B,
                         int equation, FILE *out) {
  const double worst_B = tc_memory_levels_worst_row_B(access_B);
  if (!(Bps > 0.0 && access_B > 0.0)) return;
  tc_fprintf(out, "\n  %s: %.2f GFLOP/s if each value moves once, %d bytes a row\n", of,
             1e-9 * tc_memory_levels_roofline(Bps, TC_FV_ROW_B), (int)TC_FV_ROW_B);
  tc_fprintf(out, "  %s: %.2f GFLOP/s if every read of a neighbour moves %g bytes, %g bytes a row\n", of,
             1e-9 * tc_memory_levels_roofline(Bps, worst_B), access_B, worst_B);
  if (cache_Bps > 0.0)
    tc_fprintf(out,
               "  a* = %.2f by (%d): beyond that number of accesses of %g bytes a row, %s is the limit\n",
               tc_memory_levels_balance(cache_Bps, Bps, access_B), equation, access_B, cache);
}

/* Returns the index of the set with this number of words in the paper's Table 2; -1 if that table does not
 * contain it. */
static int published_set(int32_t wanted) {
  for (int set = 0; set < TC_MEMORY_LEVELS_SETS; set++)
    if (tc_memory_levels_published_set(set) == wanted) return set;
  return -1;
}

static long to_cents(double GFLOPs) { return lround(100.0 * GFLOPs); }

/* Comparison of the computed table with the paper's Table 2. */
typedef struct comparison {
  bool published; /* true for the machine of the paper's Table 1 */
  int cells,
      low; /* number of cells that the paper's table contains; number of these that are 0.01 lower there */
} comparison;

/* Writes `flops` in GFLOP/s as one cell, and marks it if the published figure `printed` is lower. Returns
 * true if it is marked. */
static bool write_cell(double flops, double printed, FILE *out) {
  char cell[cell_size];
  const bool lower = to_cents(printed) - to_cents(1e-9 * flops) == -1;
  tc_fprintf(out, " %8s%s", format_number(cell, "%.2f", 1e-9 * flops), lower ? "*" : " ");
  return lower;
}

static void write_set(const tc_memory_levels *levels, int32_t wanted, comparison *c, FILE *out) {
  double flops[TC_LEVELS];
  const double least = tc_memory_levels_forecast(levels, wanted, flops);
  const int set = c->published ? published_set(wanted) : -1;
  fprintf(out, "  %10d", (int)wanted);
  for (int level = 0; level < TC_LEVELS; level++) {
    c->low += write_cell(flops[level],
                         set < 0 ? 1e-9 * flops[level] : tc_memory_levels_published_cell(level, set), out);
    c->cells += set >= 0;
  }
  write_cell(least, set < 0 ? 1e-9 * least : tc_memory_levels_published_min(set), out);
  if (set >= 0)
    tc_fprintf(out, " %10.2f %9.2f %+7.0f %%", tc_memory_levels_published_min(set),
               tc_memory_levels_published_measured(set),
               100.0 *
                   (tc_memory_levels_published_min(set) / tc_memory_levels_published_measured(set) - 1.0));
  fputc('\n', out);
}

static void write_sets(const tc_levels_report *report, const tc_memory_levels *levels, bool published,
                       FILE *out) {
  comparison c = {.published = published};
  if (!report->sets) return;
  fprintf(out, "\nLimits [GFLOP/s] of each level if W values are to be cached, by (6)\n  %10s", "W");
  for (int level = 0; level < TC_LEVELS; level++) fprintf(out, " %8s ", tc_memory_levels_name(level));
  fprintf(out, " %8s%s\n", "lowest", published ? "   published  measured     error" : "");
  for (int i = 0; i < report->sets; i++) write_set(levels, report->set[i], &c, out);
  if (c.cells)
    fprintf(out, "  %d of %d cells as printed; * published 0.01 lower: truncated, not rounded\n",
            c.cells - c.low, c.cells);
}

static void write_published(FILE *out) {
  fprintf(out, "\nOther values that follow from figures of the paper\n  %-46s %-40s %10s %10s\n", "",
          "formula", "value", "printed");
  for (int i = 0; i < tc_memory_levels_limit_count(); i++) {
    const tc_memory_levels_limit *limit = tc_memory_levels_limit_at(i);
    tc_fprintf(out, "  %-46s %-40s %10.6g %10s %s%s%s\n", limit->what, limit->formula, limit->value,
               *limit->printed ? limit->printed : "-", limit->unit, *limit->note ? "; " : "", limit->note);
  }
}

static void write_gathers(const tc_params *p, FILE *out) {
  char four[cell_size], sixteen[cell_size];
  if (!(p->spread_B[0] > 0.0 && p->gather4_s[TC_SPREADS - 1] > 0.0)) return;
  fprintf(out,
          "\nTime of a single read of x [ns] by the memory that such reads are spread over\n  %12s %10s "
          "%10s\n",
          "spread [kB]", "width 4", "width 16");
  for (int i = 0; i < TC_SPREADS; i++)
    tc_fprintf(out, "  %12.0f %10s %10s\n", 1e-3 * p->spread_B[i],
               format_number(four, "%.3f", 1e9 * p->gather4_s[i]),
               format_number(sixteen, "%.3f", 1e9 * p->gather16_s[i]));
}

void tc_report_levels(const tc_levels_report *report, FILE *out) {
  const tc_params *p = &report->params;
  const tc_memory_levels levels = tc_memory_levels_from_params(p), paper = tc_memory_levels_published();
  const bool published = memcmp(&levels, &paper, sizeof paper) == 0;
  fprintf(out, "%s\n", report->machine);
  if (is_known(p)) write_ladder(p, out);
  write_limits("memory", memory_Bps(p), "L3", p->level_Bps[2], p->cache_line_B, 3, out);
  write_limits("device", p->device_bandwidth_Bps, "its cache", p->device_cache_Bps, p->device_sector_B, 2,
               out);
  if (p->level_Bps[0] > 0.0 && p->level_cache_B[0] > 0.0)
    write_sets(report, &levels, published, out);
  else
    fprintf(out, "\n  (6) needs level_cache_B and level_Bps: `tetracast calibrate` measures them\n");
  write_gathers(p, out);
  if (published) write_published(out);
}

#include "report/reads.h"

#include <math.h>
#include <string.h>

#include "sparse/reuse.h"

enum { second = 2 };

/* What is read beyond the usual, taken off again. */
static tc_reuse usual_of(const tc_measure *m) {
  tc_reuse usual = m->reuse;
  for (int b = 0; b < TC_REUSE_BINS; b++) usual.apart[b] -= m->beyond.apart[b];
  usual.first -= m->beyond.first;
  return usual;
}

static double lines_behind(const tc_report *report, const tc_result *result, int level, bool best) {
  const double bytes = report->machine.level_cache_B[level];
  double lines = 0.0, rows = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_reuse reuse = best ? usual_of(&result->measured[r]) : result->measured[r].reuse;
    lines += tc_reuse_behind(&reuse, tc_reuse_row_bytes(report->width), bytes);
    rows += reuse.rows;
  }
  return bytes > 0.0 && rows > 0.0 ? lines / rows : (double)NAN;
}

double tc_reads_behind(const tc_report *report, const tc_result *result, int level) {
  return lines_behind(report, result, level, false);
}

double tc_reads_best(const tc_report *report, const tc_result *result, int level) {
  return lines_behind(report, result, level, true);
}

/* By levels of what a rank has: rcm, also inside one METIS block per rank. */
static bool is_well_ordered(const tc_result *result) {
  return !result->order || strcmp(result->order, "rcm") == 0 ||
         (strcmp(result->order, "metis") == 0 && result->order_block == 0);
}

/* The part of a step that goes into reads which a good order would not make. */
static double saving(const tc_result *result) {
  const tc_forecast *all = &result->forecast[TC_MODEL_hierarchy], *good = &result->forecast[TC_MODEL_refined];
  return all->part && good->part ? 1.0 - good->total_s / all->total_s : 0.0;
}

/* The second cache; of a mesh whose reads all end there, the first. */
static int telling_level(const tc_report *report, const tc_result *result) {
  const double least = 0.01;
  return tc_reads_behind(report, result, second) - tc_reads_best(report, result, second) < least ? second - 1
                                                                                                 : second;
}

void tc_reads_advice(const tc_report *report, const tc_result *result, FILE *out) {
  const double worth = 0.05, saved = saving(result);
  if (is_well_ordered(result) || !(saved > worth)) return;
  const int level = telling_level(report, result);
  const double lines = tc_reads_behind(report, result, level);
  fputs("  x: ", out);
  if (!isnan(lines))
    fprintf(out, "%.2f lines a row from beyond L%d (best %.2f): ", lines, level,
            tc_reads_best(report, result, level));
  fprintf(out, "order.method rcm would save about %.0f %%\n", 100.0 * saved);
}

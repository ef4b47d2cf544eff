/* Forecasts of `kernels run`. This module measures the machine in each round of products, computes both
 * forecasts of every table line at the end, and writes their columns, legend and JSON. Each number of threads
 * has its own machine parameters. Lines of a device have no forecast. */
#include "forecast.h"
#include "base/core/print.h"

#include <math.h>

#include "base/core/memory.h"
#include "local_machine.h"
#include "machine/limits/levels.h"
#include "sparse/instance.h"
#include "sparse/reuse_distance.h"

enum { value_B = 8 };

/* Data of the forecasts: the options `o`, and the parameters of this machine for each number of threads
 * (`machine`, with `machines` elements). */
struct kn_forecasts {
  const kn_options *o;
  int machines;
  kn_local_machine *machine;
};

tc_status kn_forecasts_create(const kn_options *o, kn_forecasts **out) {
  kn_forecasts *f = NULL;
  tc_status status = TC_OK;
  if (!o->forecast) return TC_OK;
  if (o->cells < KN_LOCAL_ROWS_MIN && o->pattern)
    return tc_status_create(TC_USAGE, "--forecast needs %d rows or more, and %s has %d: remove --forecast",
                            (int)KN_LOCAL_ROWS_MIN, o->pattern, (int)o->cells);
  if (o->cells < KN_LOCAL_ROWS_MIN)
    return tc_status_create(TC_USAGE, "--forecast needs --cells %d or more: increase --cells",
                            (int)KN_LOCAL_ROWS_MIN);
  if (o->width != TC_INSTANCE_DEGREE)
    return tc_status_create(TC_USAGE,
                            "--forecast supports rows of %d entries only, but those of %s have %d: remove "
                            "--forecast",
                            (int)TC_INSTANCE_DEGREE, o->pattern, o->width);
  TC_TRY(TC_ALLOC_ZERO(f, 1));
  *f = (kn_forecasts){.o = o, .machines = o->threads.count};
  TC_GUARD(status, TC_ALLOC(f->machine, f->machines));
  for (int i = 0; i < f->machines; i++)
    kn_local_machine_init(kn_row_form_at(o->form), o->cells, o->threads.item[i], &f->machine[i]);
  *out = f;
  return TC_OK;
cleanup:
  kn_forecasts_destroy(&f);
  return status;
}

void kn_forecasts_destroy(kn_forecasts **forecasts) {
  if (!*forecasts) return;
  tc_free((*forecasts)->machine);
  tc_free(*forecasts);
  *forecasts = NULL;
}

tc_status kn_forecasts_sample(kn_forecasts *f) {
  for (int i = 0; f && i < f->machines; i++) TC_TRY(kn_local_machine_sample(&f->machine[i]));
  return TC_OK;
}

/* ---- the two forecasts ---- */

/* Returns the forecast seconds of a product by equation (6) of Langguth et al. (2015). The equation applies
 * only to instances (constructed matrices) and the form `difference`; otherwise returns NAN. */
static double forecast_by_levels(const kn_local_machine *m, int32_t block) {
  const tc_memory_levels levels = tc_memory_levels_from_params(&m->params);
  double flops[TC_LEVELS];
  if (block == 0 || kn_row_form_flop(m->form, TC_INSTANCE_DEGREE) != TC_FV_FLOPS) return NAN;
  return TC_FV_FLOPS * (double)m->cells / tc_memory_levels_forecast(&levels, block, flops);
}

/* Returns the forecast seconds of a product by the cost of single reads: the measured time of a product whose
 * rows read adjacent values, plus the cost of the reads that `reuse` contains in excess of that product.
 * Returns NAN if a parameter is missing. */
static double forecast_by_reads(const kn_local_machine *m, const tc_reuse *reuse) {
  const double touched = m->cells * (double)(kn_row_form_bytes(m->form, TC_INSTANCE_DEGREE) - value_B) +
                         reuse->lines * TC_REUSE_LINE;
  tc_reuse excess = *reuse;
  tc_read_costs costs;
  if (!tc_read_costs_init(&m->params, 0, &costs)) return NAN;
  tc_reuse_subtract(&excess, &m->adjacent_reuse);
  return m->adjacent_s + fmax(tc_read_costs_s(&costs, &excess, touched), 0.0);
}

static const kn_local_machine *find_machine(const kn_forecasts *f, const kn_timing *t) {
  for (int i = 0; i < f->machines; i++)
    if (f->machine[i].threads == t->threads) return &f->machine[i];
  return NULL; /* the line is the timing of a device, for which there is no forecast */
}

static tc_status fill_block(const kn_forecasts *f, int32_t block, int32_t *column, int count,
                            kn_timing *timing) {
  const tc_ell_pattern A = {f->o->cells, f->o->cells, TC_INSTANCE_DEGREE, column, NULL};
  tc_reuse reuse;
  TC_TRY(kn_options_instance(f->o, block, column));
  TC_TRY(tc_reuse_count(&A, kn_row_form_bytes(kn_row_form_at(f->o->form), f->o->width) - value_B, &reuse));
  for (int i = 0; i < count; i++) {
    const kn_local_machine *m = find_machine(f, &timing[i]);
    if (timing[i].block != block || !m) continue;
    timing[i].levels_s = forecast_by_levels(m, block);
    timing[i].reads_s = forecast_by_reads(m, &reuse);
  }
  return TC_OK;
}

tc_status kn_forecasts_fill(kn_forecasts *f, int32_t *column, int count, kn_timing *timing) {
  for (int i = 0; i < count; i++) timing[i].levels_s = timing[i].reads_s = NAN;
  for (int i = 0; f && i < f->machines; i++) kn_local_machine_compute(&f->machine[i]);
  for (int b = 0; f && b < f->o->blocks.count; b++)
    TC_TRY(fill_block(f, f->o->blocks.item[b], column, count, timing));
  return TC_OK;
}

/* ---- output ---- */

void kn_forecasts_head(FILE *out) {
  fprintf(out, " | %10s %7s %10s %7s", "by eq. (6)", "error", "by reads", "error");
}

static void write_forecast(double forecast_s, double measured_s, double rows, FILE *out) {
  if (isnan(forecast_s))
    fprintf(out, " %10s %7s", "-", "-");
  else
    tc_fprintf(out, " %10.3f %+5.0f %%", 1e9 * forecast_s / rows, 100.0 * (forecast_s / measured_s - 1.0));
}

void kn_forecasts_line(const kn_options *o, const kn_timing *t, FILE *out) {
  fputs(" |", out);
  write_forecast(t->levels_s, t->fastest_s, o->cells, out);
  write_forecast(t->reads_s, t->fastest_s, o->cells, out);
}

void kn_forecasts_legend(const kn_timing_list *all, FILE *out) {
  const double max_error = 0.15;
  fputs("Forecasts of the fastest product, ns/row. by eq. (6): equation (6) of Langguth et al. 2015 with "
        "measured bandwidths;\nby reads: measured time of rows that read adjacent values, plus the measured "
        "cost of single reads at the counted\nreuse distances. error: forecast / fastest - 1.\n",
        out);
  for (int reads = 0; reads < 2; reads++) {
    /* `accurate`: number of table lines whose forecast error is at most 15 %; `lines`: number of table lines
     * with a forecast */
    int accurate = 0, lines = 0;
    for (int i = 0; i < all->count; i++) {
      const double forecast = reads ? all->timing[i].reads_s : all->timing[i].levels_s;
      lines += !isnan(forecast);
      accurate += fabs(forecast / all->timing[i].fastest_s - 1.0) <= max_error;
    }
    if (lines > 0)
      tc_fprintf(out, "forecast by %s: error at most %.0f %% in %d of %d lines\n",
                 reads ? "reads" : "eq. (6)", 100.0 * max_error, accurate, lines);
  }
}

static void add_numbers(tc_section *section, const char *key, int count, const double *number) {
  tc_section *list = tc_list_add(section, key);
  for (int i = 0; i < count; i++) tc_item_add(list, tc_item_positive(NULL, number[i]));
}

void kn_forecasts_machine_add(tc_section *section, const kn_forecasts *f) {
  tc_section *list = tc_list_add(section, "machine");
  for (int i = 0; f && i < f->machines; i++) {
    const kn_local_machine *m = &f->machine[i];
    tc_section *machine =
        TC_SECTION(list, NULL, TC_VALUE("threads", m->threads), TC_VALUE("together_s", m->adjacent_s));
    add_numbers(machine, "spread_B", TC_SPREADS, m->params.spread_B);
    add_numbers(machine, "gather4_s", TC_SPREADS, m->params.gather4_s);
    add_numbers(machine, "level_cache_B", TC_LEVELS, m->params.level_cache_B);
    add_numbers(machine, "level_Bps", TC_LEVELS, m->params.level_Bps);
  }
}

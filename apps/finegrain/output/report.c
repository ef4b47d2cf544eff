/* Tables of `finegrain analyse` and `predict`: partitions with patterns and counts, forecasts, and rates. An
 * access count is the maximum over the ranks. The share of a pattern is the number of values accessed with
 * this pattern divided by the number of all accessed values, both summed over the ranks. NaN and unknown
 * values are printed as "-". report_json.c writes the same results as JSON. */
#include "output/report.h"
#include "base/core/print.h"

#include <math.h>

#include "base/text/number_format.h"
#include "pgas/shared_access.h"

void fg_print_title(const fg_case *c, FILE *out) {
  fprintf(out, "%s%s%s\n", c->loops.name ? c->loops.name : "a program", c->loops.summary ? ": " : "",
          c->loops.summary ? c->loops.summary : "");
}

const char *fg_format_seconds(double s, char cell[FG_CELL]) {
  snprintf(cell, FG_CELL, "-");
  if (!isnan(s)) tc_number_format_seconds(s, cell, FG_CELL);
  return cell;
}

/* ---- forecasts ---- */

static const char *format_ratio(double value, char cell[FG_CELL]) {
  snprintf(cell, FG_CELL, "-");
  if (!isnan(value)) tc_snprintf(cell, FG_CELL, value < 1000.0 ? "%.3g" : "%.0f", value);
  return cell;
}

static const char rate_marks[] =
    {[TC_RATES_MEASURED] = ' ', [TC_RATES_INTERPOLATED] = '*', [TC_RATES_OUTSIDE] = '!'};

static void write_forecast(const fg_case *c, FILE *out) {
  const tc_loop_forecast *f = &c->forecast;
  char total[FG_CELL], shared[FG_CELL], barrier[FG_CELL], speedup[FG_CELL];
  fprintf(out, "  %5d%c%6d  %-8s %12s %12s %12s %12s\n", c->loops.ranks, rate_marks[c->rates],
          fg_count_nodes(c), c->layer->name, fg_format_seconds(f->total_s, total),
          fg_format_seconds(isnan(f->total_s) ? f->total_s : f->shared_s, shared),
          fg_format_seconds(f->barrier_s, barrier), format_ratio(f->speedup, speedup));
}

static void write_rate_marks(const tc_machine *machine, int cases, const fg_case *c, FILE *out) {
  bool is_used[sizeof rate_marks] = {false};
  for (int i = 0; i < cases; i++) is_used[c[i].rates] = true;
  if (is_used[TC_RATES_INTERPOLATED])
    fprintf(out, "*: rates interpolated between %d and %d ranks\n", machine->fewer_ranks,
            machine->pattern_ranks);
  if (is_used[TC_RATES_OUTSIDE])
    fputs("!: no rates for this number of ranks; those of the nearest are used\n", out);
}

void fg_print_forecasts(const fg_options *o, const tc_machine *machine, int cases, const fg_case *c,
                        FILE *out) {
  fprintf(out, "\n  %5s %6s  %-8s %12s %12s %12s %12s\n", "ranks", "nodes", "layer", "forecast", "shared (1)",
          "barriers", "speed-up (3)");
  for (int i = 0; i < cases; i++) write_forecast(&c[i], out);
  fputs("\nTimes of the slowest rank. Derived from exact counts and the rates of this machine: neither "
        "measured nor\n"
        "published. shared (1): all shared accesses; speed-up (3): over one rank with private memory.\n",
        out);
  if (o->variant == TC_LOOP_FORECAST_PRINTED)
    fputs("Shared accesses count in addition to private ones, as printed in the paper.\n", out);
  write_rate_marks(machine, cases, c, out);
}

/* ---- rates ---- */

/* Returns the location of the baseline with which other patterns are compared: other nodes, or the same node
 * if the baseline on other nodes was not measured. */
static int baseline_location(const tc_params *m) {
  return m->baseline_far_read_s > 0.0 ? TC_LOCATION_REMOTE : TC_LOCATION_NODE;
}

/* Writes, for reads and writes, the time per value s[], the speed-up over the pattern `baseline`, and the
 * gap. Writes nothing if both times are unknown. */
static void write_rate(const tc_params *m, const char *name, const double s[TC_USES], FILE *out) {
  char value[FG_CELL], gain[FG_CELL], gap[FG_CELL];
  if (isnan(s[TC_READS]) && isnan(s[TC_WRITES])) return;
  fprintf(out, "  %-14s", name);
  for (int use = 0; use < TC_USES; use++) {
    const double baseline_s = tc_access_cost_value_s(m, baseline_location(m), TC_PATTERN_BASELINE, use);
    fprintf(out, " %12s %8s %8s", fg_format_seconds(s[use], value), format_ratio(baseline_s / s[use], gain),
            format_ratio(s[use] / tc_access_cost_private_s(m, 1.0, use), gap));
  }
  fputc('\n', out);
}

static void write_pattern(const tc_params *m, int location, int pattern, FILE *out) {
  char name[FG_CELL];
  double s[TC_USES];
  snprintf(name, sizeof name, "%s, %s", tc_access_cost_pattern_names[pattern],
           location == TC_LOCATION_NODE ? "near" : "far");
  for (int use = 0; use < TC_USES; use++) s[use] = tc_access_cost_value_s(m, location, pattern, use);
  write_rate(m, name, s, out);
}

/* If the rates depend on the number of ranks, appends the number of ranks and the origin of the rates to
 * `line`. Example: "; 6 ranks, interpolated". */
static void add_ranks(const tc_machine *machine, const fg_case *c, tc_line *line) {
  if (machine->pattern_ranks == 0) return;
  tc_line_add(line, "; %d rank%s, %s", c->loops.ranks, tc_plural_suffix(c->loops.ranks),
              tc_rates_origins.name((int)c->rates));
}

void fg_print_rates(const tc_machine *machine, const fg_case *c, FILE *out) {
  const tc_params *m = c->machine;
  tc_line ranks = {0};
  add_ranks(machine, c, &ranks);
  double local_s[TC_USES], private_s[TC_USES];
  fprintf(out, "\nTime per value, %s (%s)%s:\n\n  %-14s %12s %8s %8s %12s %8s %8s\n", machine->name,
          *machine->source ? machine->source : "no source", ranks.text, "", "read", "gain", "gap (2)",
          "written", "gain", "gap (2)");
  for (int use = 0; use < TC_USES; use++) {
    local_s[use] = tc_access_cost_local_s(m, use);
    private_s[use] = tc_access_cost_private_s(m, 1.0, use);
  }
  write_rate(m, "private", private_s, out);
  write_rate(m, "local", local_s, out);
  for (int location = 0; location < TC_LOCATIONS; location++)
    for (int p = 0; p < TC_PATTERNS; p++) write_pattern(m, location, p, out);
  fputs("\ngain: speed-up over baseline; gap (2): private accesses in the same time; vector: long vectors;\n"
        "near: other ranks of the node; far: other nodes\n",
        out);
}

/* ---- partitions ---- */

void fg_case_add_mix(const fg_case *c, const tc_reference_partition *p, int use, tc_access_mix *sum) {
  for (int r = 0; r < c->loops.ranks; r++) {
    const tc_access_mix mix = tc_access_mix_init(c->machine, p, use, r, c->layer->capabilities);
    tc_access_mix_add(sum, &mix);
  }
}

static void add_share(double values, double total, const char *name, tc_line *line) {
  if (values == 0.0) return;
  tc_line_add(line, "%s", line->length ? ", " : "");
  const double percent = 100.0 * values / total;
  if (percent < 0.01)
    tc_line_add(line, "< 0.01 %% ");
  else if (values < total)
    tc_line_add(line, "%.4g %% ", percent);
  tc_line_add(line, "%s", name);
}

/* Appends the share of each pattern to `line`. Example: "75 % baseline, 25 % local". */
static void format_patterns(const tc_access_mix *mix, tc_line *line) {
  const double total = tc_access_mix_values(mix);
  for (int p = 0; p < TC_PATTERNS; p++)
    add_share(mix->share[TC_LOCATION_NODE][p].values + mix->share[TC_LOCATION_REMOTE][p].values, total,
              tc_access_cost_pattern_names[p], line);
  add_share(mix->cached.values, total, "cached", line);
  add_share(mix->own, total, "local", line);
  add_share(mix->privatised, total, "private", line);
}

static void add_partition_counts(const tc_reference_partition_count *c, fg_counts *sum) {
  sum->owned += c->own;
  sum->node_local += c->node_local.values;
  sum->remote += c->remote.values;
  sum->distinct += c->distinct_values;
  sum->total += c->own + c->node_local.values + c->remote.values;
}

fg_counts fg_case_counts(const fg_case *c, int partition, int use) {
  fg_counts max_counts = {0};
  for (int r = 0; r < c->loops.ranks; r++) {
    fg_counts sum = {0};
    for (int p = 0; p < c->partitions.count; p++)
      if (partition < 0 || p == partition) add_partition_counts(&c->partitions.item[p].count[use][r], &sum);
    max_counts.owned = fmax(max_counts.owned, sum.owned);
    max_counts.node_local = fmax(max_counts.node_local, sum.node_local);
    max_counts.remote = fmax(max_counts.remote, sum.remote);
    max_counts.distinct = fmax(max_counts.distinct, sum.distinct);
    max_counts.total = fmax(max_counts.total, sum.total);
  }
  return max_counts;
}

static void write_counts(const fg_case *c, int partition, int use, const char *pattern, FILE *out) {
  const fg_counts max_counts = fg_case_counts(c, partition, use);
  tc_fprintf(out, " %-6s %-48s %12.0f %12.0f %12.0f\n", use == TC_READS ? "reads" : "writes", pattern,
             max_counts.owned, max_counts.node_local, max_counts.remote);
}

static void write_partition(const fg_case *c, int number, FILE *out) {
  const tc_reference_partition *p = &c->partitions.item[number];
  for (int use = 0; use < TC_USES; use++) {
    tc_line pattern = {0};
    tc_access_mix mix = {.own = 0.0};
    if (p->unique[use] == 0) continue;
    fg_case_add_mix(c, p, use, &mix);
    format_patterns(&mix, &pattern);
    fprintf(out, "  %3d %-10s %2d", number + 1, c->loops.array[p->array].name, p->unique[use]);
    write_counts(c, number, use, pattern.text, out);
  }
}

static void write_references(const fg_case *c, int number, FILE *out) {
  const tc_reference_partition *p = &c->partitions.item[number];
  int repeats = 0;
  fprintf(out, "  %3d ", number + 1);
  for (int r = 0; r < p->references; r++) {
    repeats += p->is_repeated[r];
    if (!p->is_repeated[r]) fprintf(out, " %s", p->reference[r]->text);
  }
  if (repeats)
    fprintf(out, "; %d repetition%s of these, not counted again", repeats, tc_plural_suffix(repeats));
  fputc('\n', out);
}

/* True if ranks write elements of other ranks because the blocks of the array and the iterations of the loop
 * are divided among the ranks at different places. */
static bool writes_misaligned(const fg_case *c, int number) {
  const tc_reference_partition *p = &c->partitions.item[number];
  const fg_counts max_counts = fg_case_counts(c, number, TC_WRITES);
  return c->loops.interval[p->interval].affinity && !*p->reference[0]->random && max_counts.owned > 0.0 &&
         max_counts.node_local + max_counts.remote > 0.0;
}

static void write_notes(const fg_case *c, int number, FILE *out) {
  const tc_reference_partition *p = &c->partitions.item[number];
  if (p->conflicts_with >= 0)
    fprintf(out,
            "  %3d  is not merged with partition %d, because one may write elements that the other reads.\n",
            number + 1, p->conflicts_with + 1);
  if (writes_misaligned(c, number))
    fprintf(out,
            "  %3d  writes elements of other ranks: the blocks of the array and the iterations of a rank "
            "have different boundaries.\n",
            number + 1);
  for (int use = 0; use < TC_USES; use++) {
    const fg_counts max_counts = fg_case_counts(c, number, use);
    if (max_counts.distinct < max_counts.total - 0.5)
      tc_fprintf(out,
                 "  %3d  would have %.0f %s if the accesses of the innermost loop to the same element "
                 "counted once per pass.\n",
                 number + 1, max_counts.distinct, use == TC_READS ? "reads" : "writes");
  }
}

void fg_print_partitions(const fg_case *c, FILE *out) {
  const int nodes = fg_count_nodes(c);
  fprintf(out,
          "\n%d rank%s on %d node%s, layer %s: %d partition%s\n\n  %3s %-10s %2s %-6s %-48s %12s %12s %12s\n",
          c->loops.ranks, tc_plural_suffix(c->loops.ranks), nodes, tc_plural_suffix(nodes), c->layer->name,
          c->partitions.count, tc_plural_suffix(c->partitions.count), "", "array", "", "", "pattern", "own",
          "near", "far");
  for (int p = 0; p < c->partitions.count; p++) write_partition(c, p, out);
  for (int use = 0; use < TC_USES; use++) {
    fprintf(out, "  %3s %-10s %2s", "all", "", "");
    write_counts(c, -1, use, "", out);
  }
  fputs("\nown, near, far: values of the rank itself, of other ranks of its node, of other nodes; maximum "
        "over the ranks.\nReferences:\n",
        out);
  for (int p = 0; p < c->partitions.count; p++) write_references(c, p, out);
  for (int p = 0; p < c->partitions.count; p++) write_notes(c, p, out);
}

/* Sentences of the advice after a dry run. Cases are compared by the forecast of the main model, and only
 * strategies that solve the problem are considered. The advice examines the numbers of ranks in ascending
 * order. It recommends a larger number if this yields at least half of the ideal gain over the smaller number
 * recommended so far. The sentence about the bottleneck names a remedy, unless the case already uses all
 * known remedies. */
#include "report/document/advice.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text/number_format.h"
#include "report/document/read_lines.h"
#include "report/document/report_text.h"

enum { cell_size = 32 };

/* A larger number of ranks is worthwhile if it yields at least this share of the ideal gain. With n times the
 * ranks, the ideal speed-up of a step is n and the ideal gain is n - 1. */
static const double min_gain_share = 0.5;

/* METIS divides unevenly if subdomains have few cells. The advice notes this if subdomains have fewer than
 * few_cells_limit cells on average and the largest has more than uneven_ratio times the average. */
enum { few_cells_limit = 100 };
static const double uneven_ratio = 1.1;

static double forecast_s(const tc_report *report, const tc_result *r) {
  return r->forecast[report->model].total_s;
}

const tc_result *tc_advice_find_fastest(const tc_report *report, int begin, int end) {
  const tc_result *best = NULL;
  for (int i = begin; i < end; i++) {
    const tc_result *r = &report->result[i];
    if (!r->valid || !r->forecast[report->model].phase_s) continue;
    if (!best || forecast_s(report, r) < forecast_s(report, best)) best = r;
  }
  return best;
}

const tc_result *tc_advice_find_job(const tc_report *report) {
  const tc_result *best = NULL;
  for (int i = 0; i < report->results; i++) {
    const tc_result *r = tc_advice_find_fastest(report, i, i + 1);
    if (!r || !r->job || isnan(tc_job_report_total(r->job).forecast_s)) continue;
    if (!best || forecast_s(report, r) < forecast_s(report, best)) best = r;
  }
  return best ? best : tc_advice_find_fastest(report, 0, report->results);
}

int tc_advice_find_case_end(const tc_report *report, int begin) {
  const tc_result *first = &report->result[begin];
  int end = begin + 1;
  while (end < report->results && report->result[end].nodes == first->nodes &&
         report->result[end].ranks == first->ranks && report->result[end].block_size == first->block_size &&
         strcmp(report->result[end].strategy, first->strategy) != 0)
    end++;
  return end;
}

/* Returns the result with the shortest forecast for the next number of ranks above that of `from`, or for the
 * smallest number of ranks if `from` is NULL; NULL if there is none. */
static const tc_result *find_next_rank_count(const tc_report *report, const tc_result *from) {
  const tc_result *next = NULL;
  for (int i = 0; i < report->results; i++) {
    const tc_result *r = tc_advice_find_fastest(report, i, i + 1);
    if (!r || (from && r->ranks <= from->ranks)) continue;
    if (!next || r->ranks < next->ranks ||
        (r->ranks == next->ranks && forecast_s(report, r) < forecast_s(report, next)))
      next = r;
  }
  return next;
}

const tc_result *tc_advice_find_fewest_ranks(const tc_report *report) {
  return find_next_rank_count(report, NULL);
}

static const char *bottleneck_text(int cost) {
  static const char *const text[] = {
      [TC_COST_memory] = "each rank's own work: rows, packing, copying",
      [TC_COST_imbalance] = "imbalance: some ranks have more work than others",
      [TC_COST_sharing] = "exchanges and waiting inside nodes",
      [TC_COST_latency] = "latency between nodes",
      [TC_COST_bandwidth] = "bandwidth between nodes",
      [TC_COST_forcing] = "forcing: formulas of sources, states and boundary data",
  };
  return text[cost];
}

/* Kind of distribution of the cells of a result. The remedy for the bottleneck of the result depends on this
 * kind (remedy_text). */
typedef enum distribution_kind {
  BLOCKS,       /* cyclic blocks of rows, several ranks per node */
  BLOCKS_ALONE, /* cyclic blocks of rows and one rank per node, so fewer ranks with more threads are no
                 remedy */
  SUBDOMAINS,   /* METIS subdomains, several ranks per node */
  SUBDOMAINS_ALONE
} distribution_kind;

static distribution_kind classify_distribution(const tc_result *r) {
  const bool is_metis = strcmp(r->distribution, "metis") == 0, has_one_rank_per_node = r->ranks_per_node <= 1;
  return is_metis ? (has_one_rank_per_node ? SUBDOMAINS_ALONE : SUBDOMAINS)
                  : (has_one_rank_per_node ? BLOCKS_ALONE : BLOCKS);
}

/* Returns a clause that names a remedy for the kind of cost number `cost` (costs.h); "" if there is none. */
static const char *remedy_text(int cost, const tc_result *r) {
  static const char *const text[][4] = {
      [TC_COST_memory] = {"", "", "", ""},
      [TC_COST_imbalance] = {"; smaller blocks or distribution.kind metis spread the rows more evenly",
                             "; smaller blocks or distribution.kind metis spread the rows more evenly",
                             "; other numbers of ranks may divide the mesh more evenly",
                             "; other numbers of ranks may divide the mesh more evenly"},
      [TC_COST_sharing] =
          {"; distribution.kind metis, or fewer ranks with more threads each, need less communication",
           "; distribution.kind metis needs less communication",
           "; fewer ranks with more threads each need less communication", ""},
      [TC_COST_latency] =
          {"; distribution.kind metis, or fewer ranks with more threads each, send fewer messages",
           "; distribution.kind metis sends fewer messages",
           "; fewer ranks with more threads each send fewer messages", ""},
      [TC_COST_bandwidth] = {"; distribution.kind metis exchanges fewer values",
                             "; distribution.kind metis exchanges fewer values",
                             "; fewer ranks with more threads each exchange fewer values", ""},
      [TC_COST_forcing] = {"", "", "", ""},
  };
  const distribution_kind kind = classify_distribution(r);
  if (cost == TC_COST_imbalance && kind <= BLOCKS_ALONE && r->block_size == 1)
    return "; distribution.kind metis spreads the rows more evenly";
  return text[cost][kind];
}

/* Writes the sentence about the bottleneck. Example: Limited by each rank's own work: rows, packing, copying
 * (51 %). */
static void write_bottleneck(const char *begin, const tc_report *report, const tc_result *r,
                             tc_section *out) {
  tc_costs costs = r->forecast[report->model].costs;
  const int cost = tc_costs_largest(&costs);
  double sum = 0.0;
  for (int c = 0; c < TC_COST_COUNT; c++) sum += costs.by_index[c];
  if (!(sum > 0.0)) return;
  tc_section_print(out, "  %s %s (%.0f %%)%s.", begin, bottleneck_text(cost),
                   100.0 * costs.by_index[cost] / sum, remedy_text(cost, r));
}

/* Returns the result with the longest forecast that has the numbers of nodes and ranks and the block size of
 * `best`. Only strategies that solve the problem are considered. Returns `best` if no other result is
 * slower. */
static const tc_result *find_slowest_strategy(const tc_report *report, const tc_result *best) {
  const tc_result *slowest = best;
  for (int i = 0; i < report->results; i++) {
    const tc_result *r = tc_advice_find_fastest(report, i, i + 1);
    if (!r || r->nodes != best->nodes || r->ranks != best->ranks || r->block_size != best->block_size)
      continue;
    if (forecast_s(report, r) > forecast_s(report, slowest)) slowest = r;
  }
  return slowest;
}

/* If the slowest strategy takes more than this factor times as long as the fastest one, users may doubt the
 * forecast, so the advice states the reason. */
static const double surprising_ratio = 5.0;

/* Writes the reason for the long forecast of the slowest strategy. Example: bcs takes 17.7 times as long:
 * latency between nodes (98 %), because the ranks of a node send their messages one at a time. */
static void write_slowest_strategy(const tc_report *report, const tc_result *best, tc_section *out) {
  const tc_result *r = find_slowest_strategy(report, best);
  const tc_costs costs = r->forecast[report->model].costs;
  const int cost = tc_costs_largest(&costs);
  const double ratio = forecast_s(report, r) / forecast_s(report, best), sum = tc_costs_total(&costs);
  const bool is_network = cost == TC_COST_latency || cost == TC_COST_bandwidth;
  if (!(ratio > surprising_ratio) || !(sum > 0.0)) return;
  tc_section_print(out, "  %s takes %.3g times as long: %s (%.0f %%)", r->strategy, ratio,
                   bottleneck_text(cost), 100.0 * costs.by_index[cost] / sum);
  if (is_network && r->ranks_per_node > 1 && tc_result_counts(r).remote_messages > 0)
    tc_section_append(out, ", because the ranks of a node send their messages one at a time");
  tc_section_append(out, ".");
}

/* Returns the largest number of rows of a rank divided by the mean over the ranks. */
static double compute_row_imbalance(const tc_report *report, const tc_result *r) {
  int32_t max_rows = 0;
  for (int i = 0; i < r->ranks; i++)
    if (r->measured[i].rows > max_rows) max_rows = r->measured[i].rows;
  return (double)max_rows * r->ranks / (double)report->cells;
}

/* Writes a note if the subdomains of a case have few cells and unequal sizes, because the forecast then
 * depends on the random choices of METIS. */
static void write_few_cells(const tc_report *report, tc_section *out) {
  const tc_result *fewest = NULL;
  for (int i = 0; i < report->results; i++) {
    const tc_result *r = &report->result[i];
    const bool has_few_cells =
        report->cells / r->ranks < few_cells_limit && strcmp(r->distribution, "metis") == 0;
    if (has_few_cells && (!fewest || r->ranks < fewest->ranks) &&
        compute_row_imbalance(report, r) > uneven_ratio)
      fewest = r;
  }
  if (fewest)
    tc_section_print(out,
                     "  With %d ranks (%d %s%s each) METIS divides unevenly: the largest subdomain has "
                     "%.2f times the mean number of %ss. Forecasts for such cases are rough.",
                     fewest->ranks, (int)(report->cells / fewest->ranks), tc_report_row_noun(report),
                     tc_plural_suffix((int)(report->cells / fewest->ranks)),
                     compute_row_imbalance(report, fewest), tc_report_row_noun(report));
}

/* Writes the fastest case. Example: Fastest: block with blocks of 512 on 4 ranks (1 node), 8.00 ms a step. */
static void write_fastest_case(const tc_report *report, const tc_result *r, tc_section *out) {
  char step[cell_size];
  tc_section_print(out, "  Fastest: %s with blocks of %d on %d rank%s (%d node%s), %s a %s.", r->strategy,
                   (int)r->block_size, r->ranks, tc_plural_suffix(r->ranks), r->nodes,
                   tc_plural_suffix(r->nodes),
                   tc_number_format_time(forecast_s(report, r), step, sizeof step),
                   tc_report_step_noun(report));
}

static void write_duration(const tc_report *report, const tc_result *r, tc_section *out) {
  const double seconds = (double)report->steps * forecast_s(report, r), hours = seconds / 3600.0 * r->nodes;
  char duration[cell_size];
  if (report->steps == 0 || !strcmp(tc_report_step_noun(report), "solve")) return;
  tc_number_format_duration(seconds, duration, sizeof duration);
  tc_section_print(out, "  %lld steps take %s in this case", (long long)report->steps, duration);
  if (hours >= 0.01) tc_section_append(out, " (%.2f node-hours)", hours);
  tc_section_append(out, "%s.", report->job ? "" : ", excluding setup and snapshots");
}

/* Writes the forecast memory of a rank, and that of the root, which partitions the mesh. */
static void write_memory(const tc_result *r, tc_section *out) {
  char rank[cell_size], root[cell_size], node[cell_size];
  if (!(r->root_B > 0.0)) return;
  tc_section_print(out, "  Memory in this case: about %s a rank, %s on the root, %s on its node.",
                   tc_number_format_bytes(r->rank_B, rank, sizeof rank),
                   tc_number_format_bytes(r->root_B, root, sizeof root),
                   tc_number_format_bytes(r->root_B + (r->ranks_per_node - 1) * r->rank_B, node,
                                          sizeof node));
}

static void write_disk(const tc_report *report, tc_section *out) {
  char bytes[cell_size];
  if (report->disk_B > 0.0)
    tc_section_print(out, "  Disk: at most %s for snapshots and checkpoints.",
                     tc_number_format_bytes(report->disk_B, bytes, sizeof bytes));
}

/* `gain` is the forecast speed-up of `to` over `from`. Example: More than 4 ranks (1 node) do not reduce the
 * time: 8 ranks take 2.00 times as long. */
static void write_gain_of_more_ranks(const tc_result *from, const tc_result *to, double gain,
                                     tc_section *out) {
  const bool is_one_rank = from->ranks == 1;
  tc_section_print(out, "  More than %d rank%s (%d node%s) ", from->ranks, tc_plural_suffix(from->ranks),
                   from->nodes, tc_plural_suffix(from->nodes));
  if (gain > 1.0)
    tc_section_append(out, "hardly reduce%s the time: %d ranks are only %.2f times as fast.",
                      is_one_rank ? "s" : "", to->ranks, gain);
  else
    tc_section_append(out, "%s not reduce the time: %d ranks take %.2f times as long.",
                      is_one_rank ? "does" : "do", to->ranks, 1.0 / gain);
}

static bool is_worthwhile(const tc_report *report, const tc_result *from, const tc_result *to) {
  const double gain = forecast_s(report, from) / forecast_s(report, to);
  return gain - 1.0 >= min_gain_share * ((double)to->ranks / from->ranks - 1.0);
}

/* Writes the number of ranks beyond which more ranks are not worthwhile, with the speed-up and the bottleneck
 * of the next larger number. The loop does not stop at the first number that is not worthwhile, because a
 * larger number may be. */
static void write_scaling(const tc_report *report, const tc_result *best, tc_section *out) {
  const tc_result *const smallest = find_next_rank_count(report, NULL);
  const tc_result *from = smallest, *to = from;
  char begin[48];
  while ((to = find_next_rank_count(report, to)))
    if (is_worthwhile(report, from, to)) from = to;
  to = find_next_rank_count(report, from);
  if (to) {
    write_gain_of_more_ranks(from, to, forecast_s(report, from) / forecast_s(report, to), out);
    if (to != best) {
      snprintf(begin, sizeof begin, "With %d ranks, the limit is", to->ranks);
      write_bottleneck(begin, report, to, out);
    }
  } else if (from != smallest)
    tc_section_print(out,
                     "  More ranks reduce the time up to %d ranks (%d node%s), the largest number with a "
                     "forecast.",
                     from->ranks, from->nodes, tc_plural_suffix(from->nodes));
}

void tc_advice_write(const tc_report *report, tc_section *out) {
  const tc_result *best = tc_advice_find_fastest(report, 0, report->results);
  tc_section_print(out, "\nAdvice");
  if (!best) {
    tc_section_print(out, "  None: no strategy that solves the problem has a forecast.");
    return;
  }
  write_fastest_case(report, best, out);
  write_duration(report, best, out);
  write_memory(best, out);
  write_disk(report, out);
  write_bottleneck("Limited by", report, best, out);
  write_slowest_strategy(report, best, out);
  tc_read_lines_advice(report, best, out);
  write_scaling(report, best, out);
  write_few_cells(report, out);
}

int tc_advice_find_fewest_nodes(const tc_report *report) {
  int fewest = INT_MAX;
  for (int i = 0; i < report->results; i++)
    if (report->result[i].nodes < fewest) fewest = report->result[i].nodes;
  return fewest;
}

void tc_advice_print_fewer_nodes(const tc_report *report, const tc_result *best, int results,
                                 const tc_result *result, FILE *out) {
  char seconds[cell_size];
  tc_report one = *report;
  one.results = results;
  one.result = result;
  const tc_result *other = tc_advice_find_fastest(&one, 0, results);
  if (!other || !(forecast_s(report, other) < forecast_s(report, best))) return;
  fprintf(out, "  Use fewer nodes: %s on %d rank%s (%d node%s) takes %s a %s.\n", other->strategy,
          other->ranks, tc_plural_suffix(other->ranks), other->nodes, tc_plural_suffix(other->nodes),
          tc_number_format_time(forecast_s(report, other), seconds, sizeof seconds),
          tc_report_step_noun(report));
}

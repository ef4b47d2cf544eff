/* Text of the prediction of a solve: a table of FLOPs by kernel, a table of communication routines for each
 * version of the product, and lines about load balance and caches. routine_report_json.c writes the same
 * numbers as JSON. */
#include "system/routine_report.h"

#include <math.h>
#include <string.h>

#include "base/text/number_format.h"

enum { cell_size = 48 };

/* ---- table cells ---- */

static void print_count(tc_section *row, int64_t count) {
  if (count > 0)
    tc_cell_print(row, "%lld", (long long)count);
  else
    tc_cell_print(row, "-");
}

static void print_flops(tc_section *row, double flops) {
  if (isnan(flops))
    tc_cell_print(row, "-");
  else
    tc_cell_print(row, "%.0f", flops);
}

/* Prints one time, or two if the bounds differ. */
static void print_interval(tc_section *row, tc_seconds_interval s) {
  char low[cell_size], high[cell_size];
  if (isnan(s.low) || isnan(s.high)) {
    tc_cell_print(row, "-");
    return;
  }
  tc_number_format_time(s.low, low, sizeof low);
  tc_number_format_time(s.high, high, sizeof high);
  if (strcmp(low, high) == 0)
    tc_cell_print(row, "%s", low);
  else
    tc_cell_print(row, "%s to %s", low, high);
}

/* ---- table of FLOPs ---- */

/* Returns the number of calls of a kernel of Table 1 in the paper (Blanco et al. 2000); 0 for kernels that
 * Tetracast does not call. */
static int64_t kernel_calls(tc_paraiso_kernel kernel, const tc_work *work) {
  switch (kernel) {
  case TC_PARAISO_spmatvec: return work->products;
  case TC_PARAISO_spmatvectrans: return work->adjoint_products;
  case TC_PARAISO_dotproduct: return work->dots;
  case TC_PARAISO_triang: return work->sweeps;
  default: return 0;
  }
}

static void print_kernel(const tc_system_routines *r, tc_paraiso_kernel kernel, tc_section *table) {
  const tc_flops flops = tc_paraiso_kernel_flops(kernel);
  tc_section *row = tc_section_add(table, NULL);
  tc_line formula = {0};
  tc_flops_format(flops, &formula);
  tc_cell_print(row, "%s", tc_paraiso_kernel_name(kernel));
  tc_cell_print(row, "%s", formula.text);
  print_flops(row, tc_flops_at(flops, (double)r->rows, (double)r->entries, r->restart));
  print_count(row, kernel_calls(kernel, &r->first));
  print_count(row, kernel_calls(kernel, &r->next));
  print_count(row, kernel_calls(kernel, &r->preconditioning));
}

/* Returns the FLOPs per row of vector operations without dot products. */
static int64_t update_flops(const tc_work *work) { return work->row_flops - 2 * work->dots; }

static void print_updates(const tc_system_routines *r, tc_section *table) {
  tc_section *row = tc_section_add(table, NULL);
  tc_cell_print(row, "updates");
  tc_cell_print(row, "n");
  print_flops(row, (double)r->rows);
  print_count(row, update_flops(&r->first));
  print_count(row, update_flops(&r->next));
  print_count(row, update_flops(&r->preconditioning));
}

static void print_sums(const char *name, double first, double next, double preconditioning,
                       tc_section *table) {
  tc_section *row = tc_section_add(table, NULL);
  tc_cell_print(row, "%s", name);
  tc_cell_print(row, "FLOPs");
  tc_cell_print(row, "-");
  print_flops(row, first);
  print_flops(row, next);
  print_flops(row, preconditioning);
}

static void print_kernels(const tc_system_routines *r, tc_section *out) {
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("kernel", -14), tc_column_text("FLOPs", -6),
             tc_column_text("FLOPs per call", 15),
             tc_column_text(r->iterations > 1 ? "first cycle" : "first iteration", 16),
             tc_column_text(r->iterations > 1 ? "next cycle" : "next iteration", 15),
             tc_column_text("preconditioning", 16));
  for (int k = 0; k < TC_PARAISO_KERNELS; k++) print_kernel(r, (tc_paraiso_kernel)k, table);
  print_updates(r, table);
  print_sums(r->method->name, r->first_flops, r->next_flops, r->preconditioning_flops, table);
  if (r->printed == TC_PARAISO_METHODS) return;
  const double n = (double)r->rows, a = (double)r->entries;
  print_sums("paper, Table 1", tc_flops_at(tc_paraiso_first_iteration_flops(r->printed), n, a, r->restart),
             tc_flops_at(tc_paraiso_next_iteration_flops(r->printed), n, a, r->restart), NAN, table);
}

/* ---- table of routines ---- */

static void print_routine(const tc_routine_version *version, const tc_routine *routine, tc_seconds_interval s,
                          tc_section *table) {
  const tc_message_sum total = tc_routine_total(version, routine),
                       largest = tc_routine_largest(version, routine);
  tc_section *row = tc_section_add(table, NULL);
  tc_cell_print(row, "%s", version->name);
  tc_cell_print(row, "%s", routine->name);
  tc_cell_print(row, "%s", routine->call);
  tc_cell_print(row, routine->is_sum ? "%lld/it" : "%lld", (long long)routine->calls);
  tc_cell_print(row, "%lld", (long long)total.messages);
  tc_cell_print(row, "%lld", (long long)(total.doubles * (int64_t)sizeof(double)));
  tc_cell_print(row, "%lld", (long long)(largest.doubles * (int64_t)sizeof(double)));
  print_interval(row, s);
}

/* Prints a row without messages: the FLOPs or the total of an iteration. */
static void print_part(const char *version, const char *name, tc_seconds_interval s, tc_section *table) {
  tc_section *row = tc_section_add(table, NULL);
  tc_cell_print(row, "%s", version);
  tc_cell_print(row, "%s", name);
  for (int k = 0; k < 5; k++) tc_cell_print(row, "-");
  print_interval(row, s);
}

static bool is_shown(const tc_routine_version *version, const tc_routine *routine) {
  return tc_routine_total(version, routine).messages > 0 || strcmp(routine->call, "MPI_Barrier") == 0;
}

static void print_version(const tc_system_routines *r, int v, tc_section *table) {
  const tc_routine_version *version = &r->version[v];
  const tc_routine_costs *cost = &r->cost[v];
  print_part(version->name, "FLOPs", cost->compute, table);
  for (int k = 0; k < version->routines; k++)
    if (is_shown(version, &version->routine[k]))
      print_routine(version, &version->routine[k], cost->routine[k], table);
  print_part(version->name, "iteration", cost->total, table);
}

static void print_versions(const tc_system_routines *r, tc_section *out) {
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("version", -10), tc_column_text("routine", -33),
             tc_column_text("function", -14), tc_column_text("calls", 6), tc_column_text("messages", 9),
             tc_column_text("bytes", 11), tc_column_text("largest rank", 13),
             tc_column_text("time of an iteration", 22));
  for (int v = 0; v < TC_SYSTEM_VERSIONS; v++) print_version(r, v, table);
  tc_section_print(out, "Calls, messages and bytes are per product, or per iteration if marked /it. Largest "
                        "rank: largest number of bytes that one rank sends.");
}

/* ---- load balance, caches and measurement ---- */

static void print_balance(const tc_system_routines *r, tc_section *out) {
  for (int v = 0; v < TC_SYSTEM_VERSIONS; v++) {
    const tc_routine_version *version = &r->version[v];
    const int limit = r->cost[v].limit;
    const bool is_known = !isnan(r->cost[v].total.high);
    tc_section_print(out,
                     "%-10s load imbalance (largest / mean rank): entries %.3f, FLOPs %.3f; slowest part: "
                     "%s%s",
                     version->name, tc_routine_imbalance(version->ranks, version->entries),
                     tc_routine_imbalance(version->ranks, version->product_flops),
                     !is_known                         ? "-"
                     : limit == TC_ROUTINE_LIMIT_FLOPS ? "FLOPs"
                                                       : version->routine[limit].name,
                     version->is_bitwise ? "" : "; results depend on the number of ranks");
  }
}

static void print_misses(const tc_system_routines *r, tc_section *out) {
  bool is_first = true;
  for (int k = 0; k < TC_LEVELS - 1; k++) {
    const tc_system_misses *c = &r->cache[k];
    char size[cell_size];
    if (!(c->cache_B > 0.0)) continue;
    if (is_first) tc_section_print(out, "Cache misses of reads of x per product, on the rank with the most:");
    tc_section_append(out, "%s L%d (%s) %.0f", is_first ? "" : ",", k + 1,
                      tc_number_format_bytes(c->cache_B, size, sizeof size), c->misses);
    if (c->reads > 0.0) tc_section_append(out, " (%.2g %%)", 100.0 * c->misses / c->reads);
    is_first = false;
  }
}

/* Returns the messages and doubles of one product. */
static tc_message_sum sum_product(const tc_routine_version *version) {
  tc_message_sum sum = {0, 0};
  for (int k = 0; k < version->routines; k++) {
    if (version->routine[k].is_sum) continue;
    const tc_message_sum total = tc_routine_total(version, &version->routine[k]);
    sum.messages += total.messages;
    sum.doubles += total.doubles;
  }
  return sum;
}

static void print_measured(const tc_system_routines *r, tc_section *out) {
  const tc_message_sum product = sum_product(&r->version[0]);
  char measured[cell_size];
  if (r->counted_products == 0) return;
  const bool is_equal = r->counted.messages == product.messages * r->counted_products &&
                        r->counted.doubles == product.doubles * r->counted_products;
  tc_section_print(out, "The solve has counted %lld messages with %lld bytes in %lld products%s.",
                   (long long)r->counted.messages, (long long)(r->counted.doubles * (int64_t)sizeof(double)),
                   (long long)r->counted_products, is_equal ? ", as predicted" : "");
  if (r->measured_s > 0.0)
    tc_section_append(out, " An iteration has taken %s on this machine.",
                      tc_number_format_time(r->measured_s, measured, sizeof measured));
}

static void print_head(const tc_system_routines *r, tc_section *out) {
  tc_section_print(out, "%s", "");
  tc_section_print(out, "Forecast by the model PARAISO (Blanco et al. 2000): n = %lld rows, a = %lld entries",
                   (long long)r->rows, (long long)r->entries);
  if (r->added > 0) tc_section_append(out, " (%lld added zeros)", (long long)r->added);
  if (r->method->needs & TC_READS_RESTART) tc_section_append(out, ", r = %d", r->restart);
  tc_section_append(out, "; times by %s", r->machine);
  print_kernels(r, out);
  tc_section_print(out,
                   "Kernels: FLOPs of a call by the paper, and calls. Last lines: FLOPs of Tetracast, whose "
                   "dot products and triangular solves differ,\nand FLOPs printed in Table 1 of the paper "
                   "for the method without preconditioner.");
}

static void print_ranks(const tc_system_routines *r, tc_section *out) {
  print_versions(r, out);
  print_balance(r, out);
  print_misses(r, out);
  print_measured(r, out);
}

void tc_routine_report_print(const tc_system_routines *r, tc_section *out) {
  print_head(r, out);
  tc_section_print(out, "%s", "");
  print_ranks(r, out);
}

void tc_routine_report_print_cases(const tc_routine_case *const *item, int cases, tc_section *out) {
  if (cases > 0) print_head(&item[0]->routines, out);
  for (int k = 0; k < cases; k++) {
    const tc_routine_case *c = item[k];
    /* Example: 4 ranks on 2 nodes, blocks of 512: */
    tc_section_print(out, "\n%d rank%s on %d node%s, blocks of %d:", c->ranks, tc_plural_suffix(c->ranks),
                     c->nodes, tc_plural_suffix(c->nodes), (int)c->block_size);
    print_ranks(&c->routines, out);
  }
}

/* JSON of the prediction of a solve. */
#include <math.h>
#include <string.h>

#include "system/routine_report.h"

static void add_interval(tc_section *section, const char *low_key, const char *high_key,
                         tc_seconds_interval s) {
  TC_ADD(section, TC_VALUE(low_key, s.low), TC_VALUE(high_key, s.high));
}

static void add_kernels(const tc_system_routines *r, tc_section *json) {
  tc_section *list = tc_list_add(json, "kernels");
  for (int k = 0; k < TC_PARAISO_KERNELS; k++) {
    const tc_flops flops = tc_paraiso_kernel_flops((tc_paraiso_kernel)k);
    tc_line formula = {0};
    tc_flops_format(flops, &formula);
    TC_SECTION(list, NULL, TC_VALUE("kernel", tc_paraiso_kernel_name((tc_paraiso_kernel)k)),
               TC_VALUE("formula", (const char *)formula.text),
               TC_VALUE("flops", tc_flops_at(flops, (double)r->rows, (double)r->entries, r->restart)));
  }
}

/* Adds the operations of `work` that have FLOPs, and the reductions. */
static void add_work(const char *key, const tc_work *work, double flops, tc_section *json) {
  TC_SECTION(json, key, TC_VALUE("flops", flops), TC_VALUE("products", work->products),
             TC_VALUE("adjoint_products", work->adjoint_products), TC_VALUE("dots", work->dots),
             TC_VALUE("reductions", work->reductions), TC_VALUE("row_flops", work->row_flops),
             TC_VALUE("preconditionings", work->preconditionings), TC_VALUE("sweeps", work->sweeps));
}

static void add_printed(const tc_system_routines *r, tc_section *json) {
  const double n = (double)r->rows, a = (double)r->entries;
  if (r->printed == TC_PARAISO_METHODS) return;
  TC_SECTION(json, "printed", TC_VALUE("method", tc_paraiso_method_name(r->printed)),
             TC_VALUE("first_flops",
                      tc_flops_at(tc_paraiso_first_iteration_flops(r->printed), n, a, r->restart)),
             TC_VALUE("next_flops",
                      tc_flops_at(tc_paraiso_next_iteration_flops(r->printed), n, a, r->restart)));
}

static void add_routine(const tc_routine_version *version, const tc_routine *routine, tc_seconds_interval s,
                        tc_section *list) {
  const tc_message_sum total = tc_routine_total(version, routine),
                       largest = tc_routine_largest(version, routine);
  const int64_t size = sizeof(double);
  tc_section *item =
      TC_SECTION(list, NULL, TC_VALUE("name", routine->name), TC_VALUE("function", routine->call),
                 TC_VALUE("calls", routine->calls), TC_VALUE("per_iteration", routine->is_sum),
                 TC_VALUE("messages", total.messages), TC_VALUE("bytes", total.doubles * size),
                 TC_VALUE("largest_messages", largest.messages),
                 TC_VALUE("largest_bytes", largest.doubles * size));
  add_interval(item, "low_s", "high_s", s);
}

static void add_version(const tc_system_routines *r, int v, tc_section *list) {
  const tc_routine_version *version = &r->version[v];
  const tc_routine_costs *cost = &r->cost[v];
  const bool by_flops = cost->limit == TC_ROUTINE_LIMIT_FLOPS;
  tc_section *item =
      TC_SECTION(list, NULL, TC_VALUE("version", version->name), TC_VALUE("same_bits", version->is_bitwise),
                 TC_VALUE("entries_imbalance", tc_routine_imbalance(version->ranks, version->entries)),
                 TC_VALUE("flops_imbalance", tc_routine_imbalance(version->ranks, version->product_flops)),
                 TC_VALUE("limit", by_flops ? (const char *)"FLOPs" : version->routine[cost->limit].name),
                 TC_VALUE("compute_s", cost->compute.low));
  add_interval(item, "iteration_low_s", "iteration_high_s", cost->total);
  tc_section *routines = tc_list_add(item, "routines");
  for (int k = 0; k < version->routines; k++)
    add_routine(version, &version->routine[k], cost->routine[k], routines);
}

static void add_caches(const tc_system_routines *r, tc_section *json) {
  tc_section *list = tc_list_add(json, "cache_misses");
  for (int k = 0; k < TC_LEVELS - 1; k++) {
    const tc_system_misses *c = &r->cache[k];
    const bool is_known = c->cache_B > 0.0;
    TC_SECTION(list, NULL, TC_VALUE("level", k + 1), tc_item_positive("cache_B", c->cache_B),
               tc_item_if(is_known, TC_VALUE("misses", c->misses)),
               tc_item_if(is_known, TC_VALUE("reads", c->reads)));
  }
}

static void add_counted(const tc_system_routines *r, tc_section *out) {
  TC_SECTION(out, "counted", TC_VALUE("products", r->counted_products),
             TC_VALUE("messages", r->counted.messages),
             TC_VALUE("bytes", r->counted.doubles * (int64_t)sizeof(double)));
  TC_ADD(out, tc_item_positive("measured_s", r->measured_s));
}

static void add_routines(const tc_system_routines *r, tc_section *out) {
  TC_ADD(out, TC_VALUE("times_by", r->machine), TC_VALUE("rows", r->rows), TC_VALUE("entries", r->entries),
         TC_VALUE("added", r->added), TC_VALUE("restart", r->restart),
         TC_VALUE("iterations_of_next", r->iterations));
  add_kernels(r, out);
  add_work("first", &r->first, r->first_flops, out);
  add_work("next", &r->next, r->next_flops, out);
  add_work("preconditioner", &r->preconditioning, r->preconditioning_flops, out);
  add_printed(r, out);
  tc_section *list = tc_list_add(out, "versions");
  for (int v = 0; v < TC_SYSTEM_VERSIONS; v++) add_version(r, v, list);
  add_caches(r, out);
}

void tc_routine_report_add(const tc_system_routines *r, tc_section *json) {
  tc_section *out = tc_section_add(json, "routines");
  add_routines(r, out);
  add_counted(r, out);
}

void tc_routine_report_add_cases(const tc_routine_case *const *item, int cases, tc_section *json) {
  tc_section *list = tc_list_add(json, "routines");
  for (int k = 0; k < cases; k++) {
    const tc_routine_case *c = item[k];
    tc_section *out = TC_SECTION(list, NULL, TC_VALUE("nodes", c->nodes), TC_VALUE("ranks", c->ranks),
                                 TC_VALUE("block_size", c->block_size));
    add_routines(&c->routines, out);
  }
}

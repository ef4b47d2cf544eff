/* Study of one ordering: creates the layout, counts the reuse distances of the reads of x for all ranks, and
 * computes the time of a row with the model `hierarchy`. No product is computed. The command `mesh order
 * --study` calls it for each ordering. */
#include "run/dry_run/order_study.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "count/dry_run_counts.h"
#include "model/step/model.h"
#include "run/environment/run_machine.h"
#include "run/plan/read_counts.h"

/* Orderings whose time per row is at most this factor times the shortest time count as equally fast. */
static const double as_good = 1.01;

/* Returns the forecast time in s per row on the slowest rank; NaN if machine parameters are missing. */
static double row_s(const tc_order_study *study, const tc_reuse *reuse, const tc_reuse *excess) {
  static const tc_stage compute = TC_STAGE(compute);
  const tc_machine *machine = study->machine;
  const int on_node = study->ranks < machine->ranks_per_node ? study->ranks : machine->ranks_per_node;
  double most = 0.0;
  for (int32_t r = 0; r < study->ranks; r++) {
    const tc_rank_load load = {.rows = (int32_t)reuse[r].rows,
                               .width = study->scheme->width,
                               .reuse = &excess[r]};
    const tc_params params = tc_run_machine_params(machine, on_node, load.rows * tc_row_bytes(load.width));
    const tc_stage_cost price =
        tc_model_stage_cost(tc_model_at(TC_MODEL_hierarchy), &params, 1, &load, &compute);
    const double each_s = load.rows > 0 ? tc_costs_total(&price.own) / load.rows : 0.0;
    if (!(each_s <= most)) most = each_s; /* The negated comparison also stores a NaN. */
    if (isnan(most)) break;
  }
  return most;
}

/* Returns the number of cache lines of x per row that miss a cache of cache_B bytes; NaN if the size of the
 * cache is unknown. */
static double lines_per_row(const tc_order_study *study, const tc_reuse *reuse, double cache_B) {
  double lines = 0.0, rows = 0.0;
  for (int32_t r = 0; r < study->ranks; r++) {
    lines += tc_reuse_cache_misses(&reuse[r], tc_reuse_row_bytes(study->scheme->width), cache_B);
    rows += reuse[r].rows;
  }
  return cache_B > 0.0 && rows > 0.0 ? lines / rows : (double)NAN;
}

static tc_status count_order(const tc_order_study *study, const tc_dry_run_layout *run,
                             tc_order_study_result *out) {
  tc_reuse *reuse = NULL, *excess = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(reuse, study->ranks));
  TC_GUARD(status, TC_ALLOC(excess, study->ranks));
  TC_GUARD(status, tc_dry_run_count_strategies(run, 0, NULL, NULL, reuse));
  TC_GUARD(status, tc_read_counts_subtract_usual(study->ranks, run->width, reuse, excess));
  for (int l = 0; l < TC_LEVELS; l++)
    out->lines[l] = lines_per_row(study, reuse, study->machine->params.level_cache_B[l]);
  out->row_s = row_s(study, reuse, excess);
cleanup:
  tc_free(reuse);
  tc_free(excess);
  return status;
}

static tc_status count_layout(const tc_order_study *study, const tc_layout_options *choice,
                              const tc_layout *layout, tc_order_study_result *out) {
  const int32_t cells = study->dual->vertices;
  int32_t *position = NULL;
  tc_distribution *distribution = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(position, cells));
  TC_GUARD(status, tc_distribution_create(choice->kind, cells, study->ranks, choice->block_size,
                                          layout->first, &distribution));
  for (int32_t p = 0; p < cells; p++) position[layout->order[p]] = p;
  const tc_dry_run_layout run = {.dual = study->dual,
                                 .order = layout->order,
                                 .position = position,
                                 .distribution = distribution,
                                 .rings = study->scheme->rings,
                                 .width = study->scheme->width};
  status = count_order(study, &run, out);
cleanup:
  tc_distribution_destroy(&distribution);
  tc_free(position);
  return status;
}

tc_status tc_order_study_run(const tc_order_study *study, const tc_layout_options *choice,
                             tc_order_study_result *out) {
  tc_layout layout = {0};
  const double began = tc_now_s();
  TC_TRY(tc_layout_create(study->dual, study->curve, study->ranks, choice, &layout));
  out->order_s = tc_now_s() - began;
  const tc_status status = count_layout(study, choice, &layout, out);
  out->count_s = tc_now_s() - began - out->order_s;
  tc_layout_destroy(&layout);
  return status;
}

int tc_order_study_best(int count, const tc_order_study_result *worth) {
  double least = INFINITY;
  for (int i = 0; i < count; i++) {
    if (isnan(worth[i].row_s)) return -1;
    least = fmin(least, worth[i].row_s);
  }
  for (int i = 0; i < count; i++)
    if (worth[i].row_s <= as_good * least) return i;
  return -1;
}

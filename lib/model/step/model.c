#include "model/step/model.h"

#include "model/step/device_cost.h"
#include "sparse/matrix.h"

#define TC_REGISTRY_TYPE tc_model
#define TC_REGISTRY_DEF  "model/models/models.def"
#include "base/text/registry.inc"

static bool has_messages(const tc_schedule *schedule) {
  bool found = false;
  for (int s = 0; s < schedule->stages; s++) found = found || schedule->stage[s].two_sided;
  return found;
}

bool tc_model_supports(const tc_model *model, tc_traffic traffic) {
  return !traffic.is_uncounted && (model->pointers || !traffic.uses_pointers) &&
         !(model->one_sided && has_messages(traffic.schedule));
}

tc_schedule tc_model_step(const tc_schedule *product, bool solves) {
  static const tc_stage step_stages[TC_STEP_STAGES] = {TC_STAGE(boundary), TC_STAGE(source), TC_STAGE(vector),
                                                       TC_STAGE(precond), TC_STAGE(reduce)};
  tc_schedule step = *product;
  for (int k = 0; k < (solves ? TC_STEP_STAGES : 2); k++) step.stage[step.stages++] = step_stages[k];
  return step;
}

double tc_model_repetitions(const tc_rank_load *load, const tc_stage *stage) {
  const tc_solver_load *s = load->solver;
  if (!tc_phase_in_product(stage->phase)) return 1.0;
  if (s) return (double)(s->work.products + s->work.adjoint_products);
  return load->products.count > 1 ? load->products.count : 1.0;
}

/* Returns the bytes of a row of a product: entries, columns, x and y, and the diagonal if it is read. */
static double row_bytes(const tc_rank_load *load) {
  enum { value_B = 8 };
  const tc_format *format = tc_format_at(load->kernel);
  return load->width * (double)(value_B + format->index_bytes) + (double)format->row_values * value_B;
}

/* Returns the seconds of combining a product with other vectors, as stabilised explicit methods do. Each byte
 * costs as much as a byte of a product whose rows read no values of other ranks. */
static double combination_s(const tc_model *model, const tc_params *machine, int nodes,
                            const tc_rank_load *load) {
  static const tc_reuse no_reads = {.rows = 0};
  tc_rank_load rows = *load;
  rows.count = (tc_counts){{0}};
  rows.reuse = &no_reads;
  const tc_stage_cost cost = model->stage_cost(machine, nodes, &rows, &(tc_stage)TC_STAGE(compute));
  return cost.own.memory * load->products.combined_B / row_bytes(load);
}

/* Returns the cost of a stage that the host's processor executes. The stage `compute` includes the
 * combination of the product with other vectors. */
static tc_stage_cost host_stage_cost(const tc_model *model, const tc_params *machine, int nodes,
                                     const tc_rank_load *load, const tc_stage *stage) {
  tc_stage_cost cost = model->stage_cost(machine, nodes, load, stage);
  if (stage->phase == TC_PHASE_compute && load->products.combined_B > 0.0)
    cost.own.memory += combination_s(model, machine, nodes, load);
  return cost;
}

tc_stage_cost tc_model_stage_cost(const tc_model *model, const tc_params *machine, int nodes,
                                  const tc_rank_load *load, const tc_stage *stage) {
  if (stage->phase == TC_PHASE_boundary || stage->phase == TC_PHASE_source)
    return (tc_stage_cost){.own.forcing = load->forcing_s.by_index[stage->phase]};
  if (!tc_phase_in_product(stage->phase) && !load->solver) return (tc_stage_cost){0};
  if (stage->phase == TC_PHASE_precond && load->solver->work.cycles > 0 &&
      !(model->cycles && load->solver->cycle))
    return (tc_stage_cost){.own.memory = NAN};
  if (!load->device) return host_stage_cost(model, machine, nodes, load, stage);
  return model->on_device ? tc_device_stage_cost(model, machine, nodes, load, stage)
                          : (tc_stage_cost){.own.memory = NAN};
}

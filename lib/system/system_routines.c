/* Prediction of a solve. One process has the whole matrix, its order and its distribution, and therefore
 * counts the routines of all ranks. The ranks of a solve contribute only what the solve has counted. */
#include "system/system_routines.h"

#include <math.h>

#include "base/core/memory.h"

/* Number of int64 that one dot product adds to a reduction (comm/world/world.h). */
enum { dot_numbers = TC_WORLD_DOT_NUMBERS };

void tc_system_routines_free(tc_system_routines *routines) {
  tc_pool_free(&routines->memory);
  *routines = (tc_system_routines){0};
}

/* ---- work of an iteration ---- */

/* Adds the work of the iterations first .. last since the start of the method. If `first` is above 1, the
 * work of gmres contains the update of x at the end of the previous cycle. */
static void add_iterations(const tc_solver_options *options, int64_t first, int64_t last, tc_work *sum) {
  tc_work work;
  for (int64_t k = first; k <= last; k++) {
    tc_solver_iteration(options, k, &work);
    tc_work_add(sum, 1, &work);
  }
}

static void count_work(const tc_solver_options *options, tc_system_routines *out) {
  const tc_preconditioner *p = tc_solver_effective_preconditioner(options);
  const int64_t n = options->method->update ? options->method_options.restart : 1;
  out->iterations = n;
  tc_solver_iteration(options, 0, &out->first);
  tc_work_add(&out->first, 1, &tc_system_start_work);
  tc_work_add(&out->first, 1, &tc_solver_begin_work);
  add_iterations(options, 1, n, &out->first);
  add_iterations(options, n + 1, 2 * n, &out->next);
  tc_solver_iteration(options, -n, &out->end);
  tc_work_add(&out->end, 1, &tc_solver_residual_work);
  tc_work_add(&out->end, 1, &tc_system_end_work);
  if (p->create) out->preconditioning = tc_preconditioner_work(p, &options->preconditioner_options);
  if (p->diagonal) out->preconditioning.row_flops = 1;
}

static double sum_flops(const tc_routine_version *version, const tc_work *work) {
  double sum = 0.0;
  for (int rank = 0; rank < version->ranks; rank++) sum += tc_routine_rank_flops(version, rank, work);
  return sum;
}

/* Factors with fill have more entries than the matrix, so the FLOPs of their sweeps are not counted. */
static bool has_fill(const tc_routine_question *q) {
  return tc_solver_effective_preconditioner(&q->solver)->factoring == TC_FACTORING_FILL;
}

static void count_flops(const tc_routine_question *q, tc_system_routines *out) {
  const bool is_unknown = has_fill(q);
  out->first_flops = is_unknown ? (double)NAN : sum_flops(out->version, &out->first);
  out->next_flops = is_unknown ? (double)NAN : sum_flops(out->version, &out->next);
  out->preconditioning_flops = is_unknown ? (double)NAN : sum_flops(out->version, &out->preconditioning);
}

/* ---- communication routines ---- */

/* Adds the sweeps of the preconditioner. Their messages are counted in the solve, because they depend on the
 * colours of the rows, which only the solver determines. All applications of the preconditioner send the same
 * messages. The paper describes no sweeps for its versions HPI and HPF, so these have the sweeps of the
 * solve, too. */
static tc_status add_sweeps(const tc_routine_question *q, tc_system_routines *out,
                            tc_routine_version *version) {
  tc_counts *count;
  TC_TRY(TC_POOL_ARRAY_ZERO(&out->memory, count, version->ranks));
  for (int rank = 0; rank < version->ranks && q->preconditionings > 0; rank++)
    for (int k = 0; k < TC_COUNT_COUNT; k++)
      count[rank].by_index[k] = q->swept[rank].by_index[k] * out->next.preconditionings / q->preconditionings;
  return tc_routine_add_sweeps(out->next.sweeps, count, &out->memory, version);
}

/* Counts the routines of all versions. The ranks of HPI and HPF reduce each dot product separately. */
static tc_status count_versions(const tc_routine_question *q, tc_system_routines *out) {
  const tc_strategy *strategy = q->solver.strategy;
  const tc_traffic traffic = tc_strategy_traffic(strategy);
  const tc_work *next = &out->next;
  tc_pool *memory = &out->memory;
  tc_routine_version *own = &out->version[0];
  TC_TRY(tc_routine_count_strategy(strategy->name, &traffic, &q->run, memory, own));
  own->is_bitwise =
      tc_strategy_is_valid(strategy) && (!tc_solver_effective_preconditioner(&q->solver)->create ||
                                         q->solver.preconditioner_options.scope != TC_SCOPE_RANK);
  TC_TRY(add_sweeps(q, out, own));
  TC_TRY(tc_routine_add_reductions(next->reductions, next->dots * dot_numbers, memory, own));
  TC_TRY(tc_routine_count_hpi(&q->run, memory, &out->version[1]));
  TC_TRY(tc_routine_count_hpf(&q->run, memory, &out->version[2]));
  for (int v = 1; v < TC_SYSTEM_VERSIONS; v++) {
    TC_TRY(add_sweeps(q, out, &out->version[v]));
    TC_TRY(tc_routine_add_reductions(next->dots, next->dots, memory, &out->version[v]));
  }
  return TC_OK;
}

static void forecast_versions(const tc_routine_question *q, tc_system_routines *out) {
  const tc_paraiso_method family = tc_paraiso_family(out->method->name);
  const bool has_fit = tc_paraiso_lines_exist(q->machine, family);
  const tc_paraiso_lines lines =
      has_fit ? tc_paraiso_lines_of_machine(q->machine, family) : tc_paraiso_lines_published(family);
  out->machine = has_fit ? q->origin : "Table 2 of the paper (Fujitsu AP3000)";
  for (int v = 0; v < TC_SYSTEM_VERSIONS; v++) {
    out->cost[v] = tc_routine_forecast(&out->version[v], &lines, &out->next, out->iterations);
    if (has_fill(q)) out->cost[v].compute = out->cost[v].total = (tc_seconds_interval){NAN, NAN};
  }
}

/* ---- cache misses ---- */

static double count_reads(const tc_reuse *reuse) {
  double sum = reuse->cold + reuse->cold_in_order;
  for (int bin = 0; bin < TC_REUSE_BINS; bin++) sum += reuse->scattered[bin] + reuse->in_order[bin];
  return sum;
}

/* Replaces *out by the misses of a rank if the rank has at least the misses of *out. After all ranks,
 * *out has those of the rank with the most misses. */
static void add_misses(const tc_reuse *reuse, double row_bytes, tc_system_misses *out) {
  const double misses = out->cache_B > 0.0 ? tc_reuse_cache_misses(reuse, row_bytes, out->cache_B) : 0.0;
  if (misses < out->misses || reuse->rows == 0.0) return;
  out->misses = misses;
  out->reads = count_reads(reuse);
}

static tc_status count_misses(const tc_routine_question *q, tc_system_routines *out) {
  const double begin_B = sizeof(int64_t),
               row_bytes =
                   tc_reuse_row_bytes((double)(out->entries - out->rows) / (double)out->rows) + begin_B;
  const int ranks = q->run.distribution->ranks;
  tc_reuse *reuse;
  TC_TRY(TC_POOL_ARRAY_ZERO(&out->memory, reuse, ranks));
  TC_TRY(tc_dry_run_count_strategies(&q->run, 0, NULL, NULL, reuse));
  for (int level = 1; level < TC_LEVELS; level++) {
    tc_system_misses *cache = &out->cache[level - 1];
    cache->cache_B = q->machine->level_cache_B[level];
    for (int rank = 0; rank < ranks; rank++) add_misses(&reuse[rank], row_bytes, cache);
  }
  return TC_OK;
}

/* ---- counts of the solve ---- */

/* A single read or a block counts as a message, as in routine_counts.h. */
static void add_counted(const tc_counts *c, tc_message_sum *sum) {
  const int64_t remote_reads = c->remote_batches > 0 ? c->remote_batches : c->remote_individual;
  sum->messages += c->local_messages + c->remote_messages + c->local_individual + remote_reads +
                   c->local_blocks + c->remote_blocks;
  sum->doubles += c->local_values_out + c->remote_values_out + c->local_individual + c->remote_individual +
                  c->local_block_values + c->remote_block_values;
}

static void add_measured(const tc_ledger *ledger, int ranks, const tc_system_result *result,
                         tc_system_routines *out) {
  for (int rank = 0; rank < ranks; rank++) add_counted(&ledger[rank].count, &out->counted);
  out->counted_products = ledger[0].work.products + ledger[0].work.adjoint_products;
  if (result->iterations > 0) out->measured_s = result->iterations_s / (double)result->iterations;
}

/* ---- prediction of a solve ---- */

tc_status tc_system_routines_predict(const tc_routine_question *q, tc_system_routines *out) {
  const tc_graph *graph = q->run.dual;
  *out = (tc_system_routines){.method = q->solver.method,
                              .preconditioner = tc_solver_effective_preconditioner(&q->solver),
                              .rows = graph->vertices,
                              .restart = q->solver.method_options.restart,
                              .printed = tc_paraiso_find_method(q->solver.method->name)};
  out->entries = (int64_t)graph->start[graph->vertices] + out->rows;
  out->added = out->entries - q->entries;
  count_work(&q->solver, out);
  TC_TRY(count_versions(q, out));
  count_flops(q, out);
  forecast_versions(q, out);
  return count_misses(q, out);
}

/* ---- solves on real ranks ---- */

/* Data of the root during the creation. */
typedef struct creation {
  const tc_distributed_system *system;
  const tc_system_input *input;
  const tc_system_result *result;
  const tc_ledger *ledger; /* [ranks] ledgers of the solve */
  tc_routine_question question;
  tc_graph *graph;
  tc_pool memory; /* owns arrays of the question */
} creation;

/* Root only. Builds the graph of the matrix and the positions of the rows. */
static tc_status init_layout(creation *c) {
  const tc_distributed_system *s = c->system;
  const tc_csr *A = &c->input->file.matrix;
  int32_t *position;
  TC_TRY(tc_graph_create_from_rows((int32_t)A->rows, A->row_begin, A->column, &c->graph));
  TC_TRY(TC_POOL_ARRAY(&c->memory, position, A->rows));
  for (int32_t i = 0; i < A->rows; i++) position[s->layout.order[i]] = i;
  c->question.run = (tc_dry_run_layout){.dual = c->graph,
                                        .order = s->layout.order,
                                        .position = position,
                                        .distribution = s->distribution,
                                        .node_of_rank = s->world->node_of_rank,
                                        .rings = 1};
  return TC_OK;
}

/* Root only. Copies the counts of the sweeps of all ranks to the question. */
static tc_status list_sweeps(creation *c) {
  tc_counts *swept;
  TC_TRY(TC_POOL_ARRAY(&c->memory, swept, c->system->world->ranks));
  for (int rank = 0; rank < c->system->world->ranks; rank++) swept[rank] = c->ledger[rank].sweep_counts;
  c->question.swept = swept;
  c->question.preconditionings = c->ledger[0].work.preconditionings;
  return TC_OK;
}

/* Root only. Predicts the solve, and adds the counted and measured numbers. */
static tc_status predict(creation *c, tc_system_routines *out) {
  c->question.entries = c->input->entries;
  TC_TRY(init_layout(c));
  TC_TRY(list_sweeps(c));
  TC_TRY(tc_system_routines_predict(&c->question, out));
  add_measured(c->ledger, c->system->world->ranks, c->result, out);
  return TC_OK;
}

tc_status tc_system_routines_create(const tc_distributed_system *system, const tc_system_options *options,
                                    const tc_system_input *input, const tc_system_result *result,
                                    const tc_params *machine, const char *origin, tc_system_routines *out) {
  creation c = {.system = system, .input = input, .result = result};
  tc_ledger *ledger = NULL;
  *out = (tc_system_routines){0};
  c.question = (tc_routine_question){.solver = options->solver, .machine = machine, .origin = origin};
  c.question.solver.method = result->method;
  if (result->choice.preconditioner) c.question.solver.preconditioner = result->choice.preconditioner;
  TC_TRY(tc_world_gather(system->world, &result->ledger, sizeof result->ledger, &ledger));
  c.ledger = ledger;
  const tc_status status = TC_ON_ROOT(system->world, predict(&c, out));
  tc_graph_destroy(&c.graph);
  tc_pool_free(&c.memory);
  tc_free(ledger);
  return status;
}

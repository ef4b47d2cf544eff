/* Tests of the forecast counts of a solve by routine. They are compared with the counts of the solve itself,
 * the work of the solver and the messages of each rank. */
#include "system/system_routines.h"

#include "base/document/render.h"
#include "support/work_difference.h"
#include "system/routine_report.h"
#include "system/system_case.h"

/* Forecast counts on rank 0, and the counts of the solve. */
typedef struct outcome {
  tc_system_routines routines;
  tc_ledger ledger;
  tc_ledger *all; /* [ranks] ledgers; on rank 0 only */
} outcome;

/* Returns a machine whose first caches are smaller than a small matrix. */
static tc_params small_machine(void) { return (tc_params){.level_cache_B = {0.0, 512.0, 2048.0, 1e9}}; }

/* Collective. Solves the system with a fixed number of iterations, and computes the forecast counts of the
 * solve. */
static tc_status predict_solve(tc_world *world, const char *matrix, const tc_system_options *options,
                               outcome *out) {
  const tc_layout_options layout = {tc_order_find("rcm"), 0, TC_DISTRIBUTION_METIS, 16, TC_OBJECTIVE_CUT,
                                    TC_PARTITIONER_AUTO};
  const tc_system_files files = {.matrix = system_data(matrix)};
  const tc_params machine = small_machine();
  tc_distributed_system *system = NULL;
  tc_system_input content = {0}, *input = world->rank == 0 ? &content : NULL;
  tc_system_result result = {0};
  *out = (outcome){.all = NULL};
  tc_status status = TC_ON_ROOT(world, tc_system_input_read(&files, &content));
  if (!status) status = tc_distributed_system_create(world, &layout, input, NULL, &system);
  if (!status) status = tc_system_solve(system, options, input, &result);
  if (!status) status = tc_world_gather(world, &result.ledger, sizeof result.ledger, &out->all);
  if (!status)
    status = tc_system_routines_create(system, options, input, &result, &machine, "small", &out->routines);
  out->ledger = result.ledger;
  tc_system_result_free(&result);
  tc_distributed_system_destroy(&system);
  tc_system_input_free(&content);
  return status;
}

static void outcome_free(outcome *out) {
  tc_system_routines_free(&out->routines);
  tc_free(out->all);
}

/* Returns `work` without streams and messages of sweeps, which the forecast does not contain. */
static tc_work counted_work(tc_work work) {
  work.streams = work.sweep_messages = work.sweep_values = work.iterations = 0;
  return work;
}

/* Returns the forecast work of `steps` iterations or, for gmres, cycles. */
static tc_work predicted_work(const tc_system_routines *r, int64_t steps) {
  tc_work sum = r->first;
  tc_work_add(&sum, steps - 1, &r->next);
  tc_work_add(&sum, 1, &r->end);
  return counted_work(sum);
}

/* Expects that each rank has sent the forecast number of messages and values of the strategy of the solve. */
static void expect_messages(const outcome *out, const char *name) {
  const tc_routine_version *own = &out->routines.version[0];
  int64_t products = out->routines.counted_products;
  for (int rank = 0; rank < own->ranks; rank++) {
    const tc_counts *c = &out->all[rank].count;
    tc_message_sum sent = {0, 0};
    for (int k = 0; k < own->routines; k++)
      for (int size = 0; size < TC_PARAISO_SIZES && !own->routine[k].is_sum; size++) {
        sent.messages += own->routine[k].load[rank].sum[TC_MESSAGE_SENT][size].messages;
        sent.doubles += own->routine[k].load[rank].sum[TC_MESSAGE_SENT][size].doubles;
      }
    const int64_t messages = c->local_messages + c->local_individual + c->local_blocks,
                  doubles = c->local_values_out + c->local_individual + c->local_block_values;
    cr_expect_eq(sent.messages * products, messages, "%s, rank %d: %lld messages, not %lld", name, rank,
                 (long long)messages, (long long)(sent.messages * products));
    cr_expect_eq(sent.doubles * products, doubles, "%s, rank %d: %lld doubles, not %lld", name, rank,
                 (long long)doubles, (long long)(sent.doubles * products));
  }
}

/* The work of each solve must equal its forecast. The solves have no breakdowns and no second
 * orthogonalisations of gmres, whose work the forecast does not contain. */
ParallelTest(system_routines, work_of_methods) {
  static const struct {
    const char *matrix, *method, *preconditioner;
  } cases[] = {{"nos7.rsa", "cg", "none"},          {"nos7.rsa", "cg", "ssor"},
               {"orsreg_1.rua", "bicg", "jacobi"},  {"orsreg_1.rua", "bicgstab", "ilu0"},
               {"orsreg_1.rua", "cgs", "neumann"},  {"orsreg_1.rua", "qmr", "ilu0"},
               {"jpwh_991.rua", "gmres", "jacobi"}, {"orsreg_1.rua", "jacobi", "none"},
               {"orsreg_1.rua", "sor", "none"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    system_choice c = system_choice_of(cases[k].method, cases[k].preconditioner);
    tc_system_options options = system_options(&c);
    options.solver.method_options.restart = 3;
    const int64_t steps = 2, cycle = options.solver.method->update ? 3 : 1;
    options.solver.iterations = steps * cycle;
    outcome out;
    expect_ok(predict_solve(world, cases[k].matrix, &options, &out));
    if (world->rank == 0) {
      const tc_work expected = predicted_work(&out.routines, steps), counted = counted_work(out.ledger.work);
      const int other = work_difference(&expected, &counted);
      cr_expect_eq(other, -1, "%s %s: %s %lld, not %lld", cases[k].method, cases[k].preconditioner,
                   tc_work_name(other < 0 ? 0 : other), (long long)counted.by_index[other < 0 ? 0 : other],
                   (long long)expected.by_index[other < 0 ? 0 : other]);
      expect_messages(&out, cases[k].method);
    }
    outcome_free(&out);
  }
}

ParallelTest(system_routines, messages_of_strategies) {
  for (int k = 0; k < tc_strategy_count(); k++) {
    system_choice c = system_choice_of("bicgstab", "jacobi");
    c.strategy = tc_strategy_at(k)->name;
    c.iterations = 2;
    const tc_system_options options = system_options(&c);
    outcome out;
    if (!tc_strategy_is_valid(tc_strategy_at(k))) continue;
    expect_ok(predict_solve(world, "orsreg_1.rua", &options, &out));
    if (world->rank == 0) {
      expect_messages(&out, c.strategy);
      cr_expect(out.routines.version[0].is_bitwise && !out.routines.version[1].is_bitwise);
    }
    outcome_free(&out);
  }
}

/* Checks the FLOPs of cg by Table 1 of the paper (Blanco et al. 2000) and by our own count, in which a dot
 * product has 2n FLOPs. NOS7 has 729 rows and 4617 entries. */
ParallelTest(system_routines, figures_of_cg) {
  system_choice c = system_choice_of("cg", "jacobi");
  c.iterations = 2;
  const tc_system_options options = system_options(&c);
  outcome out;
  expect_ok(predict_solve(world, "nos7.rsa", &options, &out));
  if (world->rank == 0) {
    const tc_system_routines *r = &out.routines;
    cr_expect(r->rows == 729 && r->entries == 4617 && r->printed == TC_PARAISO_CG && r->iterations == 1);
    cr_expect_eq(r->next_flops, 2.0 * 4617 + (double)r->next.row_flops * 729);
    cr_expect_eq(r->preconditioning_flops, 729.0);
    cr_expect_str_eq(r->machine, "Table 2 of the paper (Fujitsu AP3000)");
    cr_expect_float_eq(r->cost[0].compute.low, 0.419e-6 * r->next_flops / world->ranks + 0.0013,
                       world->ranks == 1 ? 1e-12 : 1e-4);
    cr_expect(r->measured_s > 0.0);
  }
  outcome_free(&out);
}

/* Returns the report of the forecast counts, which the caller frees. */
static char *report_text(const tc_system_routines *routines, const tc_renderer renderer) {
  char *text = NULL;
  size_t size = 0;
  tc_document document;
  FILE *out = open_memstream(&text, &size);
  tc_section *root = tc_document_begin(&document, NULL);
  if (renderer == TC_RENDERER_JSON)
    tc_routine_report_add(routines, root);
  else
    tc_routine_report_print(routines, root);
  expect_ok(
      tc_document_print(&document, renderer == TC_RENDERER_JSON ? tc_document_json : tc_document_text, out));
  fclose(out);
  return text;
}

/* Returns the report of a dry run with two cases and without a solve. The caller frees the text. */
static char *cases_text(const tc_system_routines *routines, const tc_renderer renderer) {
  char *text = NULL;
  size_t size = 0;
  tc_document document;
  tc_routine_case one = {.nodes = 1, .ranks = 4, .block_size = 16, .routines = *routines}, two = one;
  const tc_routine_case *const item[] = {&one, &two};
  FILE *out = open_memstream(&text, &size);
  tc_section *root = tc_document_begin(&document, NULL);
  one.routines.counted_products = two.routines.counted_products = 0;
  two.nodes = 2;
  if (renderer == TC_RENDERER_JSON)
    tc_routine_report_add_cases(item, 2, root);
  else
    tc_routine_report_print_cases(item, 2, root);
  expect_ok(
      tc_document_print(&document, renderer == TC_RENDERER_JSON ? tc_document_json : tc_document_text, out));
  fclose(out);
  return text;
}

/* Returns how often a word occurs. */
static int count_words(const char *text, const char *word) {
  int count = 0;
  for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) count++;
  return count;
}

/* Expects one table of FLOPs, which are equal in both cases, and one table of messages for each case. */
static void expect_cases(const tc_system_routines *routines) {
  char *text = cases_text(routines, TC_RENDERER_TEXT), *json = cases_text(routines, TC_RENDERER_JSON);
  cr_expect(strstr(text, "\n4 ranks on 1 node, blocks of 16:\n") &&
                strstr(text, "\n4 ranks on 2 nodes, blocks of 16:\n"),
            "%s", text);
  cr_expect(count_words(text, "spmatvectrans") == 1 && count_words(text, "  version ") == 2, "%s", text);
  cr_expect_not(strstr(text, "has counted"));
  cr_expect(count_words(json, "\"block_size\": 16") == 2 && count_words(json, "\"versions\"") == 2, "%s",
            json);
  cr_expect(strstr(json, "\"nodes\": 2") && !strstr(json, "\"counted\""));
  free(text);
  free(json);
}

/* Checks the cache misses of the matrix of a circuit (JPWH_991). Its reads of x are not in order, and the
 * whole matrix fits into the largest cache. */
static void expect_misses(const tc_system_misses cache[TC_LEVELS - 1]) {
  cr_expect(cache[0].misses >= cache[1].misses && cache[1].misses > 0.0, "%g, %g", cache[0].misses,
            cache[1].misses);
  cr_expect(cache[2].misses == 0.0 && cache[0].reads > cache[0].misses);
}

ParallelTest(system_routines, reports) {
  const system_choice c = {"bicgstab", "ssor", "neighbour", "rcm", TC_DISTRIBUTION_METIS, 3, 1e-8, 0};
  static const char *const words[] = {"spmatvec",
                                      "triang",
                                      "Table 2 of the paper",
                                      "HPI",
                                      "HPF",
                                      "as predicted",
                                      "results depend on the number of ranks",
                                      "An iteration has taken"},
                           *const keys[] = {"\"kernels\"",      "\"versions\"", "\"same_bits\": false",
                                            "\"cache_misses\"", "\"counted\"",  "\"iteration_high_s\""};
  const tc_system_options options = system_options(&c);
  outcome out;
  expect_ok(predict_solve(world, "jpwh_991.rua", &options, &out));
  if (world->rank == 0) {
    char *text = report_text(&out.routines, TC_RENDERER_TEXT),
         *json = report_text(&out.routines, TC_RENDERER_JSON);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
      cr_expect(strstr(text, words[k]), "no %s in\n%s", words[k], text);
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
      cr_expect(strstr(json, keys[k]), "no %s in\n%s", keys[k], json);
    cr_expect_eq(strstr(text, "MPI_Startall") != NULL, world->ranks > 1);
    expect_misses(out.routines.cache);
    expect_cases(&out.routines);
    free(text);
    free(json);
  }
  outcome_free(&out);
}

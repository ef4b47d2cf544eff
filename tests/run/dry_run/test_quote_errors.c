#include "run/dry_run/quote_case.h"
#include "support/golden.h"

/* The messages of all errors, one per line. */
static char errors[4096];

/* Appends the message of an error to `errors`. DIR replaces the path of the directory. */
static void add_error(quote_scene *a, tc_code code, tc_status status) {
  const char *message = tc_status_text(status);
  tc_line line = {.length = 0};
  cr_expect(tc_status_code(status) == code, "after %s: %d: %s", errors, (int)tc_status_code(status), message);
  for (const char *found; (found = strstr(message, a->s->f.path)); message = found + strlen(a->s->f.path))
    tc_line_add(&line, "%.*sDIR", (int)(found - message), message);
  const size_t length = strlen(errors);
  snprintf(errors + length, sizeof errors - length, "%s%s\n", line.text, message);
  tc_status_free(&status);
}

static void check_requests(quote_scene *a) {
  double *memory_B = &a->machine.origin.machine.site.node_memory_B;
  a->request.deadline_s = 1.0;
  add_error(a, TC_INTERNAL, search_quote(a));
  cr_expect(a->result.quote.cases == 6 && a->result.quote.chosen == -1 && a->result.quote.best >= 0);
  a->request.deadline_s = 1.5;
  a->request.budget_hours = 1e-6;
  add_error(a, TC_INTERNAL, search_quote(a));
  a->request.deadline_s = 1800.0;
  add_error(a, TC_INTERNAL, search_quote(a));
  a->request.deadline_s = 0.0;
  add_error(a, TC_INTERNAL, search_quote(a));
  *memory_B = 1e6;
  add_error(a, TC_INTERNAL, search_quote(a));
  a->request.budget_hours = *memory_B = 0.0;
  a->request.nodes = (tc_option_numbers){1, {300}};
  add_error(a, TC_USAGE, search_quote(a));
  cr_expect_eq(a->result.quote.cases, 0);
  a->request.shapes = 0;
  add_error(a, TC_USAGE, search_quote(a));
}

/* If the machine file has no network parameters, the quote is limited to one node, so the message must not
 * suggest more nodes. */
static void check_one_node(quote_scene *a) {
  tc_machine *machine = &a->machine.origin.machine;
  a->request.nodes.count = 1;
  a->request.deadline_s = 1.0;
  expect_error(search_quote(a), TC_INTERNAL, "increase --deadline to 2s or --max-nodes");
  machine->params.remote_latency_s = 0.0;
  tc_status status = search_quote(a);
  cr_expect(strstr(tc_status_text(status), "increase --deadline to 2s") &&
                !strstr(tc_status_text(status), "--max-nodes"),
            "%s", tc_status_text(status));
  tc_status_free(&status);
  machine->site.node_memory_B = 1e6;
  expect_error(search_quote(a), TC_INTERNAL, "calibrate on two nodes and increase --max-nodes");
}

ParallelTest(quote_errors, machine_without_a_network) {
  run_quote_check(world, OVERRIDES("time.steps=10"), check_one_node);
}

/* A machine measured with one rank lacks the bandwidth of a whole node, unless the node has a single core. A
 * quote must warn about this. */
static void check_one_rank(quote_scene *a) {
  tc_machine *machine = &a->machine.origin.machine;
  expect_ok(search_quote(a));
  cr_expect(!scene_said(a->s, "was measured with one rank"));
  machine->ranks_per_node = 1;
  machine->site.node_cores = 1;
  expect_ok(search_quote(a));
  cr_expect(!scene_said(a->s, "was measured with one rank"));
  machine->site.node_cores = 0;
  expect_ok(search_quote(a));
  cr_expect(scene_said(a->s, "was measured with one rank, so that the bandwidth of a full node is unknown"),
            "%s", a->s->said);
}

ParallelTest(quote_errors, machine_measured_with_one_rank) {
  run_quote_check(world, OVERRIDES("time.steps=10"), check_one_rank);
}

/* A quote needs the assembly rate of the scheme of the config only. */
static void check_scheme(quote_scene *a) {
  tc_params *params = &a->machine.origin.machine.params;
  params->assemble_gradient_row_s = 0.0;
  expect_ok(search_quote(a));
  params->assemble_two_point_row_s = 0.0;
  expect_error(search_quote(a), TC_USAGE, "job.assemble_two_point_row_s is missing");
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_section(p) == TC_PARAM_SECTION_job) *tc_param_at(params, p) = 0.0;
  expect_error(search_quote(a), TC_USAGE, "section job, which a quote needs, is missing");
}

ParallelTest(quote_errors, rate_of_the_scheme) {
  run_quote_check(world, OVERRIDES("time.steps=10", "diffusion.scheme=two-point"), check_scheme);
}

static void check_parameters(quote_scene *a) {
  tc_machine *machine = &a->machine.origin.machine;
  tc_params *params = &machine->params;
  const double send_s = params->remote_send_s, latency_s = params->remote_latency_s;
  params->remote_send_s = 0.0;
  add_error(a, TC_USAGE, search_quote(a));
  params->remote_latency_s = 0.0;
  add_error(a, TC_USAGE, search_quote(a));
  a->request.nodes.count = 1;
  expect_ok(search_quote(a));
  params->remote_send_s = send_s;
  params->remote_latency_s = latency_s;
  params->assemble_gradient_row_s = 0.0;
  add_error(a, TC_USAGE, search_quote(a));
  set_job_defaults(params);
  params->halo_row_s = 0.0;
  add_error(a, TC_USAGE, search_quote(a));
  set_job_defaults(params);
  machine->threads = 4;
  add_error(a, TC_USAGE, search_quote(a));
  cr_expect_eq(a->result.quote.item[0].exclusion, TC_QUOTE_NO_BOUND);
  machine->threads = 2;
  expect_ok(search_quote(a));
  cr_expect_eq(a->result.quote.item[a->result.quote.chosen].threads, 2);
  a->config->model = TC_MODEL_refined;
  memset(params->row_s, 0, sizeof params->row_s);
  add_error(a, TC_USAGE, search_quote(a));
}

static void check_steps(quote_scene *a) { add_error(a, TC_USAGE, search_quote(a)); }

ParallelTest(quote_errors, messages) {
  const char *boundary = "boundary={default: {kind: value, value: x}}";
  *errors = 0;
  run_quote_check(world, OVERRIDES("time.steps=10"), check_requests);
  run_quote_check(world, OVERRIDES("time.steps=10"), check_parameters);
  run_quote_check(world, OVERRIDES("time={end: 1, dt: auto, steps: null}"), check_steps);
  run_quote_check(world,
                  OVERRIDES("time={method: steady, steps: null}",
                            "solver={method: bicgstab, preconditioner: {name: ilut, scope: rank}}", boundary),
                  check_steps);
  run_quote_check(world,
                  OVERRIDES("time={method: steady, steps: null}", "solver={preconditioner.name: ssor}",
                            "solver.most_iterations=50", boundary),
                  check_steps);
  run_quote_check(world,
                  OVERRIDES("time={method: steady, steps: null}", "solver={preconditioner.name: multigrid}",
                            "solver.most_iterations=50", boundary),
                  check_steps);
  if (world->rank == 0) expect_golden("run", "quote_errors.txt", errors);
}

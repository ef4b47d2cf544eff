#include "run/dry_run/quote_case.h"
#include "support/golden.h"

/* Appends the message of an error to the text. DIR replaces the path of the directory. */
static void add_error(quote_scene *a, tc_code code, tc_status status, tc_line *text) {
  const char *message = tc_status_text(status);
  cr_expect(tc_status_code(status) == code, "after %s: %d: %s", text->text, (int)tc_status_code(status),
            message);
  for (const char *found; (found = strstr(message, a->s->f.path)); message = found + strlen(a->s->f.path))
    tc_line_add(text, "%.*sDIR", (int)(found - message), message);
  tc_line_add(text, "%s\n", message);
  tc_status_free(&status);
}

static tc_line errors;

static void check_requests(quote_scene *a) {
  double *memory_B = &a->machine.origin.machine.site.node_memory_B;
  a->request.deadline_s = 1.0;
  add_error(a, TC_INTERNAL, search_quote(a), &errors);
  cr_expect(a->result.quote.cases == 6 && a->result.quote.chosen == -1 && a->result.quote.best >= 0);
  a->request.deadline_s = 1.5;
  a->request.budget_hours = 1e-6;
  add_error(a, TC_INTERNAL, search_quote(a), &errors);
  a->request.deadline_s = 1800.0;
  add_error(a, TC_INTERNAL, search_quote(a), &errors);
  a->request.deadline_s = 0.0;
  add_error(a, TC_INTERNAL, search_quote(a), &errors);
  *memory_B = 1e6;
  add_error(a, TC_INTERNAL, search_quote(a), &errors);
  a->request.budget_hours = *memory_B = 0.0;
  a->request.nodes = (tc_option_numbers){1, {300}};
  add_error(a, TC_USAGE, search_quote(a), &errors);
  cr_expect_eq(a->result.quote.cases, 0);
  a->request.shapes = 0;
  add_error(a, TC_USAGE, search_quote(a), &errors);
}

static void check_parameters(quote_scene *a) {
  tc_machine *machine = &a->machine.origin.machine;
  tc_params *params = &machine->params;
  const double send_s = params->remote_send_s, latency_s = params->remote_latency_s;
  params->remote_send_s = 0.0;
  add_error(a, TC_USAGE, search_quote(a), &errors);
  params->remote_latency_s = 0.0;
  add_error(a, TC_USAGE, search_quote(a), &errors);
  a->request.nodes.count = 1;
  expect_ok(search_quote(a));
  params->remote_send_s = send_s;
  params->remote_latency_s = latency_s;
  params->assemble_gradient_row_s = 0.0;
  add_error(a, TC_USAGE, search_quote(a), &errors);
  set_job_defaults(params);
  params->halo_row_s = 0.0;
  add_error(a, TC_USAGE, search_quote(a), &errors);
  set_job_defaults(params);
  machine->threads = 4;
  add_error(a, TC_USAGE, search_quote(a), &errors);
  cr_expect_eq(a->result.quote.item[0].exclusion, TC_QUOTE_NO_BOUND);
  machine->threads = 2;
  expect_ok(search_quote(a));
  cr_expect_eq(a->result.quote.item[a->result.quote.chosen].threads, 2);
  a->config->model = TC_MODEL_refined;
  memset(params->row_s, 0, sizeof params->row_s);
  add_error(a, TC_USAGE, search_quote(a), &errors);
}

static void check_steps(quote_scene *a) { add_error(a, TC_USAGE, search_quote(a), &errors); }

ParallelTest(quote_errors, messages) {
  const char *boundary = "boundary={default: {kind: value, value: x}}";
  errors = (tc_line){.length = 0};
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
  if (world->rank == 0) expect_golden("run", "quote_errors.txt", errors.text);
}

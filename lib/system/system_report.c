#include "system/system_report.h"

#include <inttypes.h>
#include <math.h>

#include "system/routine_report.h"
#include "system/system_facts.h"

/* ---- JSON report ---- */

static void add_solver(const tc_system_report *r, tc_section *json) {
  const tc_solver_options *o = &r->options->solver;
  const tc_system_result *result = r->result;
  TC_SECTION(json, "solver", TC_VALUE("method", result->method->name),
             TC_VALUE("preconditioner", result->preconditioner->name), TC_VALUE("tolerance", o->tolerance),
             TC_VALUE("relative_to", (const char *)(r->options->relative_to_start ? "start" : "rhs")),
             tc_item_count("colours", result->colours), tc_item_count("levels", result->levels));
}

/* True if the tolerance was tested and reached, and the check of x has not refuted it. */
static bool is_converged(const tc_system_solution *x) {
  return x->is_accepted && tc_reason_is_solved(x->result.reason) && x->result.reason != TC_REASON_iterated;
}

static void add_solution(const tc_system_solution *x, tc_section *list) {
  const tc_solve_result *s = &x->result;
  TC_SECTION(list, NULL, TC_VALUE("converged", is_converged(x)), TC_VALUE("iterations", s->iterations),
             TC_VALUE("reason", tc_reason_name(s->reason)), TC_VALUE("verifications", s->verifications),
             TC_VALUE("restarts", s->restarts), TC_VALUE("ignores_start", x->ignores_start),
             TC_VALUE("initial_residual", s->initial_residual), TC_VALUE("residual", x->residual),
             TC_VALUE("true_residual", x->true_residual), TC_VALUE("row_residual", x->row_residual),
             TC_VALUE("error", x->error), tc_item_if(x->is_accepted, TC_VALUE("hash", x->hash)));
}

static tc_system_facts facts_of(const tc_system_report *r) {
  return tc_system_facts_of(r->matrix, r->input, r->system);
}

static void add_json(const tc_system_report *r, tc_section *json) {
  const tc_system_facts facts = facts_of(r);
  const tc_solver_options *o = &r->options->solver;
  const tc_system_result *result = r->result;
  tc_items_add_program(json, "tetracast");
  TC_ADD(json, TC_VALUE("command", (const char *)"solve"), TC_VALUE("ranks", r->system->world->ranks),
         TC_VALUE("threads", r->threads), TC_VALUE("strategy", o->strategy->name),
         TC_VALUE("storage", r->system->A->begin ? tc_format_rows.name : o->format->name));
  tc_system_facts_add(&facts, json);
  add_solver(r, json);
  TC_ADD(json, TC_VALUE("read_s", r->read_s),
         tc_item_if(result->choice_s > 0.0, TC_VALUE("choice_s", result->choice_s)),
         TC_VALUE("setup_s", result->setup_s), TC_VALUE("solve_s", result->solve_s),
         tc_item_text("failure", r->failure));
  tc_preconditioner_choice_add(&result->choice, json);
  tc_section *list = tc_list_add(json, "results");
  for (int64_t k = 0; k < result->solves; k++) add_solution(&result->solution[k], list);
  if (r->routines) tc_routine_report_add(r->routines, json);
}

/* ---- text report ---- */

static void print_solver(const tc_system_report *r, tc_section *out) {
  const tc_system_result *result = r->result;
  const int ranks = r->system->world->ranks;
  tc_section_print(out, "%s with preconditioner %s, strategy %s, %d rank%s x %d thread%s",
                   result->method->name, result->preconditioner->name, r->options->solver.strategy->name,
                   ranks, ranks == 1 ? "" : "s", r->threads, r->threads == 1 ? "" : "s");
}

static void print_solutions(const tc_system_report *r, tc_section *out) {
  const tc_system_result *result = r->result;
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("right side", 10), tc_column_text("iterations", 11),
             tc_column_text("converged", 10), tc_column_text("residual", 10),
             tc_column_text("true residual", 14), tc_column_text("error", 10),
             tc_column_text("hash of x", 17));
  for (int64_t k = 0; k < result->count; k++) {
    const tc_system_solution *x = &result->solution[k];
    tc_section *row = tc_section_add(table, NULL);
    tc_cell_print(row, "%lld", (long long)k + 1);
    tc_cell_print(row, "%lld", (long long)x->result.iterations);
    tc_cell_print(row, "%s", is_converged(x) ? "yes" : "no");
    tc_cell_print(row, "%.2e", x->residual);
    tc_cell_print(row, "%.2e", x->true_residual);
    if (isnan(x->error))
      tc_cell_print(row, "-");
    else
      tc_cell_print(row, "%.2e", x->error);
    tc_cell_print(row, "%016" PRIx64, x->hash);
  }
}

/* Example: Right-hand side 1: not converged, bicgstab reached solver.most_iterations. */
static void print_reasons(const tc_system_report *r, tc_section *out) {
  const tc_system_result *result = r->result;
  for (int64_t k = 0; k < result->count; k++)
    if (!is_converged(&result->solution[k]))
      tc_section_print(out, "Right-hand side %lld: not converged, %s %s.", (long long)k + 1,
                       result->method->name, tc_reason_meaning(result->solution[k].result.reason));
}

/* The seconds of reading and distributing include the transpose, which is computed for all solvers to check
 * the symmetry. */
static void print_seconds(const tc_system_report *r, tc_section *out) {
  const tc_system_result *result = r->result;
  tc_section_print(out, "reading, distributing and checking symmetry %.3g s, ", r->read_s);
  if (result->choice_s > 0.0) tc_section_append(out, "trials of preconditioners %.3g s, ", result->choice_s);
  tc_section_append(out, "setup %.3g s, solving %.3g s", result->setup_s, result->solve_s);
}

static void print_text(const tc_system_report *r, tc_section *out) {
  const tc_system_facts facts = facts_of(r);
  const tc_system_result *result = r->result;
  tc_system_facts_print(&facts, out);
  tc_line choice = {0};
  tc_preconditioner_choice_format(&result->choice, &choice);
  if (choice.length > 0) tc_section_print(out, "%s", choice.text);
  print_solver(r, out);
  print_solutions(r, out);
  print_reasons(r, out);
  if (r->input->is_generated)
    tc_section_print(out, "The right-hand side is A times ones; error: largest difference from ones.");
  if (r->input->row_sums.vanish)
    tc_section_print(out, "All row sums of A are 0, so A is singular, and x is determined up to a constant.");
  print_seconds(r, out);
  if (r->routines) tc_routine_report_print(r->routines, out);
}

void tc_system_report_build(const tc_system_report *r, tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL);
  add_json(r, tc_group_add(root, TC_RENDERER_JSON));
  if (!r->failure) print_text(r, tc_group_add(root, TC_RENDERER_TEXT));
}

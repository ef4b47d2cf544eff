/* `tetracast list`: prints the names in every registry from which a config chooses, one line per name.
 * Serial, without MPI. The title of each registry contains the config key to which the names belong. The line
 * of a method or preconditioner also states its requirements and the keys that it reads. If a back-end
 * for devices was not built, its line states the reason. tests/apps/help_test.sh checks that no name is
 * missing. */
#include "comm/exchange/strategy.h"
#include "commands/command.h"
#include "count/layout.h"
#include "device/device.h"
#include "fv/scheme/scheme.h"
#include "graph/order/order.h"
#include "linear/solver/method.h"
#include "model/step/model.h"
#include "solve/problem/boundary.h"
#include "sparse/matrix.h"

static void write_line(FILE *out, const char *name, const char *summary) {
  fprintf(out, "  %-12s %s\n", name, summary);
}

static void write_list(FILE *out, const char *title, const tc_registry *list) {
  fprintf(out, "%s\n", title);
  for (int i = 0; i < list->count; i++) write_line(out, list->name(i), list->summary(i));
}

/* Writes a name, its summary and notes such as "; reads solver.restart". note[k] is written if bit k of `set`
 * is 1. The list note[] ends with NULL. */
static void write_solver(FILE *out, const char *name, const char *summary, const char *const *note,
                         unsigned set) {
  tc_line line = {0};
  tc_line_add(&line, "%s", summary);
  for (unsigned k = 0; note[k]; k++)
    if (set >> k & 1u) tc_line_add(&line, "; %s", note[k]);
  write_line(out, name, line.text);
}

static void write_methods(FILE *out) {
  static const char *const note[] = {"needs a symmetric matrix and preconditioner",
                                     "also multiplies by the adjoint",
                                     "supports no preconditioner",
                                     "reads solver.restart",
                                     "reads solver.relaxation",
                                     "reads solver.preconditioner.scope",
                                     NULL};
  fprintf(out, "methods (solver.method)\n");
  for (int i = 0; i < tc_method_count(); i++) {
    const tc_method *method = tc_method_at(i);
    write_solver(out, method->name, method->summary, note, method->needs);
  }
}

static void write_preconditioners(FILE *out) {
  static const char *const note[] =
      {"reads degree",
       "reads solver.relaxation",
       "reads fill",
       "reads drop",
       "reads scope",
       "reads smoothing, smoothed, strength, coarsest, rows_per_rank and rebuild",
       "not symmetric, so not for cg",
       "scope rank only",
       NULL};
  fprintf(out, "preconditioners (solver.preconditioner.name)\n");
  for (int i = 0; i < tc_preconditioner_count(); i++) {
    const tc_preconditioner *p = tc_preconditioner_at(i);
    const unsigned more = (unsigned)!p->symmetric << 6 | (unsigned)(p->scopes == TC_SCOPE_RANK) << 7;
    write_solver(out, p->name, p->summary, note, p->reads | more);
  }
}

static void write_backends(FILE *out) {
  fprintf(out, "backends (device)\n");
  for (int i = 0; i < tc_backend_count(); i++) {
    const char *missing = tc_backend_unavailable_reason(tc_backend_at(i));
    tc_line line = {0};
    tc_line_add(&line, "%s", tc_backend_registry.summary(i));
    if (missing) tc_line_add(&line, "; not built: %s", missing);
    write_line(out, tc_backend_registry.name(i), line.text);
  }
}

static tc_status run_list(tc_command_call *call) {
  write_list(call->out, "strategies (strategy)", &tc_strategy_registry);
  write_list(call->out, "transports", &tc_transport_registry);
  write_list(call->out, "accesses", &tc_access_registry);
  write_list(call->out, "schemes (diffusion.scheme)", &tc_scheme_registry);
  write_list(call->out, "integrators (time.method)", &tc_integrator_registry);
  write_methods(call->out);
  write_preconditioners(call->out);
  write_list(call->out, "scopes (solver.preconditioner.scope)", &tc_scopes);
  write_list(call->out, "orders (order.method)", &tc_order_registry);
  write_list(call->out, "METIS objectives (order.objective)", &tc_objectives);
  write_list(call->out, "distributions (distribution.kind)", &tc_distribution_kinds);
  write_list(call->out, "partitioners (distribution.partitioner)", &tc_partitioners);
  write_list(call->out, "kernels (kernel)", &tc_row_forms);
  write_list(call->out, "formats (storage)", &tc_format_registry);
  write_list(call->out, "placements (placement)", &tc_placements);
  write_backends(call->out);
  write_list(call->out, "models (model)", &tc_model_registry);
  write_list(call->out, "policies for meshes of several components (mesh.components)",
             &tc_components_policies);
  write_list(call->out, "boundary kinds (boundary.default.kind)", &tc_boundary_kinds);
  return TC_OK;
}

const tc_command app_command_list = {
    .name = "list",
    .summary = "list strategies, schemes, integrators, orders and the other names of a config",
    .about =
        "Prints the names that a config can contain, one line each: strategies with their transports and\n"
        "accesses, schemes, integrators, methods and preconditioners with their requirements, orders,\n"
        "distributions, partitioners, kernels, formats, placements, devices, models, policies for meshes of\n"
        "several components, and boundary kinds. Each heading names the key in parentheses.\n",
    .example = "example: tetracast list\n",
    .run = run_list,
};

#include "comm/distribution.h"
#include "comm/strategy.h"
#include "command.h"
#include "fv/scheme.h"
#include "graph/order.h"
#include "model/model.h"
#include "solve/boundary.h"
#include "sparse/matrix.h"

static void write_line(FILE *out, const char *name, const char *summary) {
  fprintf(out, "  %-12s %s\n", name, summary);
}

static void write_list(FILE *out, const char *title, const tc_registry *list) {
  fprintf(out, "%s\n", title);
  for (int i = 0; i < list->count; i++) write_line(out, list->name(i), list->summary(i));
}

static tc_status run(tc_app *app) {
  if (app->arguments.words)
    return tc_status_make(TC_USAGE, "list takes no arguments (see tetracast list --help)");
  if (!app->out) return TC_OK;
  write_list(app->out, "strategies (strategy)", &tc_strategy_registry);
  write_list(app->out, "transports", &tc_transport_registry);
  write_list(app->out, "accesses", &tc_access_registry);
  write_list(app->out, "schemes (diffusion.scheme)", &tc_scheme_registry);
  write_list(app->out, "integrators (time.method)", &tc_integrator_registry);
  write_list(app->out, "orders (order.method)", &tc_order_registry);
  write_list(app->out, "distributions (distribution.kind)", &tc_distribution_kinds);
  write_list(app->out, "formats (storage)", &tc_format_registry);
  write_list(app->out, "models (model)", &tc_model_registry);
  write_list(app->out, "boundary kinds (boundary.default.kind)", &tc_boundary_kinds);
  return TC_OK;
}

const tc_command tc_command_list = {
    .name = "list",
    .summary = "strategies, schemes, integrators, orders, .. and boundary kinds, each with one line",
    .usage =
        "usage: tetracast list\n\n"
        "Names what a config can choose, one line each: strategies, with the transports and ways to read\n"
        "that they are made of, schemes, integrators, orders, distributions, formats, models and\n"
        "boundary kinds.\n\n"
        "example: tetracast list\n",
    .run = run,
};

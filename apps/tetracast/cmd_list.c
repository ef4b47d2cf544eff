#include "comm/distribution.h"
#include "comm/strategy.h"
#include "command.h"
#include "fv/scheme.h"
#include "graph/order.h"

static void write_line(FILE *out, const char *name, const char *summary) {
  fprintf(out, "  %-12s %s\n", name, summary);
}

static tc_status run(tc_app *app) {
  if (app->arguments.words)
    return tc_status_make(TC_USAGE, "list takes no arguments (see tetracast list --help)");
  if (!app->out) return TC_OK;
  fprintf(app->out, "strategies (strategy)\n");
  for (int i = 0; i < tc_strategy_count(); i++)
    write_line(app->out, tc_strategy_at(i)->name, tc_strategy_at(i)->summary);
  fprintf(app->out, "schemes (diffusion.scheme)\n");
  for (int i = 0; i < tc_scheme_count(); i++)
    write_line(app->out, tc_scheme_at(i)->name, tc_scheme_at(i)->summary);
  fprintf(app->out, "orders (order.method)\n");
  for (int i = 0; i < tc_order_count(); i++)
    write_line(app->out, tc_order_at(i)->name, tc_order_at(i)->summary);
  fprintf(app->out, "distributions (distribution.kind)\n");
  for (int i = 0; i < tc_distribution_count(); i++)
    write_line(app->out, tc_distribution_name(i), tc_distribution_summary(i));
  fprintf(app->out, "boundary kinds (boundary.default.kind)\n");
  write_line(app->out, "flux", "prescribed flux; this version knows zero flux only");
  return TC_OK;
}

const tc_command tc_command_list = {
    .usage = "usage: tetracast list\n\n"
             "Names every strategy, scheme, order, distribution and boundary kind, with one line each.\n\n"
             "example: tetracast list\n",
    .run = run,
};

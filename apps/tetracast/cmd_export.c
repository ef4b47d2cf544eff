/* `tetracast export`: writes the linear system of a step as Matrix Market files for other programs. The root
 * works on MPI_COMM_SELF; the other ranks wait and return its status. */
#include "command.h"
#include "run/studies/export_system.h"

static tc_status parse_export(app_context *app, tc_run_options *choice, tc_export *what) {
  const app_arguments *a = &app->arguments;
  int weighting = TC_EXPORT_PLAIN, order = TC_EXPORT_CELLS;
  TC_TRY(app_arguments_run_options(a, choice));
  choice->machine = "none"; /* no forecast is needed, so nothing must be measured */
  if (!a->output) return tc_status_create(TC_USAGE, "export: -o BASE says where to: add it (see --help)");
  TC_TRY(app_arguments_listed(a, "weighting", &tc_export_weightings, NULL, &weighting));
  TC_TRY(app_arguments_listed(a, "order", &tc_export_orders, NULL, &order));
  what->weighting = (tc_export_weighting)weighting;
  what->order = (tc_export_order)order;
  return tc_export_name(a->output, what);
}

static tc_status write_export(app_context *app, const tc_run_options *choice, const tc_export *what,
                              tc_world *self, tc_session *s) {
  TC_TRY(tc_session_open(choice, &app->environment, self, &app->log, s));
  TC_TRY(tc_export_prepare(s, what));
  TC_TRY(tc_session_set_up(s, s->config->distribution.block_size));
  TC_TRY(tc_export_write(s, what));
  for (int f = 0; f < TC_EXPORT_FILES; f++) fprintf(app->out, "written: %s\n", what->path[f]);
  return TC_OK;
}

static tc_status export_system(app_context *app) {
  tc_run_options choice;
  tc_export what = {0};
  tc_session session = {0};
  tc_world *self = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, parse_export(app, &choice, &what));
  TC_GUARD(status, tc_world_create(MPI_COMM_SELF, 0, &self));
  TC_GUARD(status, write_export(app, &choice, &what, self, &session));
cleanup:
  tc_session_close(&session);
  tc_world_destroy(&self);
  tc_export_free(&what);
  return status;
}

static tc_status run_export(app_context *app) {
  return tc_world_agree(app->world, app->world->rank == 0 ? export_system(app) : TC_OK);
}

const app_command app_command_export = {
    .name = "export",
    .summary = "the system of a step as Matrix Market files, for other programs",
    .usage =
        "usage: tetracast export CONFIG -o BASE [--weighting none|symmetric] [--order cells|colour]\n"
        "                        [-s key.sub=value]... [-q] [-v]\n\n"
        "Writes the system A x = b of the first step (time.method implicit), or of the steady state, with "
        "the field\n"
        "that it starts from:\n\n"
        "  BASE.mtx        the matrix A\n"
        "  BASE-rhs.mtx    the right side b      BASE-start.mtx   the start x\n"
        "  BASE-cells.mtx  the cell of each row, as the mesh numbers them\n\n"
        "  --weighting symmetric   V^1/2 A V^-1/2 with the volumes V of the cells, and both vectors to "
        "match: "
        "plain\n"
        "                          2-norms are then those that solver.tolerance is about, and the matrix of "
        "two-point\n"
        "                          is symmetric\n"
        "  --order colour          rows of one colour together, in the order in which ssor, ilu0 and sor go "
        "through\n"
        "                          them; default: cells, as in the mesh\n\n"
        "example: tetracast export configs/implicit.yaml -o out/system --weighting symmetric\n",
    .options = (const char *const[]){"-o", "--weighting", "--order", "-s", NULL},
    .run = run_export,
};

/* `tetracast export`: writes the linear system of a step as Matrix Market files for other programs. The root
 * works on MPI_COMM_SELF; the other ranks wait and return its status. */
#include "comm/world/mpi_world.h"
#include "commands/command.h"
#include "run/studies/export_system.h"

static tc_status parse_export(app_context *app, tc_run_options *choice, tc_export *what) {
  const app_arguments *a = &app->arguments;
  int weighting = TC_EXPORT_PLAIN, order = TC_EXPORT_CELLS;
  TC_TRY(app_arguments_run_options(a, choice));
  choice->machine = "none"; /* no forecast is needed, so no machine must be measured */
  if (!a->output)
    return tc_status_create(TC_USAGE, "export: no output name is given: add -o BASE (see --help)");
  TC_TRY(app_arguments_listed(a, "weighting", &tc_export_weightings, NULL, &weighting));
  TC_TRY(app_arguments_listed(a, "order", &tc_export_orders, NULL, &order));
  what->weighting = (tc_export_weighting)weighting;
  what->order = (tc_export_order)order;
  return tc_export_name(a->output, what);
}

static tc_status write_export(app_context *app, const tc_run_options *choice, const tc_export *what,
                              tc_world *self, tc_plan *plan, tc_prepared *prepared) {
  TC_TRY(tc_plan_create(choice, &app->environment, self, &app->log, plan));
  TC_TRY(tc_export_prepare(plan, what));
  TC_TRY(tc_prepared_create(plan, NULL, plan->config->distribution.block_size, prepared));
  TC_TRY(tc_export_write(prepared, what));
  for (int f = 0; f < TC_EXPORT_FILES; f++) fprintf(app->out, "written: %s\n", what->path[f]);
  return TC_OK;
}

static tc_status export_system(app_context *app) {
  tc_run_options choice;
  tc_export what = {0};
  tc_plan plan = {0};
  tc_prepared prepared = {0};
  tc_world *self = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, parse_export(app, &choice, &what));
  TC_GUARD(status, tc_world_create(MPI_COMM_SELF, 0, &self));
  TC_GUARD(status, write_export(app, &choice, &what, self, &plan, &prepared));
cleanup:
  tc_prepared_free(&prepared);
  tc_plan_free(&plan);
  tc_world_destroy(&self);
  tc_export_free(&what);
  return status;
}

static tc_status run_export(app_context *app) {
  return tc_world_agree(app->world, app->world->rank == 0 ? export_system(app) : TC_OK);
}

const app_command app_command_export = {
    .name = "export",
    .summary = "write the system of a step as Matrix Market files, for other programs",
    .usage =
        "usage: tetracast export CONFIG -o BASE [--weighting none|symmetric] [--order cells|colour]\n"
        "                        [-s key.sub=value]... [-q] [-v]\n\n"
        "Writes the system A x = b of the first step (time.method implicit) or of the steady state\n"
        "(time.method steady), and the initial guess of its solution:\n\n"
        "  BASE.mtx        matrix A\n"
        "  BASE-rhs.mtx    right-hand side b\n"
        "  BASE-start.mtx  initial guess x\n"
        "  BASE-cells.mtx  cell number of each row, as in the mesh file\n\n"
        "  --weighting symmetric   writes V^1/2 A V^-1/2, where V are the volumes of the cells, and scales\n"
        "                          both vectors accordingly. Plain 2-norms are then the norms that\n"
        "                          solver.tolerance uses, and the matrix of scheme two-point is symmetric\n"
        "  --order colour          groups the rows by colour, in the order of ssor, ilu0 and sor;\n"
        "                          default: cells, the order of the mesh file\n\n"
        "example: tetracast export configs/implicit.yaml -o out/system --weighting symmetric\n",
    .options = (const char *const[]){"-o", "--weighting", "--order", "-s", NULL},
    .run = run_export,
};

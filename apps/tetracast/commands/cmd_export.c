/* `tetracast export`: writes the linear system of a step as Matrix Market files for other programs. The root
 * works on MPI_COMM_SELF; the other ranks wait and return its status. */
#include "comm/world/mpi_world.h"
#include "commands/command.h"
#include "run/studies/export_system.h"

static tc_status parse_export(const app_options *o, tc_run_options *choice, tc_export *what) {
  *choice = o->run;
  choice->machine = "none"; /* no forecast is needed, so the machine need not be measured */
  what->weighting = (tc_export_weighting)o->weighting;
  what->order = (tc_export_order)o->order;
  return tc_export_name(o->output, what);
}

static tc_status write_export(tc_command_call *call, const tc_run_options *choice, const tc_export *what,
                              tc_world *self, tc_plan *plan, tc_prepared *prepared) {
  TC_TRY(tc_plan_create(choice, &((app_options *)call->options)->environment, self, &call->log, plan));
  TC_TRY(tc_export_prepare(plan, what));
  TC_TRY(tc_prepared_create(plan, NULL, plan->config->distribution.block_size, prepared));
  TC_TRY(tc_export_write(prepared, what));
  for (int f = 0; f < TC_EXPORT_FILES; f++) fprintf(call->out, "written: %s\n", what->path[f]);
  return TC_OK;
}

static tc_status export_system(tc_command_call *call) {
  tc_run_options choice;
  tc_export what = {0};
  tc_plan plan = {0};
  tc_prepared prepared = {0};
  tc_world *self = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, parse_export(call->options, &choice, &what));
  TC_GUARD(status, tc_world_create(MPI_COMM_SELF, 0, &self));
  TC_GUARD(status, write_export(call, &choice, &what, self, &plan, &prepared));
cleanup:
  tc_prepared_free(&prepared);
  tc_plan_free(&plan);
  tc_world_destroy(&self);
  tc_export_free(&what);
  return status;
}

static tc_status run_export(tc_command_call *call) { return TC_ON_ROOT(call->world, export_system(call)); }

static const tc_option table[] = {
    {"-o", "BASE", "common name of the files", TC_OPTION_TEXT(app_options, output), .is_required = true},
    {"--weighting", "none|symmetric",
     "symmetric: writes V^1/2 A V^-1/2, where V are the volumes of the cells, and scales both vectors "
     "accordingly. Plain 2-norms are then the norms that solver.tolerance uses, and the matrix of scheme "
     "two-point is symmetric",
     TC_OPTION_INDEX(app_options, weighting, tc_export_weightings)},
    {"--order", "cells|colour",
     "colour: groups the rows by colour, in the order of ssor, ilu0 and sor; default: cells, the order of "
     "the mesh file",
     TC_OPTION_INDEX(app_options, order, tc_export_orders)},
    {0},
};

const tc_command app_command_export = {
    .name = "export",
    .summary = "write the system of a step as Matrix Market files, for other programs",
    .about = "Writes the system A x = b of the first step (time.method implicit) or of the steady state\n"
             "(time.method steady), and the initial guess of its solution:\n\n"
             "  BASE.mtx        matrix A\n"
             "  BASE-rhs.mtx    right-hand side b\n"
             "  BASE-start.mtx  initial guess x\n"
             "  BASE-cells.mtx  cell number of each row, as in the mesh file\n",
    .example = "example: tetracast export configs/implicit.yaml -o out/system --weighting symmetric\n",
    .options = table,
    .is_parallel = true,
    .check = app_options_check,
    .run = run_export,
};

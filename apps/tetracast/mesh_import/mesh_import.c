/* `tetracast mesh import`: converts a mesh file of another program into a mesh file of Tetracast. The root
 * does the work. Steps: read the options, find the source files, prepare the outputs, import, write, report.
 * No file is written before the import has succeeded. */
#include "mesh_import/mesh_import.h"

#include "comm/world/world.h"
#include "mesh_import/import_options.h"
#include "mesh_import/import_output.h"
#include "mesh_import/import_report.h"

/* Data of one import: its input, options and result. */
typedef struct job {
  tc_pool memory; /* owns the options and paths */
  app_import_options options;
  tc_mesh_source source;
  app_import_output output;
  tc_mesh_import import;
  app_import_report report;
} job;

static void free_job(job *j) {
  app_import_report_free(&j->report);
  tc_mesh_import_free(&j->import);
  tc_mesh_source_free(&j->source);
  tc_pool_free(&j->memory);
}

static tc_status prepare(const tc_command_call *call, job *j) {
  const app_import_values *values = call->options;
  TC_TRY(app_import_options_read(call, &j->memory, &j->options));
  TC_TRY(tc_mesh_source_open(values->files.count, values->files.item, j->options.format, &j->source));
  return app_import_output_prepare(values, &j->source, &j->options.read, &j->memory, &j->output);
}

/* Writes the mesh. Returns an error if another process has written the file during the import and --force is
 * not given. */
static tc_status write_checked(const tc_command_call *call, job *j) {
  const app_import_values *values = call->options;
  if (!values->common.run.force) TC_TRY(app_import_output_check_new(&j->output));
  return app_import_output_write(&j->output, &j->import);
}

/* Writes the mesh under the lock of the mesh file. An automatic import by a run holds the same lock when it
 * writes the file. */
static tc_status write_output(const tc_command_call *call, job *j) {
  tc_file_lock lock = {0};
  if (!j->output.is_text) TC_TRY(tc_mesh_import_lock(j->output.file[0], j->source.path, &call->log, &lock));
  const tc_status status = write_checked(call, j);
  tc_file_lock_release(&lock);
  return status;
}

static tc_status import_mesh(const tc_command_call *call, job *j) {
  const tc_mesh_import_request request = {.source = &j->source,
                                          .reader = &j->options.read,
                                          .convert = &j->options.convert,
                                          .name = j->output.base,
                                          .options = j->options.text};
  TC_TRY(tc_mesh_import_run(&request, &call->log, &j->import));
  return write_output(call, j);
}

static tc_status write_report(const tc_command_call *call, job *j) {
  const app_import_values *values = call->options;
  j->report = (app_import_report){.source = &j->source,
                                  .import = &j->import,
                                  .output = &j->output,
                                  .suggests_scale = !tc_command_line_has(call, "--scale")};
  TC_TRY(app_import_report_count(&j->report));
  app_import_report_write(&j->report, call->out);
  return app_import_report_write_json(&j->report, values->common.run.json);
}

static tc_status run_job(const tc_command_call *call) {
  job j = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, prepare(call, &j));
  TC_GUARD(status, import_mesh(call, &j));
  TC_GUARD(status, write_report(call, &j));
cleanup:
  free_job(&j);
  return status;
}

static tc_status run_import(tc_command_call *call) { return TC_ON_ROOT(call->world, run_job(call)); }

const tc_command app_mesh_import = {
    .name = "import",
    .summary = "convert a mesh file of another program",
    .about =
        "Reads Gmsh MSH 2 and 4.1 (text and binary), openCARP .pts and .elem with .lon, TetGen text, and,\n"
        "with python3-meshio, VTU, VTK, XDMF, Exodus (also needs python3-netcdf4), MED, Abaqus and\n"
        "others. Several FILEs must belong to one mesh. Anything dropped, merged, divided or reoriented is\n"
        "reported. Groups of cells become regions, groups of faces markers. Exit code 3: the file is\n"
        "invalid, or needs one of the options below, which the message states.\n",
    .example = "example: tetracast mesh import heart.msh -o heart\n"
               "         tetracast mesh import heart.pts -o heart --scale 1e-3 --surf heart.endo.surf:2\n",
    .options = app_import_table,
    .size = sizeof(app_import_values),
    .is_parallel = true,
    .run = run_import,
};

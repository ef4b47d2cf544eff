/* `tetracast mesh export`: writes a mesh, and if requested a field of a snapshot, in the format of another
 * program (io/exporters). Options and output paths are checked before the mesh is read. An existing file is
 * replaced only with --force. The root does the work. The other ranks wait and return the status of the
 * root. */
#include "mesh_reports/mesh_export.h"

#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "comm/world/world.h"
#include "io/exporters/exporter.h"
#include "io/mesh_input/mesh_input.h"
#include "io/snapshot/snapshot_read.h"
#include "mesh/check.h"
#include "options/options.h"

static const char field_dataset[] = "/field/v";

/* Values of the options. */
typedef struct export_options {
  app_options shared; /* must be the first member, because tc_command.size requires the shared options at the
                         begin of the struct */
  const char *field, *format;
} export_options;

/* Data of one export: its files, mesh and field. Zero-initialise before use. */
typedef struct export_job {
  const export_options *options;
  const tc_log *log;
  const tc_exporter *exporter;
  const char *const *files; /* output files; ends with NULL */
  const char *field_path;   /* snapshot file; NULL if no field was requested */
  int64_t step;             /* step of the field; -1 for the last one */
  tc_mesh *mesh;
  tc_dual *dual;
  tc_fibre_values fibres;
  tc_snapshot_values field;
  tc_pool memory;
} export_job;

/* Divides FILE[:STEP] into the path and the step. Text after a colon that contains a slash or a dot belongs
 * to the path. */
static tc_status parse_field(const char *text, export_job *job) {
  const char *colon = strrchr(text, ':');
  job->step = -1;
  job->field_path = text;
  if (!colon || strpbrk(colon, "/.")) return TC_OK;
  if (strcmp(colon, ":last") != 0 &&
      !tc_option_parse_integer(colon + 1, colon + strlen(colon), 0, (int64_t)1 << 53, &job->step))
    return tc_option_error("--field", text, "FILE, FILE:last or FILE:STEP with the number of a step");
  return tc_pool_printf(&job->memory, &job->field_path, "%.*s", (int)(colon - text), text);
}

static tc_status parse_options(export_job *job) {
  const export_options *o = job->options;
  TC_TRY(tc_exporter_select(o->shared.output, o->format, &job->exporter));
  if (o->field) TC_TRY(tc_exporter_check_field(job->exporter, "--field"));
  if (o->field) TC_TRY(parse_field(o->field, job));
  return tc_exporter_list_files(job->exporter, o->shared.output, &job->memory, &job->files);
}

static tc_status prepare_file(const char *path, bool replaces) {
  TC_TRY(tc_directory_prepare(path));
  return replaces ? TC_OK : tc_file_check_new(path);
}

/* Checks that no output file is an input file and that all can be written. */
static tc_status prepare_output(const export_job *job) {
  const app_options *o = &job->options->shared;
  tc_file_list list = {0};
  TC_TRY(tc_file_list_add_mesh_input(&list, "the mesh", o->mesh));
  TC_TRY(tc_file_list_add_input(&list, "--field", job->field_path));
  for (const char *const *file = job->files; *file; file++) {
    TC_TRY(tc_file_list_add_output(&list, "-o", *file));
    TC_TRY(prepare_file(*file, o->run.force));
  }
  return TC_OK;
}

/* Finds the mesh, imports it if necessary, and reads it with its fibres. */
static tc_status read_mesh(export_job *job, tc_mesh_input *input) {
  TC_TRY(tc_mesh_input_find(job->options->shared.mesh, job->log, input));
  const tc_log_phase phase = tc_log_begin_phase(job->log, TC_JOB_PHASE_read, "reading the mesh");
  input->retains_fibres = true;
  TC_TRY(tc_mesh_input_read(input, job->log, &job->mesh));
  tc_mesh_input_move_fibres(input, &job->fibres);
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status load_mesh(export_job *job) {
  tc_mesh_input input = {0};
  const tc_status status = read_mesh(job, &input);
  tc_mesh_input_free(&input);
  if (status) return status;
  const tc_log_phase phase =
      tc_log_begin_phase(job->log, TC_JOB_PHASE_neighbours, "checking the mesh, finding neighbours");
  TC_TRY(tc_mesh_orient(job->mesh));
  TC_TRY(tc_dual_create(job->mesh, &job->dual));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status read_field(export_job *job) {
  const tc_mesh *mesh = job->mesh;
  const tc_snapshot_query query = {.path = job->field_path,
                                   .step = job->step,
                                   .cells = mesh->cells,
                                   .base = mesh->base,
                                   .mesh_hash = mesh->hash,
                                   .dataset = field_dataset};
  return job->field_path ? tc_snapshot_read(&query, &job->field) : TC_OK;
}

/* Prints the files that exist after the export. Optional files that the exporter did not need are missing.
 * Example: written: m.vtu: 320 cells, 115 vertices, field v of step 20, t = 0.5 */
static void print_result(const export_job *job, const tc_export_mesh *data, FILE *out) {
  struct stat info;
  tc_line written = {0}, omitted;
  for (const char *const *file = job->files; *file; file++)
    if (stat(*file, &info) == 0) tc_line_add_item(&written, *file);
  tc_fprintf(out, "written: %s: %d cells, %d vertices", written.text, (int)job->mesh->cells,
             (int)job->mesh->nodes);
  if (data->field)
    tc_fprintf(out, ", field %s of step %lld, t = %.6g", data->field_name, (long long)job->field.step,
               job->field.time);
  fputc('\n', out);
  if (*tc_exporter_format_omitted(job->exporter, data, &omitted))
    fprintf(out, "not stored in this format: %s\n", omitted.text);
}

static tc_status write_mesh(export_job *job, FILE *out) {
  const tc_export_mesh data = {.mesh = job->mesh,
                               .dual = job->dual,
                               .width = job->fibres.width,
                               .fibre = job->fibres.value,
                               .field_name = strrchr(field_dataset, '/') + 1,
                               .field = job->field.value};
  const tc_log_phase phase = tc_log_begin_phase(job->log, TC_JOB_PHASE_NONE, "writing the mesh");
  TC_TRY(job->exporter->write(job->options->shared.output, &data));
  tc_log_end_phase(&phase);
  print_result(job, &data, out);
  return TC_OK;
}

static tc_status export_mesh(tc_command_call *call) {
  export_job job = {.options = call->options, .log = &call->log};
  tc_status status = TC_OK;
  TC_GUARD(status, parse_options(&job));
  TC_GUARD(status, prepare_output(&job));
  TC_GUARD(status, load_mesh(&job));
  TC_GUARD(status, read_field(&job));
  TC_GUARD(status, write_mesh(&job, call->out));
cleanup:
  tc_free(job.field.value);
  tc_free(job.fibres.value);
  tc_dual_destroy(&job.dual);
  tc_mesh_destroy(&job.mesh);
  tc_pool_free(&job.memory);
  return status;
}

static tc_status run_export(tc_command_call *call) { return TC_ON_ROOT(call->world, export_mesh(call)); }

#define TEXT(member) TC_OPTION_TEXT(export_options, member)
static const tc_option table[] = {
    {"BASE", "a mesh", NULL, TEXT(shared.mesh), .is_required = true},
    {"-o", "FILE", "file to write; its ending selects the format", TEXT(shared.output), .is_required = true},
    {"--field", "FILE[:STEP]",
     "also writes the field v of a snapshot file of this mesh (VTU only); STEP is the number of a stored "
     "step or last (default)",
     TEXT(field)},
    {"--format", "NAME",
     "vtu, msh (4.1, binary), msh4text, msh2 (2.2, text), carp or tetgen; default: by the ending .vtu, .msh, "
     ".elem, .pts, .node or .ele",
     TEXT(format)},
    {"--force", NULL, "replaces existing files", TC_OPTION_FLAG(export_options, shared.run.force)},
    {0},
};

const tc_command app_mesh_export = {
    .name = "export",
    .summary = "write a mesh in the format of another program",
    .about =
        "Cells and vertices have the order of the mesh, and the numbers their exact bits. Coordinates are\n"
        "not multiplied by the key mesh.scale of a config. In VTU files, marked faces are triangles after\n"
        "the cells: the cell array `region` is the region of a cell and the marker of a triangle, and the\n"
        "field of a triangle is that of the cell. The filter Extract Cells By Type of ParaView separates\n"
        "them. MSH files have regions and markers as physical groups. CARP files have regions as tags and\n"
        "no markers.\n",
    .example = "example: tetracast mesh export meshes/ventricle -o ventricle.vtu --field out.h5:last\n",
    .options = table,
    .size = sizeof(export_options),
    .is_parallel = true,
    .run = run_export,
};

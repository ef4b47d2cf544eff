/* Import of a source file (see import.h). The hash of the source is computed before the file is read. If the
 * file changes in between, the import fails. The memory is forecast from the headers of the source file, or
 * from the raw mesh if the headers have no counts. */
#include "io/mesh_input/import.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/core/timer.h"
#include "base/file/path.h"
#include "base/text/number_format.h"
#include "io/mesh_input/import_memory.h"

/* ---- lock and names ---- */

tc_status tc_mesh_source_mesh_file(const char *source, tc_pool *pool, const char **path) {
  return tc_pool_printf(pool, path, "%.*s" TC_MESH_FILE_ENDING, (int)tc_path_stem(source), source);
}

typedef struct waiting {
  const tc_log *log;
  const char *source;
} waiting;

static void log_waiting(void *self) {
  const waiting *w = self;
  tc_log_write(w->log, TC_LOG_NORMAL, "waiting for another run that imports %s", w->source);
}

tc_status tc_mesh_import_lock(const char *path, const char *source, const tc_log *log, tc_file_lock *lock) {
  tc_pool memory = {0};
  const char *name;
  waiting w = {log, source};
  tc_status status = tc_pool_printf(&memory, &name, "%s.lock", path);
  if (!status) status = tc_file_lock_wait(name, path, log_waiting, &w, lock);
  tc_pool_free(&memory);
  return status;
}

/* ---- import ---- */

/* Copies the data of the raw mesh that are needed after the conversion, which destroys the raw mesh. */
static tc_status record_facts(const tc_mesh_import_request *request, const tc_raw_mesh *raw,
                              tc_mesh_import *out) {
  const tc_mesh_source *source = request->source;
  out->facts = raw->facts;
  out->source_points = raw->points;
  for (int32_t e = 0; e < raw->elements; e++) out->source_elements[raw->type[e]]++;
  out->origin = (tc_mesh_origin){.source_hash = source->hash,
                                 .source_bytes = source->bytes,
                                 .source_time = source->time,
                                 .scale = request->convert->scale,
                                 .is_automatic = request->is_automatic};
  TC_TRY(tc_pool_printf(&out->memory, &out->origin.source, "%s", tc_path_name(source->file[0])));
  TC_TRY(tc_pool_printf(&out->memory, &out->origin.format, "%s", raw->format));
  return tc_pool_printf(&out->memory, &out->origin.options, "%s", request->options);
}

/* State of an import that is in progress. */
typedef struct import_run {
  const tc_mesh_import_request *request;
  const tc_log *log;
  double resident_B; /* resident memory of the process before the source file is read, in bytes */
  tc_mesh_import *out;
} import_run;

/* Forecasts the memory of the import if this has not been done yet. Does nothing if a number of `counts` is
 * unknown. */
static tc_status forecast_memory(import_run *run, const tc_import_counts *counts) {
  if (run->out->forecast_B > 0.0 || counts->points == 0 || counts->elements == 0) return TC_OK;
  run->out->forecast_B = tc_import_memory_forecast(counts, run->resident_B);
  return tc_import_memory_check(run->request->source->path, run->out->forecast_B, run->resident_B, run->log);
}

/* Forecasts the memory of the import from the headers of the source files. Ignores errors in the headers,
 * because the reader reports them later. */
static tc_status forecast_from_headers(import_run *run) {
  const tc_mesh_source *source = run->request->source;
  tc_import_counts counts = {0, 0, 0};
  if (!source->importer->count) return TC_OK;
  tc_status status = source->importer->count(source->path, &counts);
  const bool is_known = !status;
  tc_status_free(&status);
  return is_known ? forecast_memory(run, &counts) : TC_OK;
}

static tc_status read_source(import_run *run, tc_raw_mesh **raw) {
  static const tc_import_options defaults = {0};
  const tc_mesh_import_request *request = run->request;
  const tc_mesh_source *source = request->source;
  TC_TRY(forecast_from_headers(run));
  TC_TRY(source->importer->read(source->path, request->reader ? request->reader : &defaults, run->log, raw));
  TC_TRY(tc_mesh_source_check_unchanged(source));
  tc_log_write(run->log, TC_LOG_NORMAL, "importing %s (%s)", source->path, (*raw)->format);
  TC_TRY(record_facts(request, *raw, run->out));
  return forecast_memory(run, &(tc_import_counts){(*raw)->points, (*raw)->elements, (*raw)->width});
}

tc_status tc_mesh_import_run(const tc_mesh_import_request *request, const tc_log *log, tc_mesh_import *out) {
  const double began = tc_now_s();
  import_run run = {request, log, (double)tc_memory_resident(), out};
  tc_raw_mesh *raw = NULL;
  tc_status status = read_source(&run, &raw);
  if (!status) status = tc_raw_mesh_convert(&raw, request->name, request->convert, log, &out->converted);
  tc_raw_mesh_destroy(&raw);
  out->seconds = tc_now_s() - began;
  out->peak_B = (double)tc_memory_peak();
  return status;
}

tc_status tc_mesh_import_write(tc_mesh_import *import, const char *path) {
  const double began = tc_now_s();
  const tc_converted *c = &import->converted;
  const tc_mesh_content content = {.mesh = c->mesh,
                                   .dual = c->dual,
                                   .source = c->source,
                                   .width = c->width,
                                   .fibre = c->fibre,
                                   .origin = import->origin};
  TC_TRY(tc_mesh_file_write(path, &content));
  import->seconds += tc_now_s() - began;
  import->peak_B = (double)tc_memory_peak();
  return TC_OK;
}

void tc_mesh_import_free(tc_mesh_import *import) {
  tc_converted_free(&import->converted);
  tc_pool_free(&import->memory);
  *import = (tc_mesh_import){0};
}

/* ---- log ---- */

/* Appends "3 points merged" to the list, or nothing if the count is 0. `noun` is the singular. */
static void add_change(tc_line *line, int64_t count, const char *noun, const char *change) {
  char item[96];
  if (count == 0) return;
  tc_snprintf(item, sizeof item, "%lld %s%s %s", (long long)count, noun, tc_plural_suffix(count), change);
  tc_line_add_item(line, item);
}

void tc_mesh_import_format_changes(const tc_mesh_import *import, tc_line *line) {
  const tc_convert_counts *c = &import->converted.counts;
  add_change(line, c->ignored_points, "point element", "ignored");
  add_change(line, c->ignored_lines, "line element", "ignored");
  add_change(line, c->second_order, "second-order element", "reduced to corners");
  add_change(line, c->middle_points, "middle point", "dropped");
  add_change(line, c->curved, "curved element", "straightened");
  add_change(line, c->merged_points, "point", "merged");
  add_change(line, c->unused_points, "unused point", "dropped");
  add_change(line, c->divided, "element", "divided into tetrahedra");
  add_change(line, c->repeated_cells, "repeated cell", "dropped");
  add_change(line, c->repeated_faces, "repeated face", "dropped");
  add_change(line, c->ungrouped_cells, "cell", "without a group, in region 0");
  add_change(line, c->ungrouped_faces, "face", "without a group, with marker 0");
  add_change(line, import->facts.ignored_sides, "side", "of sets ignored");
  add_change(line, c->marked_interior, "marked interior face", "without effect");
  add_change(line, import->converted.mesh->reoriented, "left-handed cell", "reoriented");
}

const char *tc_mesh_import_fibre_noun(int width) {
  return width == 6 ? "fibre and sheet direction" : "fibre direction";
}

void tc_mesh_import_log(const tc_mesh_import *import, const char *path, const tc_log *log) {
  char seconds[32], bytes[32];
  tc_line changes = {0};
  tc_mesh_import_format_changes(import, &changes);
  if (changes.length) tc_log_write(log, TC_LOG_NORMAL, "%s: %s", import->origin.source, changes.text);
  /* Example: imported 14312 cells into out/heart.mesh.h5 in 0.12 s */
  tc_log_write(log, TC_LOG_NORMAL, "imported %d cell%s %s%s in %s", (int)import->converted.mesh->cells,
               tc_plural_suffix(import->converted.mesh->cells), path ? "into " : "into memory",
               path ? path : "", tc_number_format_time(import->seconds, seconds, sizeof seconds));
  if (import->converted.width)
    tc_log_write(log, TC_LOG_NORMAL,
                 "the mesh has one %s per cell: set diffusion.fibres.file to %s to use them",
                 tc_mesh_import_fibre_noun(import->converted.width),
                 path ? path : import->converted.mesh->name);
  tc_log_write(log, TC_LOG_VERBOSE, "memory: at most %s were in use",
               tc_number_format_bytes(import->peak_B, bytes, sizeof bytes));
}

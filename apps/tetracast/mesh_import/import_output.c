/* Output files of `tetracast mesh import`. The TetGen files are replaced only after the fibres are written
 * completely under a temporary name. */
#include "mesh_import/import_output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/file/file_list.h"
#include "base/file/path.h"
#include "io/mesh/fibre_file.h"
#include "io/mesh/tetgen.h"
#include "report/document/report.h"

static const char hdf_begin[] = "\211HDF\r\n\032\n"; /* first bytes of each HDF5 file */

/* Last line of each .lon file that the import writes. It marks files that may be replaced. */
static const char signature[] = "# Written by Tetracast\n";

enum { text_files = APP_IMPORT_FILES };
static const char *const text_ending[text_files] = {".node", ".ele", ".face", ".lon"};
enum { face_file = 2, fibre_file = 3 };

/* ---- paths ---- */

static bool has_mesh_file_ending(const char *path, size_t *stem) {
  const size_t length = strlen(path), ending = strlen(TC_MESH_FILE_ENDING);
  *stem = length - ending;
  return length > ending && strcmp(path + *stem, TC_MESH_FILE_ENDING) == 0;
}

/* Sets out->base to the value of -o without an ending of Tetracast's mesh files. */
static tc_status strip_ending(const char *output, tc_pool *pool, app_import_output *out) {
  size_t stem;
  char *base = NULL;
  if (has_mesh_file_ending(output, &stem)) return tc_pool_printf(pool, &out->base, "%.*s", (int)stem, output);
  TC_TRY(tc_tetgen_path(output, "", &base));
  const tc_status status = tc_pool_printf(pool, &out->base, "%s", base);
  tc_free(base);
  return status;
}

static tc_status set_base(const char *output, tc_pool *pool, app_import_output *out) {
  TC_TRY(strip_ending(output, pool, out));
  if (!*tc_path_name(out->base))
    return tc_status_create(TC_USAGE, "-o %s: the name of the mesh is missing: use for example -o %sheart",
                            *output ? output : "(nothing)", output);
  if (!tc_importer_has_ending(out->base)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "-o %s: this is the name of a file of another program, but the import writes "
                          "BASE%s: remove the ending",
                          output, TC_MESH_FILE_ENDING);
}

static tc_status add_path(const char *ending, tc_pool *pool, app_import_output *out) {
  return tc_pool_printf(pool, &out->file[out->files++], "%s%s", out->base, ending);
}

static tc_status set_paths(tc_pool *pool, app_import_output *out) {
  if (!out->is_text) return add_path(TC_MESH_FILE_ENDING, pool, out);
  for (int i = 0; i < text_files; i++) TC_TRY(add_path(text_ending[i], pool, out));
  return TC_OK;
}

/* ---- checks ---- */

static tc_status check_surfaces(const tc_import_options *read) {
  for (int i = 0; i < read->surfaces; i++)
    if (access(read->surface[i].path, F_OK))
      return tc_status_create(TC_INPUT, "--surf %s: the file does not exist%s: use an existing file",
                              read->surface[i].path, tc_file_home_advice(read->surface[i].path));
  return TC_OK;
}

static tc_status add_inputs(const tc_mesh_source *source, const tc_import_options *read,
                            tc_file_list *files) {
  for (int i = 0; i < source->files; i++)
    TC_TRY(tc_file_list_add_input(files, "the source file", source->file[i]));
  for (int i = 0; i < read->surfaces; i++)
    TC_TRY(tc_file_list_add_input(files, "--surf", read->surface[i].path));
  return TC_OK;
}

static tc_status prepare_files(const app_import_output *out) {
  if (!out->is_text) return tc_file_prepare(out->file[0], hdf_begin, "a mesh file of Tetracast");
  TC_TRY(tc_tetgen_prepare(out->base));
  const char *fibres = out->file[fibre_file];
  TC_TRY(tc_directory_prepare(fibres));
  return tc_file_check_replaceable(fibres, tc_file_ends_with(fibres, signature),
                                   "a fibre file that Tetracast has written");
}

tc_status app_import_output_check_new(const app_import_output *output) {
  for (int i = 0; i < output->files; i++) TC_TRY(tc_file_check_new(output->file[i]));
  return TC_OK;
}

tc_status app_import_output_prepare(const app_import_values *values, const tc_mesh_source *source,
                                    const tc_import_options *read, tc_pool *pool, app_import_output *out) {
  const char *json = values->common.run.json;
  tc_file_list files = {0};
  *out = (app_import_output){.is_text = values->writes_text};
  TC_TRY(set_base(values->common.output, pool, out));
  TC_TRY(set_paths(pool, out));
  TC_TRY(check_surfaces(read));
  TC_TRY(add_inputs(source, read, &files));
  for (int i = 0; i < out->files; i++) TC_TRY(tc_file_list_add_output(&files, "-o", out->file[i]));
  TC_TRY(tc_file_list_add_output(&files, "--json", json));
  if (!values->common.run.force) TC_TRY(app_import_output_check_new(out));
  TC_TRY(tc_report_prepare("tetracast", json, NULL));
  TC_TRY(tc_report_check_command("mesh import", json, NULL));
  return prepare_files(out);
}

/* ---- writing ---- */

bool app_import_output_has(const app_import_output *output, int index, const tc_mesh_import *import) {
  const tc_converted *made = &import->converted;
  return !output->is_text || (index != face_file && index != fibre_file) ||
         (index == face_file ? made->mesh->faces > 0 : made->width > 0);
}

static tc_status write_fibres(const char *path, const tc_converted *made, tc_file *file) {
  TC_TRY(tc_file_open(path, file));
  tc_fibres_write(file->out, made->mesh->cells, made->width, made->fibre);
  fputs(signature, file->out);
  return tc_file_sync(file);
}

/* Renames the file of fibres to the final name. If the mesh has no fibres, removes the file of an earlier
 * mesh. */
static tc_status publish_fibres(const char *path, tc_file *file) {
  if (file->temporary) return tc_file_publish(file);
  if (unlink(path) == 0 || errno == ENOENT) return TC_OK;
  return tc_status_create(TC_OUTPUT,
                          "%s: cannot be removed: %s: remove it, because it belongs to an earlier mesh", path,
                          strerror(errno));
}

static tc_status write_text(const app_import_output *output, const tc_converted *made) {
  const char *path = output->file[fibre_file];
  tc_file file = {0};
  tc_status status = TC_OK;
  if (made->width) TC_GUARD(status, write_fibres(path, made, &file));
  TC_GUARD(status, tc_tetgen_write(output->base, made->mesh, NULL));
  TC_GUARD(status, publish_fibres(path, &file));
cleanup:
  tc_file_discard(&file);
  return status;
}

tc_status app_import_output_write(const app_import_output *output, tc_mesh_import *import) {
  if (!output->is_text) return tc_mesh_import_write(import, output->file[0]);
  const double start_s = tc_now_s();
  TC_TRY(write_text(output, &import->converted));
  import->seconds += tc_now_s() - start_s;
  return TC_OK;
}

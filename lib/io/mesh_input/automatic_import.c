/* Automatic import (see automatic_import.h). The new mesh file is written under a temporary name, and is
 * renamed while this process holds the lock. If the import fails, an existing mesh file remains unchanged. */
#include "io/mesh_input/automatic_import.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/file.h"
#include "base/file/path.h"
#include "base/text/shell_word.h"

/* One automatic import: the source file, the command that imports it by hand, and the result. */
typedef struct automatic {
  tc_mesh_source source;
  const char *word;    /* path of the source as a word of a shell command */
  const char *command; /* command that imports the source file with the default options */
  const tc_log *log;
  tc_automatic_import *out;
} automatic;

typedef enum file_state { FILE_MISSING, FILE_CURRENT, FILE_CHANGED } file_state;

/* ---- command ---- */

/* True if this process cannot create files in the directory of the mesh file. */
static bool is_read_only(const char *mesh_file) {
  char directory[4096];
  const int length = (int)(tc_path_name(mesh_file) - mesh_file);
  snprintf(directory, sizeof directory, "%.*s", length ? length : 1, length ? mesh_file : ".");
  return faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) &&
         (errno == EACCES || errno == EROFS || errno == EPERM);
}

/* Sets `word` and `command`. If the directory is read-only, the command names another directory that the user
 * must choose. A path that begins like an option gets the prefix "./". */
static tc_status set_command(automatic *a, const char *path) {
  tc_pool *memory = &a->out->memory;
  const char *base;
  TC_TRY(tc_pool_printf(memory, &path, "%s%s", *path == '-' ? "./" : "", path));
  TC_TRY(tc_shell_word(memory, path, strlen(path), &a->word));
  if (is_read_only(a->out->mesh_file))
    base = "BASE";
  else
    TC_TRY(tc_shell_word(memory, path, tc_path_stem(path), &base));
  return tc_pool_printf(memory, &a->command, "tetracast mesh import %s -o %s", a->word, base);
}

/* ---- state of the mesh file ---- */

/* True if the mesh file was imported from a file with the name of the source. */
static bool has_source_name(const automatic *a) {
  return strcmp(a->out->origin.source, tc_path_name(a->source.file[0])) == 0;
}

/* Returns the error for an existing mesh file that this run must not replace. */
static tc_status foreign_error(const automatic *a) {
  const char *options = a->out->origin.options;
  if (!has_source_name(a))
    return tc_status_create(TC_INPUT,
                            "%s: the file was not imported from the present %s, but from %s: run tetracast "
                            "mesh import %s -o BASE and set mesh.file to BASE",
                            a->out->mesh_file, a->source.path, a->out->origin.source, a->word);
  return tc_status_create(TC_INPUT, "%s: the file was not imported from the present %s: run %s%s%s --force",
                          a->out->mesh_file, a->source.path, a->command, *options ? " " : "", options);
}

/* Compares the hash in the mesh file with that of the source. Errors: TC_INPUT if the file is not a mesh
 * file, or if the hashes differ and the mesh file must not be replaced. Only a file that an automatic import
 * of the same source wrote may be replaced. */
static tc_status compare(automatic *a, file_state *state) {
  struct stat info;
  tc_automatic_import *out = a->out;
  *state = FILE_MISSING;
  if (lstat(out->mesh_file, &info) && errno == ENOENT) return TC_OK;
  TC_TRY(tc_mesh_file_read_origin(out->mesh_file, &out->origin, &out->counts, &out->memory));
  *state = out->origin.source_hash == a->source.hash ? FILE_CURRENT : FILE_CHANGED;
  if (*state == FILE_CURRENT) return TC_OK;
  return out->origin.is_automatic && has_source_name(a) ? TC_OK : foreign_error(a);
}

/* ---- import ---- */

static tc_status run_import(automatic *a) {
  tc_convert_options options = tc_convert_defaults;
  options.command = a->command;
  const tc_mesh_import_request request = {.source = &a->source,
                                          .convert = &options,
                                          .name = a->source.path,
                                          .options = "",
                                          .is_automatic = true};
  a->out->has_imported = true;
  return tc_mesh_import_run(&request, a->log, &a->out->import);
}

static tc_status import_into_memory(automatic *a) {
  tc_automatic_import *out = a->out;
  const tc_log_phase phase = tc_log_begin_phase(a->log, TC_JOB_PHASE_import, "importing the mesh");
  tc_log_write(a->log, TC_LOG_NORMAL,
               "%s: the directory is read-only, so each run imports the mesh again: import it once into a "
               "writable directory with tetracast mesh import %s -o BASE",
               a->source.path, a->word);
  TC_TRY(run_import(a));
  const tc_mesh *mesh = out->import.converted.mesh;
  out->is_in_memory = true;
  out->origin = out->import.origin;
  out->counts = (tc_mesh_file_counts){mesh->nodes, mesh->cells, mesh->faces};
  tc_mesh_import_log(&out->import, NULL, a->log);
  tc_log_end_phase(&phase);
  return TC_OK;
}

static bool is_mesh_file(const void *self, const char *name) { return strcmp(name, self) == 0; }

/* Removes temporary files of runs that were killed. Files that are less than 10 minutes old are not removed,
 * because an import that is still running may use them. The lock does not exclude this, since on some file
 * systems locks have no effect or only within a node. */
static void remove_stale_files(const char *mesh_file) {
  const double age_s = 600.0;
  tc_status status = tc_file_remove_temporaries(mesh_file, age_s, is_mesh_file, tc_path_name(mesh_file));
  /* The run does not depend on the removal of these files, so an error is ignored. */
  tc_status_free(&status);
}

/* Writes the mesh file and frees the mesh in memory. */
static tc_status write_file(automatic *a) {
  tc_automatic_import *out = a->out;
  remove_stale_files(out->mesh_file);
  TC_TRY(tc_mesh_import_write(&out->import, out->mesh_file));
  tc_mesh_import_log(&out->import, out->mesh_file, a->log);
  tc_mesh_import_free(&out->import);
  return tc_mesh_file_read_origin(out->mesh_file, &out->origin, &out->counts, &out->memory);
}

/* Imports the file unless another run has done this while this run waited for the lock. */
static tc_status import_locked(automatic *a) {
  file_state state;
  TC_TRY(compare(a, &state));
  if (state == FILE_CURRENT) return TC_OK;
  const tc_log_phase phase = tc_log_begin_phase(a->log, TC_JOB_PHASE_import, "importing the mesh");
  if (state == FILE_CHANGED)
    tc_log_write(a->log, TC_LOG_NORMAL, "%s has changed since %s was written: importing it again",
                 a->source.path, a->out->mesh_file);
  TC_TRY(run_import(a));
  TC_TRY(write_file(a));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status import_into_file(automatic *a) {
  tc_file_lock lock = {0};
  TC_TRY(tc_mesh_import_lock(a->out->mesh_file, a->source.path, a->log, &lock));
  const tc_status status = import_locked(a);
  tc_file_lock_release(&lock);
  return status;
}

/* Returns an error if the source file is missing but its mesh file exists. The message advises to name the
 * mesh file in the config. */
static tc_status check_source(const char *path, const char *mesh_file) {
  if (access(path, F_OK) == 0 || access(mesh_file, F_OK)) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: the file does not exist, but its mesh file does: use %s as the mesh",
                          path, mesh_file);
}

static tc_status find_mesh(automatic *a, const char *path) {
  file_state state;
  TC_TRY(tc_mesh_source_mesh_file(path, &a->out->memory, &a->out->mesh_file));
  TC_TRY(check_source(path, a->out->mesh_file));
  TC_TRY(tc_mesh_source_open(1, &path, NULL, &a->source));
  TC_TRY(set_command(a, path));
  TC_TRY(compare(a, &state));
  if (state == FILE_CURRENT) return TC_OK;
  return is_read_only(a->out->mesh_file) ? import_into_memory(a) : import_into_file(a);
}

tc_status tc_automatic_import_find(const char *path, const tc_log *log, tc_automatic_import *out) {
  automatic a = {.log = log, .out = out};
  const tc_status status = find_mesh(&a, path);
  tc_mesh_source_free(&a.source);
  return status;
}

void tc_automatic_import_free(tc_automatic_import *import) {
  tc_mesh_import_free(&import->import);
  tc_pool_free(&import->memory);
  *import = (tc_automatic_import){0};
}

/* Reader of the formats that the Python module meshio reads. A Python process runs the script
 * import_meshio.py, which sends the mesh as a stream (meshio_stream.h). The reader first starts the python3
 * that is first in PATH. If that one lacks meshio, the reader starts the python3 of the system. If neither
 * has meshio, the reader returns an error that names the package to install. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/file/child_process.h"
#include "base/file/file_hash.h"
#include "base/file/path.h"
#include "io/importers/importer.h"
#include "io/importers/meshio_stream.h"
#include "io/importers/xdmf_files.h"
#include "tc_meshio_script.h"

/* Returns the error for a Python process that ended before it had sent the whole mesh. This may occur because
 * the kernel ends processes that need too much memory, and because libraries of meshio crash on damaged
 * binary files. */
static tc_status cut_error(const char *path, int signal, tc_status status) {
  if (!signal) return status;
  const char *remedy = signal == SIGKILL ? "free memory" : "copy the complete file again";
  return tc_status_replace(status, tc_status_create(TC_INPUT,
                                                    "%s: the process that runs meshio was ended by signal %d "
                                                    "(%s): %s, or save the mesh as "
                                                    "Gmsh MSH 4.1",
                                                    path, signal, strsignal(signal), remedy));
}

/* Starts Python with the script, which writes the stream to descriptor 3. */
static tc_status start_python(const char *python, const char *path, const tc_import_options *options,
                              bool *is_missing, tc_child_process *out) {
  const char *regions = options->regions ? options->regions : "",
             *fibres = options->fibres ? options->fibres : "";
  const char *const arguments[] = {python, "-c", script, path, regions, fibres, NULL};
  int reason;
  TC_TRY(tc_child_process_start(arguments, 3, &reason, out));
  *is_missing = tc_child_process_is_missing(reason);
  if (!reason || *is_missing) return TC_OK;
  return tc_status_create(TC_INTERNAL,
                          "%s: python3, which reads this format, cannot be started: %s: free memory and "
                          "processes, or save the mesh as Gmsh MSH 4.1",
                          path, strerror(reason));
}

/* Reads the mesh with one Python interpreter. Sets *is_missing to true if the interpreter does not exist or
 * has no package meshio. */
static tc_status try_python(const char *python, const char *path, const tc_import_options *options,
                            const tc_log *log, bool *is_missing, tc_raw_mesh **out) {
  tc_child_process process;
  bool is_cut;
  TC_TRY(start_python(python, path, options, is_missing, &process));
  if (*is_missing) return TC_OK;
  const tc_status status = tc_meshio_stream_read(process.output, path, log, is_missing, &is_cut, out);
  const int signal = tc_child_process_end(&process);
  return is_cut ? cut_error(path, signal, status) : status;
}

static tc_status read_mesh(const char *path, const tc_import_options *options, const tc_log *log,
                           tc_raw_mesh **raw) {
  static const char *const pythons[] = {"python3", "/usr/bin/python3"};
  bool is_missing = true;
  for (size_t i = 0; i < sizeof pythons / sizeof *pythons && is_missing; i++)
    TC_TRY(try_python(pythons[i], path, options, log, &is_missing, raw));
  if (!is_missing) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: this format needs python3-meshio, which is not installed: run apt-get install "
                          "python3-meshio (for Exodus also python3-netcdf4), or save the mesh as MSH 4.1",
                          path);
}

/* Lists the file and, for XDMF, the HDF5 files that contain its arrays. */
static tc_status list_meshio(const char *path, tc_pool *pool, const char *const **files) {
  static const char *const xdmf_endings[] = {".xdmf", ".xmf", NULL};
  tc_path_array list = {.pool = pool};
  const char *copy;
  TC_TRY(tc_pool_printf(pool, &copy, "%s", path));
  TC_TRY(TC_ARRAY_ADD(&list, &copy));
  if (tc_path_has_ending(path, xdmf_endings)) TC_TRY(tc_xdmf_add_hdf_files(path, &list));
  TC_TRY(TC_ARRAY_ADD(&list, &(const char *){NULL}));
  *files = list.item;
  return TC_OK;
}

static tc_status hash_files(const char *path, uint64_t *hash) {
  const char *const *files;
  tc_pool pool = {0};
  tc_status status = list_meshio(path, &pool, &files);
  if (!status) status = tc_file_hash(files, hash);
  tc_pool_free(&pool);
  return status;
}

static tc_status read_meshio(const char *path, const tc_import_options *options, const tc_log *log,
                             tc_raw_mesh **out) {
  tc_raw_mesh *raw = NULL;
  uint64_t hash;
  TC_TRY(tc_import_options_check(options, false, true));
  TC_TRY(hash_files(path, &hash));
  TC_TRY(read_mesh(path, options, log, &raw));
  raw->hash = hash;
  *out = raw;
  return TC_OK;
}

const tc_importer tc_importer_meshio = {
    .name = "meshio",
    .summary = "VTU, VTK, XDMF, Exodus, MED, Abaqus, Nastran, Netgen, Medit and others, by python3-meshio",
    .endings =
        (const char *const[]){".vtu",   ".vtk",  ".xdmf", ".xmf",    ".e",   ".exo",    ".ex2",  ".med",
                              ".inp",   ".bdf",  ".fem",  ".nas",    ".vol", ".vol.gz", ".mesh", ".meshb",
                              ".ugrid", ".cgns", ".su2",  ".f3grid", ".h5m", NULL},
    .list_files = list_meshio,
    .read = read_meshio,
};

/* Writes snapshots as a run does, and reads them with the serial driver of HDF5. */
#ifndef TC_TESTS_IO_SNAPSHOT_SNAPSHOTS_H
#define TC_TESTS_IO_SNAPSHOT_SNAPSHOTS_H

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/numeric/hash.h"
#include "io/snapshot/snapshot_internal.h"
#include "support/expect.h"
#include "support/parallel.h"

/* Runs in the process of each test before MPI starts, because tc_snapshot_prepare must be called before
 * MPI_Init. */
TestSuite(snapshot, .init = tc_snapshot_prepare);

enum { steps = 3 };

/* Function that returns the rank that owns a cell. Three follow: a pseudo-random rank, the last rank and
 * the root. */
typedef int (*deal)(int32_t cell, int ranks);
static inline int deal_random(int32_t cell, int ranks) {
  return (int)(tc_hash_mix((uint64_t)cell + 1) % (unsigned)ranks);
}
static inline int deal_last(int32_t cell, int ranks) {
  (void)cell;
  return ranks - 1;
}
static inline int deal_root(int32_t cell, int ranks) {
  (void)cell;
  (void)ranks;
  return 0;
}

static inline double field(int64_t step, tc_gid cell) { return sin(0.1 * (double)cell) + 1e3 * (double)step; }

/* An artificial mesh and the cells that this rank owns. All coordinates differ and all regions differ, so
 * that the tests detect misplaced values. */
typedef struct part {
  tc_mesh mesh; /* created on all ranks, but only the root passes it to the library */
  int32_t owned;
  tc_gid *id;
  double *value;
} part;

static inline part make_part(const tc_world *world, int32_t cells, deal who) {
  part p = {.mesh = {.nodes = cells + 3, .cells = cells}};
  p.mesh.points = malloc((size_t)p.mesh.nodes * 3 * sizeof(double));
  p.mesh.vertices = malloc((size_t)cells * 4 * sizeof(int32_t));
  p.mesh.region = malloc((size_t)cells * sizeof(int32_t));
  p.id = malloc((size_t)cells * sizeof *p.id);
  p.value = malloc((size_t)cells * sizeof(double));
  for (int32_t i = 0; i < 3 * p.mesh.nodes; i++) p.mesh.points[i] = 0.5 * i;
  for (int32_t i = 0; i < 4 * cells; i++) p.mesh.vertices[i] = i / 4 + i % 4;
  for (int32_t i = 0; i < cells; i++) p.mesh.region[i] = 7 - i;
  /* Owned cells are in descending order, so that the order of rows differs from the order of cell numbers. */
  for (int32_t i = cells; i-- > 0;)
    if (who(i, world->ranks) == world->rank) p.id[p.owned++] = i;
  return p;
}

static inline void free_part(part *p) {
  free(p->mesh.points);
  free(p->mesh.vertices);
  free(p->mesh.region);
  free(p->id);
  free(p->value);
}

/* The root creates a temporary directory. All ranks receive its name. */
static inline void make_folder(const tc_world *world, char folder[64]) {
  strcpy(folder, "/tmp/tc_snapshot_XXXXXX");
  if (world->rank == 0) cr_assert_not_null(mkdtemp(folder));
  MPI_Bcast(folder, 64, MPI_CHAR, 0, tc_world_comm(world));
}

static inline void name_file(char path[128], const char *folder, const char *name) {
  snprintf(path, 128, "%s/%s", folder, name);
}

static inline void remove_folder(const tc_world *world, const char *folder) {
  MPI_Barrier(tc_world_comm(world));
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (world->rank == 0) cr_assert_eq(system(command), 0);
}

static const tc_snapshot_metadata about = {.title = "A title with \xc3\xbc",
                                           .version = "1.2",
                                           .commit = "abc",
                                           .config = "steps: 3\n",
                                           .overrides = NULL,
                                           .mesh_file = "meshes/none",
                                           .mesh_source = "none.msh",
                                           .mesh_source_hash = 0xabc,
                                           .mesh_hash = 0x0123456789abcdef};

static const char *const history_names[] = {"time", "probe_1"};
static const tc_snapshot_history history = {steps + 1, 2,
                                            history_names}; /* room for one row more than the tests write */

static const tc_snapshot_extras history_alone = {.history = &history};

/* Output files of a run. `place` is set on the root only. */
typedef struct output {
  tc_snapshot_paths place;
  tc_snapshot *snapshot;
} output;

static inline tc_status create(const tc_world *world, const char *path, int compress, const part *p,
                               output *out) {
  static const tc_snapshot_metadata nothing = {.title = "only the root's counts"};
  tc_file_list files = {0};
  *out = (output){.snapshot = NULL};
  TC_TRY(tc_world_agree(world, world->rank ? TC_OK : tc_snapshot_paths_acquire(path, &files, &out->place)));
  return tc_snapshot_create(world, &out->place, steps, compress, world->rank ? NULL : &p->mesh, p->owned,
                            p->id, world->rank ? &nothing : &about, &history_alone, &out->snapshot);
}

/* finish closes the output of a successful run, and give_up discards the output of a failed run. */
static inline tc_status finish(output *out) {
  tc_status status = tc_snapshot_close(&out->snapshot);
  tc_snapshot_paths_release(&out->place);
  return status;
}

static inline void give_up(output *out) {
  tc_snapshot_close_failed(&out->snapshot);
  tc_snapshot_paths_release(&out->place);
}

/* Writes snapshot `k` and one row of the history. */
static inline tc_status write_step(tc_snapshot *snapshot, part *p, int64_t k) {
  const double row[] = {0.1 * (double)k, -1.0 / (double)(k + 1)};
  for (int32_t i = 0; i < p->owned; i++) p->value[i] = field(k, p->id[i]);
  TC_TRY(tc_snapshot_write(snapshot, 100 * k, 0.1 * (double)k, p->value));
  return tc_snapshot_write_history(snapshot, 100 * k, row);
}

static inline void write_all(const tc_world *world, const char *path, int compress, part *p) {
  output out;
  expect_ok(create(world, path, compress, p, &out));
  for (int64_t k = 0; k < steps; k++) {
    cr_assert_eq(out.snapshot->written, k);
    expect_ok(write_step(out.snapshot, p, k));
  }
  expect_error(write_step(out.snapshot, p, steps), TC_INTERNAL, "more snapshots than the 3");
  expect_ok(finish(&out));
  cr_assert_null(out.snapshot);
}

/* Reads a whole dataset, which must have `dimensions` dimensions and the size rows x width. The caller
 * frees the result. */
static inline void *read_dataset(hid_t file, const char *name, hid_t type, int dimensions, hsize_t rows,
                                 hsize_t width) {
  hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  cr_assert_geq(dataset, 0, "%s is missing", name);
  hid_t space = H5Dget_space(dataset);
  hsize_t size[2] = {0, 1};
  cr_assert_eq(H5Sget_simple_extent_ndims(space), dimensions, "%s", name);
  H5Sget_simple_extent_dims(space, size, NULL);
  cr_assert_eq(size[0], rows, "%s", name);
  cr_assert_eq(size[1], width, "%s", name);
  void *values = malloc((size_t)(rows * width) * H5Tget_size(type));
  /* HDF5 may not fill rows that were never written, so the buffer gets a recognisable value first. */
  memset(values, 0x55, (size_t)(rows * width) * H5Tget_size(type));
  cr_assert_geq(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0, "%s", name);
  H5Sclose(space);
  H5Dclose(dataset);
  return values;
}

static inline void expect_bytes(hid_t file, const char *name, hid_t type, hsize_t rows, hsize_t width,
                                const void *wanted) {
  void *values = read_dataset(file, name, type, width > 1 ? 2 : 1, rows, width);
  cr_assert_eq(memcmp(values, wanted, (size_t)(rows * width) * H5Tget_size(type)), 0, "%s differs", name);
  free(values);
}

static inline void expect_attribute(hid_t file, const char *name, const char *wanted) {
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  cr_assert_geq(attribute, 0, "%s is missing", name);
  hid_t type = H5Aget_type(attribute);
  char *text = NULL;
  cr_assert_geq(H5Aread(attribute, type, &text), 0, "%s", name);
  cr_assert_str_eq(text, wanted, "%s", name);
  H5free_memory(text);
  H5Tclose(type);
  H5Aclose(attribute);
}

/* Expects that the first `written` rows are correct snapshots. Later rows must have the step and the time
 * that mean "not written". */
static inline void expect_field(hid_t file, int32_t cells, int64_t written) {
  hsize_t rows = steps;
  double *v = read_dataset(file, "/field/v", H5T_NATIVE_DOUBLE, 2, rows, (hsize_t)cells);
  double *time = read_dataset(file, "/field/time", H5T_NATIVE_DOUBLE, 1, rows, 1);
  int64_t *step = read_dataset(file, "/field/step", H5T_NATIVE_INT64, 1, rows, 1);
  for (int64_t k = 0; k < written; k++) {
    cr_assert_eq(step[k], 100 * k);
    cr_assert_eq(time[k], 0.1 * (double)k);
    for (int32_t i = 0; i < cells; i++)
      cr_assert_eq(v[k * cells + i], field(k, i), "step %d, cell %d: %g", (int)k, (int)i, v[k * cells + i]);
    char name[32];
    snprintf(name, sizeof name, "/field/frames/%d", (int)k);
    expect_bytes(file, name, H5T_NATIVE_DOUBLE, (hsize_t)cells, 1, v + k * cells);
  }
  for (int64_t k = written; k < steps; k++) cr_assert(step[k] == -1 && isnan(time[k]));
  free(v);
  free(time);
  free(step);
}

/* Expects that each snapshot has a correct row of the history. Later rows must have values that mean "not
 * written". */
static inline void expect_history(hid_t file, int64_t written) {
  const hsize_t rows = steps + 1;
  double *time = read_dataset(file, "/history/time", H5T_NATIVE_DOUBLE, 1, rows, 1);
  double *probe = read_dataset(file, "/history/probe_1", H5T_NATIVE_DOUBLE, 1, rows, 1);
  int64_t *step = read_dataset(file, "/history/step", H5T_NATIVE_INT64, 1, rows, 1);
  for (int64_t k = 0; k < written; k++)
    cr_assert(step[k] == 100 * k && time[k] == 0.1 * (double)k && probe[k] == -1.0 / (double)(k + 1));
  for (int64_t k = written; k <= steps; k++) cr_assert(step[k] == -1 && isnan(time[k]) && isnan(probe[k]));
  free(time);
  free(probe);
  free(step);
}

static inline void expect_file(const char *path, const part *p, int64_t written) {
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  cr_assert_geq(file, 0, "%s cannot be opened", path);
  expect_bytes(file, "/mesh/points", H5T_NATIVE_DOUBLE, (hsize_t)p->mesh.nodes, 3, p->mesh.points);
  expect_bytes(file, "/mesh/cells", H5T_NATIVE_INT32, (hsize_t)p->mesh.cells, 4, p->mesh.vertices);
  expect_bytes(file, "/mesh/region", H5T_NATIVE_INT32, (hsize_t)p->mesh.cells, 1, p->mesh.region);
  expect_attribute(file, "title", about.title);
  expect_attribute(file, "version", "1.2");
  expect_attribute(file, "commit", "abc");
  expect_attribute(file, "config", "steps: 3\n");
  expect_attribute(file, "overrides", "");
  expect_attribute(file, "mesh_file", "meshes/none");
  expect_attribute(file, "mesh_hash", "0123456789abcdef");
  expect_attribute(file, "mesh_source", "none.msh");
  expect_attribute(file, "mesh_source_hash", "0000000000000abc");
  expect_field(file, p->mesh.cells, written);
  expect_history(file, written);
  cr_assert_geq(H5Fclose(file), 0);
}

static inline char *read_text(const char *path) {
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s is missing", path);
  char *text = calloc(1, 1 << 16);
  fread(text, 1, (1 << 16) - 1, file);
  fclose(file);
  return text;
}

static inline void expect_xdmf(const char *path, int64_t frames) {
  char *text = read_text(path);
  int64_t found = 0;
  for (const char *at = text; (at = strstr(at, "<Time Value=\"")); at += 13, found++)
    cr_assert_eq(strtod(at + 13, NULL), 0.1 * (double)found);
  cr_assert_eq(found, frames);
  cr_assert_not_null(strstr(text, ">a.h5:/field/frames/0<"), "the path must be relative to the XDMF file");
  cr_assert_not_null(strstr(text, "</Xdmf>\n"));
  free(text);
}

static inline long file_size(const char *path) {
  struct stat status;
  return stat(path, &status) ? -1L : (long)status.st_size;
}

static inline void expect_files(const char *folder, const char *names) {
  char command[300], line[300] = "";
  snprintf(command, sizeof command, "cd %s && echo $(ls)", folder);
  FILE *list = popen(command, "r");
  cr_assert_not_null(fgets(line, sizeof line, list));
  pclose(list);
  line[strcspn(line, "\n")] = '\0';
  cr_assert_str_eq(line, names);
}

#endif

/* Snapshots are written by several ranks and read back on one, with HDF5's serial driver. */
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "io/snapshot.h"
#include "support/expect.h"
#include "support/parallel.h"

/* Runs in each test's process before MPI is initialised, as in the program. */
TestSuite(snapshot, .init = tc_snapshot_prepare);

enum { steps = 3 };

/* How cells are dealt to ranks: at random, all to the last rank, or to nobody but the root. */
typedef int (*deal)(int32_t cell, int ranks);
static int deal_random(int32_t cell, int ranks) {
  return (int)(tc_hash_mix((uint64_t)cell + 1) % (unsigned)ranks);
}
static int deal_last(int32_t cell, int ranks) {
  (void)cell;
  return ranks - 1;
}
static int deal_root(int32_t cell, int ranks) {
  (void)cell;
  (void)ranks;
  return 0;
}

static double field(int64_t step, tc_gid cell) { return sin(0.1 * (double)cell) + 1e3 * (double)step; }

/* A mesh in name only: connected numbers that differ everywhere. */
typedef struct part {
  tc_mesh mesh; /* on all ranks, but only the root's is given away */
  int32_t owned;
  tc_gid *id;
  double *value;
} part;

static part make_part(const tc_world *world, int32_t cells, deal who) {
  part p = {.mesh = {.nodes = cells + 3, .cells = cells}};
  p.mesh.points = malloc((size_t)p.mesh.nodes * 3 * sizeof(double));
  p.mesh.vertices = malloc((size_t)cells * 4 * sizeof(int32_t));
  p.mesh.region = malloc((size_t)cells * sizeof(int32_t));
  p.id = malloc((size_t)cells * sizeof *p.id);
  p.value = malloc((size_t)cells * sizeof(double));
  for (int32_t i = 0; i < 3 * p.mesh.nodes; i++) p.mesh.points[i] = 0.5 * i;
  for (int32_t i = 0; i < 4 * cells; i++) p.mesh.vertices[i] = i / 4 + i % 4;
  for (int32_t i = 0; i < cells; i++) p.mesh.region[i] = 7 - i;
  for (int32_t i = cells; i-- > 0;) /* falling, so that rows are not in the order of the cells */
    if (who(i, world->ranks) == world->rank) p.id[p.owned++] = i;
  return p;
}

static void free_part(part *p) {
  free(p->mesh.points);
  free(p->mesh.vertices);
  free(p->mesh.region);
  free(p->id);
  free(p->value);
}

/* A folder under the system's own for temporary files, the same name on all ranks; the root makes it. */
static void make_folder(const tc_world *world, char folder[64]) {
  strcpy(folder, "/tmp/tc_snapshot_XXXXXX");
  if (world->rank == 0) cr_assert_not_null(mkdtemp(folder));
  MPI_Bcast(folder, 64, MPI_CHAR, 0, world->comm);
}

static void name_file(char path[128], const char *folder, const char *name) {
  snprintf(path, 128, "%s/%s", folder, name);
}

static void remove_folder(const tc_world *world, const char *folder) {
  MPI_Barrier(world->comm);
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (world->rank == 0) cr_assert_eq(system(command), 0);
}

static const tc_snapshot_about about = {.title = "A title with \xc3\xbc",
                                        .version = "1.2",
                                        .commit = "abc",
                                        .config = "steps: 3\n",
                                        .overrides = NULL,
                                        .mesh_file = "meshes/none",
                                        .mesh_hash = 0x0123456789abcdef};

/* A run's output: its place is the root's. */
typedef struct output {
  tc_snapshot_place place;
  tc_snapshot *snapshot;
} output;

static tc_status create(const tc_world *world, const char *path, int compress, const part *p, output *out) {
  static const tc_snapshot_about nothing = {.title = "only the root's counts"};
  tc_files files = {0};
  *out = (output){.place = {.lock = -1}};
  TC_TRY(tc_world_agree(world, world->rank ? TC_OK : tc_snapshot_place_take(path, &files, &out->place)));
  return tc_snapshot_create(world, &out->place, steps, compress, world->rank ? NULL : &p->mesh, p->owned,
                            p->id, world->rank ? &nothing : &about, &out->snapshot);
}

/* The run ends well, or not. */
static tc_status finish(output *out) {
  tc_status status = tc_snapshot_close(&out->snapshot);
  tc_snapshot_place_release(&out->place);
  return status;
}

static void give_up(output *out) {
  tc_snapshot_abandon(&out->snapshot);
  tc_snapshot_place_release(&out->place);
}

static tc_status write_step(tc_snapshot *snapshot, part *p, int64_t k) {
  for (int32_t i = 0; i < p->owned; i++) p->value[i] = field(k, p->id[i]);
  return tc_snapshot_write(snapshot, 100 * k, 0.1 * (double)k, p->value);
}

static void write_all(const tc_world *world, const char *path, int compress, part *p) {
  output out;
  expect_ok(create(world, path, compress, p, &out));
  for (int64_t k = 0; k < steps; k++) {
    cr_assert_eq(tc_snapshot_written(out.snapshot), k);
    expect_ok(write_step(out.snapshot, p, k));
  }
  expect_error(write_step(out.snapshot, p, steps), TC_INTERNAL, "more snapshots than the 3");
  expect_ok(finish(&out));
  cr_assert_null(out.snapshot);
}

/* Reads a whole dataset of the given size; the caller frees it. */
static void *read_dataset(hid_t file, const char *name, hid_t type, int dimensions, hsize_t rows,
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
  cr_assert_geq(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0, "%s", name);
  H5Sclose(space);
  H5Dclose(dataset);
  return values;
}

static void expect_bytes(hid_t file, const char *name, hid_t type, hsize_t rows, hsize_t width,
                         const void *wanted) {
  void *values = read_dataset(file, name, type, width > 1 ? 2 : 1, rows, width);
  cr_assert_eq(memcmp(values, wanted, (size_t)(rows * width) * H5Tget_size(type)), 0, "%s differs", name);
  free(values);
}

static void expect_attribute(hid_t file, const char *name, const char *wanted) {
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

/* Rows that are not written have no step and no time. */
static void expect_field(hid_t file, int32_t cells, int64_t written) {
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

static void expect_file(const char *path, const part *p, int64_t written) {
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
  expect_field(file, p->mesh.cells, written);
  cr_assert_geq(H5Fclose(file), 0);
}

static char *read_text(const char *path) {
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s is missing", path);
  char *text = calloc(1, 1 << 16);
  fread(text, 1, (1 << 16) - 1, file);
  fclose(file);
  return text;
}

static void expect_xdmf(const char *path, int64_t frames) {
  char *text = read_text(path);
  int64_t found = 0;
  for (const char *at = text; (at = strstr(at, "<Time Value=\"")); at += 13, found++)
    cr_assert_eq(strtod(at + 13, NULL), 0.1 * (double)found);
  cr_assert_eq(found, frames);
  cr_assert_not_null(strstr(text, ">a.h5:/field/frames/0<"), "the path must be relative to the XDMF file");
  cr_assert_not_null(strstr(text, "</Xdmf>\n"));
  free(text);
}

/* Writes and reads back; the folder below the temporary one has to be made by the library. */
static void round_trip(const tc_world *world, int32_t cells, deal who, int compress) {
  char folder[64], path[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "new/deep/a.h5");
  name_file(xdmf, folder, "new/deep/a.xdmf");
  part p = make_part(world, cells, who);
  write_all(world, path, compress, &p);
  if (world->rank == 0) {
    expect_file(path, &p, steps);
    expect_xdmf(xdmf, steps);
  }
  remove_folder(world, folder);
  free_part(&p);
}

ParallelTest(snapshot, dealt_at_random) { round_trip(world, 1234, deal_random, 0); }

ParallelTest(snapshot, compressed) {
  round_trip(world, 1234, deal_random, 4);
  round_trip(world, 1234, deal_last, 9);
}

/* Ranks that own nothing, and ranks whose slab is empty (fewer cells than ranks). */
ParallelTest(snapshot, empty_ranks) {
  round_trip(world, 50, deal_last, 0);
  round_trip(world, 50, deal_root, 1);
  round_trip(world, 2, deal_random, 0);
  round_trip(world, 2, deal_last, 1);
  round_trip(world, 1, deal_last, 0);
}

/* More than one chunk in a row. */
ParallelTest(snapshot, several_chunks) {
  round_trip(world, (1 << 20) + 77, deal_random, 0);
  round_trip(world, (1 << 20) + 77, deal_random, 1);
}

static long file_size(const char *path) {
  struct stat status;
  return stat(path, &status) ? -1L : (long)status.st_size;
}

static char *read_bytes(const char *path, long size) {
  char *bytes = malloc((size_t)size);
  FILE *file = fopen(path, "rb");
  cr_assert_not_null(file);
  cr_assert_eq(fread(bytes, 1, (size_t)size, file), (size_t)size);
  fclose(file);
  return bytes;
}

/* Without compression the very bytes of the file are the same whoever wrote it, and at whatever time. */
ParallelTest(snapshot, same_bytes_from_any_number_of_ranks) {
  char folder[64], mine[128], ours[128];
  make_folder(world, folder);
  name_file(mine, folder, "mine.h5");
  name_file(ours, folder, "ours.h5");
  part p = make_part(world, 3000, deal_random);
  write_all(world, ours, 0, &p);
  free_part(&p);
  MPI_Comm alone;
  MPI_Comm_split(world->comm, world->rank, 0, &alone);
  if (world->rank == 0) {
    tc_world *single = NULL;
    expect_ok(tc_world_create(alone, 0, &single));
    sleep(1); /* times of change, were they kept, have seconds */
    p = make_part(single, 3000, deal_random);
    write_all(single, mine, 0, &p);
    free_part(&p);
    tc_world_destroy(&single);
    long size = file_size(mine);
    cr_assert_eq(size, file_size(ours));
    char *a = read_bytes(mine, size), *b = read_bytes(ours, size);
    long different = 0;
    for (long i = 0; i < size; i++) different += a[i] != b[i];
    cr_assert_eq(different, 0, "%ld of %ld bytes differ", different, size);
    free(a);
    free(b);
  }
  MPI_Comm_free(&alone);
  remove_folder(world, folder);
}

static void expect_files(const char *folder, const char *names) {
  char command[300], line[300] = "";
  snprintf(command, sizeof command, "cd %s && echo $(ls)", folder);
  FILE *list = popen(command, "r");
  cr_assert_not_null(fgets(line, sizeof line, list));
  pclose(list);
  line[strcspn(line, "\n")] = '\0';
  cr_assert_str_eq(line, names);
}

/* The snapshots of an earlier run stay as they are until the new run has ended well, and for ever when it has
 * not. */
ParallelTest(snapshot, an_earlier_run) {
  char folder[64], path[128], new[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  name_file(new, folder, "a.new.h5");
  name_file(xdmf, folder, "a.xdmf");
  for (int compress = 0; compress < 2; compress++) {
    part big = make_part(world, 5000, deal_random), small = make_part(world, 20, deal_random);
    output out;
    write_all(world, path, compress, &big);
    expect_ok(create(world, path, compress, &small, &out));
    expect_ok(write_step(out.snapshot, &small, 0));
    if (world->rank == 0) {
      expect_file(path, &big, steps);
      expect_xdmf(xdmf, steps);
      expect_file(new, &small, 1);
    }
    give_up(&out);
    if (world->rank == 0) {
      expect_file(path, &big, steps);
      expect_xdmf(xdmf, steps);
      expect_files(folder, "a.h5 a.new.h5 a.new.xdmf a.xdmf");
    }
    MPI_Barrier(world->comm);
    write_all(world, path, compress, &small);
    if (world->rank == 0) {
      expect_file(path, &small, steps);
      expect_xdmf(xdmf, steps);
      expect_files(folder, "a.h5 a.new.h5 a.new.xdmf a.xdmf");
      unlink(new);
      name_file(new, folder, "a.new.xdmf");
      unlink(new);
      name_file(new, folder, "a.new.h5");
    }
    MPI_Barrier(world->comm);
    free_part(&big);
    free_part(&small);
  }
  remove_folder(world, folder);
}

/* Only one run at a time writes a snapshot file; the lock does not outlive it. */
ParallelTest(snapshot, another_run) {
  char folder[64], path[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 20, deal_random);
  output one, two;
  char rest[128];
  name_file(rest, folder, "a.h5.0123abcd.tmp"); /* of a run that was killed */
  if (world->rank == 0) fclose(fopen(rest, "w"));
  name_file(rest, folder, "a.xdmf.0123abcd.tmp");
  if (world->rank == 0) fclose(fopen(rest, "w"));
  expect_ok(create(world, path, 0, &p, &one));
  expect_error(create(world, path, 0, &p, &two), TC_OUTPUT, "a.h5: another run is writing it");
  give_up(&two);
  expect_ok(write_step(one.snapshot, &p, 0));
  expect_error(create(world, path, 0, &p, &two), TC_OUTPUT, "a.h5: another run is writing it");
  give_up(&two);
  give_up(&one);
  if (world->rank == 0) expect_files(folder, "a.h5 a.xdmf");
  MPI_Barrier(world->comm);
  write_all(world, path, 0, &p);
  remove_folder(world, folder);
  free_part(&p);
}

/* What is not a snapshot file of ours stays as it is. */
ParallelTest(snapshot, a_foreign_file) {
  static const char *const contents[] = {"text", "\211HDF\r\n\032\nno more of it"};
  char folder[64], path[128];
  make_folder(world, folder);
  part p = make_part(world, 20, deal_random);
  output out;
  for (int i = 0; i < 3; i++) {
    name_file(path, folder, i < 2 ? "a.h5" : "a.xdmf");
    FILE *file = world->rank ? NULL : fopen(path, "w");
    if (file) fputs(contents[i % 2], file);
    if (file) fclose(file);
    name_file(path, folder, "a.h5");
    expect_error(create(world, path, 0, &p, &out), TC_OUTPUT, ": exists and is not a");
    give_up(&out);
    if (world->rank == 0) expect_files(folder, i < 2 ? "a.h5" : "a.xdmf");
    if (world->rank == 0) unlink(path);
  }
  remove_folder(world, folder);
  free_part(&p);
}

/* What a killed run leaves: the file as it lies on disk while the run still has it open. */
ParallelTest(snapshot, readable_while_open) {
  char folder[64], path[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  name_file(xdmf, folder, "a.xdmf");
  part p = make_part(world, 700, deal_random);
  output out;
  expect_ok(create(world, path, 4, &p, &out));
  if (world->rank == 0) expect_file(path, &p, 0);
  for (int64_t k = 0; k < 2; k++) expect_ok(write_step(out.snapshot, &p, k));
  if (world->rank == 0) {
    expect_file(path, &p, 2);
    expect_xdmf(xdmf, 2);
  }
  give_up(&out);
  if (world->rank == 0) expect_file(path, &p, 2);
  remove_folder(world, folder);
  free_part(&p);
}

ParallelTest(snapshot, nothing_written_leaves_nothing) {
  char folder[64], path[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  name_file(xdmf, folder, "a.xdmf");
  part p = make_part(world, 70, deal_random);
  output out = {.place = {.lock = -1}};
  give_up(&out);
  expect_ok(finish(&out));
  expect_ok(create(world, path, 0, &p, &out));
  give_up(&out);
  MPI_Barrier(world->comm);
  cr_assert_eq(file_size(path), -1);
  cr_assert_eq(file_size(xdmf), -1);
  remove_folder(world, folder);
  free_part(&p);
}

static void expect_refused(const tc_world *world, const char *path, const part *p, tc_code code,
                           const char *words) {
  output out;
  expect_error(create(world, path, 0, p, &out), code, words);
  give_up(&out);
}

/* Places that cannot be written to. Permissions do not stop the superuser, these do. */
ParallelTest(snapshot, bad_places) {
  char folder[64], path[128], file[128];
  make_folder(world, folder);
  part p = make_part(world, 70, deal_random);
  name_file(file, folder, "plain");
  if (world->rank == 0) fclose(fopen(file, "w"));
  MPI_Barrier(world->comm);
  name_file(path, folder, "plain/x.h5");
  expect_refused(world, path, &p, TC_OUTPUT, "plain/x.h5: cannot be written: ");
  name_file(path, folder, "plain/deeper/x.h5");
  expect_refused(world, path, &p, TC_OUTPUT, "Not a directory");
  expect_refused(world, folder, &p, TC_OUTPUT, "it is a folder");
  expect_refused(world, "/dev/full", &p, TC_OUTPUT, "/dev/full: cannot be written: it is no regular file");
  expect_refused(world, "/proc/x.h5", &p, TC_OUTPUT, "/proc/x.");
  expect_refused(world, "", &p, TC_OUTPUT, "empty");
  name_file(path, folder, "x.xdmf");
  expect_refused(world, path, &p, TC_OUTPUT, "another ending");
  cr_assert_eq(file_size(path), -1);
  cr_assert_eq(file_size(file), 0, "a file in the way must stay as it was");
  remove_folder(world, folder);
  free_part(&p);
}

/* The ids of all ranks together have to be the cells. */
ParallelTest(snapshot, wrong_ids) {
  char folder[64], path[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 70, deal_last);
  tc_gid right = p.owned ? p.id[0] : 0;
  if (p.owned) p.id[0] = p.id[1];
  expect_refused(world, path, &p, TC_INTERNAL, "cell ");
  if (p.owned) p.id[0] = 70;
  expect_refused(world, path, &p, TC_INTERNAL, "there are 70 cells");
  if (p.owned) p.id[0] = right;
  if (p.owned) p.owned--;
  expect_refused(world, path, &p, TC_INTERNAL, "rows are owned");
  cr_assert_eq(file_size(path), -1);
  remove_folder(world, folder);
  free_part(&p);
}

/* A file that the process or the file system does not allow is refused before the first step. */
ParallelTest(snapshot, too_large_a_file) {
  char folder[64], path[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 100000, deal_random);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit before, limit;
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 4000000;
  setrlimit(RLIMIT_FSIZE, &limit);
  expect_refused(world, path, &p, TC_OUTPUT, "cannot be written: File too large");
  setrlimit(RLIMIT_FSIZE, &before);
  if (world->rank == 0) cr_assert_eq(rmdir(folder), 0, "nothing is left");
  free_part(&p);
}

/* The disk is full after a while: the system refuses to let the file grow. What was written before stays
 * readable. */
ParallelTest(snapshot, full_disk) {
  char folder[64], path[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  name_file(xdmf, folder, "a.xdmf");
  part p = make_part(world, 100000, deal_random);
  output out;
  expect_ok(create(world, path, 0, &p, &out));
  for (int64_t k = 0; k < 2; k++) expect_ok(write_step(out.snapshot, &p, k));
  MPI_Barrier(world->comm);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit before, limit;
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = (rlim_t)file_size(path) - 1000;
  setrlimit(RLIMIT_FSIZE, &limit);
  expect_error(write_step(out.snapshot, &p, 2), TC_OUTPUT, "a.h5: cannot be written: File too large");
  setrlimit(RLIMIT_FSIZE, &before);
  give_up(&out);
  if (world->rank == 0) {
    expect_file(path, &p, 2);
    expect_xdmf(xdmf, 2);
  }
  remove_folder(world, folder);
  free_part(&p);
}

/* No room for the compressed copy: the snapshots are complete without. */
ParallelTest(snapshot, full_disk_at_the_end) {
  char folder[64], path[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  name_file(xdmf, folder, "a.xdmf");
  part p = make_part(world, 100000, deal_random);
  output out;
  expect_ok(create(world, path, 1, &p, &out));
  for (int64_t k = 0; k < steps; k++) expect_ok(write_step(out.snapshot, &p, k));
  MPI_Barrier(world->comm);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit before, limit;
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 6000000;
  setrlimit(RLIMIT_FSIZE, &limit);
  expect_error(finish(&out), TC_OUTPUT, "a.h5: complete, but it cannot be compressed: ");
  setrlimit(RLIMIT_FSIZE, &before);
  if (world->rank == 0) {
    expect_file(path, &p, steps);
    expect_xdmf(xdmf, steps);
    expect_files(folder, "a.h5 a.xdmf");
  }
  remove_folder(world, folder);
  free_part(&p);
}

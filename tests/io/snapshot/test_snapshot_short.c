/* This program replaces functions of MPI and HDF5. They transfer fewer values than requested and return
 * success, or cannot determine the size of a file. */
#include "io/hdf/hdf.h"
#include "io/snapshot/snapshots.h"

typedef enum fault { none, reads, writes, numbers, size_unknown } fault;
static fault now;

static int shorten_count(fault when, int count, MPI_Datatype type) {
  return now == when && type == MPI_DOUBLE ? count / 2 : count;
}

int MPI_File_read_at_all(MPI_File file, MPI_Offset at, void *values, int count, MPI_Datatype type,
                         MPI_Status *status) {
  return PMPI_File_read_at_all(file, at, values, shorten_count(reads, count, type), type, status);
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset at, const void *values, int count, MPI_Datatype type,
                          MPI_Status *status) {
  return PMPI_File_write_at_all(file, at, values, shorten_count(writes, count, type), type, status);
}

int MPI_File_write_at(MPI_File file, MPI_Offset at, const void *values, int count, MPI_Datatype type,
                      MPI_Status *status) {
  return PMPI_File_write_at(file, at, values, shorten_count(numbers, count, type), type, status);
}

herr_t H5Fget_filesize(hid_t file, hsize_t *size) {
  (void)file;
  if (now == size_unknown) return -1;
  *size = 1 << 20;
  return 0;
}

/* Writes a snapshot and closes the file while the fault is active. Closing compresses the file, for which
 * it reads the snapshot again. The lost values must be reported. */
static void expect_cut_short(const tc_world *world, fault which) {
  char folder[64], path[128];
  part p = make_part(world, 300, deal_random);
  output out;
  make_folder(world, folder);
  name_file(path, folder, "s.h5");
  expect_ok(create(world, path, 4, &p, &out));
  now = which == reads ? none : which;
  tc_status status = write_step(out.snapshot, &p, 0);
  now = which;
  if (!status)
    status = finish(&out);
  else
    give_up(&out);
  now = none;
  cr_expect_not_null(status, "an incomplete transfer was not reported");
  if (status)
    cr_expect_not_null(strstr(tc_status_text(status), "fewer bytes were transferred than requested: check"));
  if (status) cr_expect_eq(tc_status_code(status), TC_OUTPUT);
  tc_status_free(&status);
  free_part(&p);
  remove_folder(world, folder);
}

ParallelTest(snapshot_short, reads) { expect_cut_short(world, reads); }
ParallelTest(snapshot_short, writes) { expect_cut_short(world, writes); }
ParallelTest(snapshot_short, numbers) { expect_cut_short(world, numbers); }

/* If the size of a file is unknown, the check whether a dataset exceeds the file is skipped. The datasets
 * do not count as damaged. */
ParallelTest(snapshot_short, size_of_the_file_is_unknown) {
  char folder[64], path[128];
  part p = make_part(world, 30, deal_root);
  hid_t file = -1, dataset = -1;
  hsize_t size[2] = {0, 0};
  int dimensions = 0;
  make_folder(world, folder);
  name_file(path, folder, "s.h5");
  write_all(world, path, 0, &p);
  MPI_Barrier(tc_world_comm(world));
  now = size_unknown;
  expect_ok(tc_hdf_open(path, &file));
  expect_ok(tc_hdf_open_dataset(file, path, "/field/time", &dimensions, size, &dataset));
  cr_expect_eq(size[0], steps);
  H5Dclose(dataset);
  expect_ok(tc_hdf_open_dataset(file, path, "/field/v", &dimensions, size, &dataset));
  cr_expect_eq(size[1], 30);
  H5Dclose(dataset);
  tc_hdf_close_id(file);
  now = none;
  free_part(&p);
  remove_folder(world, folder);
}

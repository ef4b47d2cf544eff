/* Snapshots that several ranks write and one rank reads. */
#include "io/snapshot/snapshots.h"

/* Writes snapshots of `cells` cells that `who` distributes, and reads them. The library must create the
 * missing directories of the path. */
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

static void expect_deflated(hid_t file, const char *name) {
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT), creation = H5Dget_create_plist(dataset);
  cr_assert(H5Pget_filter_by_id2(creation, H5Z_FILTER_DEFLATE, NULL, NULL, NULL, 0, NULL, NULL) >= 0,
            "%s is not compressed", name);
  H5Pclose(creation);
  H5Dclose(dataset);
}

/* A run ends early because its field becomes steady. Its file is compressed, and rows that were not
 * written are 0, which is also their value in a file without compression. */
ParallelTest(snapshot, a_run_that_ends_early_and_well_is_compressed) {
  char folder[64], path[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  name_file(xdmf, folder, "a.xdmf");
  for (int64_t written = 0; written < steps; written++) {
    part p = make_part(world, 1234, deal_random);
    output out;
    expect_ok(create(world, path, 4, &p, &out));
    for (int64_t k = 0; k < written; k++) expect_ok(write_step(out.snapshot, &p, k));
    expect_ok(finish(&out));
    if (world->rank == 0) {
      expect_file(path, &p, written);
      if (written) expect_xdmf(xdmf, written);
      const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
      if (written) expect_deflated(file, "/field/v");
      double *v = read_dataset(file, "/field/v", H5T_NATIVE_DOUBLE, 2, steps, 1234);
      for (int64_t i = written * 1234; i < steps * 1234; i++)
        cr_assert_eq(v[i], 0.0, "%d rows are written, value %d is %g", (int)written, (int)i, v[i]);
      free(v);
      H5Fclose(file);
      unlink(path);
      unlink(xdmf);
    }
    MPI_Barrier(tc_world_comm(world));
    free_part(&p);
  }
  remove_folder(world, folder);
}

/* Some ranks own no cells, and some slabs are empty because the mesh has fewer cells than ranks. */
ParallelTest(snapshot, empty_ranks) {
  round_trip(world, 50, deal_last, 0);
  round_trip(world, 50, deal_root, 1);
  round_trip(world, 2, deal_random, 0);
  round_trip(world, 2, deal_last, 1);
  round_trip(world, 1, deal_last, 0);
}

/* A row of a compressed file is longer than one chunk of HDF5. The root alone compresses the file, so the
 * test compresses only if there is one rank. */
ParallelTest(snapshot, several_chunks) { round_trip(world, (1 << 20) + 77, deal_random, world->ranks == 1); }

static char *read_bytes(const char *path, long size) {
  char *bytes = malloc((size_t)size);
  FILE *file = fopen(path, "rb");
  cr_assert_not_null(file);
  cr_assert_eq(fread(bytes, 1, (size_t)size, file), (size_t)size);
  fclose(file);
  return bytes;
}

/* Without compression the bytes of the file depend neither on the number of ranks nor on the time of writing.
 */
ParallelTest(snapshot, same_bytes_from_any_number_of_ranks) {
  char folder[64], mine[128], ours[128];
  make_folder(world, folder);
  name_file(mine, folder, "mine.h5");
  name_file(ours, folder, "ours.h5");
  part p = make_part(world, 3000, deal_random);
  write_all(world, ours, 0, &p);
  free_part(&p);
  MPI_Comm alone;
  MPI_Comm_split(tc_world_comm(world), world->rank, 0, &alone);
  if (world->rank == 0) {
    tc_world *single = NULL;
    expect_ok(tc_world_create(alone, 0, &single));
    /* If the file contained its creation time in seconds, this pause would make the bytes differ. */
    sleep(1);
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

/* If a run is killed, its file remains in the state that it has while the run has it open. The test reads
 * an open file. */
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
  output out = {.snapshot = NULL};
  give_up(&out);
  expect_ok(finish(&out));
  expect_ok(create(world, path, 0, &p, &out));
  give_up(&out);
  MPI_Barrier(tc_world_comm(world));
  cr_assert_eq(file_size(path), -1);
  cr_assert_eq(file_size(xdmf), -1);
  remove_folder(world, folder);
  free_part(&p);
}

/* A history with more rows than announced is an error, and a file may have no history. Other tests of
 * snapshots compare the rows themselves. */
#include "io/snapshot/snapshots.h"

ParallelTest(snapshot_history, no_more_rows_than_were_announced) {
  char folder[64], path[128];
  const double row[] = {7.0, NAN};
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 70, deal_random);
  output out;
  expect_ok(create(world, path, 0, &p, &out));
  for (int64_t k = 0; k <= steps; k++) expect_ok(tc_snapshot_write_history(out.snapshot, k, row));
  expect_error(tc_snapshot_write_history(out.snapshot, steps + 1, row), TC_INTERNAL,
               "the history has more rows than the 4");
  give_up(&out);
  remove_folder(world, folder);
  free_part(&p);
}

ParallelTest(snapshot_history, without_one_the_file_has_nothing_of_it) {
  char folder[64], path[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 70, deal_random);
  for (int compress = 0; compress < 2; compress++) {
    tc_file_list files = {0};
    output out = {.snapshot = NULL};
    expect_ok(
        tc_world_agree(world, world->rank ? TC_OK : tc_snapshot_paths_acquire(path, &files, &out.place)));
    expect_ok(tc_snapshot_create(world, &out.place, 1, compress, world->rank ? NULL : &p.mesh, p.owned, p.id,
                                 &about, NULL, &out.snapshot));
    for (int32_t i = 0; i < p.owned; i++) p.value[i] = field(0, p.id[i]);
    expect_ok(tc_snapshot_write(out.snapshot, 0, 0.0, p.value));
    expect_ok(finish(&out));
    hid_t file = world->rank ? -1 : H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (world->rank == 0) cr_assert_eq(H5Lexists(file, "/history", H5P_DEFAULT), 0);
    if (world->rank == 0) cr_assert_geq(H5Fclose(file), 0);
  }
  remove_folder(world, folder);
  free_part(&p);
}

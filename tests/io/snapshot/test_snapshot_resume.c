/* A resumed run that continues the snapshot file of an earlier run. */
#include "io/snapshot/snapshots.h"

#include "base/file/path.h"

/* Returns the three numbers that the snapshots add to the restart data of a checkpoint. */
static void record_snapshot(tc_snapshot *s, int64_t numbers[3]) {
  tc_restart_list keep = {0};
  expect_ok(tc_snapshot_list_restart(s, &keep));
  for (int k = 0; k < 3; k++) numbers[k] = *(int64_t *)keep.item[k].value;
  tc_restart_list_free(&keep);
}

static tc_status resume(tc_snapshot *s, const int64_t numbers[3]) {
  tc_restart_list keep = {.is_reading = true};
  expect_ok(tc_snapshot_list_restart(s, &keep));
  cr_assert_eq(keep.count, 3);
  for (int k = 0; k < 3; k++) *(int64_t *)keep.item[k].value = numbers[k];
  tc_restart_list_free(&keep);
  return tc_snapshot_resume(s);
}

/* Collective. Opens the snapshot file `name` of an earlier run so that the run can continue it. The file
 * then has space for `rows` snapshots in total. */
static tc_status resume_snapshots(const tc_world *world, const char *path, const char *name, int64_t rows,
                                  const part *p, const int64_t numbers[3], output *out) {
  tc_file_list files = {0};
  const tc_snapshot_restart kept = {numbers[0], numbers[1], numbers[2]};
  *out = (output){.snapshot = NULL};
  tc_status status = world->rank ? TC_OK : tc_snapshot_paths_acquire(path, &files, &out->place);
  if (!status && world->rank == 0) status = tc_snapshot_paths_resume(&out->place, name, &kept);
  TC_TRY(tc_world_agree(world, status));
  return tc_snapshot_create(world, &out->place, rows, 0, world->rank ? NULL : &p->mesh, p->owned, p->id,
                            &about, &history_alone, &out->snapshot);
}

/* Rows that were written after the checkpoint are removed, and the resumed run writes them again. The
 * earlier file has space for fewer snapshots than the resumed run needs, or for the same number. */
ParallelTest(snapshot, rows_are_cut_off_and_written_again) {
  for (int64_t room = steps - 1; room <= steps; room++) {
    char folder[64], path[128], xdmf[128];
    output out;
    int64_t numbers[3];
    make_folder(world, folder);
    name_file(path, folder, "a.h5");
    name_file(xdmf, folder, "a.xdmf");
    part p = make_part(world, 1234, deal_random);
    out = (output){.snapshot = NULL};
    tc_file_list files = {0};
    expect_ok(
        tc_world_agree(world, world->rank ? TC_OK : tc_snapshot_paths_acquire(path, &files, &out.place)));
    expect_ok(tc_snapshot_create(world, &out.place, room, 0, world->rank ? NULL : &p.mesh, p.owned, p.id,
                                 &about, &history_alone, &out.snapshot));
    expect_ok(write_step(out.snapshot, &p, 0));
    record_snapshot(out.snapshot, numbers);
    expect_ok(write_step(out.snapshot, &p, 1));
    give_up(&out);
    expect_ok(resume_snapshots(world, path, "a.h5", steps, &p, numbers, &out));
    expect_ok(resume(out.snapshot, numbers));
    MPI_Barrier(tc_world_comm(world));
    if (world->rank == 0) {
      expect_file(path, &p, 1);
      expect_xdmf(xdmf, 1);
    }
    MPI_Barrier(tc_world_comm(world));
    for (int64_t k = 1; k < steps; k++) expect_ok(write_step(out.snapshot, &p, k));
    expect_ok(finish(&out));
    if (world->rank == 0) {
      expect_file(path, &p, steps);
      expect_xdmf(xdmf, steps);
      expect_files(folder, "a.h5 a.xdmf");
    }
    free_part(&p);
    remove_folder(world, folder);
  }
}

ParallelTest(snapshot, a_file_that_is_another_one_is_not_gone_on_with) {
  char folder[64], path[128];
  output out;
  int64_t numbers[3], more[3], other[3];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 300, deal_random);
  expect_ok(create(world, path, 0, &p, &out));
  expect_ok(write_step(out.snapshot, &p, 0));
  record_snapshot(out.snapshot, numbers);
  give_up(&out);
  memcpy(more, numbers, sizeof more);
  memcpy(other, numbers, sizeof other);
  more[0] = 2;
  other[2] ^= 1;
  expect_ok(resume_snapshots(world, path, "a.h5", steps, &p, numbers, &out));
  expect_error(resume(out.snapshot, more), TC_INPUT, "has 1 snapshots, but the checkpoint counts 2");
  give_up(&out);
  expect_error(resume_snapshots(world, path, "a.h5", steps, &p, more, &out), TC_INPUT,
               "has 1 snapshots, but the checkpoint counts 2");
  give_up(&out);
  more[0] = 1;
  more[1]++;
  expect_error(resume_snapshots(world, path, "a.h5", steps, &p, more, &out), TC_INPUT, "rows of the history");
  give_up(&out);
  expect_ok(resume_snapshots(world, path, "a.h5", steps, &p, numbers, &out));
  expect_error(resume(out.snapshot, other), TC_INPUT, "snapshot 1 differs from what the run wrote");
  give_up(&out);
  MPI_Barrier(tc_world_comm(world));
  if (world->rank == 0) unlink(path);
  MPI_Barrier(tc_world_comm(world));
  expect_error(resume_snapshots(world, path, "a.h5", steps, &p, numbers, &out), TC_INPUT, "are missing");
  give_up(&out);
  free_part(&p);
  remove_folder(world, folder);
}

/* A run resumes from a checkpoint that names X.new.h5. This file has since been renamed to X.h5, and
 * another run has begun a file X.new.h5. The rows identify the right file. */
ParallelTest(snapshot, the_file_is_known_by_its_rows) {
  char folder[64], path[128];
  output out;
  int64_t numbers[3];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 300, deal_random);
  write_all(world, path, 0, &p);
  /* The run writes a.new.h5, because a.h5 exists. It ends and the file becomes a.h5. */
  expect_ok(create(world, path, 0, &p, &out));
  for (int64_t k = 0; k < steps; k++) expect_ok(write_step(out.snapshot, &p, k));
  record_snapshot(out.snapshot, numbers);
  expect_ok(finish(&out));
  /* Another run writes a.new.h5 and fails. */
  expect_ok(create(world, path, 0, &p, &out));
  expect_ok(write_step(out.snapshot, &p, 1));
  give_up(&out);
  expect_ok(resume_snapshots(world, path, "a.new.h5", steps, &p, numbers, &out));
  if (world->rank == 0) cr_assert_str_eq(tc_path_name(out.place.work_path), "a.h5");
  expect_ok(resume(out.snapshot, numbers));
  give_up(&out);
  /* The checkpoint names b.h5. The run writes another file, so it begins this file instead of resuming
   * b.h5. */
  expect_ok(resume_snapshots(world, path, "b.h5", steps, &p, numbers, &out));
  if (world->rank == 0) cr_assert_not(out.place.resumes_file);
  give_up(&out);
  free_part(&p);
  remove_folder(world, folder);
}

/* Tests of the paths of snapshot files: existing files, concurrent runs, and places that cannot be written
 * to. */
#include <signal.h>
#include <sys/resource.h>

#include "io/snapshot/snapshots.h"

/* The snapshots of an earlier run do not change until the new run has ended successfully. If the new run
 * fails, they never change. */
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
    MPI_Barrier(tc_world_comm(world));
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
    MPI_Barrier(tc_world_comm(world));
    free_part(&big);
    free_part(&small);
  }
  remove_folder(world, folder);
}

/* Only one run at a time can write a snapshot file. The lock is released when the run ends. */
ParallelTest(snapshot, another_run) {
  char folder[64], path[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 20, deal_random);
  output one, two;
  char rest[128];
  /* These are temporary files of a killed run. The next run removes them. */
  name_file(rest, folder, "a.h5.0123abcd.tmp");
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
  MPI_Barrier(tc_world_comm(world));
  write_all(world, path, 0, &p);
  remove_folder(world, folder);
  free_part(&p);
}

/* A run with the file a.h5 may write a.new.h5 and removes temporary files of that name. It does not remove
 * them if another run has locked the name. */
ParallelTest(snapshot, a_name_of_another_run) {
  static const char *const names[] = {"a.new.h5.0123abcd.tmp", "a.new.xdmf.lock", "a.new2.h5.0123abcd.tmp",
                                      "a.new2.xdmf.0123abcd.tmp"};
  char folder[64], path[128];
  make_folder(world, folder);
  for (int i = 0; i < 4; i++) {
    name_file(path, folder, names[i]);
    if (world->rank == 0) fclose(fopen(path, "w"));
  }
  name_file(path, folder, "a.h5");
  part p = make_part(world, 20, deal_random);
  write_all(world, path, 0, &p);
  if (world->rank == 0) expect_files(folder, "a.h5 a.new.h5.0123abcd.tmp a.new.xdmf.lock a.xdmf");
  MPI_Barrier(tc_world_comm(world));
  remove_folder(world, folder);
  free_part(&p);
}

/* A symbolic link has the name of the XDMF file, and its target is in a missing directory. The file
 * replaces the link. */
ParallelTest(snapshot, an_xdmf_link) {
  char folder[64], path[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  name_file(xdmf, folder, "a.xdmf");
  part p = make_part(world, 20, deal_random);
  write_all(world, path, 0, &p);
  if (world->rank == 0) cr_assert(unlink(xdmf) == 0 && symlink("none/a.xdmf", xdmf) == 0);
  MPI_Barrier(tc_world_comm(world));
  write_all(world, path, 0, &p);
  if (world->rank == 0) expect_xdmf(xdmf, steps);
  if (world->rank == 0) expect_files(folder, "a.h5 a.xdmf");
  MPI_Barrier(tc_world_comm(world));
  remove_folder(world, folder);
  free_part(&p);
}

/* A run refuses to replace a file that is not a snapshot file of Tetracast. */
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

static void expect_refused(const tc_world *world, const char *path, const part *p, tc_code code,
                           const char *words) {
  output out;
  expect_error(create(world, path, 0, p, &out), code, words);
  give_up(&out);
}

/* Paths at which not even root can create a file. The test does not use permissions, because they do not
 * restrict root. */
ParallelTest(snapshot, bad_places) {
  char folder[64], path[128], file[128];
  make_folder(world, folder);
  part p = make_part(world, 70, deal_random);
  name_file(file, folder, "plain");
  if (world->rank == 0) fclose(fopen(file, "w"));
  MPI_Barrier(tc_world_comm(world));
  name_file(path, folder, "plain/x.h5");
  expect_refused(world, path, &p, TC_OUTPUT, "plain/x.h5: cannot be written: ");
  name_file(path, folder, "plain/deeper/x.h5");
  expect_refused(world, path, &p, TC_OUTPUT, "Not a directory");
  expect_refused(world, folder, &p, TC_OUTPUT, "it is a directory");
  expect_refused(world, "/dev/full", &p, TC_OUTPUT, "/dev/full: cannot be written: it is a device or a pipe");
  expect_refused(world, "/proc/x.h5", &p, TC_OUTPUT, "/proc/x.");
  expect_refused(world, "", &p, TC_OUTPUT, "empty");
  name_file(path, folder, "x.xdmf");
  expect_refused(world, path, &p, TC_OUTPUT, "another ending");
  cr_assert_eq(file_size(path), -1);
  cr_assert_eq(file_size(file), 0, "the existing file must not change");
  remove_folder(world, folder);
  free_part(&p);
}

/* The cell numbers of all ranks together must be 0 to cells - 1. Others are an error. */
ParallelTest(snapshot, wrong_ids) {
  char folder[64], path[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 70, deal_last);
  tc_gid right = p.owned ? p.id[0] : 0;
  if (p.owned) p.id[0] = p.id[1];
  expect_refused(world, path, &p, TC_INTERNAL, "cell ");
  if (p.owned) p.id[0] = 70;
  expect_refused(world, path, &p, TC_INTERNAL, "the mesh has 70 cells");
  if (p.owned) p.id[0] = right;
  if (p.owned) p.owned--;
  expect_refused(world, path, &p, TC_INTERNAL, "the ranks own ");
  cr_assert_eq(file_size(path), -1);
  remove_folder(world, folder);
  free_part(&p);
}

/* A snapshot file that would exceed the size limit of the process or of the file system is refused before
 * the first step. */
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
  if (world->rank == 0) cr_assert_eq(rmdir(folder), 0, "no file remains");
  free_part(&p);
}

/* A limit on the file size simulates a disk that is full after two snapshots. These two must remain
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
  MPI_Barrier(tc_world_comm(world));
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

/* The disk has no space for the compressed copy of the file. The file without compression remains and is
 * complete. */
ParallelTest(snapshot, full_disk_at_the_end) {
  char folder[64], path[128], xdmf[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  name_file(xdmf, folder, "a.xdmf");
  part p = make_part(world, 100000, deal_random);
  output out;
  expect_ok(create(world, path, 1, &p, &out));
  for (int64_t k = 0; k < steps; k++) expect_ok(write_step(out.snapshot, &p, k));
  MPI_Barrier(tc_world_comm(world));
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit before, limit;
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 6000000;
  setrlimit(RLIMIT_FSIZE, &limit);
  expect_error(finish(&out), TC_OUTPUT, "a.h5: is complete but cannot be compressed: ");
  setrlimit(RLIMIT_FSIZE, &before);
  if (world->rank == 0) {
    expect_file(path, &p, steps);
    expect_xdmf(xdmf, steps);
    expect_files(folder, "a.h5 a.xdmf");
  }
  remove_folder(world, folder);
  free_part(&p);
}

#include "comm/world/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "comm/world/host_names.h"
#include "support/expect.h"
#include "support/meshes.h"
#include "support/parallel.h"

#define TC_PHASE "trying it out"

static void expect_long_text_carried(const tc_world *world) {
  char *text = calloc(1, 100001);
  memset(text, 'x', 100000);
  const int last = world->ranks - 1;
  tc_status own = world->rank == last ? tc_status_create(TC_OUTPUT, "%s", text) : TC_OK;
  const size_t length = world->rank == last ? strlen(tc_status_text(own)) : 0;
  tc_status agreed = tc_world_agree(world, own);
  cr_assert_eq(tc_status_code(agreed), TC_OUTPUT);
  cr_assert_eq(strncmp(tc_status_text(agreed), text, strlen(tc_status_text(agreed))), 0);
  if (world->rank == last) cr_assert_eq(strlen(tc_status_text(agreed)), length);
  tc_status_free(&agreed);
  free(text);
}

/* For every set of failing ranks, all ranks must return the error of the lowest failing rank. For the
 * empty set, they must return no error. */
ParallelTest(world, agrees_on_errors) {
  expect_long_text_carried(world);
  for (int set = 0; set < 1 << world->ranks; set++) {
    tc_status own = TC_OK;
    int lowest = 0;
    char wanted[100];
    while (set && !(set >> lowest & 1)) lowest++;
    snprintf(wanted, sizeof wanted, "rank %d of set %d %s", lowest, set, "has no \"luck\" 100 %");
    if (set >> world->rank & 1)
      own = tc_status_create((tc_code)(2 + world->rank), "rank %d of set %d %s", world->rank, set,
                             "has no \"luck\" 100 %");
    tc_status agreed = tc_world_agree(world, own);
    cr_assert_eq(agreed == TC_OK, set == 0);
    if (set) {
      cr_assert_eq((int)tc_status_code(agreed), 2 + lowest);
      cr_assert_str_eq(tc_status_text(agreed), wanted);
    }
    tc_status_free(&agreed);
  }
}

/* An MPI call fails on all ranks. The error is local and names the phase of the log. Later calls of the
 * same world return at once, and other worlds are not affected. */
ParallelTest(world, a_failed_call_breaks_its_world) {
  int value = 0;
  double number = 0.0;
  tc_world *own = NULL;
  expect_ok(tc_world_create(MPI_COMM_WORLD, 0, &own));
  MPI_Comm left[2] = {tc_world_node_comm(own), tc_world_comm(own)}; /* a broken world does not free them */
  tc_status status = TC_MPI(own, MPI_Bcast(&value, -1, MPI_INT, 0, tc_world_comm(own)));
  cr_assert(tc_status_is_local(status));
  cr_assert_null(strstr(tc_status_text(status), "&value"), "%s", tc_status_text(status));
  status = tc_world_agree(world, status);
  cr_assert(!tc_status_is_local(status));
  expect_error(status, TC_INTERNAL, "MPI failed while trying it out: ");
  if (world->rank == 0) { /* the other ranks make none of these calls, so the calls must not wait */
    status = tc_world_max(own, &number, 1);
    cr_assert(tc_status_is_local(status));
    expect_error(status, TC_INTERNAL, "MPI has failed in an earlier call");
    expect_error(tc_world_agree(own, tc_status_create(TC_INPUT, "mine")), TC_INPUT, "mine");
    expect_error(tc_world_agree(own, TC_OK), TC_INTERNAL, "MPI has failed in an earlier call");
    tc_world_destroy(&own);
  }
  tc_world_destroy(&own);
  for (int k = 0; k < 2; k++) MPI_Comm_free(&left[k]);
}

ParallelTest(world, numbers_nodes_by_their_lowest_rank) {
  cr_assert(world->rank >= 0 && world->rank < world->ranks);
  cr_assert_eq(world->nodes, 1); /* mpirun starts all ranks on this host */
  cr_assert_eq(world->shm_groups, 1);
  for (int per_node = 1; per_node <= world->ranks + 1; per_node++) {
    tc_world *imagined = NULL;
    expect_ok(tc_world_create(MPI_COMM_WORLD, per_node, &imagined));
    cr_assert_eq(imagined->nodes, (world->ranks + per_node - 1) / per_node);
    cr_assert_eq(imagined->node, world->rank / per_node);
    cr_assert_eq(imagined->max_ranks_on_node, per_node < world->ranks ? per_node : world->ranks);
    cr_assert_eq(imagined->shm_groups, 1); /* virtual nodes do not change which ranks share memory */
    cr_assert(imagined->max_shm_ranks == world->ranks && imagined->shm_ranks == world->ranks);
    cr_assert_eq(imagined->shm_rank, world->rank);
    for (int r = 0; r < world->ranks; r++) {
      cr_assert_eq(imagined->node_of_rank[r], r / per_node);
      cr_assert_eq(imagined->shm_group_of_rank[r], 0);
    }
    tc_world_destroy(&imagined);
    cr_assert_null(imagined);
  }
  tc_world *alone = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &alone));
  cr_assert(alone->max_ranks_on_node == 1 && alone->max_shm_ranks == 1 && alone->shm_ranks == 1);
  cr_assert(alone->ranks == 1 && alone->rank == 0 && alone->nodes == 1 && alone->shm_groups == 1);
  tc_world_destroy(&alone);
  tc_world_destroy(&alone);
}

ParallelTest(world, the_fullest_group) {
  int members[6];
  (void)world;
  cr_assert_eq(tc_world_max_group_size(1, (int[]){0}, members), 1);
  cr_assert_eq(tc_world_max_group_size(3, (int[]){0, 0, 0}, members), 3);
  cr_assert_eq(tc_world_max_group_size(6, (int[]){0, 0, 1, 1, 2, 2}, members), 2);
  cr_assert_eq(tc_world_max_group_size(6, (int[]){0, 1, 2, 0, 1, 2}, members), 2);
  cr_assert_eq(tc_world_max_group_size(6, (int[]){0, 0, 0, 1, 2, 2}, members), 3);
  cr_assert_eq(tc_world_max_group_size(4, (int[]){0, 1, 1, 1}, members), 3);
}

/* Each term is added on one of the ranks. The total must have the bits of the sum on one rank. */
ParallelTest(world, sums_and_extremes) {
  enum { terms = 1000 };
  tc_sum mine = tc_sum_init(1e10), all = tc_sum_init(1e10);
  for (int i = 0; i < terms; i++) {
    const double term = noise((uint64_t)i) * pow(10.0, i % 30 - 20);
    tc_sum_add(&all, term);
    if (i * 7 / 3 % world->ranks == world->rank) tc_sum_add(&mine, term);
  }
  double total;
  expect_ok(tc_world_sum(world, &mine, &total));
  cr_assert_eq(total, tc_sum_value(&all));
  double most[2] = {world->rank, -world->rank}, least[2] = {world->rank, -world->rank};
  expect_ok(tc_world_max(world, most, 2));
  expect_ok(tc_world_min(world, least, 2));
  cr_assert(most[0] == world->ranks - 1 && most[1] == 0.0);
  cr_assert(least[0] == 0.0 && least[1] == 1 - world->ranks);
  int64_t count[2] = {1, INT64_C(1) << 40};
  expect_ok(tc_world_sum_int64(world, count, 2));
  cr_assert(count[0] == world->ranks && count[1] == world->ranks * (INT64_C(1) << 40));
}

/* Rank 0 writes the file. All ranks pass the same path. */
static void write_file(const tc_world *world, const char *path, const void *bytes, size_t n) {
  if (world->rank == 0) {
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, n, file), n);
    fclose(file);
  }
}

static void expect_text(const tc_world *world, const char *path, size_t most, const char *wanted) {
  char *text = NULL;
  expect_ok(tc_world_read_text(world, path, most, TC_USAGE, &text));
  cr_assert_str_eq(text, wanted);
  tc_free(text);
}

static void expect_unread(const tc_world *world, const char *path, size_t most, tc_code code,
                          const char *why) {
  char *text = NULL;
  tc_status status = tc_world_read_text(world, path, most, code, &text);
  cr_assert_null(text);
  cr_assert_not_null(strstr(tc_status_text(status), path), "%s", tc_status_text(status));
  expect_error(status, code, why);
}

ParallelTest(world, reads_text_for_all) {
  char path[100] = "/tmp/tetracast-test-XXXXXX", missing[120];
  if (world->rank == 0) close(mkstemp(path));
  MPI_Bcast(path, sizeof path, MPI_CHAR, 0, tc_world_comm(world));
  write_file(world, path, "ab\nc", 4);
  expect_text(world, path, 100, "ab\nc");
  expect_text(world, path, 4, "ab\nc");
  expect_unread(world, path, 3, TC_USAGE, "larger than 3 bytes");
  write_file(world, path, "", 0);
  expect_text(world, path, 100, "");
  write_file(world, path, "ab\0c", 4);
  expect_unread(world, path, 100, TC_INPUT, "NUL byte");
  if (world->rank == 0) unlink(path);
  snprintf(missing, sizeof missing, "%s/none.yaml", path);
  expect_unread(world, missing, 100, TC_USAGE, "No such file");
  expect_unread(world, "/tmp", 100, TC_INPUT, "is not a regular file");
}

/* The function returns the names of the real hosts, even if each rank counts as a node. */
ParallelTest(world, names_its_hosts) {
  char *hosts = NULL, own[64] = "";
  gethostname(own, sizeof own - 1);
  tc_world_set_ranks_per_node(world, 1);
  expect_ok(tc_host_names_gather(world, &hosts));
  if (world->rank == 0)
    cr_assert_str_eq(hosts, own);
  else
    cr_assert_null(hosts);
  tc_free(hosts);
}

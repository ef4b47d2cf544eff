/* Programs of loop nests, with every layer of shared arrays. They must compute correct results, detect
 * wrong ones, and make exactly the accesses that their loop nests state. */
#include "programs/runner.h"

#include <stdio.h>

#include "programs/programs.h"
#include "programs/timed_run.h"
#include "support/problems.h"

enum { rounds = 2 };

/* A program on a world, with the reference partitions of its loop nests. */
typedef struct scene {
  tc_yaml_store store;
  tc_loops loops;
  tc_reference_partitions partitions;
  fg_program_context play;
} scene;

typedef struct program {
  const char *name;
  const char *set[2]; /* names of the variables that are set */
  int64_t value[2];
  bool random; /* true if the owners of the accessed elements are random */
} program;

static void scene_open(scene *of, tc_world *world, const program *p, const tc_access_layer *layer,
                       int share) {
  fg_options o = {.program = p->name};
  for (int s = 0; s < 2 && p->set[s]; s++) {
    snprintf(o.set[s].name, sizeof o.set[s].name, "%s", p->set[s]);
    o.set[s].value = p->value[s];
    o.settings++;
  }
  *of = (scene){.store = {{NULL}}};
  expect_ok(fg_program_load(&o, world->ranks, &of->store, &of->loops));
  expect_ok(tc_reference_partitions_create(&of->loops, share, &of->store.pool, &of->partitions));
  of->play = (fg_program_context){.world = world,
                                  .loops = &of->loops,
                                  .partitions = &of->partitions,
                                  .layer = layer,
                                  .runner = fg_runner_of(p->name),
                                  .rank = world->rank};
}

static void scene_close(scene *of) {
  fg_program_context_free(&of->play);
  tc_yaml_store_free(&of->store);
}

/* Returns the forecast counts of this rank, summed over all reference partitions. */
static tc_reference_partition_count predicted(const scene *of, int use) {
  tc_reference_partition_count sum = {.own = 0.0};
  for (int p = 0; p < of->partitions.count; p++) {
    const tc_reference_partition_count *c = &of->partitions.item[p].count[use][of->play.rank];
    sum.own += c->own;
    sum.node_local.values += c->node_local.values;
    sum.remote.values += c->remote.values;
  }
  return sum;
}

/* True for the program sobel if the blocks of its array do not consist of whole rows of pixels. The pixels
 * that an iteration reads in a row may then have two owners. This is frequent in the short rows of this
 * test. The model forms no partition for such pixels, but the program still reads them together. The
 * numbers of operations therefore differ. */
static bool cuts_rows(const scene *of, const program *p) {
  return strcmp(p->name, "sobel") == 0 && p->value[0] % of->loops.ranks != 0;
}

static double operations(const scene *of, int use, int place) {
  const tc_access_layer layer = fg_timed_run_layer(of->play.layer, of->play.world->nodes);
  double sum = 0.0;
  for (int p = 0; p < of->partitions.count; p++) {
    const tc_access_mix mix =
        tc_access_mix_init(NULL, &of->partitions.item[p], use, of->play.rank, layer.capabilities);
    for (int pattern = 0; pattern < TC_PATTERNS; pattern++) sum += mix.share[place][pattern].operations;
  }
  return sum;
}

static void expect_counts(const scene *of, const program *p, int use, const tc_access_counts *c) {
  const tc_reference_partition_count want = predicted(of, use);
  const double all = want.own + want.node_local.values + want.remote.values;
  cr_assert_float_eq((double)(c->own + c->node_local + c->remote), rounds * all, 1e-6 * all, "%s, %s",
                     p->name, of->play.layer->name);
  if (p->random) return;
  cr_assert_eq((double)c->own, rounds * want.own, "%s, %s: own", p->name, of->play.layer->name);
  cr_assert_eq((double)c->node_local, rounds * want.node_local.values, "%s, %s: node-local", p->name,
               of->play.layer->name);
  cr_assert_eq((double)c->remote, rounds * want.remote.values, "%s, %s: remote", p->name,
               of->play.layer->name);
  if (of->play.layer->capabilities & TC_CAN_CACHE || cuts_rows(of, p)) return;
  cr_assert_eq((double)c->node_operations, rounds * operations(of, use, TC_LOCATION_NODE),
               "%s, %s: node-local operations", p->name, of->play.layer->name);
  cr_assert_eq((double)c->remote_operations, rounds * operations(of, use, TC_LOCATION_REMOTE),
               "%s, %s: remote operations", p->name, of->play.layer->name);
}

/* Checks the number of cache lines. The check is skipped if a rank can access the memory of another rank
 * directly. */
static void expect_lines(const scene *of, const program *p, int use, const tc_access_counts *c) {
  double lines = 0.0;
  if (!(of->play.layer->capabilities & TC_CAN_CACHE) || of->play.world->shm_groups < of->play.world->ranks)
    return;
  for (int i = 0; i < of->partitions.count; i++) lines += of->partitions.item[i].lines[use][of->play.rank];
  cr_assert_eq((double)c->lines, rounds * lines, "%s: %g lines", p->name, (double)c->lines);
}

static void expect_program(tc_world *world, const program *p, const tc_access_layer *layer, int share) {
  scene of;
  tc_access_counts counts[TC_USES];
  scene_open(&of, world, p, layer, share);
  expect_ok(fg_program_context_init(&of.play));
  for (int r = 0; r < rounds; r++) {
    expect_ok(fg_program_context_run(&of.play));
    expect_ok(fg_program_context_check(&of.play));
  }
  fg_program_context_counts(&of.play, &counts[TC_READS], &counts[TC_WRITES]);
  for (int use = 0; use < TC_USES; use++) {
    expect_counts(&of, p, use, &counts[use]);
    if (!p->random) expect_lines(&of, p, use, &counts[use]);
  }
  scene_close(&of);
}

static const program programs[] = {
    {"histogram", {"N", "P"}, {1000, 30}, true},
    {"matrix", {"N", "CYCLIC"}, {24, 0}, false},
    {"matrix", {"N", "CYCLIC"}, {25, 1}, false},
    {"sobel", {"N"}, {24}, false},
    {"sobel", {"N"}, {23}, false},
    {"neighbours", {"N"}, {100}, false},
    {"neighbours-cyclic", {"N"}, {100}, false},
};
enum { program_count = sizeof programs / sizeof *programs };

static void expect_all(tc_world *world, int share) {
  for (int p = 0; p < program_count; p++)
    for (int l = 0; l < tc_access_layer_count(); l++)
      expect_program(world, &programs[p], tc_access_layer_at(l), share);
}

ParallelTest(runner, real_nodes) { expect_all(world, world->max_ranks_on_node); }

ParallelTest(runner, imagined_nodes) {
  tc_world_set_ranks_per_node(world, 2);
  expect_all(world, 2);
}

ParallelTest(runner, no_memory_is_shared) {
  (void)world;
  tc_world *torn = torn_world();
  expect_all(torn, 1);
  tc_world_destroy(&torn);
}

/* Each rank runs its part of the program in a world of one rank, with all arrays in its own memory. */
ParallelTest(runner, alone) {
  tc_world *own = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &own));
  for (int p = 0; p < program_count; p++) {
    scene of;
    tc_access_counts reads, writes;
    scene_open(&of, world, &programs[p], tc_access_layer_find("private"), world->ranks);
    of.play.world = own;
    of.play.is_serial = true;
    expect_ok(fg_program_context_init(&of.play));
    expect_ok(fg_program_context_run(&of.play));
    expect_ok(fg_program_context_check(&of.play));
    fg_program_context_counts(&of.play, &reads, &writes);
    cr_assert_eq(reads.node_local + reads.remote + writes.node_local + writes.remote, 0);
    scene_close(&of);
  }
  tc_world_destroy(&own);
}

/* Updates of the same element by several ranks may collide, and some are then lost. The check of the
 * program must accept this, but must still reject elements that are too large. */
ParallelTest(runner, collisions) {
  for (int l = 0; l < tc_access_layer_count(); l++) {
    const program few = {"histogram", {"N", "P"}, {100, 100}, true};
    scene of;
    scene_open(&of, world, &few, tc_access_layer_at(l), world->ranks);
    of.play.collide = true;
    expect_ok(fg_program_context_init(&of.play));
    expect_ok(fg_program_context_run(&of.play));
    expect_ok(fg_program_context_run(&of.play));
    expect_ok(fg_program_context_check(&of.play));
    for (int64_t i = 0; i < fg_program_context_owned(&of.play, 0); i++)
      fg_program_context_local(&of.play, 0)[i] += 1e6;
    expect_error(fg_program_context_check(&of.play), TC_NUMERICAL, "histogram with layer");
    scene_close(&of);
  }
}

/* Each program checks its own result. The check must find one wrong element. */
ParallelTest(runner, wrong_results) {
  for (int p = 0; p < program_count; p++) {
    scene of;
    scene_open(&of, world, &programs[p], tc_access_layer_find("plain"), world->ranks);
    expect_ok(fg_program_context_init(&of.play));
    expect_ok(fg_program_context_run(&of.play));
    expect_ok(fg_program_context_check(&of.play));
    const int last = of.loops.arrays - 1;
    const int64_t owned = fg_program_context_owned(&of.play, last);
    if (owned > 0) fg_program_context_local(&of.play, last)[owned / 2] += 1.0;
    expect_error(fg_program_context_check(&of.play), TC_NUMERICAL, "with layer plain");
    scene_close(&of);
  }
}

static tc_status drop_put(tc_shared_access *a, int64_t index, double value) {
  (void)a, (void)index, (void)value;
  return TC_OK;
}

static tc_status drop_puts(tc_shared_access *a, int count, const int64_t *index, const double *value) {
  (void)a, (void)count, (void)index, (void)value;
  return TC_OK;
}

/* The layer of this test loses all written values, from the first or from the second round on. The check
 * of the program must detect this. */
ParallelTest(runner, lost_writes) {
  for (int kept = 0; kept < 2; kept++) {
    const program any = {"sobel", {"N"}, {24}, false};
    tc_access_layer layer = *tc_access_layer_find("plain");
    scene of;
    scene_open(&of, world, &any, &layer, world->ranks);
    of.play.runner = fg_runner_of(NULL);
    expect_ok(fg_program_context_init(&of.play));
    if (kept) expect_ok(fg_program_context_run(&of.play));
    layer.put = drop_put;
    layer.put_many = drop_puts;
    expect_ok(fg_program_context_run(&of.play));
    expect_error(fg_program_context_check(&of.play), TC_NUMERICAL, "is wrong, ");
    scene_close(&of);
  }
}

/* The check of the program must also detect values that were read wrongly. */
ParallelTest(runner, wrong_reads) {
  const program any = {"neighbours-cyclic", {"N"}, {100}, false};
  scene of;
  scene_open(&of, world, &any, tc_access_layer_find("cached"), world->ranks);
  expect_ok(fg_program_context_init(&of.play));
  if (world->rank == world->ranks - 1) fg_program_context_local(&of.play, 0)[3] += 1.0;
  expect_ok(fg_program_context_fence(&of.play));
  expect_ok(fg_program_context_run(&of.play));
  expect_error(fg_program_context_check(&of.play), TC_NUMERICAL, "values that were read are wrong");
  scene_close(&of);
}

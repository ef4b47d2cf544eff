/* Tests of reference partitions (sets of references with the same owners) and of their exact counts, for the
 * programs of Zhang and Seidel 2006 and for random programs. */
#include "loops/reference_partition.h"

#include "base/numeric/hash.h"
#include "loops/loop_cases.h"
#include "loops/owner_runs.h"

/* ---- the paper's programs ---- */

/* Returns the maximum over the ranks of the number of own or of remote accesses, summed over the partitions
 * of `array`. If `array` is -1, the sum is over all arrays. */
static double largest(const loops_scene *s, int array, int use, bool own) {
  double most = 0.0;
  for (int r = 0; r < s->loops.ranks; r++) {
    double sum = 0.0;
    for (int p = 0; p < s->partitions.count; p++) {
      const tc_reference_partition_count *c = &s->partitions.item[p].count[use][r];
      if (array < 0 || s->partitions.item[p].array == array) sum += own ? c->own : c->remote.values;
    }
    most = sum > most ? sum : most;
  }
  return most;
}

static void expect_counts(const loops_scene *s, const double wanted[4]) {
  cr_expect_eq(largest(s, -1, TC_READS, true), wanted[0], "own reads: %.0f", largest(s, -1, TC_READS, true));
  cr_expect_eq(largest(s, -1, TC_READS, false), wanted[1], "reads: %.0f", largest(s, -1, TC_READS, false));
  cr_expect_eq(largest(s, -1, TC_WRITES, true), wanted[2], "own writes");
  cr_expect_eq(largest(s, -1, TC_WRITES, false), wanted[3], "writes");
}

/* Counts for the program sobel. If the 2000 rows cannot be distributed evenly, block boundaries are within
 * rows, and ranks write pixels of other ranks. */
Test(partition, sobel) {
  static const struct {
    int ranks;
    double wanted[4];
  } table[] = {
      {2, {15962022, 5994, 1996002, 0}},   {4, {7980012, 11988, 999000, 0}},
      {6, {5319996, 18660, 665997, 1335}}, {8, {3984012, 11988, 499500, 0}},
      {10, {3184812, 11988, 399600, 0}},   {12, {2654006, 16661, 332999, 1336}},
  };
  for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
    loops_scene s = loops_shipped("sobel", table[t].ranks, NULL);
    cr_assert_eq(s.partitions.count, 4);
    const tc_reference_partition *p = s.partitions.item;
    cr_expect(p[0].array == 1 && p[0].unique[TC_WRITES] == 1 && p[0].unique[TC_READS] == 0);
    cr_expect(p[1].unique[TC_READS] == 3 && p[2].unique[TC_READS] == 2 && p[3].unique[TC_READS] == 3);
    cr_expect(p[1].references == 5 && p[2].references == 2 && p[3].references == 5);
    expect_counts(&s, table[t].wanted);
    cr_expect_eq(p[0].count[TC_WRITES][0].remote.values > 0.0, table[t].ranks % 6 == 0);
    loops_end(&s);
  }
}

/* With 12 ranks, four elements remain after the twelfth block. They must belong to rank 0. */
Test(partition, sobel_thirteenth_block) {
  loops_scene s = loops_shipped("sobel", 12, NULL);
  const int64_t first = tc_loop_owned(&s.loops.array[0], 12, 0),
                last = tc_loop_owned(&s.loops.array[0], 12, 11);
  cr_expect_eq(first, 333337);
  cr_expect_eq(last, 333333);
  loops_end(&s);
}

/* Counts for the program matrix. Rows of A and C and columns of B must have the same counts in the
 * distribution by blocks and in the cyclic one. */
Test(partition, matrix) {
  enum { A, B, C };
  static const int ranks[] = {2, 4, 12};
  static const double own_A[] = {6912000, 3456000, 1152000}, own_B[] = {3456000, 864000, 96000},
                      far_B[] = {3456000, 2592000, 1056000}, once[] = {28800, 14400, 4800};
  for (int t = 0; t < 3; t++)
    for (int cyclic = 0; cyclic < 2; cyclic++) {
      const tc_constant set[] = {{"CYCLIC", cyclic}, {NULL, 0}};
      loops_scene s = loops_shipped("matrix", ranks[t], set);
      const tc_reference_partition *p = s.partitions.item;
      cr_assert_eq(s.partitions.count, 4);
      cr_expect(p[0].unique[TC_WRITES] == 1 && p[0].references == 2 && p[0].is_repeated[1],
                "C is written once");
      cr_expect(p[1].unique[TC_READS] == 1 && p[1].conflicts_with == 0, "the read of C depends on the write");
      for (int r = 0; r < ranks[t]; r++) {
        cr_expect_eq(p[2].count[TC_READS][r].own, own_A[t]);
        cr_expect_eq(p[3].count[TC_READS][r].own, own_B[t]);
        cr_expect_eq(p[3].count[TC_READS][r].remote.values, far_B[t]);
        cr_expect_eq(p[3].count[TC_READS][r].remote.streamed, far_B[t]);
        cr_expect_eq(p[3].count[TC_READS][r].remote.runs, far_B[t] / 240);
        cr_expect_eq(p[1].count[TC_READS][r].own, own_A[t]);
        cr_expect_eq(p[0].count[TC_WRITES][r].own, own_A[t]);
        cr_expect_eq(p[0].count[TC_WRITES][r].distinct_values, once[t], "N*N/T: once for each i and j");
      }
      expect_counts(&s, (double[]){2 * own_A[t] + own_B[t], far_B[t], own_A[t], 0});
      loops_end(&s);
    }
}

/* Counts for the program histogram. Each rank makes N*P/100 increments, and a fraction of 1/T is on own
 * elements (T ranks). */
Test(partition, histogram) {
  loops_scene s = loops_shipped("histogram", 12, NULL);
  const double own = largest(&s, 0, TC_READS, true), far = largest(&s, 0, TC_READS, false);
  cr_assert_eq(s.partitions.count, 1);
  cr_expect(s.partitions.item[0].unique[TC_READS] == 1 && s.partitions.item[0].unique[TC_WRITES] == 1);
  cr_expect_lt(own - 104857 / 12.0, 0.1);
  cr_expect_lt(104857 * 11 / 12.0 - far, 0.1);
  cr_expect_eq(own, largest(&s, 0, TC_WRITES, true));
  cr_expect_eq(s.partitions.item[0].count[TC_READS][3].remote.streamed, 0.0);
  loops_end(&s);
}

/* Returns the fraction of all accesses to a partition in which a rank accesses its own elements. */
static double own_share(const tc_reference_partition *partition, int ranks) {
  double own = 0.0, all = 0.0;
  for (int use = 0; use < TC_USES; use++)
    for (int rank = 0; rank < ranks; rank++) {
      own += partition->count[use][rank].own;
      all += tc_reference_partition_values(partition, use, rank);
    }
  return own / all;
}

/* Examples of the paper. A is on one rank, so A[i] and A[i-1] are one partition. B has block size 1, so B[i]
 * and B[i-1] are two partitions, and a quarter of the accesses is to own elements. */
Test(partition, both_examples) {
  loops_scene s = loops_shipped("neighbours", 4, NULL);
  cr_assert_eq(s.partitions.count, 1);
  const tc_reference_partition *p = s.partitions.item;
  cr_expect_eq(p->unique[TC_READS], 2);
  cr_expect_eq(p->count[TC_READS][0].own, 1998);
  cr_expect_eq(p->count[TC_READS][1].remote.values, 1998);
  cr_expect_eq(p->count[TC_READS][1].remote.streamed, 1998);
  loops_end(&s);
  const tc_constant set[] = {{"N", 1001}, {NULL, 0}};
  s = loops_shipped("neighbours-cyclic", 4, set);
  cr_assert_eq(s.partitions.count, 2);
  for (int i = 0; i < 2; i++) {
    p = &s.partitions.item[i];
    cr_expect_eq(own_share(p, 4), 0.25);
    for (int r = 0; r < 4; r++) {
      cr_expect_eq(p->count[TC_READS][r].own, 250);
      cr_expect_eq(p->count[TC_READS][r].remote.values, 750);
      cr_expect_eq(p->count[TC_READS][r].remote.streamed, 0, "no read is part of a vector");
    }
  }
  loops_end(&s);
}

/* The iterations of a pass alternate between four ranks, so each rank reads c[0] 25 times per pass. These
 * reads must count as one distinct value per pass. */
Test(partition, once_for_each_pass) {
  loops_scene s = loops_parse("arrays: {A: {size: [100], block: 1}, c: {size: [1], block: indefinite}}\n"
                              "intervals:\n- loop: [{j: [0, 3]}, {i: [0, 100]}]\n  affinity: 'A[i]'\n"
                              "  references: [{read: 'c[0]'}, {write: 'A[i]'}]\n",
                              4, 4);
  for (int r = 0; r < 4; r++) {
    cr_expect_eq(s.partitions.item[0].count[TC_READS][r].distinct_values, 3);
    cr_expect_eq(tc_reference_partition_values(&s.partitions.item[0], TC_READS, r), 75);
    cr_expect_eq(s.partitions.item[1].count[TC_WRITES][r].distinct_values, 75);
  }
  loops_end(&s);
}

/* ---- references of one partition ---- */

static int count_partitions(const char *array, const char *loop, const char *references, int ranks) {
  char text[1000];
  snprintf(text, sizeof text, "arrays: {A: %s}\nintervals:\n- loop: [{i: %s}]\n  references: [%s]\n", array,
           loop, references);
  loops_scene s = loops_parse(text, ranks, 1);
  const int count = s.partitions.count;
  loops_end(&s);
  return count;
}

#define one_rank "{size: [100], block: indefinite}"

Test(partition, dependences) {
  static const char *const all = "[1, 50]";
  cr_expect_eq(count_partitions(one_rank, all, "{read: 'A[i]'}, {write: 'A[i+50]'}", 2), 1,
               "no common element");
  cr_expect_eq(count_partitions(one_rank, all, "{read: 'A[i]'}, {write: 'A[i+48]'}", 2), 2,
               "element 49 is common");
  cr_expect_eq(count_partitions(one_rank, all, "{read: 'A[2*i]'}, {write: 'A[2*i-1]'}", 2), 1,
               "odd and even");
  cr_expect_eq(count_partitions(one_rank, all, "{read: 'A[2*i]'}, {write: 'A[i]'}", 2), 2);
  cr_expect_eq(count_partitions(one_rank, all, "{write: 'A[i]'}, {write: 'A[i-1]'}", 2), 1, "output only");
  cr_expect_eq(count_partitions(one_rank, all, "{update: 'A[i]'}, {update: 'A[i]'}", 2), 2);
  cr_expect_eq(count_partitions(one_rank, all, "{update: 'A[i]'}", 2), 1);
  cr_expect_eq(count_partitions("{size: [100]}", all, "{read: 'A[random(x)]'}, {write: 'A[random(y)]'}", 2),
               2);
  cr_expect_eq(count_partitions("{size: [100]}", all, "{read: 'A[random(x)]'}, {read: 'A[random(x)]'}", 2),
               1);
  cr_expect_eq(count_partitions("{size: [100]}", all, "{read: 'A[random(x)]'}, {read: 'A[random(y)]'}", 2),
               2);
}

/* References whose owners differ in at most 1 % of the iterations must be one partition. With one rank, or
 * with a shift by a multiple of all blocks of the ranks, the owners never differ. */
Test(partition, seams) {
  cr_expect_eq(count_partitions("{size: [1000], block: 500}", "[1, 1000]", "{read: 'A[i]'}, {read: 'A[i-1]'}",
                                2),
               1);
  cr_expect_eq(count_partitions("{size: [1000], block: 50}", "[1, 1000]", "{read: 'A[i]'}, {read: 'A[i-1]'}",
                                2),
               2);
  cr_expect_eq(count_partitions("{size: [1000], block: 50}", "[1, 1000]", "{read: 'A[i]'}, {read: 'A[i-1]'}",
                                1),
               1);
  cr_expect_eq(count_partitions("{size: [1000], block: 2}", "[4, 1000]", "{read: 'A[i]'}, {read: 'A[i-4]'}",
                                2),
               1);
}

/* ---- comparison with counts by brute force ---- */

typedef struct dice {
  uint64_t state;
} dice;

static int draw(dice *d, int sides) {
  d->state = tc_hash_mix(d->state + 1);
  return (int)(d->state >> 33) % sides;
}

/* Writes the text of a random program with three loops, a two-dimensional and a one-dimensional array, and
 * subscripts within the bounds. */
static void write_program(dice *d, char *text, size_t size) {
  static const char *const blocks[] = {"1", "3", "N", "N*N/T", "7", "indefinite"};
  static const char *const subscripts[] = {"i",     "j",      "k",   "2*i", "6-k", "i+j",
                                           "j+2*k", "12-i-j", "k+k", "5",   "i+1"};
  const char *affinity[] = {"", "  affinity: 'A[i][0]'\n", "  affinity: 'B[i+2*j]'\n",
                            "  affinity: 'A[j][k+1]'\n"};
  int n =
      snprintf(text, size,
               "values: {N: 20}\narrays:\n  A: {size: [N, N], block: '%s'}\n  B: {size: [2*N], block: '%s'}\n"
               "intervals:\n- loop: [{i: [0, 5]}, {j: [1, 7]}, {k: [0, 6]}]\n%s  references:\n",
               blocks[draw(d, 6)], blocks[draw(d, 6)], affinity[draw(d, 4)]);
  for (int r = 0, references = 1 + draw(d, 5); r < references; r++) {
    const char *use[] = {"read", "write", "update"}, *row = subscripts[draw(d, 11)];
    n += snprintf(text + n, size - (size_t)n, "  - %s: ", use[draw(d, 3)]);
    if (draw(d, 2))
      n += snprintf(text + n, size - (size_t)n, "'A[%s][%s]'\n", row, subscripts[draw(d, 11)]);
    else
      n += snprintf(text + n, size - (size_t)n, "'B[%s]'\n", row);
  }
}

static int64_t affine_index(const tc_affine *a, const int64_t *variable) {
  int64_t value = a->constant;
  for (int l = 0; l < TC_LOOP_LEVELS; l++) value += a->factor[l] * variable[l];
  return value;
}

/* Reference: counts the accesses of each iteration. An owner run ends where the owner changes or another rank
 * makes the iteration. */
static tc_reference_partition_count count_one_by_one(const loops_scene *s, const tc_reference *reference,
                                                     int rank, int per_node) {
  const tc_interval *nest = &s->loops.interval[0];
  const int ranks = s->loops.ranks;
  const tc_loop_array *array = &s->loops.array[reference->array];
  const bool moves = reference->index.factor[2] != 0;
  tc_reference_partition_count c = {.own = 0.0};
  int64_t v[TC_LOOP_LEVELS] = {0};
  for (v[0] = 0; v[0] < 5; v[0]++)
    for (v[1] = 1; v[1] < 7; v[1]++) {
      int before = -1, length = 0;
      bool counted = false;
      for (v[2] = 0; v[2] <= 6; v[2]++) {
        int owner = -1;
        if (v[2] < 6) {
          const tc_reference *who = nest->affinity;
          const bool mine =
              !who || tc_loop_owner(&s->loops.array[who->array], ranks, affine_index(&who->index, v)) == rank;
          owner = mine ? tc_loop_owner(array, ranks, affine_index(&reference->index, v)) : -1;
        }
        if (owner != before) {
          tc_accesses *other = before / per_node == rank / per_node ? &c.node_local : &c.remote;
          if (before == rank) c.own += length;
          if (before >= 0 && before != rank) {
            other->values += length;
            other->streamed += moves && length > 1 ? length : 0;
            other->runs += moves && length > 1;
          }
          c.distinct_values += before < 0 ? 0 : moves ? length : !counted;
          counted = counted || before >= 0;
          before = owner, length = 0;
        }
        length++;
      }
    }
  return c;
}

static void add_accesses(tc_accesses *a, const tc_accesses *b) {
  a->values += b->values, a->streamed += b->streamed, a->runs += b->runs;
}

static void expect_partition(const loops_scene *s, const tc_reference_partition *p, int per_node,
                             const char *text) {
  for (int use = 0; use < TC_USES; use++)
    for (int rank = 0; rank < s->loops.ranks; rank++) {
      tc_reference_partition_count sum = {.own = 0.0};
      for (int r = 0; r < p->references; r++) {
        if (p->is_repeated[r] || !(p->reference[r]->use & (use == TC_READS ? TC_USE_READ : TC_USE_WRITE)))
          continue;
        const tc_reference_partition_count c = count_one_by_one(s, p->reference[r], rank, per_node);
        sum.own += c.own, sum.distinct_values += c.distinct_values;
        add_accesses(&sum.node_local, &c.node_local), add_accesses(&sum.remote, &c.remote);
      }
      cr_assert_eq(memcmp(&sum, &p->count[use][rank], sizeof sum), 0, "rank %d of %d:\n%s", rank,
                   s->loops.ranks, text);
    }
}

/* Checks that the number of steps that the program computes before counting is an upper limit of the number
 * of owner runs. */
static void expect_steps(const loops_scene *s, const char *text) {
  const tc_interval *nest = &s->loops.interval[0];
  for (int r = 0; r < nest->references; r++) {
    double runs = 0.0;
    tc_loop_pass pass = tc_loop_pass_first(nest);
    do {
      const tc_strided_access course = tc_strided_access_init(&s->loops, &pass, &nest->reference[r]);
      for (int64_t k = 0; k < 6; k += tc_strided_access_run(&course, k, 6 - k).iterations) runs++;
    } while (tc_loop_pass_next(&pass));
    const double most = tc_reference_steps(&s->loops, nest, &nest->reference[r]);
    cr_assert(runs <= most && most <= 5 * 6 * 6, "%.0f runs, not %.0f:\n%s", runs, most, text);
  }
}

Test(partition, brute_force) {
  for (uint64_t seed = 0; seed < 400; seed++) {
    dice d = {seed << 20};
    char text[2000];
    int references = 0;
    write_program(&d, text, sizeof text);
    const int ranks = 1 + draw(&d, 5), per_node = 1 + draw(&d, 3);
    loops_scene s = loops_parse(text, ranks, per_node);
    expect_steps(&s, text);
    for (int p = 0; p < s.partitions.count; p++) {
      references += s.partitions.item[p].references;
      expect_partition(&s, &s.partitions.item[p], per_node, text);
    }
    cr_assert_eq(references, s.loops.interval[0].references, "each in one partition");
    loops_end(&s);
  }
}

/* For forward and backward strides and all block sizes, an owner run must have one owner and end where the
 * owner changes. */
Test(partition, runs) {
  for (int block = 0; block < 9; block++)
    for (int stride = -7; stride <= 7; stride++)
      for (int ranks = 1; ranks < 5; ranks++) {
        const tc_loop_array array = {.dims = 1, .size = {200}, .block = block};
        const tc_strided_access c = {&array, ranks, 100, stride};
        for (int64_t k = 0; k < 14;) {
          const tc_owner_run run = tc_strided_access_run(&c, k, 14 - k);
          cr_assert(run.iterations > 0 && k + run.iterations <= 14);
          for (int64_t n = 0; n < run.iterations; n++)
            cr_assert_eq(tc_loop_owner(&array, ranks, 100 + (k + n) * stride), run.owner);
          k += run.iterations;
          if (k < 14 && block > 0) cr_assert_neq(tc_loop_owner(&array, ranks, 100 + k * stride), run.owner);
        }
      }
}

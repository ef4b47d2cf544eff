/* Tests of the number of cache lines that the layer `cached` reads and writes. The counts computed for whole
 * loop nests must equal a simulation of every access. */
#include <math.h>
#include <string.h>

#include "loops/loop_cases.h"
#include "pgas/layer_facts.h"

enum { most_lines = 1 << 12 };

/* Simulation of the cache of one rank for one array, value by value. */
typedef struct by_hand {
  const loops_scene *s;
  int rank, per_node;
  struct {
    int64_t line; /* combination of owner and line number, or -1 if the place is empty */
    bool there[TC_CACHE_LINE], dirty;
  } place[TC_CACHE_LINES];
  double lines[TC_USES];
} by_hand;

static void write_back(by_hand *h, int place) {
  h->lines[TC_WRITES] += h->place[place].dirty;
  h->place[place].dirty = false;
  h->place[place].line = -1;
}

static void access_by_hand(by_hand *h, const tc_loop_array *a, int64_t index, int use) {
  const int ranks = h->s->loops.ranks, owner = tc_loop_owner(a, ranks, index);
  const int64_t local = a->block == 0 ? index : index / (a->block * ranks) * a->block + index % a->block;
  const tc_location at = {owner, (int32_t)local};
  const int64_t line = owner * (int64_t)most_lines + local / TC_CACHE_LINE;
  const int p = tc_cache_slot(at);
  if (owner / h->per_node == h->rank / h->per_node) return;
  if (h->place[p].line != line) {
    write_back(h, p);
    h->place[p].line = line;
    memset(h->place[p].there, 0, sizeof h->place[p].there);
  }
  bool *there = h->place[p].there;
  if (use == TC_WRITES) {
    there[local % TC_CACHE_LINE] = h->place[p].dirty = true;
  } else if (!there[local % TC_CACHE_LINE]) {
    h->lines[TC_READS]++;
    memset(there, 1, sizeof h->place[p].there);
  }
}

static int64_t affine_index(const tc_affine *a, const int64_t *v) {
  int64_t value = a->constant;
  for (int l = 0; l < TC_LOOP_LEVELS; l++) value += a->factor[l] * v[l];
  return value;
}

/* Simulates one iteration of the three loops for one array. The reads of all partitions precede the
 * writes. */
static void iterate(by_hand *h, int array, const int64_t *v) {
  const tc_reference *who = h->s->loops.interval[0].affinity;
  if (who && tc_loop_owner(&h->s->loops.array[who->array], h->s->loops.ranks, affine_index(&who->index, v)) !=
                 h->rank)
    return;
  for (int use = 0; use < TC_USES; use++)
    for (int i = 0; i < h->s->partitions.count; i++) {
      const tc_reference_partition *p = &h->s->partitions.item[i];
      for (int r = 0; p->array == array && r < p->references; r++)
        if (!p->is_repeated[r] && p->reference[r]->use & (use == TC_READS ? TC_USE_READ : TC_USE_WRITE))
          access_by_hand(h, &h->s->loops.array[array], affine_index(&p->reference[r]->index, v), use);
    }
}

static void expect_array(const loops_scene *s, int array, int rank, int per_node, const char *text) {
  const tc_loop_level *level = s->loops.interval[0].level;
  static by_hand h;
  double lines[TC_USES] = {0.0, 0.0};
  int64_t v[TC_LOOP_LEVELS] = {0};
  h = (by_hand){.s = s, .rank = rank, .per_node = per_node};
  for (int p = 0; p < TC_CACHE_LINES; p++) h.place[p].line = -1;
  for (v[0] = level[0].from; v[0] < level[0].to; v[0]++)
    for (v[1] = level[1].from; v[1] < level[1].to; v[1]++)
      for (v[2] = level[2].from; v[2] < level[2].to; v[2]++) iterate(&h, array, v);
  for (int p = 0; p < TC_CACHE_LINES; p++) write_back(&h, p);
  for (int i = 0; i < s->partitions.count; i++)
    for (int use = 0; use < TC_USES && s->partitions.item[i].array == array; use++)
      lines[use] += s->partitions.item[i].lines[use][rank];
  for (int use = 0; use < TC_USES; use++)
    cr_assert_eq(lines[use], h.lines[use], "rank %d of %d, use %d: %g lines, not %g:\n%s", rank,
                 s->loops.ranks, use, lines[use], h.lines[use], text);
}

/* Compares counts with the simulation. The references read whole lines, evict lines, write parts of lines,
 * and traverse arrays forwards and backwards. */
Test(cache_lines, one_by_one) {
  static const char *const references[] =
      {"{read: 'A[i*640+j*16+k]'}, {write: 'A[i*640+j*16+k+1]'}",
       "{read: 'A[16384*i+j]'}, {read: 'A[16384*i+8192+j]'}, {update: 'A[16384*j+k]'}",
       "{write: 'A[100-k]'}, {read: 'A[4000-j*80-k*3]'}, {write: 'B[i][k]'}",
       "{read: 'A[64*k]'}, {read: 'A[64*k+j]'}, {read: 'B[k][j]'}, {write: 'B[k][i]'}",
       "{update: 'A[7]'}, {read: 'A[200*j+65*k]'}, {write: 'B[2*j][k+16*i]'}"};
  static const char *const blocks[] = {"1", "7", "64", "200", "N/T", "indefinite"};
  static const char *const affinity[] = {"", "  affinity: 'A[i*100+k]'\n", "  affinity: 'B[j][0]'\n"};
  for (int c = 0; c < 5 * 6 * 3; c++)
    for (int ranks = 1; ranks < 5; ranks++) {
      char text[1000];
      snprintf(text, sizeof text,
               "values: {N: 240000}\narrays:\n  A: {size: [N], block: '%s'}\n  B: {size: [80, 80], block: "
               "'%s'}\nintervals:\n- loop: [{i: [0, 4]}, {j: [0, 12]}, {k: [0, 16]}]\n%s  references: [%s]\n",
               blocks[c % 6], blocks[(c + 2) % 6], affinity[c / 6 % 3], references[c / 18]);
      loops_scene s = loops_parse(text, ranks, 1 + c % 2);
      for (int array = 0; array < 2; array++)
        for (int rank = 0; rank < ranks; rank++) expect_array(&s, array, rank, 1 + c % 2, text);
      loops_end(&s);
    }
}

/* The fence after each interval empties the cache, so the second interval must read the same lines again. */
Test(cache_lines, fences) {
  static const char text[] = "arrays: {A: {size: [256], block: 128}}\nintervals:\n"
                             "- {loop: [{i: [0, 128]}], references: [{read: 'A[i]'}]}\n"
                             "- {loop: [{i: [0, 128]}], references: [{read: 'A[i]'}]}\n";
  loops_scene s = loops_parse(text, 2, 1);
  for (int p = 0; p < 2; p++) {
    cr_expect_eq(s.partitions.item[p].lines[TC_READS][1], 2);
    cr_expect_eq(s.partitions.item[p].lines[TC_READS][0] + s.partitions.item[p].lines[TC_WRITES][1], 0);
  }
  loops_end(&s);
}

/* Random updates read and write each element equally often. The counts must be near the mean of many
 * simulations. */
Test(cache_lines, at_random) {
  static const char text[] = "arrays: {A: {size: [100000], block: 50000}}\nintervals:\n"
                             "- {loop: [{i: [0, 1]}, {j: [0, 1]}, {k: [0, 2000]}], references: [{update: "
                             "'A[random(R)]'}]}\n";
  enum { rounds = 40 };
  loops_scene s = loops_parse(text, 2, 1);
  double mean[TC_USES] = {0.0, 0.0};
  uint64_t state = 1;
  for (int round = 0; round < rounds; round++) {
    static by_hand h;
    h = (by_hand){.s = &s, .rank = 0, .per_node = 1};
    for (int p = 0; p < TC_CACHE_LINES; p++) h.place[p].line = -1;
    for (int k = 0; k < 2000; k++) {
      state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      for (int use = 0; use < TC_USES; use++)
        access_by_hand(&h, s.loops.array, (int64_t)((state >> 33) % 100000), use);
    }
    for (int p = 0; p < TC_CACHE_LINES; p++) write_back(&h, p);
    for (int use = 0; use < TC_USES; use++) mean[use] += h.lines[use] / rounds;
  }
  for (int use = 0; use < TC_USES; use++) {
    const double lines = s.partitions.item[0].lines[use][0];
    cr_expect_lt(fabs(lines - mean[use]), 0.01 * mean[use], "%g lines, not %g", lines, mean[use]);
  }
  loops_end(&s);
}

/* If counting the lines would need too many steps, they must not be counted. The pointer to the counts is
 * then NULL. */
Test(cache_lines, too_many) {
  static const char text[] = "arrays: {A: {size: [400000000], block: 1}}\nintervals:\n"
                             "- {loop: [{i: [0, 40000000]}], references: [{read: 'A[4*i]'}, {read: "
                             "'A[4*i+1]'}]}\n";
  loops_scene s = loops_parse(text, 2, 1);
  for (int p = 0; p < s.partitions.count; p++) cr_expect_null(s.partitions.item[p].lines[TC_READS]);
  loops_end(&s);
}

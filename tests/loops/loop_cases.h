/* Loop nests and their reference partitions (sets of references with the same owners), created from a text or
 * from a file in configs/loops. */
#ifndef TC_TESTS_LOOPS_LOOP_CASES_H
#define TC_TESTS_LOOPS_LOOP_CASES_H

#include <stdio.h>

#include "loops/loop_file.h"
#include "loops/reference_partition.h"
#include "support/expect.h"

typedef struct loops_scene {
  tc_yaml_store store;
  tc_loops loops;
  tc_reference_partitions partitions;
} loops_scene;

static inline void loops_take_apart(loops_scene *s, int per_node) {
  expect_ok(tc_reference_partitions_create(&s->loops, per_node, &s->store.pool, &s->partitions));
}

static inline loops_scene loops_parse(const char *text, int ranks, int per_node) {
  loops_scene s = {.partitions.count = 0};
  expect_ok(tc_loop_file_parse("l.yaml", text, &(tc_loop_settings){.ranks = ranks}, &s.store, &s.loops));
  loops_take_apart(&s, per_node);
  return s;
}

/* Reads configs/loops/NAME.yaml. `set` replaces values of the file. The list ends with a NULL name, and may
 * be NULL. */
static inline loops_scene loops_shipped(const char *name, int ranks, const tc_constant *set) {
  loops_scene s = {.partitions.count = 0};
  tc_loop_settings settings = {.ranks = ranks};
  char path[200];
  for (; set && set->name; set++) settings.set[settings.count++] = *set;
  snprintf(path, sizeof path, "configs/loops/%s.yaml", name);
  expect_ok(tc_loop_file_read(path, &settings, &s.store, &s.loops));
  loops_take_apart(&s, 1);
  return s;
}

static inline void loops_end(loops_scene *s) { tc_yaml_store_free(&s->store); }

#endif

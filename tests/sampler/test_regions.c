/* Tests of call stacks in OpenMP parallel regions. From the stack of each thread, a reader of the samples
 * must find the function that started the region, with libgomp and with libomp. */
#include "sampler/sampled.h"

typedef struct range {
  uint64_t low, high;
} range;

static bool leads_to(const uint64_t *stack, uint32_t depth, range main) {
  for (uint32_t d = 0; d < depth; d++)
    if (stack[d] > main.low && stack[d] <= main.high) return true;
  return false;
}

static const ts_file_region *find_region(const tb_sample_file *process, uint64_t tag) {
  for (int s = 0; s < process->regions; s++)
    if (process->region[s]->tag == tag) return process->region[s];
  return NULL;
}

/* True if main is in the sample's own frames, in the stack that started its region, or in the stack that
 * started an outer region. */
static bool has_main(const tb_sample_file *process, const ts_file_sample *sample, range main) {
  if (leads_to(sample->stack, sample->region_depth, main)) return true;
  for (uint64_t tag = sample->region_tag; tag != 0;) {
    const ts_file_region *spawn = find_region(process, tag);
    if (!spawn) return false;
    if (leads_to(spawn->stack, spawn->depth, main)) return true;
    tag = spawn->outer_tag;
  }
  return false;
}

typedef struct tally {
  int64_t running, with_main, waiting, of_thread[8];
} tally;

static tally count(const tb_sample_file *process, range main) {
  tally t = {0};
  for (int i = 0; i < process->samples; i++) {
    const ts_file_sample *sample = process->sample[i];
    if (sample->state == TS_SAMPLER_OPENMP_WAIT) {
      t.waiting += sample->weight;
      continue;
    }
    t.running += sample->weight;
    t.of_thread[sample->record.thread % 8] += sample->weight;
    if (has_main(process, sample, main)) t.with_main += sample->weight;
  }
  return t;
}

/* Largest allowed number of samples before main, and in threads before their first region. */
enum { starting = 4 };

static void check(const char *environment, const char *program, bool waits) {
  sampled s = sampled_run(environment, "", program);
  const tb_sample_file *process = sampled_process(&s);
  range main = {0, 0};
  cr_assert_eq(s.code, 0);
  cr_assert_eq(sscanf(s.output, "%" SCNx64 " %" SCNx64, &main.low, &main.high), 2);
  const tally t = count(process, main);
  printf("%s: %d running, %d with main, %d waiting\n", program, (int)t.running, (int)t.with_main,
         (int)t.waiting);
  cr_expect_geq((double)t.with_main + starting, 0.99 * (double)t.running, "%s: %d of %d lead to main",
                program, (int)t.with_main, (int)t.running);
  int64_t second = 0;
  for (int k = 1; k < 8; k++) second += t.of_thread[k];
  cr_expect_gt(t.of_thread[0], t.running / 8);
  cr_expect_gt(second, t.running / 8);
  if (waits) cr_expect_gt(t.waiting, 10, "one thread has less to do");
  sampled_end(&s);
}

/* The sampler must record one stack for each call path to a region, and not one for each start of the
 * region. */
static void check_spawns(const char *program, int ways) {
  sampled s = sampled_run("OMP_WAIT_POLICY=passive", "", program);
  cr_expect_eq(sampled_process(&s)->regions, ways, "%s: %d spawns", program, sampled_process(&s)->regions);
  sampled_end(&s);
}

static bool has_clang(void) {
  char path[1024];
  snprintf(path, sizeof path, "%s/sampler_case_regions_clang", sampled_variable("TETRACAST_TESTS"));
  return access(path, X_OK) == 0;
}

Test(regions, libgomp) {
  check("OMP_WAIT_POLICY=passive", "regions", false);
  check("OMP_WAIT_POLICY=active", "regions", true);
  check_spawns("regions", 4);
}

Test(regions, libomp) {
  if (!has_clang()) cr_skip_test("clang-14 was missing when this was built");
  check("OMP_WAIT_POLICY=passive", "regions_clang", false);
  check("OMP_WAIT_POLICY=active KMP_USE_YIELD=0 KMP_BLOCKTIME=infinite", "regions_clang", true);
  check_spawns("regions_clang", 4);
}

/* The stack from which the previous region was started may be inaccessible, so the sampler must not read this
 * stack. */
static void check_stacks(const char *environment) {
  sampled s = sampled_run(environment, "", "stacks");
  cr_expect_eq(s.code, 0, "%s: code %d", environment, s.code);
  cr_expect_geq(sampled_process(&s)->regions, 9);
  sampled_end(&s);
}

Test(regions, stacks_that_come_and_go) { check_stacks("OMP_WAIT_POLICY=passive"); }

/* Without a limit on the size of the stack, other memory may be mapped in the range to which the stack of the
 * first thread could grow. */
Test(regions, stacks_without_limit) {
  check_stacks("ulimit -s unlimited; OMP_WAIT_POLICY=passive setarch -L");
}

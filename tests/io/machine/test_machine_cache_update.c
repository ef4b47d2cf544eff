#include "io/machine/machine_cache_update.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/program/log_stream.h"
#include "io/machine/cache_folder.h"
#include "io/machine/machine_samples_file.h"
#include "support/expect.h"

static const tc_machine_key key = {"c1-1", 1, 1, 1, "debug"};
static const int64_t start = 1764400000;

#define SAMPLES "c1-1-1x1x1-v2-fe94e693.yaml.samples"

typedef struct update_case {
  folder whole, cache;
  char path[400];
} update_case;

static update_case case_make(void) {
  update_case c = {.whole = folder_make()};
  c.cache = cache_use(&c.whole);
  file_path(&c.cache, SAMPLES, c.path);
  return c;
}

static void case_remove(const update_case *c) { cache_remove(&c->whole, &c->cache); }

/* Returns a machine on which all operations need `slow` times their usual time. */
static tc_machine make_machine(double slow) {
  tc_machine machine = {.ranks_per_node = 1, .params = {.pack_s = 1e-9 * slow, .cache_line_B = 64}};
  machine.spread.pack_s = machine.spread.private_bandwidth_Bps = 0.1;
  machine.params.private_bandwidth_Bps = 1e10 / slow;
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    machine.params.working_set_B[w] = (double)(1 << 20) * (1 << w);
    machine.params.stream_Bps[w] = 1e10 / slow;
    machine.spread.stream_Bps[w] = 0.1;
  }
  return machine;
}

/* Updates the cache as a run at time `hour` does that has measured a complete machine `slow` times slower
 * than usual. Returns the cached machine. *text receives the log, and the caller frees it. `text` may be
 * NULL. */
static tc_machine run_at(int hour, double slow, char **text) {
  size_t size;
  FILE *stream = text ? open_memstream(text, &size) : NULL;
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, stream), TC_LOG_VERBOSE, NULL, NULL};
  const tc_machine measured = make_machine(slow);
  tc_machine recalled = {0};
  const bool found = tc_machine_cache_read(&key, &recalled);
  const tc_cache_update update = {.recalled = &recalled,
                                  .measured = &measured,
                                  .time = start + hour * 3600,
                                  .restarts = !found};
  tc_machine_cache_update(&key, &log, &update);
  if (stream) fclose(stream);
  cr_assert(tc_machine_cache_read(&key, &recalled));
  return recalled;
}

static void expect_speed(const tc_machine *machine, double slow) {
  cr_expect_float_eq(machine->params.pack_s, 1e-9 * slow, 1e-22, "%g", machine->params.pack_s);
  cr_expect_float_eq(machine->params.stream_Bps[1], 1e10 / slow, 1.0);
  cr_expect_float_eq(machine->params.private_bandwidth_Bps, 1e10 / slow, 1.0);
}

Test(machine_cache_update, runs_of_a_day) {
  static const double slow[] = {3.0, 1.0, 1.1, 1.2, 2.5, 0.9}, median[] = {3.0, 1.0, 1.1, 1.1, 1.2, 1.1};
  const update_case c = case_make();
  for (int i = 0; i < 6; i++) {
    const tc_machine machine = run_at(i, slow[i], NULL);
    expect_speed(&machine, median[i]);
  }
  cr_expect_eq(folder_files(&c.cache, 0), 2, "the machine and its samples");
  case_remove(&c);
}

/* An earlier version of Tetracast cached one value per parameter and no samples. The update uses these
 * values as one earlier sample. */
Test(machine_cache_update, no_samples_yet) {
  const update_case c = case_make();
  const tc_machine usual = make_machine(1.0);
  cr_assert(tc_machine_cache_write(&key, &usual));
  const tc_machine machine = run_at(0, 3.0, NULL);
  expect_speed(&machine, 1.0);
  case_remove(&c);
}

static tc_machine_samples samples;

static int count_samples(const char *path) {
  int count = 0;
  memset(&samples, 0, sizeof samples);
  expect_ok(tc_machine_samples_read(path, &samples));
  for (int i = 0; i < TC_SAMPLE_VALUES; i++) count += samples.of_value[i].count;
  return count;
}

Test(machine_cache_update, restored_exactly) {
  const update_case c = case_make();
  static tc_machine_samples before;
  for (int i = 0; i < 7; i++) run_at(i, 1.0 + i / 3.0, NULL);
  cr_expect_eq(count_samples(c.path), TC_SAMPLES_MAX * (TC_WORKING_SETS + 2));
  before = samples;
  expect_ok(tc_machine_samples_write(&before, c.path));
  count_samples(c.path);
  cr_expect_eq(memcmp(&before, &samples, sizeof before), 0);
  case_remove(&c);
}

static void expect_damaged(const update_case *c, const char *text) {
  char *log = NULL;
  file_write(&c->cache, SAMPLES, text);
  const tc_machine machine = run_at(1, 2.0, &log);
  expect_speed(&machine, 1.0);
  cr_expect(strstr(log, "earlier machine measurements are not used") && strstr(log, "is damaged"), "%s", log);
  const char *const once = strchr(log, '\n');
  cr_expect(once && !once[1], "one line");
  free(log);
}

Test(machine_cache_update, damaged) {
  const update_case c = case_make();
  run_at(0, 1.0, NULL);
  char *const text = file_text(&c.cache, SAMPLES);
  for (size_t length = 0; text[length]; length++) {
    const char byte = text[length];
    text[length] = '\0';
    file_write(&c.cache, SAMPLES, text);
    expect_error(tc_machine_samples_read(c.path, &samples), TC_INPUT, "is damaged");
    text[length] = (char)(byte ^ 1);
    file_write(&c.cache, SAMPLES, text);
    expect_error(tc_machine_samples_read(c.path, &samples), TC_INPUT, "");
    text[length] = byte;
  }
  expect_damaged(&c, "tetracast-samples 2\n");
  free(text);
  case_remove(&c);
}

/* At first only some parameters were measured. A later measurement of the complete machine adds to the
 * samples of these parameters. */
Test(machine_cache_update, incomplete_machine) {
  const update_case c = case_make();
  tc_machine part = make_machine(1.2), unknown = {0};
  for (int w = 0; w < TC_WORKING_SETS; w++) part.params.stream_Bps[w] = part.spread.stream_Bps[w] = 0.0;
  const tc_cache_update update = {.recalled = &unknown, .measured = &part, .time = start - 7200};
  tc_machine_cache_update(&key, NULL, &update);
  cr_expect_eq(count_samples(c.path), 2);
  const tc_machine machine = run_at(0, 1.0, NULL);
  expect_speed(&machine, 1.0);
  cr_expect_eq(count_samples(c.path), 4 + TC_WORKING_SETS);
  cr_expect_float_eq(tc_machine_samples_get(&samples, TC_PARAM_pack_s, 0)->sample[0].value, 1.2e-9, 1e-22);
  case_remove(&c);
}

/* The clock was a year ahead during the first two runs. The update removes their samples and stores the
 * cached values as one sample of unknown time. */
Test(machine_cache_update, samples_from_the_future) {
  enum { year_h = 8766 };
  const update_case c = case_make();
  run_at(year_h, 3.0, NULL);
  run_at(year_h + 1, 3.1, NULL);
  tc_machine machine = run_at(0, 1.0, NULL);
  expect_speed(&machine, 1.0);
  cr_expect_eq(count_samples(c.path), 2 * (TC_WORKING_SETS + 2));
  const tc_value_samples *pack = tc_machine_samples_get(&samples, TC_PARAM_pack_s, 0);
  cr_expect(pack->sample[0].time == 0 && pack->sample[1].time == start);
  tc_machine_cache_clear_due(&key, NULL, start + 7200, &machine);
  cr_expect_eq(machine.params.pack_s, 0.0, "it is due two hours later");
  case_remove(&c);
}

/* Two processes update the cache at the same time. All measured values differ, so each run must add a
 * sample. */
Test(machine_cache_update, jobs_that_end_together) {
  enum { processes = 2, runs = 20 };
  const update_case c = case_make();
  pid_t child[processes];
  for (int p = 0; p < processes; p++)
    if ((child[p] = fork()) == 0) {
      alarm(100);
      for (int i = 0; i < runs; i++) run_at(p * 100 + i, 1.0 + 0.01 * i + 0.001 * p, NULL);
      _exit(0);
    }
  for (int p = 0; p < processes; p++) {
    int how;
    cr_assert_eq(waitpid(child[p], &how, 0), child[p]);
    cr_assert(WIFEXITED(how) && WEXITSTATUS(how) == 0);
  }
  cr_expect_eq(count_samples(c.path), TC_SAMPLES_MAX * (TC_WORKING_SETS + 2));
  cr_expect_eq(folder_files(&c.cache, 0), 2, "neither locks nor partial files");
  case_remove(&c);
}

/* The new value for one working set contradicts the values for the others by orders of magnitude. The
 * cache then omits this value and stores the rest of the measured machine. */
Test(machine_cache_update, medians_that_contradict_each_other) {
  const update_case c = case_make();
  const tc_machine recalled = run_at(0, 1e3, NULL);
  tc_machine found;
  const tc_run_values values = {1, {{TC_PARAM_stream_Bps, 1 << 20, 1e10, 0.1}}};
  const tc_cache_update update = {.recalled = &recalled,
                                  .measured = &recalled,
                                  .values = values,
                                  .time = start + 9999};
  tc_machine_cache_update(&key, NULL, &update);
  cr_assert(tc_machine_cache_read(&key, &found));
  expect_speed(&found, 1e3);
  cr_expect_eq(count_samples(c.path), TC_WORKING_SETS + 2);
  case_remove(&c);
}

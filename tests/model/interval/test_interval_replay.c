/* Replays recorded jobs. Computes the bound of each job from the jobs before it, with the present rule of the
 * program. golden/NAME.records contains the records in the text form of io/machine/job_records.h.
 * golden/NAME.txt contains the expected table of bounds, which changes if the rule changes. Only forecasts,
 * measured times and keys are read from the records. Scores, bounds and alpha are computed again.
 * simulated.records contains jobs of the world `drift` (worlds.h), not of a machine. To add recorded jobs,
 * copy a record file to golden/ and rewrite the golden files. */
#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/print.h"
#include "base/numeric/stats.h"
#include "model/interval/worlds.h"
#include "support/golden.h"

enum { REPLAY_MAX = 1000, LINE_MAX_B = 1100, SIMULATED_FROM = 60, SIMULATED_END = 150 };

/* Returns the text after " NAME=" of a line; "" if the line has no such field. */
static const char *find_field(const char *line, const char *name) {
  char field[32];
  snprintf(field, sizeof field, " %s=", name);
  const char *found = strstr(line, field);
  return found ? found + strlen(field) : "";
}

static double read_number(const char *line, const char *name) {
  const char *text = find_field(line, name);
  return *text ? tc_strtod(text, NULL) : NAN;
}

static int read_count(const char *line, const char *name) { return atoi(find_field(line, name)); }

static void read_name(const char *line, const char *name, char out[TC_JOB_NAME_SIZE]) {
  const char *text = find_field(line, name);
  snprintf(out, TC_JOB_NAME_SIZE, "%.*s", (int)strcspn(text, " \n"), text);
}

static void read_groups(const char *line, const char *name, double *group) {
  char *text = (char *)find_field(line, name);
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) {
    char *end = text;
    group[g] = *text ? tc_strtod(text, &end) : NAN;
    text = *end == ',' ? end + 1 : end;
  }
}

/* Reads the fields of a line that the replay needs. */
static tc_job_record read_record(const char *line) {
  tc_job_record r = {.end_time = atoll(line + strlen("end=")),
                     .version = TC_JOB_RECORD_VERSION,
                     .key = {.mesh_hash = strtoull(find_field(line, "mesh"), NULL, 16),
                             .nodes = read_count(line, "nodes"),
                             .ranks = read_count(line, "ranks"),
                             .threads = read_count(line, "threads")},
                     .score = NAN,
                     .score_now = NAN,
                     .steps_now_s = read_number(line, "steps_now"),
                     .tail = NAN};
  read_name(line, "scheme", r.key.scheme);
  read_name(line, "method", r.key.method);
  read_groups(line, "f", r.forecast_s);
  read_groups(line, "m", r.measured_s);
  return r;
}

/* Reads the records of a file, which are the lines that begin with "end=". Returns their number. */
static int read_records(const char *path, tc_job_record *record) {
  char line[LINE_MAX_B];
  int count = 0;
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s", path);
  while (count < REPLAY_MAX && fgets(line, sizeof line, file))
    if (strncmp(line, "end=", 4) == 0) record[count++] = read_record(line);
  fclose(file);
  return count;
}

static double sum_groups(const double *group) {
  double sum = 0.0;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) sum += group[g];
  return sum;
}

/* Returns the bound of job number `records`, computed from the records before it. If is_now is true, uses the
 * forecast of the command `run`, which has measured the machine. Otherwise uses the forecast of `quote`. */
static tc_job_bound bound_record(int records, const tc_job_record *record, bool is_now) {
  const tc_job_record *job = &record[records];
  tc_job_question question = {.key = job->key, .level = 0.95, .is_now = is_now};
  tc_job_bound bound;
  memcpy(question.forecast_s, job->forecast_s, sizeof question.forecast_s);
  if (is_now) question.forecast_s[TC_JOB_GROUP_steps] = job->steps_now_s;
  tc_job_bound_compute(records, record, job->end_time, &question, &bound);
  return bound;
}

/* Computes score, bound and alpha of a job, and returns its bound. If the run has measured the machine, this
 * is the bound that `run` computes. Otherwise it is the bound of `quote`. */
static tc_job_bound replay_job(int records, tc_job_record *record) {
  tc_job_record *job = &record[records];
  const double measured_s = sum_groups(job->measured_s);
  tc_job_bound bound = bound_record(records, record, false);
  job->score = tc_job_score(measured_s, bound.median_s);
  if (isfinite(job->steps_now_s)) {
    bound = bound_record(records, record, true);
    job->score_now = tc_job_score(measured_s, bound.median_s);
  }
  job->level = bound.level;
  job->bound_s = bound.bound_s;
  job->alpha = tc_job_alpha_next(bound.alpha, bound.level, measured_s > bound.bound_s);
  return bound;
}

/* Returns the table of all jobs, which the caller frees. */
static char *replay(int records, tc_job_record *record) {
  const size_t size = (size_t)(records + 3) * 100;
  static double width[REPLAY_MAX];
  char *out = malloc(size);
  int held = 0;
  size_t length =
      (size_t)snprintf(out, size, "  job  corrected [s]  bound [s]  measured [s]  held  alpha  records\n");
  for (int i = 0; i < records; i++) {
    const tc_job_bound b = replay_job(i, record);
    const double measured_s = sum_groups(record[i].measured_s);
    width[i] = b.bound_s / measured_s;
    held += width[i] >= 1.0;
    length += (size_t)tc_snprintf(out + length, size - length, "%5d  %13.5g  %9.5g  %12.5g  %4s  %.4f  %7d\n",
                                  i + 1, b.median_s, b.bound_s, measured_s, width[i] >= 1.0 ? "yes" : "no",
                                  b.alpha, b.records);
  }
  tc_snprintf(out + length, size - length, "%d of %d bounds held, median of bound / measured %.3f\n", held,
              records, tc_median(width, (size_t)records));
  return out;
}

static size_t format_groups(char *out, size_t size, const char *name, const double *group) {
  size_t length = (size_t)snprintf(out, size, " %s=", name);
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++)
    length += (size_t)tc_snprintf(out + length, size - length, "%s%.9g", g ? "," : "", group[g]);
  return length;
}

/* Returns the text of the file of simulated records, which the caller frees. */
static char *format_simulated(void) {
  static tc_job_record record[WORLD_JOBS];
  const size_t size = (SIMULATED_END - SIMULATED_FROM + 1) * 400;
  char *out = malloc(size);
  size_t length = (size_t)snprintf(out, size, "tetracast-records 1\n");
  world_simulate(WORLD_DRIFT, 1, record);
  for (int i = SIMULATED_FROM; i < SIMULATED_END; i++) {
    const tc_job_record *r = &record[i];
    length +=
        (size_t)snprintf(out + length, size - length,
                         "end=%lld version=1 mesh=%llx scheme=%s method=%s nodes=%d ranks=%d threads=%d",
                         (long long)r->end_time, (unsigned long long)r->key.mesh_hash, r->key.scheme,
                         r->key.method, r->key.nodes, r->key.ranks, r->key.threads);
    length += format_groups(out + length, size - length, "f", r->forecast_s);
    length += format_groups(out + length, size - length, "m", r->measured_s);
    length += (size_t)snprintf(out + length, size - length, "\n");
  }
  return out;
}

Test(interval_replay, simulated_records_are_those_of_the_world) {
  char *text = format_simulated();
  expect_golden("model/interval", "simulated.records", text);
  free(text);
}

static void expect_replay(const char *path) {
  static tc_job_record record[REPLAY_MAX];
  char name[256];
  const char *file = strrchr(path, '/') + 1;
  char *table = replay(read_records(path, record), record);
  snprintf(name, sizeof name, "%.*s.txt", (int)(strlen(file) - strlen(".records")), file);
  expect_golden("model/interval", name, table);
  free(table);
}

Test(interval_replay, tables_of_all_record_files) {
  const char *source = getenv("TETRACAST_SOURCE");
  char pattern[4096];
  glob_t files;
  snprintf(pattern, sizeof pattern, "%s/tests/model/interval/golden/*.records", source ? source : ".");
  cr_assert_eq(glob(pattern, 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) expect_replay(files.gl_pathv[i]);
  globfree(&files);
}

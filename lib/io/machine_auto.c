#include "io/machine_auto.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io/machine_cache.h"
#include "io/machine_file.h"
#include "machine/calibrate.h"
#include "machine/far.h"
#include "machine/plausible.h"

#define TC_PHASE "recalling the machine"

/* How much faster or slower than remembered STREAM is on another machine, and when that is worth telling. */
static const double changed = 4.0, worth_telling = 1.3;

/* Whether a machine is remembered, and since when: within the last hour, or before. */
typedef enum memory { NOTHING, FRESH, OLD } memory;

static tc_machine_key key_of(const tc_world *world) {
  tc_machine_key key = {.nodes = world->near_groups,
                        .ranks_per_node = tc_far_most_on_node(world),
                        .threads = omp_get_max_threads()};
  gethostname(key.host, sizeof key.host - 1);
  return key;
}

static void tell_remembered(const tc_machine *machine, char *text, size_t size) {
  snprintf(text, size, "remembered since %s", machine->date[0] ? machine->date : "some time ago");
}

static tc_status measure(const tc_world *world, const tc_machine_key *key, const tc_log *log,
                         tc_machine_origin *out) {
  const tc_phase phase = tc_log_begin(log, "measure the machine");
  TC_TRY(tc_calibrate(world, TC_CALIBRATE_QUICK, log, &out->machine));
  tc_log_end(&phase);
  snprintf(out->text, sizeof out->text, "measured just now");
  if (world->rank == 0 && !tc_machine_cache_remember(key, &out->machine))
    tc_log_note(log, TC_LOG_VERBOSE, "the machine cannot be remembered: no cache folder can be written");
  return TC_OK;
}

/* Collective: everybody takes over what the root has. */
static tc_status share(const tc_world *world, tc_machine_origin *origin) {
  return TC_MPI(MPI_Bcast(origin, (int)sizeof *origin, MPI_BYTE, 0, world->comm));
}

enum { date_size = 32 };

static void write_date(time_t when, char date[date_size]) {
  struct tm utc;
  date[0] = '\0';
  if (gmtime_r(&when, &utc)) strftime(date, date_size, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

/* Whether it was measured within the last hour. Dates in this form are in order as texts. */
static bool is_fresh(const tc_machine *machine) {
  char hour_ago[date_size], now[date_size];
  write_date(time(NULL) - 3600, hour_ago);
  write_date(time(NULL), now);
  return strcmp(machine->date, hour_ago) > 0 && strcmp(machine->date, now) <= 0;
}

/* What the root remembers; what contradicts itself was not measured on this machine as it is. */
static memory recall_root(const tc_machine_key *key, const tc_log *log, tc_machine_origin *out) {
  const bool turns = (long)key->ranks_per_node * key->threads > sysconf(_SC_NPROCESSORS_ONLN);
  int w;
  if (!tc_machine_cache_recall(key, &out->machine)) return NOTHING;
  if (tc_plausible_doubt(&out->machine.params, turns ? 0 : key->ranks_per_node, &w) >= 0) {
    tc_log_note(log, TC_LOG_NORMAL, "the remembered machine contradicts itself: it is measured anew");
    return NOTHING;
  }
  tell_remembered(&out->machine, out->text, sizeof out->text);
  return is_fresh(&out->machine) ? FRESH : OLD;
}

/* Collective. What the root remembers, for everybody; how old it is by the root's clock. */
static tc_status recall(const tc_world *world, const tc_machine_key *key, const tc_log *log, memory *found,
                        tc_machine_origin *out) {
  char path[4096] = "";
  int age = world->rank == 0 ? (int)recall_root(key, log, out) : NOTHING;
  TC_TRY(TC_MPI(MPI_Bcast(&age, 1, MPI_INT, 0, world->comm)));
  *found = (memory)age;
  if (*found == NOTHING) return TC_OK;
  if (tc_machine_cache_path(key, path, sizeof path))
    tc_log_note(log, TC_LOG_VERBOSE, "machine: %s (%s)", out->text, path);
  return share(world, out);
}

/* Why a remembered machine has to be measured anew, NULL: no reason. What is only fast or slow today is not
 * worth the seconds that it takes: the run's own working set has just been measured. Nor, more than once an
 * hour, is a machine that is another one from minute to minute. */
static const char *find_reason(const tc_machine *machine, const tc_working_set_check *check, bool fresh) {
  const bool was_busy = strcmp(machine->source, TC_MACHINE_MEASURED_BUSY) == 0;
  if (check->doubts) return "the machine contradicts what is remembered";
  if (fresh) return NULL;
  if (check->then_over_now > changed || check->then_over_now < 1.0 / changed)
    return "the machine is not as fast as remembered";
  if (was_busy && !tc_machine_was_busy(machine)) return "the machine was busy when it was measured";
  return NULL;
}

static void tell_speed(const tc_working_set_check *check, char *text, size_t size) {
  const double slower = check->then_over_now, factor = slower > 1.0 ? slower : 1.0 / slower;
  const size_t used = strlen(text);
  if (factor > worth_telling && isfinite(factor))
    snprintf(text + used, size - used, ", %.1f times as %s today", factor, slower > 1.0 ? "slow" : "fast");
}

static tc_status obtain_anew(const tc_world *world, const tc_machine_key *key, double bytes, int width,
                             const tc_log *log, tc_machine_origin *out) {
  tc_working_set_check check;
  TC_TRY(measure(world, key, log, out));
  TC_TRY(tc_calibrate_working_set(world, bytes, width, log, &out->machine, &check));
  if (!check.doubts) return TC_OK;
  tc_calibrate_warn(log, tc_plausible_mend(&out->machine.params, 0));
  return TC_OK;
}

static tc_status obtain_auto(const tc_world *world, double bytes, int width, const tc_log *log,
                             tc_machine_origin *out) {
  const tc_machine_key key = key_of(world);
  tc_working_set_check check;
  memory found;
  TC_TRY(recall(world, &key, log, &found, out));
  if (found == NOTHING) return obtain_anew(world, &key, bytes, width, log, out);
  TC_TRY(tc_calibrate_working_set(world, bytes, width, log, &out->machine, &check));
  const char *reason = find_reason(&out->machine, &check, found == FRESH);
  if (!reason) {
    tell_speed(&check, out->text, sizeof out->text);
    return TC_OK;
  }
  tc_log_note(log, TC_LOG_NORMAL, "%s: it is measured anew", reason);
  return obtain_anew(world, &key, bytes, width, log, out);
}

tc_machine_kind tc_machine_kind_of(const char *path) {
  if (strcmp(path, "auto") == 0) return TC_MACHINE_AUTO;
  return strcmp(path, "none") == 0 ? TC_MACHINE_NONE : TC_MACHINE_FILE;
}

tc_status tc_machine_read(const char *path, tc_machine_origin *out) {
  TC_TRY(tc_machine_file_read(path, &out->machine));
  int w;
  const int param = tc_plausible_doubt(&out->machine.params, 0, &w);
  if (param >= 0)
    return tc_status_make(TC_USAGE,
                          "%s: %s: number %d, %g, contradicts the others by orders of magnitude: correct it, "
                          "leave the key out, or measure again",
                          path, tc_param_name(param), w + 1, tc_param_at(&out->machine.params, param)[w]);
  snprintf(out->text, sizeof out->text, "%.250s: %.200s", path,
           out->machine.name[0] ? out->machine.name : "a machine file");
  return TC_OK;
}

tc_status tc_machine_obtain(const tc_world *world, const char *path, double bytes, int width,
                            const tc_log *log, tc_machine_origin *out) {
  const tc_machine_kind kind = tc_machine_kind_of(path);
  *out = (tc_machine_origin){.text = "none"};
  if (kind == TC_MACHINE_AUTO) return obtain_auto(world, bytes, width, log, out);
  if (kind == TC_MACHINE_NONE) return TC_OK;
  TC_TRY(tc_world_agree(world, world->rank == 0 ? tc_machine_read(path, out) : TC_OK));
  tc_log_note(log, TC_LOG_VERBOSE, "machine: %s", out->text);
  return share(world, out);
}

bool tc_machine_recall(const char *host, int nodes, int ranks_per_node, int threads, tc_machine_origin *out) {
  tc_machine_key key = {.nodes = nodes, .ranks_per_node = ranks_per_node, .threads = threads};
  snprintf(key.host, sizeof key.host, "%s", host);
  return recall_root(&key, NULL, out) != NOTHING;
}

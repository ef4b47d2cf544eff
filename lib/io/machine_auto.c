#include "io/machine_auto.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/machine_cache.h"
#include "io/machine_file.h"
#include "machine/calibrate.h"
#include "machine/far.h"

/* A remembered machine is trusted while its STREAM is within this factor of today's. */
static const double trust = 1.3;

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

/* Collective. What the root remembers, for everybody. */
static tc_status recall(const tc_world *world, const tc_machine_key *key, const tc_log *log, bool *found,
                        tc_machine_origin *out) {
  char path[4096] = "";
  int remembered = world->rank == 0 && tc_machine_cache_recall(key, &out->machine);
  if (remembered) tell_remembered(&out->machine, out->text, sizeof out->text);
  TC_TRY(TC_MPI(MPI_Bcast(&remembered, 1, MPI_INT, 0, world->comm)));
  *found = remembered;
  if (!remembered) return TC_OK;
  if (tc_machine_cache_path(key, path, sizeof path))
    tc_log_note(log, TC_LOG_VERBOSE, "machine: %s (%s)", out->text, path);
  return share(world, out);
}

/* Why a remembered machine has to be measured anew, NULL: no reason. What was measured on a busy machine is,
 * as soon as it is calm. */
static const char *find_reason(const tc_machine *machine, double then_over_now) {
  const bool was_busy = strcmp(machine->source, TC_MACHINE_MEASURED_BUSY) == 0;
  if (then_over_now > trust || then_over_now < 1.0 / trust) return "the machine is not as fast as remembered";
  if (was_busy && !tc_machine_was_busy(machine)) return "the machine was busy when it was measured";
  return NULL;
}

static tc_status obtain_auto(const tc_world *world, double bytes, int width, const tc_log *log,
                             tc_machine_origin *out) {
  const tc_machine_key key = key_of(world);
  const char *reason = NULL;
  double ratio;
  bool found;
  TC_TRY(recall(world, &key, log, &found, out));
  if (!found) TC_TRY(measure(world, &key, log, out));
  TC_TRY(tc_calibrate_working_set(world, bytes, width, log, &out->machine, &ratio));
  if (found) reason = find_reason(&out->machine, ratio);
  if (!reason) return TC_OK;
  tc_log_note(log, TC_LOG_NORMAL, "%s: it is measured anew", reason);
  TC_TRY(measure(world, &key, log, out));
  return tc_calibrate_working_set(world, bytes, width, log, &out->machine, &ratio);
}

tc_status tc_machine_read(const char *path, tc_machine_origin *out) {
  TC_TRY(tc_machine_file_read(path, &out->machine));
  snprintf(out->text, sizeof out->text, "%.250s: %.200s", path,
           out->machine.name[0] ? out->machine.name : "a machine file");
  return TC_OK;
}

tc_status tc_machine_obtain(const tc_world *world, const char *path, double bytes, int width,
                            const tc_log *log, tc_machine_origin *out) {
  memset(out, 0, sizeof *out);
  if (strcmp(path, "auto") == 0) return obtain_auto(world, bytes, width, log, out);
  TC_TRY(tc_world_agree(world, world->rank == 0 ? tc_machine_read(path, out) : TC_OK));
  tc_log_note(log, TC_LOG_VERBOSE, "machine: %s", out->text);
  return share(world, out);
}

bool tc_machine_recall(const char *host, int nodes, int ranks_per_node, int threads, tc_machine_origin *out) {
  tc_machine_key key = {.nodes = nodes, .ranks_per_node = ranks_per_node, .threads = threads};
  snprintf(key.host, sizeof key.host, "%s", host);
  if (!tc_machine_cache_recall(&key, &out->machine)) return false;
  tell_remembered(&out->machine, out->text, sizeof out->text);
  return true;
}

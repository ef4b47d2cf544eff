/* Finds the parameters of a machine in a machine file or in the machine cache. Not collective: the root calls
 * these functions before any measurement. run/environment/machine_auto.c then decides whether to measure the
 * machine. All parameters are checked for contradictions (machine/parameters/plausibility.h). */
#ifndef TC_IO_MACHINE_MACHINE_LOOKUP_H
#define TC_IO_MACHINE_MACHINE_LOOKUP_H

#include "base/core/status.h"
#include "base/program/log.h"
#include "io/machine/machine_cache.h"
#include "machine/parameters/machine.h"

/* Parameters of a machine and a description of their origin. */
typedef struct tc_machine_source {
  tc_machine machine;
  /* Parameters from the cache or from a machine file, before the run measured any value. The member
   * ranks_per_node is 0 if neither has parameters. */
  tc_machine recalled;
  tc_probe_times probe; /* times of the speed probe directly before the measurements of the run; 0 if the run
                           measured nothing */
  /* Origin of the parameters, for messages, such as "measured just now", "cached since .." or "abel.yaml:
   * Abel". */
  char text[2 * TC_MACHINE_TEXT];
} tc_machine_source;

/* Kinds of values of the config key `machine`. */
typedef enum tc_machine_kind {
  TC_MACHINE_AUTO, /* "auto": parameters of the machine on which the program runs, cached or measured */
  TC_MACHINE_NONE, /* "none": no measurement and no forecast */
  TC_MACHINE_FILE
} tc_machine_kind;

tc_machine_kind tc_machine_kind_of(const char *path);

/* Reads a machine file. Warns if the file has a key of earlier versions, or if its parameters were measured
 * on a busy machine or by ranks that shared cores. Errors: those of tc_machine_file_read; TC_USAGE if two
 * values contradict each other (machine/parameters/plausibility.h). */
tc_status tc_machine_lookup_file(const char *path, const tc_log *log, tc_machine_source *out);

/* Age of the parameters in the cache: none, measured within the last hour, or older. */
typedef enum tc_machine_cache_state {
  TC_MACHINE_CACHE_MISSING,
  TC_MACHINE_CACHE_FRESH,
  TC_MACHINE_CACHE_STALE
} tc_machine_cache_state;

/* Reads the machine parameters of `key` from the cache. Some parameters may be unknown
 * (tc_machine_lookup_is_complete). Parameters that contradict each other (machine/parameters/plausibility.h)
 * count as missing, and a log line reports them. */
tc_machine_cache_state tc_machine_lookup_cached(const tc_machine_key *key, const tc_log *log,
                                                tc_machine_source *out);

/* Pure. True if a cached machine has the parameters of matrix products for all row widths and formats, of
 * vector operations, and of messages if nodes have several ranks. Runs measure only what they need
 * (calibration/driver/calibrate.h), and earlier versions of the program measured fewer parameters. */
bool tc_machine_lookup_is_complete(const tc_machine *machine);

#endif

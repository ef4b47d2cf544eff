/* Finds the parameters of a machine in a machine file or in the machine cache, before anything is measured.
 * Not collective: the root calls it. run/environment/machine_auto.c then decides whether to measure again.
 * All parameters are checked for contradictions (machine/parameters/plausibility.h). */
#ifndef TC_IO_MACHINE_MACHINE_LOOKUP_H
#define TC_IO_MACHINE_MACHINE_LOOKUP_H

#include "base/core/status.h"
#include "base/program/log.h"
#include "io/machine/machine_cache.h"
#include "machine/parameters/machine.h"

/* A machine and the origin of its parameters. */
typedef struct tc_machine_source {
  tc_machine machine;
  char text[2 * TC_MACHINE_TEXT]; /* description for messages, such as "measured just now", "cached since ..",
                                     "abel.yaml: Abel" */
} tc_machine_source;

/* Kinds of values of the key `machine`. */
typedef enum tc_machine_kind {
  TC_MACHINE_AUTO, /* "auto": the machine on which the program runs */
  TC_MACHINE_NONE, /* "none": no measurement and no forecast */
  TC_MACHINE_FILE
} tc_machine_kind;

tc_machine_kind tc_machine_kind_of(const char *path);

/* Reads a machine file. Warns if the file has a key that is no longer read, or if it was measured on a busy
 * machine or on shared cores. Errors: TC_USAGE with file and line, also if values contradict each other
 * (machine/parameters/plausibility.h). */
tc_status tc_machine_lookup_file(const char *path, const tc_log *log, tc_machine_source *out);

/* State of a machine in the cache: missing, measured within the last hour, or older. */
typedef enum tc_machine_cache_state {
  TC_MACHINE_CACHE_MISSING,
  TC_MACHINE_CACHE_FRESH,
  TC_MACHINE_CACHE_STALE
} tc_machine_cache_state;

/* Reads the cached machine of this key. A machine of an older version counts as missing. Inconsistent
 * parameters (machine/parameters/plausibility.h) count as missing too, with a log line. */
tc_machine_cache_state tc_machine_lookup_cached(const tc_machine_key *key, const tc_log *log,
                                                tc_machine_source *out);

#endif

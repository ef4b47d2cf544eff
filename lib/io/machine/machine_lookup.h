/* What is known of a machine before it is measured: by its file, or because a run has remembered it. Not
 * collective. */
#ifndef TC_IO_MACHINE_MACHINE_LOOKUP_H
#define TC_IO_MACHINE_MACHINE_LOOKUP_H

#include "base/core/status.h"
#include "base/program/log.h"
#include "io/machine/machine_cache.h"
#include "machine/parameters/machine.h"

/* What it is and where it comes from. */
typedef struct tc_machine_source {
  tc_machine machine;
  char text[2 *
            TC_MACHINE_TEXT]; /* for people: "measured just now", "remembered since ..", "abel.yaml: Abel" */
} tc_machine_source;

/* What the name of a machine stands for. */
typedef enum tc_machine_kind {
  TC_MACHINE_AUTO, /* "auto": this machine */
  TC_MACHINE_NONE, /* "none": nothing is measured, nothing known, nothing forecast */
  TC_MACHINE_FILE
} tc_machine_kind;

tc_machine_kind tc_machine_kind_of(const char *path);

/* A machine file and where it comes from. The log is warned of what is no longer read, and of one that was
 * busy when it was measured. Errors: TC_USAGE naming the file and line, also of a value that contradicts
 * others (machine/parameters/plausibility.h). */
tc_status tc_machine_lookup_file(const char *path, const tc_log *log, tc_machine_source *out);

/* Whether a machine is remembered, and since when: within the last hour, or before. */
typedef enum tc_machine_cache_state {
  TC_MACHINE_CACHE_MISSING,
  TC_MACHINE_CACHE_FRESH,
  TC_MACHINE_CACHE_STALE
} tc_machine_cache_state;

/* What tc_machine_auto_get (run/environment/machine_auto.h) remembered for such a run. What contradicts
 * itself (machine/parameters/plausibility.h) is forgotten, and the log told. */
tc_machine_cache_state tc_machine_lookup_cached(const tc_machine_key *key, const tc_log *log,
                                                tc_machine_source *out);

#endif

/* The machine that a run forecasts with. */
#ifndef TC_IO_MACHINE_AUTO_H
#define TC_IO_MACHINE_AUTO_H

#include "base/log.h"
#include "comm/world.h"
#include "io/machine_cache.h"
#include "machine/machine.h"

/* What it is and where it comes from. */
typedef struct tc_machine_origin {
  tc_machine machine;
  char text[2 *
            TC_MACHINE_TEXT]; /* for people: "measured just now", "remembered since ..", "abel.yaml: Abel" */
} tc_machine_origin;

/* What the name of a machine stands for. */
typedef enum tc_machine_kind {
  TC_MACHINE_AUTO, /* "auto": this machine */
  TC_MACHINE_NONE, /* "none": nothing is measured, nothing known, nothing forecast */
  TC_MACHINE_FILE
} tc_machine_kind;

tc_machine_kind tc_machine_kind_of(const char *path);

/* Collective. path "auto": the machine remembered for this host, nodes, ranks and threads (machine_cache.h),
 * else it is measured (tc_calibrate, quick) and remembered. In either case what matters most is measured at
 * the working set of a step, `bytes` > 0 per rank, for rows of that width; where that is another
 * machine, everything is measured anew, at most once an hour unless values contradict each other. "none": a
 * machine of which nothing is known. Any other path: that machine file, as it is. Same result on all ranks.
 * Errors on all ranks: TC_USAGE naming the file and line; what tc_calibrate finds. */
tc_status tc_machine_obtain(const tc_world *world, const char *path, double bytes, int width,
                            const tc_log *log, tc_machine_origin *out);

/* Not collective: a machine file and where it comes from. Errors: TC_USAGE naming the file and line, or the
 * value that contradicts the others (machine/plausible.h). */
tc_status tc_machine_read(const char *path, tc_machine_origin *out);

/* Whether a machine is remembered, and since when: within the last hour, or before. */
typedef enum tc_machine_memory { TC_MACHINE_FORGOTTEN, TC_MACHINE_FRESH, TC_MACHINE_OLD } tc_machine_memory;

/* Not collective: what tc_machine_obtain remembered for such a run. What contradicts itself
 * (machine/plausible.h) is forgotten, and the log told. */
tc_machine_memory tc_machine_recall(const tc_machine_key *key, const tc_log *log, tc_machine_origin *out);

#endif

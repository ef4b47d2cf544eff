/* The machine that a run forecasts with. */
#ifndef TC_IO_MACHINE_AUTO_H
#define TC_IO_MACHINE_AUTO_H

#include "base/log.h"
#include "comm/world.h"
#include "machine/machine.h"

/* What it is and where it comes from. */
typedef struct tc_machine_origin {
  tc_machine machine;
  char text[2 *
            TC_MACHINE_TEXT]; /* for people: "measured just now", "remembered since ..", "abel.yaml: Abel" */
} tc_machine_origin;

/* Collective. path "auto": the machine remembered for this host, nodes, ranks and threads (machine_cache.h),
 * else it is measured (tc_calibrate, quick) and remembered. In either case what matters most is measured at
 * the working set of a step, `bytes` > 0 per rank, for rows of that width; where STREAM there is not what was
 * remembered, everything is measured anew. Any other path: that machine file, as it is. Same result on all
 * ranks. Errors on all ranks: TC_USAGE naming the file and line; what tc_calibrate finds. */
tc_status tc_machine_obtain(const tc_world *world, const char *path, double bytes, int width,
                            const tc_log *log, tc_machine_origin *out);

/* Not collective: a machine file and where it comes from. Errors: TC_USAGE naming the file and line. */
tc_status tc_machine_read(const char *path, tc_machine_origin *out);

/* Not collective: what tc_machine_obtain remembered for such a run, for a prediction. */
bool tc_machine_recall(const char *host, int nodes, int ranks_per_node, int threads, tc_machine_origin *out);

#endif

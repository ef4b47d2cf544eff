/* A machine: its parameters and their source. Calibration or a machine file fills it, and forecasts call
 * tc_machine_params for their number of ranks per node. Zero-initialise before use. Plain data; no MPI, no
 * clock. */
#ifndef TC_MACHINE_PARAMETERS_MACHINE_H
#define TC_MACHINE_PARAMETERS_MACHINE_H

#include <stdbool.h>

#include "machine/parameters/params.h"

enum { TC_MACHINE_TEXT = 256 };

/* Source texts of a measured machine: without and with other load during the measurement. */
#define TC_MACHINE_MEASURED      "measured by tetracast"
#define TC_MACHINE_MEASURED_BUSY "measured by tetracast while the machine was busy with other things"

/* Source of a machine that was measured by ranks sharing cores. */
#define TC_MACHINE_MEASURED_SHARED "measured by tetracast while ranks shared cores"

typedef struct tc_machine {
  char name[TC_MACHINE_TEXT];
  char source[TC_MACHINE_TEXT]; /* one of the texts above, or the publication */
  char host[TC_MACHINE_TEXT];   /* host of the first rank; "" if not measured */
  char date[32];                /* "2026-11-20T13:05:00Z"; "" if unknown */
  int nodes;                    /* nodes in the measurement; 0: unknown */
  int ranks_per_node;           /* ranks per node to which private_bandwidth_Bps applies, > 0 */
  int threads;                  /* threads per rank; 0: unknown */
  char device[TC_MACHINE_TEXT]; /* measured device, such as "opencl: name"; "" if none */
  int devices; /* devices per node, assigned to its ranks round robin; 0: unknown, one device per rank is
                  assumed */
  tc_params params;
  int pattern_ranks; /* number of ranks in the measurement of the patterns in `params`; 0: not stated */
  int fewer_ranks;   /* number of ranks, below pattern_ranks, for which the patterns in `fewer` were measured;
                        0: none */
  tc_params fewer;   /* patterns for fewer_ranks; all other members are 0 */
  double cpu_share;  /* smallest CPU share of a rank during the measurement; 0: unknown. Machine files do not
                        store the number, but the source text that follows from it */
  int line[TC_PARAM_COUNT];     /* line of each parameter in the file; 0: not in the file */
  char former[TC_MACHINE_TEXT]; /* file and line of a parameter that this version no longer reads; "" if there
                                   is none */
  int replaced; /* number of values that failed the plausibility check (plausibility.h) and are not used */
  tc_params spread; /* (largest - smallest) / median of the repeated measurements of each parameter, without
                       the lowest and the highest tenth. For parameters that begin with fit_ it is R^2 of the
                       fit. 0 if unknown */
} tc_machine;

/* Replacement for a negative fitted time: the smallest time that a machine file can hold. */
#define TC_MACHINE_FIT_MIN_S 1e-15

/* True if a parameter was fitted to runs, so that its spread is R^2. */
bool tc_machine_param_is_fitted(int param);

/* Returns the parameters for another number of ranks per node. The node's bandwidth is divided evenly, but a
 * rank gets at most lone_bandwidth_Bps if that is known. Times per row and per copied value are scaled by the
 * bandwidth, but never fall below those of the smallest working set, which fits in caches. The last-level
 * cache is divided evenly. Without private_bandwidth_Bps only the device parameters change. */
tc_params tc_machine_params(const tc_machine *machine, int ranks_per_node);

/* Copies the device parameters of `from` to `to`, unknown ones included. */
void tc_params_copy_device(const tc_params *from, tc_params *to);

/* Converts a machine measured with one rank per node into one with `ranks` ranks per node, which divide
 * its threads, bandwidth and working sets evenly; the cache per thread is unchanged. Parameters that need
 * several ranks on a node become unknown. */
void tc_machine_divide_node(tc_machine *machine, int ranks);

/* True if the CPU share was below the limit, so that the parameters are not reliable. */
bool tc_machine_was_busy(const tc_machine *machine);

#endif

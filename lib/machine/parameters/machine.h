/* A machine: its parameters and their source. Calibration or a machine file fills the struct, and forecasts
 * call tc_machine_params for their number of ranks per node. Zero-initialise before use. Plain data; no MPI,
 * no clock. */
#ifndef TC_MACHINE_PARAMETERS_MACHINE_H
#define TC_MACHINE_PARAMETERS_MACHINE_H

#include <stdbool.h>

#include "machine/parameters/machine_site.h"
#include "machine/parameters/params.h"

enum { TC_MACHINE_TEXT = 256 };

/* Values of tc_machine.source for a measured machine. The second value applies if other programs ran during
 * the measurement. */
#define TC_MACHINE_MEASURED      "measured by tetracast"
#define TC_MACHINE_MEASURED_BUSY "measured by tetracast while the machine was busy with other things"

/* Value of tc_machine.source for a machine that was measured by ranks that shared cores. */
#define TC_MACHINE_MEASURED_SHARED "measured by tetracast while ranks shared cores"

typedef struct tc_machine {
  char name[TC_MACHINE_TEXT];
  char source[TC_MACHINE_TEXT]; /* source of the parameters: a text TC_MACHINE_MEASURED.., or a publication */
  char host[TC_MACHINE_TEXT];   /* host of the first rank; "" if not measured */
  char date[32];                /* "2026-11-20T13:05:00Z"; "" if unknown */
  int nodes;                    /* number of nodes in the measurement; 0 if unknown */
  int ranks_per_node;           /* ranks per node with which private_bandwidth_Bps was measured, > 0 */
  int threads;                  /* threads per rank in the measurement; 0 if unknown */
  char device[TC_MACHINE_TEXT]; /* measured device, such as "opencl: name"; "" if none */
  int devices; /* number of devices per node, which are assigned to the ranks of the node round robin; 0 if
                  unknown, which is treated as one device per rank */
  tc_machine_site site; /* facts about the site, such as cores and price of a node; users write them into the
                           machine file */
  tc_params params;
  int pattern_ranks; /* number of ranks for which the costs of access patterns in `params` were measured; 0 if
                        not stated */
  int fewer_ranks;   /* second number of ranks, below pattern_ranks, for which the costs in `fewer` were
                        measured; 0 if there is none */
  tc_params fewer;   /* costs of access patterns for fewer_ranks ranks; all its other parameters are 0 */
  double cpu_share; /* smallest CPU share of a rank during the measurement; 0 if unknown. Machine files do not
                       store this number, but only the text `source`, which states whether the machine was
                       busy */
  int line[TC_PARAM_COUNT]; /* number of the line of the machine file that sets each parameter; 0 if none */
  char former[TC_MACHINE_TEXT]; /* file and line of a parameter that this version no longer reads; "" if there
                                   is none */
  int replaced; /* number of values that failed the plausibility check (plausibility.h) and are not used */
  tc_params spread; /* spread of each parameter: (largest - smallest) / median of the repeated measurements,
                       without the lowest and the highest tenth of them. For parameters whose names begin with
                       fit_ it is R^2, the coefficient of determination of the fit. 0 if unknown */
} tc_machine;

/* Smallest fitted time in seconds that a machine file can hold. It replaces negative fitted times. */
#define TC_MACHINE_FIT_MIN_S 1e-15

/* True for parameters that are fitted to runs (their names begin with fit_), for which tc_machine.spread
 * holds R^2 of the fit. */
bool tc_machine_param_is_fitted(int param);

/* Returns the parameters of the machine for `ranks_per_node` ranks per node. The memory bandwidth and the
 * last-level cache of the node are divided evenly among the ranks. With fewer ranks than in the measurement,
 * a rank gets at most lone_bandwidth_Bps if that is known. Times per row and per copied value are inversely
 * proportional to the bandwidth of a rank, but never fall below the times of the smallest working set, which
 * fits in caches. Without private_bandwidth_Bps only the device parameters change. */
tc_params tc_machine_params(const tc_machine *machine, int ranks_per_node);

/* Copies the device parameters of `from` to `to`, including unknown parameters. */
void tc_params_copy_device(const tc_params *from, tc_params *to);

/* Converts a machine measured with one rank per node into one with `ranks` ranks per node. The ranks divide
 * the threads, the bandwidth and the working sets of the node evenly. The cache per thread is unchanged.
 * Parameters whose measurement needs several ranks on a node become unknown. */
void tc_machine_divide_node(tc_machine *machine, int ranks);

/* True if the CPU share during the measurement was below the limit, so that the parameters are not
 * reliable. */
bool tc_machine_was_busy(const tc_machine *machine);

#endif

/* A machine: its parameters and where they come from. Plain data; no MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_MACHINE_H
#define TC_MACHINE_PARAMETERS_MACHINE_H

#include <stdbool.h>

#include "machine/parameters/params.h"

enum { TC_MACHINE_TEXT = 256 };

/* The source of a machine that was measured, on a machine that was not or was busy with other things. */
#define TC_MACHINE_MEASURED      "measured by tetracast"
#define TC_MACHINE_MEASURED_BUSY "measured by tetracast while the machine was busy with other things"

/* The same, by ranks that shared cores. */
#define TC_MACHINE_MEASURED_SHARED "measured by tetracast while ranks shared cores"

typedef struct tc_machine {
  char name[TC_MACHINE_TEXT];
  char source[TC_MACHINE_TEXT]; /* "measured by tetracast calibrate", or the publication */
  char host[TC_MACHINE_TEXT];   /* of the first rank; "" when not measured */
  char date[32];                /* "2026-11-20T13:05:00Z"; "" when not known */
  int nodes;                    /* that took part in the measurement, 0: not known */
  int ranks_per_node;           /* that private_bandwidth_Bps is meant for, > 0 */
  int threads;                  /* per rank, 0: not known */
  char device[TC_MACHINE_TEXT]; /* that was measured: "opencl: name"; "" none */
  int devices; /* of a node, which its ranks take in turns; 0: not known, as many as they want */
  tc_params params;
  int pattern_ranks; /* that accessed at once when the patterns of `params` were measured; 0: not stated */
  int fewer_ranks;   /* of a second measurement with fewer ranks, below pattern_ranks; 0: none */
  tc_params fewer;   /* its patterns; nothing else in it is set */
  double cpu_share;  /* least share of the time that a rank had its core while it was measured; 0: not known.
                        Files keep what follows from it: their source is one of the two below */
  int line[TC_PARAM_COUNT];     /* of its file where each parameter stands, 0: nowhere */
  char former[TC_MACHINE_TEXT]; /* where its file has a parameter that is no longer read; "" nowhere */
  int replaced;                 /* values that contradicted the others (plausibility.h) and are not used */
  tc_params spread; /* (largest - smallest) / median of the repeats of each, a tenth of them at either end
                       left out; of those that begin with fit_ R^2 of the fit; 0 when not known */
} tc_machine;

/* What a fitted time becomes that came out negative: the least of a time in a machine file. */
#define TC_MACHINE_FIT_MIN_S 1e-15

/* Whether a parameter was fitted to runs: its spread is R^2. */
bool tc_machine_param_is_fitted(int param);

/* The parameters for another number of ranks on each node: the bandwidth of the node is shared evenly, but no
 * rank gets more than lone_bandwidth_Bps where that is known; times of a row or a copied value follow that
 * bandwidth, and never fall below those of the smallest working set, which the caches serve; the last cache
 * is shared evenly as well. A machine without private_bandwidth_Bps stays as unknown as it is. */
tc_params tc_machine_params(const tc_machine *machine, int ranks_per_node);

/* What is known of a device becomes what another one, or nobody, knows of it. */
void tc_params_copy_device(const tc_params *from, tc_params *to);

/* A machine that was measured with one rank on a node becomes one with that many ranks, which share its
 * threads, its bandwidth and its working sets evenly; what a thread has of the caches stays. What only
 * several ranks can show is not known afterwards. */
void tc_machine_divide_node(tc_machine *machine, int ranks);

/* Whether the machine was so busy with other things while it was measured that its parameters are not to be
 * trusted. */
bool tc_machine_was_busy(const tc_machine *machine);

#endif

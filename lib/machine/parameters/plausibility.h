/* Plausibility check of measured parameters: compares each value with related ones. Disturbances only
 * lengthen measurements, so a value that is far too long compared to the others is rejected. Calibration
 * calls it after each measurement, and the machine cache before reuse. No MPI, no clock. The limits are:
 * - More work takes no less time: a pass over a working set takes at most twice the time of one over a
 * larger one.
 * - From one working set to the next a row, a value or a byte becomes at most 30 times as expensive,
 * because no memory is slower than that relative to its cache.
 * - At each working set a row takes at most 30 times as long as STREAM needs for its bytes; so do a copied
 * value, an update, a solver's row and a row of a triangle. Reading through pointers takes at most 100
 * times a plain row, a gathered or sent value 100 times a copied one.
 * - A memory level is read at least half as fast as the next one below it. A single read costs at most
 * twice as much as one in a wider spread, and at most 100 rows beyond the caches.
 * - Ranks of a node with a core each need at most 100 us for each round of a barrier, and the same to send
 * a message. Two such rounds suffice for a reduction.
 * - Between nodes a get and a put are messages: neither takes more than 100 times the other, and a barrier
 * or a reduction at most 10 of them.
 * - An own element of a shared array takes at most 100 times a private one, and vice versa. An element of the
 * node, or of a cached line, takes at most 100 times an own one, and one in a sequence 100 times a single
 * one. A single element of another node, or a line, takes at most 100 messages.
 * - In a sequence an element of another node takes at least a hundredth of one of the node, and one at a
 * stride at least a hundredth of a consecutive one. */
#ifndef TC_MACHINE_PARAMETERS_PLAUSIBILITY_H
#define TC_MACHINE_PARAMETERS_PLAUSIBILITY_H

#include <stdbool.h>

#include "machine/parameters/params.h"

/* True if value `w` of a parameter is unknown or plausible. ranks: ranks of a node that have a core each;
 * 0: they share cores or the number is unknown, and the time of barriers is not checked. */
bool tc_plausibility_check(const tc_params *params, int ranks, int param, int w);

/* Returns the first parameter with an implausible value, and the index of the value in *w; -1 if there is
 * none. */
int tc_plausibility_find(const tc_params *params, int ranks, int *w);

/* Returns the parameter that an implausible value contradicts: the one without which it would be
 * plausible. Returns `param` itself if it contradicts its own other values or several parameters. */
int tc_plausibility_find_conflict(const tc_params *params, int ranks, int param, int w);

/* Replaces implausible values: in curves by the neighbouring value, single numbers by 0 (unknown) or the
 * smallest plausible value. Returns the number of values replaced. */
int tc_plausibility_repair(tc_params *params, int ranks);

#endif

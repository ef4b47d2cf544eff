/* Plausibility check of measured parameters: compares each value with related ones. Disturbances only
 * lengthen measured times, so a time that is far too long compared with the others is rejected. Calibration
 * calls the check after each measurement, and the machine cache before it uses stored values. No MPI, no
 * clock. The limits are:
 * - A pass over a working set takes at most twice the time of a pass over a larger one.
 * - The time of a row, a value or a byte grows at most by a factor of 30 from one working set to the next
 * larger one, because no memory is slower than its cache by a larger factor.
 * - At each working set, certain operations take at most 30 times as long as STREAM needs for the same bytes:
 * a row of the product, a copied value, an update, and a row of a solver's vector operations, of a triangular
 * factor or of the multigrid smoother. A row read through pointers takes at most 100 times as long as a plain
 * row. A gathered or sent value takes at most 100 times as long as a copied one.
 * - The bandwidth of a memory level is at least half of that of the next lower level. A single read costs at
 * most twice as much as a read that is spread over more bytes, and at most as much as 100 rows whose data do
 * not fit in caches.
 * - If all ranks of a node have a core each, a round of a barrier takes at most 100 us, and so does sending a
 * message. A reduction takes at most two such rounds for each round of a barrier.
 * - Between nodes a get and a put each move one message: neither takes more than 100 times as long as the
 * other, and a barrier or a reduction takes at most as long as 10 of them. The bandwidth of large messages
 * and the exchange bandwidth of a node differ by at most a factor of 100.
 * - For shared arrays: an access to an owned element takes at most 100 times as long as a private access, and
 * vice versa. An access to an element of the node, or of a cached line, takes at most 100 times as long as
 * one to an owned element. An element in a sequence takes at most 100 times as long as a single one. A single
 * element of another node, or a line, takes at most as long as 100 messages.
 * - In a sequence an element of another node takes at least a hundredth of the time of an element of the
 * node. An element at a stride takes at least a hundredth of the time of a consecutive one. */
#ifndef TC_MACHINE_PARAMETERS_PLAUSIBILITY_H
#define TC_MACHINE_PARAMETERS_PLAUSIBILITY_H

#include <stdbool.h>

#include "machine/parameters/params.h"

/* Returns true if value number w of parameter number `param` is unknown or plausible. w is 0 unless the
 * parameter is a curve. `ranks` is the number of ranks of a node that have a core each. If it is 0, ranks
 * share cores or their number is unknown, and the times of barriers, reductions and sends in the node are not
 * checked. */
bool tc_plausibility_check(const tc_params *params, int ranks, int param, int w);

/* Returns the number of the first parameter with an implausible value, or -1 if there is none. Sets *w to the
 * index of this value in its curve. */
int tc_plausibility_find(const tc_params *params, int ranks, int *w);

/* Value number w of parameter `param` must be implausible. If only one other parameter contradicts this
 * value, so that the value would be plausible without it, returns the number of that parameter. Returns
 * `param` itself if several parameters, or other values of the same curve, contradict the value. */
int tc_plausibility_find_conflict(const tc_params *params, int ranks, int param, int w);

/* Replaces implausible values. A value of a curve becomes the neighbouring value of the curve. A parameter
 * with a single value becomes 0 (unknown) or, if its value is too small, the smallest plausible value.
 * Returns the number of replaced values. */
int tc_plausibility_repair(tc_params *params, int ranks);

#endif

/* Whether what was measured of a machine can stand beside the rest of it. Who is disturbed takes longer,
 * never less long; so what takes far too long beside the others is doubted. No MPI, no clock.
 *
 * - More work takes no less time: a pass over a working set no more than twice that over a larger one.
 * - From one working set to the next a row, a value or a byte gets at most 30 times as expensive: no memory
 * is slower than that beside its cache.
 * - At each working set a row takes at most 30 times as long as STREAM needs for its bytes, a copied value,
 * an update, a solver's row and one of a triangle too; reading through pointers at most 100 times a plain
 * row, a gathered or sent value 100 times a copied one.
 * - A level of the memory is read at least half as fast as the next one below it; a value that is read singly
 * costs no more than twice as much as one in a wider spread, nor than 100 rows beyond the caches.
 * - Ranks of a node with a core each meet in 100 us for each round of messages, and send one in that time;
 * two such rounds are enough to add something up.
 * - Between nodes a get and a put are messages: none takes more than 100 times the other, and a barrier or a
 * reduction no more than 10 of them.
 * - An own element of a shared array takes at most 100 times a private one, and that 100 times an own one;
 * one of the node, or of a line that is there, 100 times an own one, one in a sequence 100 times a single
 * one, and a single one of another node, or a line, 100 messages.
 * - In a sequence an element of another node takes at least a hundredth of one of the node, and one that
 * stands apart a hundredth of one beside the other.
 */
#ifndef TC_MACHINE_PARAMETERS_PLAUSIBILITY_H
#define TC_MACHINE_PARAMETERS_PLAUSIBILITY_H

#include <stdbool.h>

#include "machine/parameters/params.h"

/* Whether value `w` of a parameter is not known or can stand beside the others. ranks: that share a node and
 * have a core each; 0: they take turns, or nobody knows, and how long they need to meet says nothing. */
bool tc_plausibility_check(const tc_params *params, int ranks, int param, int w);

/* The first parameter with a doubtful value, and its number in *w; -1: there is none. */
int tc_plausibility_find(const tc_params *params, int ranks, int *w);

/* Which parameter a doubtful value contradicts: the one without which it would not be doubted; `param` itself
 * where that is its other values, or several parameters. */
int tc_plausibility_find_conflict(const tc_params *params, int ranks, int param, int w);

/* What is doubted gives way to what the curve says around it; a single number is not known any more, or
 * becomes the least that is plausible. Returns how many values were replaced. */
int tc_plausibility_repair(tc_params *params, int ranks);

#endif

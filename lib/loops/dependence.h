/* When references of an interval may be taken together (Zhang and Seidel 2006, section 3.4). Pure. */
#ifndef TC_LOOPS_DEPENDENCE_H
#define TC_LOOPS_DEPENDENCE_H

#include "loops/loops.h"

/* Whether two references to the same array are at the same element at every iteration. */
bool tc_references_equal(const tc_reference *a, const tc_reference *b);

/* Whether there may be a true or an anti dependence: one writes an element that the other reads, at any two
 * iterations. Subscript by subscript by greatest common divisors and bounds; what that does not rule out,
 * random ones too, is assumed. */
bool tc_references_may_depend(const tc_interval *interval, const tc_reference *a, const tc_reference *b);

/* Whether their elements have affinity to the same rank at any time, which is what the definition wants.
 * Blocks have seams: of two references some elements apart one crosses to the next rank some iterations
 * before the other. They belong together all the same where that is at most 1 % of every pass of the
 * innermost loop. */
bool tc_references_can_merge(const tc_loops *loops, const tc_interval *interval, const tc_reference *a,
                             const tc_reference *b);

#endif

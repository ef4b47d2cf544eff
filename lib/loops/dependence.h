/* Rules for grouping references into partitions, whose references can be accessed together (Zhang and Seidel
 * 2006, section 3.4). All references of a partition are in one interval, a loop nest with the barrier after
 * it. loops/reference_partition.c applies them to every pair of references. Pure. */
#ifndef TC_LOOPS_DEPENDENCE_H
#define TC_LOOPS_DEPENDENCE_H

#include "loops/loops.h"

/* True if two references access the same element of the same array in every iteration. */
bool tc_references_equal(const tc_reference *a, const tc_reference *b);

/* True if there may be a true dependence or an antidependence: one reference writes an element that the other
 * reads, in the same or in different iterations. Each subscript is tested by greatest common divisors and by
 * bounds. If the tests do not exclude a dependence, or if a subscript is random, the result is true. */
bool tc_references_may_depend(const tc_interval *interval, const tc_reference *a, const tc_reference *b);

/* True if the elements of both references have affinity to the same rank in every iteration, which the
 * definition of a partition requires. If the indices of two references differ by a small number, as in A[i]
 * and A[i+1], the ranks differ near block boundaries. The function therefore also returns true if the ranks
 * differ in at most 1 % of the iterations of every pass of the innermost loop. */
bool tc_references_can_merge(const tc_loops *loops, const tc_interval *interval, const tc_reference *a,
                             const tc_reference *b);

#endif

/* Elements that belong to several groups. If no priority decides which label such an element gets, the
 * conversion ends with an error. Otherwise the report lists the elements that each group has lost to groups
 * of higher priority. Called by convert/group_labels.c and convert/build_mesh.c after each set of groups has
 * got its label. Not collective. */
#ifndef TC_CONVERT_GROUP_CONFLICTS_H
#define TC_CONVERT_GROUP_CONFLICTS_H

#include "convert/group_labels.h"

/* Returns the error for an element that belongs to a set of groups with is_conflict. The message suggests a
 * list for --groups that decides all conflicts of the mesh. The list has the given priorities first, then the
 * groups that overlap. Smaller groups precede larger ones, so that few groups lose all their elements.
 * Errors: TC_INPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_group_conflict_error(const tc_conversion *conversion, const tc_group_labels *labels,
                                  int32_t element, const int32_t *corner);

/* Lists in conversion->out the groups of which some elements have the label of another group. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_group_losses_record(const tc_conversion *conversion, const tc_group_labels *labels);

#endif

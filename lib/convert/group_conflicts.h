/* Elements that belong to several groups: the error if no priority decides, and what each group loses to
 * groups of higher priority. Called by convert/group_labels.c and convert/build_mesh.c after the sets are
 * resolved. Not collective. */
#ifndef TC_CONVERT_GROUP_CONFLICTS_H
#define TC_CONVERT_GROUP_CONFLICTS_H

#include "convert/group_labels.h"

/* Returns the error for an element of a set with is_conflict. The message suggests one list for --groups that
 * decides all conflicts of the mesh: the present priorities, then the groups that overlap, the smaller ones
 * first, so that few groups lose all their elements. Errors: TC_INPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_group_conflict_error(const tc_conversion *conversion, const tc_group_labels *labels,
                                  int32_t element, const int32_t *corner);

/* Lists in conversion->out the groups of which some elements have the label of another group. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_group_losses_record(const tc_conversion *conversion, const tc_group_labels *labels);

#endif

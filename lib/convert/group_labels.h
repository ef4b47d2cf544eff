/* Labels of elements. A label is the region of a cell or the marker of a face. Each element belongs to a set
 * of groups, and this module determines one label per set from the maps and priorities of the options.
 * convert/build_mesh.c calls it after repeated elements were removed, because that step adds sets. Not
 * collective. */
#ifndef TC_CONVERT_GROUP_LABELS_H
#define TC_CONVERT_GROUP_LABELS_H

#include "convert/conversion_internal.h"

/* Label of the elements that belong to one set of groups. A set has one label for its cells and another one
 * for its faces. */
typedef struct tc_set_label {
  int32_t label;
  int32_t group; /* group whose number is the label; -1 if the set is empty */
  /* true if the set contains no group of this dimension; the label is 0 unless a map contains 0 */
  bool is_empty;
  bool is_conflict; /* true if the set contains groups with different labels, none of which has priority */
} tc_set_label;

typedef struct tc_group_labels {
  int32_t *number;       /* [groups] number of each group after the maps */
  int32_t *rank;         /* [groups] position in the list of priorities; INT32_MAX if the list lacks it */
  int32_t ungrouped[2];  /* marker and region of elements without a group */
  bool reserves_zero[2]; /* for faces and cells: true if the label 0 means no group; named groups then never
                            get it */
  tc_set_label *set[2];  /* [sets] label of each set: for faces set[0], for cells set[1] */
  /* [sets] number of source elements of each set: faces elements[0], cells elements[1] */
  int64_t *elements[2];
  tc_pool memory; /* owns the arrays of this struct */
} tc_group_labels;

/* Determines the labels of all sets. If the label 0 is reserved for elements without a group (reserves_zero),
 * a group that has the number 0 and a name gets another number, the one after the largest. The function logs
 * a warning about this. The caller zeroes *out before the call and frees it with tc_pool_free(&out->memory),
 * also after an error. Errors: TC_USAGE if an entry of a map or of the priorities matches no group, or if two
 * entries of a map give one group different numbers; TC_INPUT if a number does not fit in 32 bits. */
tc_status tc_group_labels_create(const tc_conversion *conversion, tc_group_labels *out);

/* Sets *label to the label of an element of dimension 2 or 3 with the points `corner`. Errors:
 * TC_INPUT if the element belongs to groups with different labels. */
tc_status tc_group_labels_get(const tc_conversion *conversion, const tc_group_labels *labels, int32_t element,
                              const int32_t *corner, int32_t *label);

/* True if the group has this dimension and this name. */
bool tc_raw_group_has_name(const tc_raw_group *group, int dimension, const char *name);

/* Appends a group as messages name it: "wall (7)", or "7" if it has no name. */
void tc_raw_group_add(const tc_raw_group *group, tc_line *line);

/* Sets the names of regions and markers of the mesh. The name of a group becomes that of the number after the
 * maps. */
tc_status tc_group_labels_set_names(const tc_raw_mesh *raw, const tc_group_labels *labels, tc_mesh *mesh);

#endif

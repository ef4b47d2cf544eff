/* A matrix row while it is assembled. Internal to this floor. */
#ifndef TC_FV_SCHEME_ROW_BUILDER_H
#define TC_FV_SCHEME_ROW_BUILDER_H

#include "base/core/gid.h"
#include "fv/scheme/system.h"

enum {
  TC_ROW_BUILDER_MAX = 17, /* a cell, its 4 neighbours and their 12 others */
  TC_ROW_BUILDER_DATA_MAX =
      12 /* boundary faces of a cell and its neighbours: each of its faces leads to 3 at most */
};

/* First touch all columns, then sort, then add coefficients: contributions to an entry are added in the order
 * of the calls, and entries are stored in rising mesh numbers, so the bits do not depend on local numbering.
 */
typedef struct tc_row_builder {
  int32_t cell; /* the row's own local number; its coefficient is `diagonal` */
  double diagonal;
  int entries;
  int32_t column[TC_ROW_BUILDER_MAX];
  double value[TC_ROW_BUILDER_MAX];
  int distant; /* harmonic points of its faces (fv/scheme/face.h) */
  int data;
  int32_t
      datum[TC_ROW_BUILDER_DATA_MAX]; /* numbers of fv/scheme/boundary_data.h, in the order of the touches */
  double share[TC_ROW_BUILDER_DATA_MAX];
} tc_row_builder;

void tc_row_builder_init(tc_row_builder *row, int32_t cell);
void tc_row_builder_add_column(tc_row_builder *row,
                               int32_t column); /* notes a column once; the row's own is ignored */
void tc_row_builder_add_datum_column(tc_row_builder *row, int32_t datum); /* once each */
void tc_row_builder_sort(tc_row_builder *row,
                         const tc_gid *id); /* by id[column]; sets all coefficients to 0 */
void tc_row_builder_add(tc_row_builder *row, int32_t column,
                        double value); /* the column must have been touched */
void tc_row_builder_add_datum(tc_row_builder *row, int32_t datum, double value); /* likewise */
/* Times factor; padding stays. */
void tc_row_builder_store(const tc_row_builder *row, double factor, tc_system *system);

#endif

/* Builder of one matrix row during assembly. Schemes call tc_row_builder_init, add all columns, sort, add
 * coefficients, and store the row. The contributions to an entry are added in the order of the calls. Entries
 * are stored in ascending mesh cell numbers. The bits of the results therefore do not depend on the local
 * numbering of a rank. Internal to fv/scheme. */
#ifndef TC_FV_SCHEME_ROW_BUILDER_H
#define TC_FV_SCHEME_ROW_BUILDER_H

#include "base/core/gid.h"
#include "fv/scheme/system.h"

enum {
  TC_ROW_BUILDER_MAX = 17, /* maximum number of columns of a row: the cell, its 4 neighbours, and the at most
                              12 other neighbours of these 4 cells */
  TC_ROW_BUILDER_DIAGONAL = TC_ROW_BUILDER_MAX - 1, /* entry of the row's cell */
  TC_ROW_BUILDER_DATA_MAX = 12 /* maximum number of boundary data of a row: each of the cell's 4 faces is a
                                  boundary face, or leads to a neighbour with at most 3 boundary faces */
};

/* One row under construction. Callers add all columns before tc_row_builder_sort, and all coefficients after
 * it. */
typedef struct tc_row_builder {
  int32_t cell; /* local number of the row's cell, whose coefficient has the entry TC_ROW_BUILDER_DIAGONAL */
  int entries;  /* number of other columns */
  int32_t column[TC_ROW_BUILDER_MAX];
  double value[TC_ROW_BUILDER_MAX]; /* coefficient of each entry */
  int distant; /* number of faces of the cell whose harmonic point is distant (tc_harmonic.distant) */
  int data;
  /* boundary data that the row reads, as indices in the arrays [faces] of tc_boundary_data, in the order in
   * which they were added */
  int32_t datum[TC_ROW_BUILDER_DATA_MAX];
  double datum_value[TC_ROW_BUILDER_DATA_MAX];
} tc_row_builder;

void tc_row_builder_init(tc_row_builder *row, int32_t cell);

/* Adds a column unless the row already has it. Ignores the column of the row's own cell. */
void tc_row_builder_add_column(tc_row_builder *row, int32_t column);

/* Adds a boundary datum to the row. The caller must add each datum only once. */
void tc_row_builder_add_datum_column(tc_row_builder *row, int32_t datum);

/* Sorts the columns by id[column] and sets all coefficients to 0. */
void tc_row_builder_sort(tc_row_builder *row, const tc_gid *id);

/* Returns the entry of a column, which must be the row's cell or have been added, after tc_row_builder_sort.
 */
int tc_row_builder_find(const tc_row_builder *row, int32_t column);

/* Returns the entry of a boundary datum, which must have been added. */
int tc_row_builder_find_datum(const tc_row_builder *row, int32_t datum);

/* Adds `value` to the coefficient of an entry, which tc_row_builder_find or tc_row_builder_find_datum has
 * returned. */
static inline void tc_row_builder_add(tc_row_builder *row, int entry, double value) {
  row->value[entry] += value;
}
static inline void tc_row_builder_add_datum(tc_row_builder *row, int entry, double value) {
  row->datum_value[entry] += value;
}

/* Multiplies the row by `factor`. Writes the coefficients of cells to system->rates, and the coefficients of
 * boundary data to system->boundary_data. Does not change the padding of the matrix row. */
void tc_row_builder_store(const tc_row_builder *row, double factor, tc_system *system);

#endif

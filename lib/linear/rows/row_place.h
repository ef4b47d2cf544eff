/* The place of a row: the rank that owns it and its row number on that rank. The setup of multigrid levels
 * follows rows from level to level by places, because no formula gives the owners of coarse rows. */
#ifndef TC_LINEAR_ROWS_ROW_PLACE_H
#define TC_LINEAR_ROWS_ROW_PLACE_H

#include "comm/layout/halo.h"

/* Collective. Replaces place[k] by next[place[k].local] of the rank place[k].owner, for k < count. `next` has
 * one entry for each of the `rows` rows that this rank owns. An entry of `place` whose owner is -1 (no row)
 * remains. An entry of `next` whose owner is -1 is copied. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_row_places_follow(tc_world *world, int64_t count, tc_row_place *place, int32_t rows,
                               const tc_row_place *next);

#endif

#include "linear/rows/row_numbers.h"

#include <string.h>

#include "base/core/memory.h"

_Static_assert(sizeof(tc_row_place) == sizeof(tc_gid), "a place must fit into a number of a message");
_Static_assert(sizeof(double) == sizeof(tc_gid), "a value must fit into a number of a message");

tc_row_numbers tc_row_numbers_init(int rank, int32_t owned, const tc_gid *owned_id) {
  return (tc_row_numbers){.rank = rank,
                          .owned = owned,
                          .owned_id = owned_id,
                          .remote = {.key_bytes = sizeof(tc_row_place), .value_bytes = sizeof(tc_gid)}};
}

tc_status tc_row_numbers_add(tc_row_numbers *numbers, tc_row_place place, tc_gid id, int32_t *number) {
  int entry;
  bool is_new;
  *number = place.local;
  if (place.owner == numbers->rank) return TC_OK;
  TC_TRY(tc_map_add(&numbers->remote, &place, sizeof place, &entry, &is_new));
  if (is_new) memcpy(tc_map_value(&numbers->remote, entry), &id, sizeof id);
  *number = numbers->owned + entry;
  return TC_OK;
}

int32_t tc_row_numbers_count(const tc_row_numbers *numbers) { return numbers->owned + numbers->remote.count; }

tc_gid tc_row_numbers_id(const tc_row_numbers *numbers, int32_t number) {
  tc_gid id;
  if (number < numbers->owned) return numbers->owned_id[number];
  memcpy(&id, tc_map_value(&numbers->remote, number - numbers->owned), sizeof id);
  return id;
}

tc_row_place tc_row_numbers_place(const tc_row_numbers *numbers, int32_t number) {
  tc_row_place place = {numbers->rank, number};
  if (number >= numbers->owned)
    memcpy(&place, tc_map_key(&numbers->remote, number - numbers->owned, NULL), sizeof place);
  return place;
}

void tc_row_numbers_write(const tc_row_numbers *numbers, int32_t number, double value, tc_gid *word) {
  const tc_row_place place = tc_row_numbers_place(numbers, number);
  word[0] = tc_row_numbers_id(numbers, number);
  memcpy(&word[1], &place, sizeof place);
  memcpy(&word[2], &value, sizeof value);
}

tc_status tc_row_numbers_read(tc_row_numbers *numbers, const tc_gid *word, int32_t *number, double *value) {
  tc_row_place place;
  memcpy(&place, &word[1], sizeof place);
  memcpy(value, &word[2], sizeof *value);
  return tc_row_numbers_add(numbers, place, word[0], number);
}

tc_status tc_row_numbers_find_columns(const tc_row_numbers *numbers, const tc_sparse_rows *rows,
                                      bool **is_column) {
  TC_TRY(TC_ALLOC_ZERO(*is_column, tc_row_numbers_count(numbers)));
  for (int64_t k = 0; k < rows->begin[rows->rows]; k++) (*is_column)[rows->column[k]] = true;
  return TC_OK;
}

/* Rows of other ranks that occur as columns. */
typedef struct remote_columns {
  int32_t count;
  int32_t *number; /* [count] local number of each row */
  int32_t *ghost;  /* [count] ghost that the halo assigns to each row */
  tc_row_place *place;
} remote_columns;

static tc_status list_columns(const tc_row_numbers *numbers, const tc_sparse_rows *rows, int32_t **column,
                              remote_columns *list) {
  const int32_t count = tc_row_numbers_count(numbers);
  bool *is_column = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_row_numbers_find_columns(numbers, rows, &is_column));
  TC_GUARD(status, TC_ALLOC(*column, count));
  TC_GUARD(status, TC_ALLOC(list->number, numbers->remote.count));
  TC_GUARD(status, TC_ALLOC(list->ghost, numbers->remote.count));
  TC_GUARD(status, TC_ALLOC(list->place, numbers->remote.count));
  for (int32_t k = 0; k < count; k++) {
    (*column)[k] = k < numbers->owned ? k : -1;
    if (k < numbers->owned || !is_column[k]) continue;
    list->place[list->count] = tc_row_numbers_place(numbers, k);
    list->number[list->count++] = k;
  }
cleanup:
  tc_free(is_column);
  return status;
}

tc_status tc_row_numbers_create_halo(const tc_world *world, const tc_row_numbers *numbers,
                                     const tc_sparse_rows *rows, int32_t **column, tc_halo **halo) {
  remote_columns list = {0};
  tc_status status = TC_OK;
  *column = NULL;
  TC_GUARD(status, tc_world_agree(world, list_columns(numbers, rows, column, &list)));
  TC_GUARD(status,
           tc_halo_create_from_places(world, numbers->owned, list.count, list.place, list.ghost, halo));
  for (int32_t r = 0; r < list.count; r++) (*column)[list.number[r]] = numbers->owned + list.ghost[r];
cleanup:
  tc_free(list.number);
  tc_free(list.ghost);
  tc_free(list.place);
  if (status) tc_free(*column);
  if (status) *column = NULL;
  return status;
}

void tc_row_numbers_free(tc_row_numbers *numbers) { tc_map_free(&numbers->remote); }

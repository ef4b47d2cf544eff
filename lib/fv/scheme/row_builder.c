#include "fv/scheme/row_builder.h"

void tc_row_builder_init(tc_row_builder *row, int32_t cell) {
  row->cell = cell;
  row->entries = row->data = row->distant = 0;
}

void tc_row_builder_add_column(tc_row_builder *row, int32_t column) {
  if (column == row->cell) return;
  for (int k = 0; k < row->entries; k++)
    if (row->column[k] == column) return;
  row->column[row->entries++] = column;
}

void tc_row_builder_add_datum_column(tc_row_builder *row, int32_t datum) {
  row->datum_value[row->data] = 0.0;
  row->datum[row->data++] = datum;
}

void tc_row_builder_sort(tc_row_builder *row, const tc_gid *id) {
  for (int k = 1; k < row->entries; k++) {
    int32_t moving = row->column[k];
    int j = k;
    for (; j > 0 && id[row->column[j - 1]] > id[moving]; j--) row->column[j] = row->column[j - 1];
    row->column[j] = moving;
  }
  for (int k = 0; k < row->entries; k++) row->value[k] = 0.0;
  row->value[TC_ROW_BUILDER_DIAGONAL] = 0.0;
}

int tc_row_builder_find(const tc_row_builder *row, int32_t column) {
  int k = 0;
  if (column == row->cell) return TC_ROW_BUILDER_DIAGONAL;
  while (row->column[k] != column) k++;
  return k;
}

int tc_row_builder_find_datum(const tc_row_builder *row, int32_t datum) {
  int k = 0;
  while (row->datum[k] != datum) k++;
  return k;
}

/* Returns the index r with data->row[r] == cell, by binary search. The array must contain the cell. */
static int32_t find_data_row(const tc_boundary_data *data, int32_t cell) {
  int32_t low = 0, high = data->rows - 1;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (data->row[middle] < cell)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void store_data(const tc_row_builder *row, double factor, tc_boundary_data *data) {
  if (row->data == 0) return;
  const int32_t begin = data->begin[find_data_row(data, row->cell)];
  for (int k = 0; k < row->data; k++) {
    data->face[begin + k] = row->datum[k];
    data->factor[begin + k] = row->datum_value[k] * factor;
  }
}

void tc_row_builder_store(const tc_row_builder *row, double factor, tc_system *system) {
  tc_ell *ell = system->rates;
  store_data(row, factor, system->boundary_data);
  size_t begin = (size_t)row->cell * (size_t)ell->width;
  ell->diagonal[row->cell] = row->value[TC_ROW_BUILDER_DIAGONAL] * factor;
  for (int k = 0; k < row->entries; k++) {
    ell->value[begin + (size_t)k] = row->value[k] * factor;
    ell->column[begin + (size_t)k] = row->column[k];
  }
}

/* Lists of distinct labels. Volumes and areas are summed in fixed point (base/numeric/sum.h), so the bits of
 * the sums do not depend on the order of the cells. */
#include "mesh/labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/sum.h"
#include "base/text/text_cut.h"
#include "mesh/tetrahedron.h"

static int compare_labels(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

tc_status tc_labels_create(int32_t count, tc_labels **out) {
  tc_labels *labels = NULL;
  TC_TRY(TC_ALLOC_ZERO(labels, 1));
  labels->count = count;
  tc_status status = TC_POOL_ARRAY(&labels->memory, labels->label, count);
  if (!status) status = TC_POOL_ARRAY_ZERO(&labels->memory, labels->name, count);
  if (!status) status = TC_POOL_ARRAY_ZERO(&labels->memory, labels->items, count);
  if (!status) status = TC_POOL_ARRAY_ZERO(&labels->memory, labels->size, count);
  TC_RETURN_CREATED(status, labels, tc_labels_destroy(&labels), out);
}

void tc_labels_destroy(tc_labels **labels) { TC_POOL_DESTROY_OWNER(labels); }

/* Writes the distinct values of label[0..n-1], ascending, and returns their number. Neighbouring cells
 * usually have equal labels, so only one value of each sequence of equal values is sorted. */
static int32_t list_distinct(int32_t n, const int32_t *label, int32_t *distinct) {
  int32_t runs = 0, count = 0;
  for (int32_t i = 0; i < n; i++)
    if (i == 0 || label[i] != label[i - 1]) distinct[runs++] = label[i];
  if (runs) qsort(distinct, (size_t)runs, sizeof *distinct, compare_labels);
  for (int32_t i = 0; i < runs; i++)
    if (count == 0 || distinct[i] != distinct[count - 1]) distinct[count++] = distinct[i];
  return count;
}

/* Creates the list of the distinct values of value[0..n-1]. Its arrays `items` and `size` are 0. */
static tc_status create_labels(int32_t n, const int32_t *value, tc_labels **out) {
  int32_t *distinct = NULL;
  TC_TRY(TC_ALLOC(distinct, n));
  const int32_t count = list_distinct(n, value, distinct);
  const tc_status status = tc_labels_create(count, out);
  for (int32_t i = 0; !status && i < count; i++) (*out)->label[i] = distinct[i];
  tc_free(distinct);
  return status;
}

tc_status tc_labels_set_names(tc_labels *labels, int dimension, int32_t names, const tc_mesh_name *name) {
  for (int32_t i = 0; i < names; i++) {
    const int32_t k = name[i].dimension == dimension ? tc_labels_find(labels, name[i].number) : -1;
    if (k >= 0 && !labels->name[k])
      TC_TRY(tc_pool_printf(&labels->memory, &labels->name[k], "%s", name[i].text));
  }
  return TC_OK;
}

/* Creates the list of the distinct values of value[n] with their names in the mesh. */
static tc_status create_named(const tc_mesh *mesh, int dimension, int32_t n, const int32_t *value,
                              tc_labels **out) {
  tc_labels *labels = NULL;
  TC_TRY(create_labels(n, value, &labels));
  TC_RETURN_CREATED(tc_labels_set_names(labels, dimension, mesh->names, mesh->name_list), labels,
                    tc_labels_destroy(&labels), out);
}

static const double *corner_point(const tc_mesh *mesh, int32_t cell, int corner) {
  return mesh->points + 3 * (size_t)mesh->vertices[4 * (size_t)cell + (size_t)corner];
}

static double get_volume(const tc_mesh *mesh, int32_t cell) {
  return tc_volume6(corner_point(mesh, cell, 0), corner_point(mesh, cell, 1), corner_point(mesh, cell, 2),
                    corner_point(mesh, cell, 3)) /
         6.0;
}

static double get_area(const tc_mesh *mesh, int32_t face) {
  const int32_t cell = face / 4;
  const int *corner = tc_cell_face_vertices[face % 4];
  double area[3];
  tc_area(corner_point(mesh, cell, corner[0]), corner_point(mesh, cell, corner[1]),
          corner_point(mesh, cell, corner[2]), area);
  return tc_norm(area);
}

/* Items with labels: the boundary faces of a dual graph, or all cells of the mesh if `dual` is NULL. */
typedef struct items {
  const tc_mesh *mesh;
  const tc_dual *dual;
  int32_t count;
  const int32_t *label; /* [count] */
} items;

static double get_size(const items *of, int32_t i) {
  return of->dual ? get_area(of->mesh, of->dual->face[i]) : get_volume(of->mesh, i);
}

/* Counts the items of each label and sums their sizes. tc_sum_init needs the largest size of each label, so a
 * first pass over the items finds it. */
static tc_status measure_items(const items *of, tc_labels *labels) {
  tc_sum *sum = NULL;
  TC_TRY(TC_ALLOC(sum, labels->count));
  for (int32_t i = 0; i < of->count; i++) {
    const int32_t k = tc_labels_find(labels, of->label[i]);
    const double size = get_size(of, i);
    labels->items[k]++;
    if (size > labels->size[k]) labels->size[k] = size;
  }
  for (int32_t k = 0; k < labels->count; k++) sum[k] = tc_sum_init(labels->size[k]);
  for (int32_t i = 0; i < of->count; i++)
    tc_sum_add(&sum[tc_labels_find(labels, of->label[i])], get_size(of, i));
  for (int32_t k = 0; k < labels->count; k++) labels->size[k] = tc_sum_value(&sum[k]);
  tc_free(sum);
  return TC_OK;
}

static tc_status create_measured(const items *of, tc_labels **out) {
  tc_labels *labels = NULL;
  TC_TRY(create_named(of->mesh, of->dual ? 2 : 3, of->count, of->label, &labels));
  TC_RETURN_CREATED(measure_items(of, labels), labels, tc_labels_destroy(&labels), out);
}

tc_status tc_labels_create_regions(const tc_mesh *mesh, tc_labels **out) {
  return create_measured(&(items){.mesh = mesh, .count = mesh->cells, .label = mesh->region}, out);
}

tc_status tc_labels_create_markers(const tc_mesh *mesh, const tc_dual *dual, tc_labels **out) {
  return create_measured(&(items){mesh, dual, dual->boundary, dual->marker}, out);
}

tc_status tc_labels_create_distinct(int32_t n, const int32_t *label, tc_labels **out) {
  TC_TRY(create_labels(n, label, out));
  for (int32_t i = 0; i < n; i++) (*out)->items[tc_labels_find(*out, label[i])]++;
  return TC_OK;
}

tc_status tc_labels_create_interior(const tc_dual *dual, tc_labels **out) {
  return tc_labels_create_distinct(dual->marked_interior, dual->interior_marker, out);
}

int32_t tc_labels_find(const tc_labels *labels, int32_t label) {
  const int32_t *found = labels->count ? bsearch(&label, labels->label, (size_t)labels->count,
                                                 sizeof *labels->label, compare_labels)
                                       : NULL;
  return found ? (int32_t)(found - labels->label) : -1;
}

/* Returns the number of bytes of a name that a message shows: at most 64, and never a part of a multi-byte
 * character. */
static int count_shown_bytes(const char *name) {
  enum { bytes_max = 64 };
  const size_t length = strlen(name);
  return (int)(length > bytes_max ? tc_text_cut_length(name, bytes_max) : length);
}

const char *tc_labels_format_label(const tc_labels *labels, int32_t k, char text[TC_LABEL_TEXT]) {
  if (labels->name[k])
    snprintf(text, TC_LABEL_TEXT, "%d '%.*s'", (int)labels->label[k], count_shown_bytes(labels->name[k]),
             labels->name[k]);
  else
    snprintf(text, TC_LABEL_TEXT, "%d", (int)labels->label[k]);
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ') *c = '?'; /* a name in a mesh file may contain line feeds */
  return text;
}

const char *tc_labels_format(const tc_labels *labels, tc_line *line) {
  char text[TC_LABEL_TEXT];
  *line = (tc_line){0};
  for (int32_t k = 0; k < labels->count; k++) tc_line_add_item(line, tc_labels_format_label(labels, k, text));
  if (!labels->count) tc_line_add(line, "none");
  return line->text;
}

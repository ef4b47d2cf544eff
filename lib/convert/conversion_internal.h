/* State of one conversion, which the steps of tc_raw_mesh_convert share. The steps change the arrays of the
 * raw mesh in place, in this order: check_shapes.h, second_order.h, merge_points.h, repeated_elements.h,
 * build_mesh.h, connectivity.h. After second_order.h all elements are linear and of dimension 2 or 3. */
#ifndef TC_CONVERT_CONVERSION_INTERNAL_H
#define TC_CONVERT_CONVERSION_INTERNAL_H

#include "base/text/line.h"
#include "convert/convert.h"

typedef struct tc_conversion {
  tc_raw_mesh *raw; /* owned; NULL after the mesh was built */
  const tc_convert_options *options;
  const tc_log *log;
  tc_converted *out;
  uint8_t *is_corner; /* [points] 1 for points that are corners of cells or faces; owned */
  uint8_t *is_middle; /* [points] 1 for points that are middle points of edges, faces or cells of second
                         order; owned */
  const char *path;   /* path of the source file; owned by `memory` */
  int64_t *node_number, *face_number; /* [nodes], [faces] numbers of the source file; owned by `memory` */
  tc_pool memory;
} tc_conversion;

/* Writes to `line` how the user requests `option`: "use <option> <purpose>" or "run <command> <option>".
 * Returns the text of the line. */
const char *tc_conversion_remedy(const tc_conversion *conversion, const char *option, const char *purpose,
                                 tc_line *line);

static inline const tc_element_shape *tc_raw_element_shape(const tc_raw_mesh *raw, int32_t element) {
  return tc_element_shape_of((tc_element_type)raw->type[element]);
}

/* Position of an element in the arrays of a raw mesh: its number, and the index of the first corner in
 * raw->corner. */
typedef struct tc_element_position {
  int32_t element;
  int64_t corner;
} tc_element_position;

/* Moves the element at `from` to the earlier position *to and advances *to. The first `corners` points of the
 * element are retained. */
void tc_raw_element_move(tc_raw_mesh *raw, tc_element_position from, int corners, tc_element_position *to);

/* Removes all elements from the position `end` on. */
void tc_raw_mesh_truncate(tc_raw_mesh *raw, tc_element_position end);

#endif

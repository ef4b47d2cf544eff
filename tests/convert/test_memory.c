/* Conversions must report a failing allocation as an error. */
#include <stdlib.h>

#include "convert/raw_meshes.h"
#include "support/out_of_memory.h"

static tc_raw_mesh *create_raw(void) {
  tc_raw_mesh *raw = raw_box(1, true);
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, raw_set(raw, 3, 4, "scar"), 3, 2, 0, 1);
  expect_ok(tc_raw_mesh_set_width(raw, 3));
  return raw;
}

/* Converts a mesh repeatedly until no allocation fails. Each time another allocation fails, and the
 * conversion must then return an error and free everything. */
static void expect_all_reported(const tc_convert_options *options) {
  long failures = 0;
  for (;; failures++) {
    tc_converted out = {NULL};
    tc_raw_mesh *raw = create_raw();
    short_memory_hit = false;
    short_memory_left = failures;
    tc_status status = tc_raw_mesh_convert(&raw, "heart", options, NULL, &out);
    short_memory_left = -1;
    cr_assert_null(raw);
    const bool is_done = !short_memory_hit;
    if (!is_done)
      cr_assert_eq(tc_status_code(status), TC_INTERNAL, "%ld: %s", failures, tc_status_text(status));
    if (is_done) cr_assert_null(status, "%s", tc_status_text(status));
    tc_status_free(&status);
    tc_converted_free(&out);
    if (is_done) break;
  }
  cr_assert_gt(failures, 20);
}

Test(memory, every_failing_allocation_is_an_error) {
  static const char *const priority[] = {"scar"};
  static const tc_label_map map[] = {{"1", 2}};
  tc_convert_options options = tc_convert_defaults;
  options.merge = TC_MERGE_WITHIN;
  options.priority = priority, options.priorities = 1;
  options.region_map = map, options.region_maps = 1;
  options.divides = options.drops_curved = true;
  expect_all_reported(&options);
}

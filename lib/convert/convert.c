/* Sequence of the steps of a conversion. Each step is in a separate file and changes the raw mesh in place.
 */
#include "convert/convert.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "convert/build_mesh.h"
#include "convert/check_shapes.h"
#include "convert/connectivity.h"
#include "convert/conversion_internal.h"
#include "convert/merge_points.h"
#include "convert/repeated_elements.h"
#include "convert/second_order.h"

const tc_convert_options tc_convert_defaults = {.scale = 1.0};

/* ---- functions for the steps ---- */

const char *tc_conversion_remedy(const tc_conversion *c, const char *option, const char *purpose,
                                 tc_line *line) {
  if (c->options->command)
    tc_line_add(line, "run %s %s", c->options->command, option);
  else
    tc_line_add(line, "use %s %s", option, purpose);
  tc_line_trim(line);
  return line->text;
}

static void copy_element(tc_raw_mesh *raw, tc_element_position from, int corners,
                         const tc_element_position *to) {
  raw->element_number[to->element] = raw->element_number[from.element];
  raw->set[to->element] = raw->set[from.element];
  for (int i = 0; i < corners; i++) raw->corner[to->corner + i] = raw->corner[from.corner + i];
  for (int i = 0; i < raw->width; i++)
    raw->vector[(size_t)to->element * (size_t)raw->width + (size_t)i] =
        raw->vector[(size_t)from.element * (size_t)raw->width + (size_t)i];
}

void tc_raw_element_move(tc_raw_mesh *raw, tc_element_position from, int corners, tc_element_position *to) {
  raw->type[to->element] = (uint8_t)tc_element_linear_type((tc_element_type)raw->type[from.element]);
  if (from.element != to->element || from.corner != to->corner) copy_element(raw, from, corners, to);
  to->element++;
  to->corner += corners;
}

void tc_raw_mesh_truncate(tc_raw_mesh *raw, tc_element_position end) {
  raw->elements = end.element;
  raw->corners = end.corner;
}

/* ---- conversion ---- */

static tc_status scale_points(const tc_conversion *c) {
  const tc_raw_mesh *raw = c->raw;
  if (c->options->scale == 1.0) return TC_OK;
  for (size_t i = 0; i < 3 * (size_t)raw->points; i++) {
    raw->point[i] *= c->options->scale;
    if (!isfinite(raw->point[i]))
      return tc_status_create(TC_USAGE,
                              "%s: --scale %g gives coordinates that are too large (vertex %lld): use "
                              "a smaller factor",
                              c->path, c->options->scale,
                              (long long)tc_raw_mesh_point_number(raw, (int32_t)(i / 3)));
  }
  return TC_OK;
}

static void log_ignored(const tc_conversion *c) {
  const tc_raw_mesh *raw = c->raw;
  const int64_t lines = c->out->counts.ignored_lines;
  if (lines > 0)
    tc_log_write(c->log, TC_LOG_NORMAL, "%s: ignored %lld line element%s (cables), which have no volume",
                 c->path, (long long)lines, tc_plural_suffix(lines));
  if (raw->facts.periodic_links > 0)
    tc_log_warn(c->log, "%s: ignored %lld periodic link%s, so the linked faces are ordinary boundary faces",
                c->path, (long long)raw->facts.periodic_links, tc_plural_suffix(raw->facts.periodic_links));
}

static tc_status convert(tc_conversion *c, const char *name) {
  TC_TRY(tc_pool_printf(&c->memory, &c->path, "%s", c->raw->source));
  TC_TRY(tc_conversion_check_shapes(c));
  TC_TRY(scale_points(c));
  TC_TRY(tc_conversion_remove_middles(c));
  log_ignored(c);
  TC_TRY(tc_conversion_merge_points(c));
  TC_TRY(tc_conversion_remove_repeated(c));
  TC_TRY(tc_conversion_build_mesh(c, name));
  tc_mesh_bounds(c->out->mesh, c->out->low, c->out->high);
  TC_TRY(tc_conversion_connect(c));
  c->out->mesh->hash = tc_mesh_hash_arrays(c->out->mesh);
  return TC_OK;
}

tc_status tc_raw_mesh_convert(tc_raw_mesh **raw, const char *name, const tc_convert_options *options,
                              const tc_log *log, tc_converted *out) {
  tc_conversion c = {.raw = *raw, .options = options, .log = log, .out = out};
  *raw = NULL;
  const tc_status status = convert(&c, name);
  tc_raw_mesh_destroy(&c.raw);
  tc_free(c.is_corner);
  tc_free(c.is_middle);
  tc_pool_free(&c.memory);
  return status;
}

void tc_converted_free(tc_converted *converted) {
  tc_mesh_destroy(&converted->mesh);
  tc_dual_destroy(&converted->dual);
  tc_free(converted->source);
  tc_free(converted->fibre);
  tc_free(converted->component_size);
  tc_pool_free(&converted->memory);
  *converted = (tc_converted){0};
}

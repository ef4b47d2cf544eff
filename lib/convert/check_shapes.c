#include "convert/check_shapes.h"

#include <string.h>

/* Numbers of elements by type. Elements of second order count as those of the linear type with the same
 * corners. */
typedef struct shape_counts {
  int64_t count[TC_ELEMENT_TYPES];
} shape_counts;

static shape_counts count_shapes(const tc_raw_mesh *raw) {
  shape_counts out = {{0}};
  for (int32_t e = 0; e < raw->elements; e++)
    out.count[tc_element_linear_type((tc_element_type)raw->type[e])]++;
  return out;
}

/* Returns true if elements of this type must be divided: quadrilaterals, hexahedra, prisms and pyramids,
 * which have more corners than a triangle or tetrahedron. */
static bool is_divisible(int type) {
  const tc_element_shape *shape = tc_element_shape_of((tc_element_type)type);
  return shape->corners > shape->dimension + 1;
}

static int64_t count_elements(const shape_counts *counts, int dimension, bool divisible_only) {
  int64_t sum = 0;
  for (int t = 0; t < TC_ELEMENT_TYPES; t++)
    if (tc_element_shape_of((tc_element_type)t)->dimension == dimension &&
        (!divisible_only || is_divisible(t)))
      sum += counts->count[t];
  return sum;
}

/* Appends the numbers of elements of one dimension to `line`, for example "1200 hexahedra and 40 prisms". */
static void add_shapes(const shape_counts *counts, int dimension, bool divisible_only, tc_line *line) {
  int64_t remaining = count_elements(counts, dimension, divisible_only);
  for (int t = 0; t < TC_ELEMENT_TYPES; t++) {
    const tc_element_shape *shape = tc_element_shape_of((tc_element_type)t);
    const int64_t count = counts->count[t];
    if (shape->dimension != dimension || (divisible_only && !is_divisible(t)) || count == 0) continue;
    remaining -= count;
    if (line->length > 0) tc_line_add(line, "%s", remaining > 0 ? ", " : " and ");
    tc_line_add(line, "%lld %s", (long long)count, count == 1 ? shape->name : shape->names);
  }
}

static tc_status no_cells_error(const tc_raw_mesh *raw, const shape_counts *counts) {
  tc_line found = {0};
  const bool is_gmsh = raw->format && !strncmp(raw->format, "Gmsh", 4);
  for (int dimension = 2; dimension >= 0 && found.length == 0; dimension--)
    add_shapes(counts, dimension, false, &found);
  /* Example: a.pts: the file contains 2 triangles and no tetrahedra: generate a mesh in three dimensions */
  return tc_status_create(TC_INPUT,
                          "%s: the file contains %s%sno tetrahedra: generate a mesh in three dimensions%s",
                          raw->source, found.text, found.length > 0 ? " and " : "",
                          is_gmsh ? " (in Gmsh: add a Physical Volume or set Mesh.SaveAll=1)" : "");
}

static tc_status division_error(const tc_conversion *c, const shape_counts *counts, int dimension) {
  tc_line found = {0}, remedy = {0};
  add_shapes(counts, dimension, true, &found);
  return tc_status_create(TC_INPUT, "%s: the file contains %s, but Tetracast computes on tetrahedra: %s",
                          c->path, found.text, tc_conversion_remedy(c, "--split", "to divide them", &remedy));
}

tc_status tc_conversion_check_shapes(const tc_conversion *c) {
  const shape_counts counts = count_shapes(c->raw);
  const tc_raw_facts *facts = &c->raw->facts;
  if (facts->subdomains_found < facts->subdomains)
    return tc_status_create(TC_INPUT,
                            "%s: the file contains %d of %d subdomains: save the mesh unpartitioned", c->path,
                            (int)facts->subdomains_found, (int)facts->subdomains);
  if (count_elements(&counts, 3, false) == 0) return no_cells_error(c->raw, &counts);
  for (int dimension = 3; dimension >= 2 && !c->options->divides; dimension--)
    if (count_elements(&counts, dimension, true) > 0) return division_error(c, &counts, dimension);
  return TC_OK;
}

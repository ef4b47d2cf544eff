/* Checks each cell in ascending order of the cell numbers. The first invalid cell ends the check. The size of
 * an edge is its largest absolute component, because the squares of components could overflow. The sign of
 * the volume is used only if it exceeds the rounding error of the coordinates. */
#include "mesh/check.h"

#include <stdbool.h>

#include "mesh/tetrahedron.h"

/* If six times a volume is below this multiple of the product of the lengths of the edges at vertex 0,
 * rounding of the coordinates may decide the sign of the volume. */
static const double flat_volume_max = 1e-13;

/* Smallest allowed ratio of the longest edge at vertex 0 to the distance of vertex 0 from the origin. Below
 * this ratio, coordinates with 16 digits give an edge length with at most four correct digits. */
static const double distant_edge_max = 1e-12;

static tc_status repeated_vertex_error(const tc_mesh *mesh, int32_t cell, int32_t vertex) {
  return tc_status_create(TC_INPUT, "%s%s: cell %lld has node %lld twice: use four different nodes",
                          tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".ele"),
                          (long long)tc_mesh_cell_number(mesh, cell),
                          (long long)tc_mesh_node_number(mesh, vertex));
}

static tc_status check_vertices(const tc_mesh *mesh, int32_t cell) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  for (int i = 1; i < 4; i++)
    for (int j = 0; j < i; j++)
      if (v[i] == v[j]) return repeated_vertex_error(mesh, cell, v[i]);
  return TC_OK;
}

typedef struct fault {
  const char *problem, *remedy;
} fault;

static const fault too_large = {"is too large to compute with",
                                "correct the coordinates, or use a larger unit of length"};
static const fault too_small = {"is too small to compute with",
                                "correct the coordinates, or use a smaller unit of length"};
static const fault too_far = {"is so far from the origin that rounding of its coordinates hides its shape",
                              "move the mesh towards the origin"};
static const fault no_volume = {"has no volume, because its nodes lie in one plane",
                                "correct its nodes, or generate the mesh again without flat cells"};

static tc_status cell_error(const tc_mesh *mesh, int32_t cell, const fault *f) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  /* Example: a.ele: cell 1 is too large to compute with (nodes 1, 2, 3, 4): correct the coordinates, .. */
  return tc_status_create(TC_INPUT, "%s%s: cell %lld %s (nodes %lld, %lld, %lld, %lld): %s",
                          tc_mesh_file_path(mesh), tc_mesh_file_ending(mesh, ".ele"),
                          (long long)tc_mesh_cell_number(mesh, cell), f->problem,
                          (long long)tc_mesh_node_number(mesh, v[0]),
                          (long long)tc_mesh_node_number(mesh, v[1]),
                          (long long)tc_mesh_node_number(mesh, v[2]),
                          (long long)tc_mesh_node_number(mesh, v[3]), f->remedy);
}

/* The compiler inlines these functions, but not fmin and fmax, which also handle NaN. */
static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

static double largest_component(const double a[3]) {
  return larger(larger(fabs(a[0]), fabs(a[1])), fabs(a[2]));
}

/* Returns the fault of a cell, or NULL. The arguments are the sizes (largest absolute components) of the
 * shortest and longest edge at vertex 0 and of the vertex's position. */
static const fault *find_fault(double shortest, double longest, double distance) {
  if (shortest == 0.0) return &no_volume;
  if (!(longest <= TC_LENGTH_MAX)) return &too_large;
  if (shortest < TC_LENGTH_MIN) return &too_small;
  return longest < distant_edge_max * distance ? &too_far : NULL;
}

/* Sets *is_right_handed to true if the cell is right-handed. Errors: TC_INPUT for an invalid size or volume.
 */
static tc_status check_volume(const tc_mesh *mesh, int32_t cell, bool *is_right_handed) {
  const int32_t *v = mesh->vertices + 4 * (size_t)cell;
  const double *p[4];
  double product = 1.0, shortest = INFINITY, longest = 0.0, edge[3];
  for (int i = 0; i < 4; i++) p[i] = mesh->points + 3 * (size_t)v[i];
  for (int i = 1; i < 4; i++) {
    tc_subtract(p[i], p[0], edge);
    product *= tc_norm(edge);
    shortest = smaller(shortest, largest_component(edge));
    longest = larger(longest, largest_component(edge));
  }
  const fault *f = find_fault(shortest, longest, largest_component(p[0]));
  if (f) return cell_error(mesh, cell, f);
  const double volume6 = tc_volume6(p[0], p[1], p[2], p[3]);
  if (fabs(volume6) <= flat_volume_max * product) return cell_error(mesh, cell, &no_volume);
  *is_right_handed = volume6 > 0.0;
  return TC_OK;
}

static void swap_vertices(int32_t vertices[4]) {
  int32_t last = vertices[3];
  vertices[3] = vertices[2];
  vertices[2] = last;
}

tc_status tc_mesh_orient(tc_mesh *mesh) {
  int32_t reoriented = 0;
  for (int32_t cell = 0; cell < mesh->cells; cell++) {
    bool is_right_handed = true;
    TC_TRY(check_vertices(mesh, cell));
    TC_TRY(check_volume(mesh, cell, &is_right_handed));
    if (is_right_handed) continue;
    swap_vertices(mesh->vertices + 4 * (size_t)cell);
    reoriented++;
  }
  if (reoriented > 0)
    mesh->reoriented = reoriented <= mesh->cells - reoriented ? reoriented : mesh->cells - reoriented;
  return TC_OK;
}

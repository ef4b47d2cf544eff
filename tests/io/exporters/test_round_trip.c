/* A mesh that is exported and imported again has the same points and cells, in the same order and with the
 * same bits. Its regions, markers, names and fibres are equal too. */
#include "convert/convert.h"
#include "io/exporters/exporter.h"
#include "io/exporters/marked_faces.h"
#include "io/importers/importer.h"
#include "io/mesh/mesh_files.h"
#include "support/meshes.h"

/* A format of the exporter, the name of a file of this format, and the importer that must recognise the
 * file. */
typedef struct trip {
  const char *format, *file, *importer;
  const char *fibres; /* option of the importer that selects the fibres; NULL if it needs none */
} trip;

/* Sets face entry `entry` to the first interior face of the mesh, with the marker 9. */
static void mark_interior_face(tc_mesh *mesh, int32_t entry) {
  tc_mesh all = *mesh;
  tc_dual *dual = NULL;
  int32_t item = 0;
  all.faces = 0;
  expect_ok(tc_dual_create(&all, &dual));
  while (dual->neighbour[item] < 0) item++;
  for (int k = 0; k < 3; k++)
    mesh->face_nodes[3 * entry + k] = mesh->vertices[item / 4 * 4 + tc_cell_face_vertices[item % 4][k]];
  mesh->face_marker[entry] = 9;
  tc_dual_destroy(&dual);
}

/* A box of 162 cells (3 x 3 x 3 bricks) in three regions, one of which is 0. It has names and a marked
 * interior face. */
static tc_mesh *create_mesh(void) {
  static const tc_mesh_name names[] = {{3, 4, "left wall"}, {2, 3, "front"}, {3, 1, "septum"}, {2, 9, "cut"}};
  tc_mesh *box = mesh_box(3, 3, 3, 0.1), *mesh = NULL;
  expect_ok(tc_mesh_create("trip", box->nodes, box->cells, box->faces + 1, &mesh));
  mesh->base = 1;
  memcpy(mesh->points, box->points, sizeof(double[3]) * (size_t)box->nodes);
  memcpy(mesh->vertices, box->vertices, sizeof(int32_t[4]) * (size_t)box->cells);
  memcpy(mesh->face_nodes, box->face_nodes, sizeof(int32_t[3]) * (size_t)box->faces);
  memcpy(mesh->face_marker, box->face_marker, sizeof(int32_t) * (size_t)box->faces);
  for (int32_t cell = 0; cell < mesh->cells; cell++)
    mesh->region[cell] = (int32_t[]){4, 0, 1, 1}[tc_hash_mix((uint64_t)cell) % 4];
  for (int32_t face = 0; face < box->faces; face += 5) mesh->face_marker[face] = 0;
  mark_interior_face(mesh, box->faces);
  expect_ok(tc_mesh_set_names(mesh, 4, names));
  tc_mesh_destroy(&box);
  return mesh;
}

/* Returns `width` numbers per cell as fibre directions. wild(i) depends only on the index i. */
static double *create_fibres(const tc_mesh *mesh, int width) {
  double *fibre = calloc((size_t)width * (size_t)mesh->cells, sizeof *fibre);
  for (int i = 0; i < width * mesh->cells; i++) fibre[i] = wild(i);
  return fibre;
}

static void write_trip(const trip *t, const char *path, tc_mesh *mesh, double *fibre, int width) {
  tc_dual *dual = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  const tc_export_mesh data = {.mesh = mesh, .dual = dual, .width = width, .fibre = fibre};
  expect_ok(tc_exporter_find(t->format)->write(path, &data));
  tc_dual_destroy(&dual);
}

static void read_trip(const trip *t, const char *path, tc_converted *out) {
  const tc_importer *importer;
  const tc_import_options options = {.fibres = t->fibres};
  tc_raw_mesh *raw = NULL;
  expect_ok(tc_importer_select(path, NULL, &importer));
  cr_assert_str_eq(importer->name, t->importer);
  expect_ok(importer->read(path, &options, NULL, &raw));
  expect_ok(tc_raw_mesh_convert(&raw, "trip", &tc_convert_defaults, NULL, out));
}

static void expect_names(const tc_mesh *mesh, const tc_mesh *expected) {
  cr_assert_eq(mesh->names, expected->names);
  for (int32_t i = 0; i < expected->names; i++) {
    const tc_mesh_name *name = &expected->name_list[i];
    const int32_t found = tc_mesh_find_name(mesh->names, mesh->name_list, name->dimension, name->number);
    cr_assert_geq(found, 0, "%s", name->text);
    cr_assert_str_eq(mesh->name_list[found].text, name->text);
  }
}

/* Expects that two meshes have the same marked faces. */
static void expect_markers(const tc_mesh *mesh, const tc_mesh *expected) {
  tc_marked_faces faces, others;
  expect_ok(tc_marked_faces_init(mesh, &faces));
  expect_ok(tc_marked_faces_init(expected, &others));
  cr_assert_eq(faces.count, others.count);
  for (int f = 0; f < others.count; f++) {
    const int found = tc_map_find(&faces.number, tc_map_key(&others.number, f, NULL), sizeof(int32_t[3]));
    cr_assert_geq(found, 0);
    cr_assert_eq(faces.marker[found], others.marker[f]);
  }
  tc_marked_faces_free(&faces);
  tc_marked_faces_free(&others);
}

static void expect_same(const trip *t, const tc_mesh *mesh, const tc_mesh *expected) {
  const tc_exporter *exporter = tc_exporter_find(t->format);
  cr_assert_eq(mesh->nodes, expected->nodes);
  cr_assert_eq(mesh->cells, expected->cells);
  cr_assert_arr_eq(mesh->points, expected->points, sizeof(double[3]) * (size_t)mesh->nodes);
  cr_assert_arr_eq(mesh->vertices, expected->vertices, sizeof(int32_t[4]) * (size_t)mesh->cells);
  cr_assert_arr_eq(mesh->region, expected->region, sizeof(int32_t) * (size_t)mesh->cells);
  if (exporter->writes_markers) expect_markers(mesh, expected);
  if (exporter->writes_names) expect_names(mesh, expected);
}

static void make_trip(const trip *t, int width) {
  folder f = folder_make();
  char path[400];
  tc_mesh *mesh = create_mesh();
  double *fibre = create_fibres(mesh, width);
  tc_converted converted = {0};
  file_path(&f, t->file, path);
  write_trip(t, path, mesh, fibre, width);
  read_trip(t, path, &converted);
  expect_same(t, converted.mesh, mesh);
  if (tc_exporter_find(t->format)->writes_fibres) {
    cr_assert_eq(converted.width, width);
    cr_assert_arr_eq(converted.fibre, fibre, sizeof *fibre * (size_t)(width * mesh->cells));
  }
  tc_converted_free(&converted);
  tc_mesh_destroy(&mesh);
  free(fibre);
  folder_remove(&f);
}

Test(round_trip, native_formats) {
  static const trip trips[] = {{"msh", "m.msh", "msh", NULL},
                               {"msh4text", "m.msh", "msh", NULL},
                               {"msh2", "m.msh", "msh", NULL},
                               {"carp", "m.elem", "carp", NULL},
                               {"tetgen", "m.node", "tetgen", NULL}};
  for (size_t i = 0; i < sizeof trips / sizeof *trips; i++) make_trip(&trips[i], i % 2 ? 6 : 3);
}

Test(round_trip, vtu) {
  if (system("python3 -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec(\"meshio\"))'"))
    cr_skip_test("python3-meshio is not installed (apt-get install python3-meshio)");
  make_trip(&(trip){"vtu", "m.vtu", "meshio", "fibres,sheets"}, 6);
}

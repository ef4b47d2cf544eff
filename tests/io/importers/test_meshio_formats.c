/* Formats that meshio reads. Each import starts Python. The tests are skipped without python3-meshio. */
#include <stdlib.h>

#include "convert/convert.h"
#include "io/importers/import_case.h"

static folder begin(void) {
  setenv("PATH", "/usr/bin:/bin", 1);
  if (system("python3 -c 'import meshio, h5py' 2>/dev/null"))
    cr_skip_test("python3-meshio is not installed (apt-get install python3-meshio)");
  return folder_make();
}

static tc_raw_mesh *accept(const folder *f, const char *name) {
  tc_raw_mesh *raw;
  expect_ok(import_file(f, name, "meshio", &no_options, NULL, &raw));
  return raw;
}

static void refuse(const folder *f, const char *name, const tc_import_options *options, tc_code code,
                   const char *part) {
  tc_raw_mesh *raw;
  expect_error(import_file(f, name, "meshio", options, NULL, &raw), code, part);
  cr_assert_null(raw);
}

/* Expects the groups of an element, as text such as "3:1=A 3:2=B" (dimension, number, name). */
static void expect_groups(const tc_raw_mesh *raw, int element, const char *expected) {
  char text[200] = "";
  const int32_t set = raw->set[element];
  for (int32_t i = raw->set_begin[set]; i < raw->set_begin[set + 1]; i++) {
    const tc_raw_group *group = &raw->group[raw->set_group[i]];
    const size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s%d:%d%s%s", i > raw->set_begin[set] ? " " : "",
             group->dimension, (int)group->number, group->name ? "=" : "", group->name ? group->name : "");
  }
  cr_assert_str_eq(text, expected, "element %d: %s", element, text);
}

#define ABAQUS_NODES                                                                                         \
  "** comment\n*HEADING\ncube\n*NODE\n10, 0, 0, 0\n20, 1, 0, 0\n30, 0, 1, 0\n45, 0, 0, 1\n50, 1, 1, 1\n"

/* Two blocks of elements name the same set in different case, and one block has no set. Other sets contain
 * ranges of elements and other sets. */
Test(meshio_formats, abaqus) {
  const folder f = begin();
  file_write(&f, "x.inp",
             ABAQUS_NODES "*ELEMENT, TYPE=R3D3\n7, 10, 20, 30\n"
                          "*ELEMENT, TYPE=C3D4, ELSET=EB1\n101, 10, 20, 30, 45\n"
                          "*ELEMENT, TYPE=C3D4H, ELSET=\"Eb1\"\n205, 20, 30, 45, 50\n"
                          "*ELSET, ELSET=side\n7\n*ELSET, ELSET=odd, GENERATE\n201, 209, 2\n"
                          "*ELSET, ELSET=both\nodd, side\n*NSET, NSET=n\n10\n");
  tc_raw_mesh *raw = accept(&f, "x.inp");
  cr_assert_eq(raw->elements, 3);
  cr_assert_eq(raw->element_number[2], 205);
  cr_assert_eq(tc_raw_mesh_point_number(raw, 3), 45);
  cr_assert_str_eq(raw->format, "Abaqus, by meshio");
  expect_groups(raw, 0, "2:2=side 2:4=both");
  expect_groups(raw, 1, "3:1=EB1");
  expect_groups(raw, 2, "3:1=EB1 3:3=odd 3:4=both");
  tc_raw_mesh_destroy(&raw);
  file_write(&f, "x.inp", ABAQUS_NODES "*ELEMENT, TYPE=C3D4\n1, 10, 20, 30, 45\n*NODE\n10, 5, 5, 5\n");
  refuse(&f, "x.inp", &no_options, TC_INPUT,
         "x.inp: node 10 occurs twice: merge the parts of the file into one part");
  file_write(&f, "x.inp",
             ABAQUS_NODES "*NODE, NSET=more\n60, 2, 2, 2\n*ELEMENT, TYPE=C3D4\n1, 10, 20, 30, 60\n");
  raw = accept(&f, "x.inp");
  cr_assert_eq(raw->points, 6);
  cr_assert_eq(raw->corner[3], 5);
  cr_assert_eq(tc_raw_mesh_point_number(raw, 5), 60);
  tc_raw_mesh_destroy(&raw);
  file_write(&f, "y.inp", "*ELEMENT, TYPE=C3D4\n2, 10, 20, 30, 45\n");
  file_write(&f, "x.inp", ABAQUS_NODES "*ELEMENT, TYPE=C3D4\n1, 10, 20, 30, 45\n*INCLUDE, INPUT=y.inp\n");
  refuse(&f, "x.inp", &no_options, TC_INPUT, "x.inp: ");
  file_write(&f, "x.inp", ABAQUS_NODES "*ELEMENT, TYPE=C3D5\n1, 10, 20, 30, 45\n");
  refuse(&f, "x.inp", &no_options, TC_INPUT,
         "x.inp: meshio cannot read the file: Element type not available: C3D5");
  folder_remove(&f);
}

Test(meshio_formats, instances_of_abaqus) {
  const folder f = begin();
  file_write(&f, "x.inp",
             ABAQUS_NODES "*ELEMENT, TYPE=C3D4\n1, 10, 20, 30, 45\n*INSTANCE, NAME=a, PART=p\n"
                          "*END INSTANCE\n*INSTANCE, NAME=b, PART=p\n*END INSTANCE\n");
  refuse(&f, "x.inp", &no_options, TC_INPUT,
         "x.inp: the file uses part p twice, which meshio ignores: mesh the assembly");
  file_write(&f, "x.inp",
             ABAQUS_NODES "*ELEMENT, TYPE=C3D4\n1, 10, 20, 30, 45\n*INSTANCE, NAME=a, PART=p\n"
                          "1, 0, 0\n*END INSTANCE\n");
  refuse(&f, "x.inp", &no_options, TC_INPUT,
         "x.inp: the file moves a part with *INSTANCE, which meshio ignores: mesh");
  folder_remove(&f);
}

/* The second volume of the file has no physical group. */
Test(meshio_formats, gmsh_with_volumes_without_groups) {
  const folder f = begin();
  file_write(&f, "x.msh",
             "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 5 "
             "\"in\"\n$EndPhysicalNames\n$Entities\n"
             "0 0 0 2\n1 0 0 0 1 1 1 1 5 0\n2 0 0 0 1 1 1 0 0\n$EndEntities\n$Nodes\n1 5 1 5\n3 1 0 "
             "5\n1\n2\n3\n4\n5\n"
             "0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n$Elements\n2 2 1 2\n3 1 4 1\n1 1 2 3 4\n3 2 4 "
             "1\n2 2 3 4 5\n"
             "$EndElements\n");
  tc_raw_mesh *raw = accept(&f, "x.msh");
  expect_groups(raw, 0, "3:5=in");
  expect_groups(raw, 1, "");
  tc_raw_mesh_destroy(&raw);
  folder_remove(&f);
}

/* Python program that writes a mesh of two tetrahedra and a triangle with meshio in several formats. */
static const char *const writer =
    "python3 - %s >/dev/null 2>&1 <<'END'\n"
    "import sys, numpy as np, meshio\n"
    "points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1.5]])\n"
    "cells = [('tetra', [[0, 1, 2, 3], [1, 2, 3, 4]]), ('triangle', [[0, 1, 2]])]\n"
    "for ending, name in (('vtk', 'attribute'), ('xdmf', 'cell_tags'), ('med', 'cell_tags'), "
    "('mesh', 'medit:ref'), ('vol', 'netgen:index'), ('bdf', 'nastran:ref')):\n"
    "    mesh = meshio.Mesh(points, cells, cell_data={name: [np.array([7, 8]), np.array([3])]})\n"
    "    mesh.point_tags, mesh.cell_tags = {}, {3: ['wall']} if ending == 'med' else {}\n"
    "    mesh.write(sys.argv[1] + '/m.' + ending)\n"
    "END\n";

static void check_written(const folder *f, const char *name, const char *first, const char *last) {
  tc_raw_mesh *raw = accept(f, name);
  cr_assert_eq(raw->points, 5, "%s", name);
  cr_assert_eq(raw->point[14], 1.5);
  cr_assert_eq(raw->elements, 3);
  const bool triangle_is_first = raw->type[0] == TC_ELEMENT_TRIANGLE;
  expect_groups(raw, triangle_is_first ? 1 : 0, first);
  expect_groups(raw, triangle_is_first ? 0 : 2, last);
  tc_raw_mesh_destroy(&raw);
}

Test(meshio_formats, formats_that_meshio_writes) {
  const folder f = begin();
  char command[2000];
  snprintf(command, sizeof command, writer, f.path);
  cr_assert_eq(system(command), 0);
  check_written(&f, "m.vtk", "3:7", "2:3");
  check_written(&f, "m.xdmf", "3:7", "2:3");
  check_written(&f, "m.med", "3:7", "2:1=wall");
  check_written(&f, "m.mesh", "3:7", "2:3");
  check_written(&f, "m.vol", "3:7=cd0_7", "2:3=cd1_3");
  check_written(&f, "m.bdf", "3:7", "2:3");
  folder_remove(&f);
}

/* Writes a VTU file with one cell of VTK type `type`. Its points are on a line, and `array` is the XML of
 * its cell data. */
static void write_cell_at(const folder *f, int type, int points, int first, const char *array) {
  char text[4000], numbers[200] = "", coordinates[400] = "";
  for (int i = 0; i < points; i++) {
    snprintf(numbers + strlen(numbers), sizeof numbers - strlen(numbers), " %d", first + i);
    snprintf(coordinates + strlen(coordinates), sizeof coordinates - strlen(coordinates), " %d 0 0", i);
  }
  snprintf(text, sizeof text,
           "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\"><UnstructuredGrid>"
           "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"1\"><Points><DataArray type=\"Float64\" "
           "NumberOfComponents=\"3\" format=\"ascii\">%s</DataArray></Points><Cells><DataArray "
           "type=\"Int32\" "
           "Name=\"connectivity\" format=\"ascii\">%s</DataArray><DataArray type=\"Int32\" Name=\"offsets\" "
           "format=\"ascii\">%d</DataArray><DataArray type=\"UInt8\" Name=\"types\" "
           "format=\"ascii\">%d</DataArray>"
           "</Cells><CellData>%s</CellData></Piece></UnstructuredGrid></VTKFile>\n",
           points, coordinates, numbers, points, type, array);
  file_write(f, "c.vtu", text);
}

static void write_cell(const folder *f, int type, int points, const char *array) {
  write_cell_at(f, type, points, 0, array);
}

static const char *const quality =
    "<DataArray type=\"Float64\" Name=\"quality\" format=\"ascii\">0.5</DataArray>";

Test(meshio_formats, types_of_vtk) {
  const folder f = begin();
  write_cell(&f, 24, 10, "");
  tc_raw_mesh *raw = accept(&f, "c.vtu");
  cr_assert_eq(raw->type[0], TC_ELEMENT_TETRAHEDRON10);
  tc_raw_mesh_destroy(&raw);
  write_cell(&f, 71, 4, "");
  raw = accept(&f, "c.vtu");
  cr_assert_eq(raw->type[0], TC_ELEMENT_TETRAHEDRON);
  tc_raw_mesh_destroy(&raw);
  write_cell(&f, 71, 20, "");
  refuse(&f, "c.vtu", &no_options, TC_INPUT,
         "c.vtu: the file contains 1 elements of meshio's type VTK_LAGRANGE_TETRAHEDRON, which is not "
         "supported: save");
  folder_remove(&f);
}

Test(meshio_formats, arrays_that_are_not_used) {
  const folder f = begin();
  static tc_log_record record;
  const tc_log log = {NULL, TC_LOG_QUIET, &record, NULL};
  tc_raw_mesh *raw;
  write_cell(&f, 10, 4, "<DataArray type=\"Int32\" Name=\"surface\" format=\"ascii\">5</DataArray>");
  expect_ok(import_file(&f, "c.vtu", "meshio", &no_options, &log, &raw));
  cr_assert_not_null(strstr(record.warning[0], "c.vtu: the cell array surface is not used: use "
                                               "--regions-from surface for its groups"));
  tc_raw_mesh_destroy(&raw);
  folder_remove(&f);
}

Test(meshio_formats, options_that_match_nothing) {
  const folder f = begin();
  write_cell(&f, 10, 4, quality);
  refuse(&f, "c.vtu", &(tc_import_options){.regions = "a"}, TC_USAGE,
         "--regions-from a: the file has no cell array of this name: use one of the cell arrays: quality");
  refuse(&f, "c.vtu", &(tc_import_options){.regions = "quality"}, TC_USAGE,
         "--regions-from quality: the cell array does not have one integer per cell: use another cell array");
  refuse(&f, "c.vtu", &(tc_import_options){.fibres = "quality"}, TC_USAGE,
         "--fibres quality: the cell array quality does not have 3 components: use an array");
  refuse(&f, "c.vtu", &(tc_import_options){.fibres = "a,b"}, TC_USAGE,
         "--fibres a,b: the file has no cell array a");
  folder_remove(&f);
}

Test(meshio_formats, files_that_meshio_cannot_read) {
  const folder f = begin();
  static tc_log_record record;
  const tc_log log = {NULL, TC_LOG_QUIET, &record, NULL};
  tc_raw_mesh *raw;
  file_write(&f, "x.vtu", "not XML\n");
  refuse(&f, "x.vtu", &no_options, TC_INPUT,
         "x.vtu: meshio cannot read the file: AssertionError: save the mesh as");
  file_write(&f, "x.xdmf",
             "<Xdmf xmlns:xi=\"http://www.w3.org/2001/XInclude\" Version=\"2.0\"><Domain/></Xdmf>\n");
  refuse(&f, "x.xdmf", &no_options, TC_INPUT, "x.xdmf: meshio cannot read the file: ");
  write_cell_at(&f, 10, 4, 3, "");
  refuse(&f, "c.vtu", &no_options, TC_INPUT,
         "c.vtu: element 0 has point 4, but the points are numbered 0 to 3: correct it");
  file_write(&f, "x.mesh", "MFEM mesh v1.0\n");
  refuse(&f, "x.mesh", &no_options, TC_INPUT,
         "x.mesh: this is a mesh of MFEM (MFEM mesh v1.0), which meshio does");
  file_write(&f, "x.mesh", "7434 3\n");
  refuse(&f, "x.mesh", &no_options, TC_INPUT,
         "x.mesh: the file begins with \"7434 3\", so it is not a mesh of Medit");
  file_write(&f, "x.xdmf",
             "<Xdmf Version=\"3.0\"><Domain><Grid GridType=\"Collection\"/><Grid/></Domain></Xdmf>\n");
  refuse(&f, "x.xdmf", &no_options, TC_INPUT, "x.xdmf: ");
  file_write(&f, "x.abc", "text\n");
  refuse(&f, "x.abc", &no_options, TC_INPUT, "Could not deduce file format");
  write_cell(&f, 11, 8, "");
  expect_ok(import_file(&f, "c.vtu", "meshio", &no_options, &log, &raw));
  cr_assert_not_null(strstr(record.warning[0], "c.vtu: meshio reports: Warning: File contains cells"));
  tc_raw_mesh_destroy(&raw);
  folder_remove(&f);
}

/* Python program that writes an Exodus file. It has two blocks of one tetrahedron each, with numbers and
 * names, and a side set with one side of each tetrahedron. */
static const char *const exodus_writer =
    "python3 - %s >/dev/null 2>&1 <<'END'\n"
    "import sys, netCDF4, numpy as np\n"
    "f = netCDF4.Dataset(sys.argv[1] + '/x.exo', 'w', format='NETCDF3_64BIT_OFFSET')\n"
    "for name, size in (('num_nodes', 5), ('num_el_blk', 2), ('one', 1), ('four', 4), ('two', 2), "
    "('len_name', 8)):\n"
    "    f.createDimension(name, size)\n"
    "for axis, values in (('x', [0, 1, 0, 0, 1]), ('y', [0, 0, 1, 0, 1]), ('z', [0, 0, 0, 1, 1.5])):\n"
    "    f.createVariable('coord' + axis, 'f8', ('num_nodes',))[:] = values\n"
    "for number, cell in ((1, [1, 2, 3, 4]), (2, [2, 3, 4, 5])):\n"
    "    v = f.createVariable('connect%%d' %% number, 'i4', ('one', 'four'))\n"
    "    v.elem_type = 'TETRA4'\n"
    "    v[:] = [cell]\n"
    "f.createVariable('eb_prop1', 'i4', ('num_el_blk',))[:] = [10, 20]\n"
    "names = np.array([list('muscle\\0\\0'), list('scar\\0\\0\\0\\0')], 'S1')\n"
    "f.createVariable('eb_names', 'S1', ('num_el_blk', 'len_name'))[:] = names\n"
    "f.createVariable('ss_prop1', 'i4', ('one',))[:] = [30]\n"
    "f.createVariable('elem_ss1', 'i4', ('two',))[:] = [1, 2]\n"
    "f.createVariable('side_ss1', 'i4', ('two',))[:] = [4, 2]\n"
    "f.close()\n"
    "END\n";

Test(meshio_formats, exodus) {
  const folder f = begin();
  char command[2500];
  snprintf(command, sizeof command, exodus_writer, f.path);
  if (system("python3 -c 'import netCDF4' 2>/dev/null")) {
    file_write(&f, "x.exo", "CDF\n");
    refuse(&f, "x.exo", &no_options, TC_INPUT,
           "x.exo: meshio needs python3-netcdf4 for this format, which is not installed: run apt-get install "
           "python3-netcdf4, or save the mesh as Gmsh MSH 4.1");
    folder_remove(&f);
    return;
  }
  cr_assert_eq(system(command), 0);
  tc_raw_mesh *raw = accept(&f, "x.exo");
  cr_assert_eq(raw->elements, 4);
  expect_groups(raw, 0, "3:10=muscle");
  expect_groups(raw, 1, "3:20=scar");
  expect_groups(raw, 3, "2:30");
  cr_assert_arr_eq(raw->corner + 8, ((int32_t[]){0, 1, 2, 2, 3, 4}), 6 * sizeof(int32_t));
  tc_raw_mesh_destroy(&raw);
  folder_remove(&f);
}

/* ---- all element types of Exodus ---- */

/* Python program that writes one file per element type of Exodus. Each file has one element with straight
 * edges and a side set of number 0 with all sides of the element. The points have the order of Exodus.
 * Points other than corners are means of the listed corners. */
static const char *const exodus_type_writer =
    "python3 - %s >/dev/null 2>&1 <<'END'\n"
    "import sys, netCDF4, numpy as np\n"
    "square = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]\n"
    "cube = np.array(square + [[x, y, 2] for x, y, z in square])\n"
    "prism, pyramid = cube[[0, 1, 2, 4, 5, 6]], np.array(square + [[1, 1, 2]])\n"
    "hexahedron = '01 12 23 30 04 15 26 37 45 56 67 74 01234567 0123 4567 0374 1265 0154 3267'.split()\n"
    "wedge = '01 12 20 03 14 25 34 45 53 0143 1254 2035'.split()\n"
    "types = {'HEX20': (cube, hexahedron[:12], 6), 'HEX27': (cube, hexahedron, 6), 'HEX': (cube, [], 6),\n"
    "         'WEDGE15': (prism, wedge[:9], 5), 'WEDGE': (prism, wedge, 5),\n"
    "         'PYRAMID13': (pyramid, '01 12 23 30 04 14 24 34'.split(), 5),\n"
    "         'PYRAMID': (pyramid, '01 12 23 30 04 14 24 34 0123'.split(), 5),\n"
    "         'TETRA10': (cube[[0, 1, 3, 4]], '01 12 20 03 13 23'.split(), 4)}\n"
    "for name, (corners, middles, sides) in types.items():\n"
    "    points = [*corners, *(corners[[int(c) for c in m]].mean(axis=0) for m in middles)]\n"
    "    f = netCDF4.Dataset(f'{sys.argv[1]}/{name}.e', 'w', format='NETCDF3_64BIT_OFFSET')\n"
    "    for key, size in (('n', len(points)), ('one', 1), ('sides', sides), ('length', 5)):\n"
    "        f.createDimension('num_nodes' if key == 'n' else key, size)\n"
    "    for k, axis in enumerate('xyz'):\n"
    "        f.createVariable('coord' + axis, 'f8', ('num_nodes',))[:] = [p[k] for p in points]\n"
    "    v = f.createVariable('connect1', 'i4', ('one', 'num_nodes'))\n"
    "    v.elem_type = name\n"
    "    v[:] = [range(1, len(points) + 1)]\n"
    "    f.createVariable('ss_prop1', 'i4', ('one',))[:] = [0]\n"
    "    f.createVariable('ss_names', 'S1', ('one', 'length'))[:] = np.array([list('back\\0')], 'S1')\n"
    "    f.createVariable('elem_ss1', 'i4', ('sides',))[:] = [1] * (sides - 1) + [1 if sides < 6 else 7]\n"
    "    f.createVariable('side_ss1', 'i4', ('sides',))[:] = range(1, sides + 1)\n"
    "    f.close()\n"
    "END\n";

static void check_type(const folder *f, const char *name, int faces, int ignored) {
  static const tc_convert_options options = {.scale = 1.0, .divides = true};
  char file[40];
  tc_converted out = {0};
  snprintf(file, sizeof file, "%s.e", name);
  tc_raw_mesh *raw = accept(f, file);
  cr_assert_eq(raw->facts.ignored_sides, ignored, "%s", name);
  expect_ok(tc_raw_mesh_convert(&raw, "x", &options, NULL, &out));
  cr_assert_eq(out.counts.curved, 0);
  cr_assert_eq(out.mesh->faces, faces, "%s: %d faces", name, (int)out.mesh->faces);
  for (int32_t i = 0; i < faces; i++) cr_assert_eq(out.mesh->face_marker[i], 1);
  cr_assert_eq(out.counts.unused_points, 0);
  tc_converted_free(&out);
}

Test(meshio_formats, types_of_exodus) {
  const folder f = begin();
  char command[3500];
  if (system("python3 -c 'import netCDF4' 2>/dev/null")) cr_skip_test("python3-netcdf4 is not installed");
  snprintf(command, sizeof command, exodus_type_writer, f.path);
  cr_assert_eq(system(command), 0);
  check_type(&f, "HEX", 10, 1);
  check_type(&f, "HEX20", 10, 1);
  check_type(&f, "HEX27", 10, 1);
  check_type(&f, "WEDGE15", 8, 0);
  check_type(&f, "WEDGE", 8, 0);
  check_type(&f, "PYRAMID13", 6, 0);
  check_type(&f, "PYRAMID", 6, 0);
  check_type(&f, "TETRA10", 4, 0);
  folder_remove(&f);
}

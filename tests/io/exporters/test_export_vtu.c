#include "io/exporters/export_case.h"

typedef struct vtu_file {
  char *bytes;
  const char *data; /* first byte after the "_" that begins the appended data */
} vtu_file;

static vtu_file read_vtu(const export_case *c) {
  expect_ok(case_write(c, "vtu", "m.vtu"));
  vtu_file file = {.bytes = file_text(&c->folder, "m.vtu")};
  const char *data = strstr(file.bytes, "<AppendedData encoding=\"raw\">\n_");
  cr_assert_not_null(data, "%s", file.bytes);
  file.data = strchr(data, '_') + 1;
  return file;
}

/* Expects an array with this name, type and data of `bytes` bytes. Returns the end of the data. */
static const char *expect_array(const vtu_file *file, const char *name, const char *type,
                                const void *expected, size_t bytes) {
  char element[100];
  snprintf(element, sizeof element, "<DataArray type=\"%s\" Name=\"%s\" ", type, name);
  const char *found = strstr(file->bytes, element);
  cr_assert_not_null(found, "%s in %s", element, file->bytes);
  const char *data = file->data + strtol(strstr(found, "offset=\"") + 8, NULL, 10);
  uint64_t length;
  memcpy(&length, data, sizeof length);
  cr_assert_eq(length, bytes, "%s: %d bytes", name, (int)length);
  cr_assert_arr_eq(data + sizeof length, expected, bytes, "%s", name);
  return data + sizeof length + bytes;
}

Test(export_vtu, mesh_and_markers) {
  static const int32_t connectivity[24] = {0, 1, 2, 3, 1, 2, 3, 4, 2, 1, 0, 5,
                                           0, 1, 3, 5, 0, 1, 4, 3, 1, 1, 2, 3};
  static const int64_t offsets[7] = {4, 8, 12, 15, 18, 21, 24};
  static const uint8_t types[7] = {10, 10, 10, 5, 5, 5, 5};
  static const int32_t region[7] = {10, 20, 10, 6, 6, 7, 9};
  export_case c = case_make(NULL);
  const vtu_file file = read_vtu(&c);
  cr_assert(strstr(file.bytes, "<Piece NumberOfPoints=\"6\" NumberOfCells=\"7\">"));
  expect_array(&file, "Points", "Float64", c.mesh->points, sizeof(double[18]));
  expect_array(&file, "connectivity", "Int32", connectivity, sizeof connectivity);
  expect_array(&file, "offsets", "Int64", offsets, sizeof offsets);
  expect_array(&file, "types", "UInt8", types, sizeof types);
  const char *end = expect_array(&file, "region", "Int32", region, sizeof region);
  cr_assert_str_eq(end, "\n</AppendedData>\n</VTKFile>\n");
  free(file.bytes);
  case_free(&c);
}

/* The name "scar" belongs to region 20 and to marker 7. The file contains it once, with the region. Each
 * array has a number and its dimension. */
Test(export_vtu, names) {
  static const char expected[] =
      "<FieldData>\n"
      "<DataArray type=\"Int32\" Name=\"wall &#38; &#34;&#60;core&#62;&#34; \xc3\xa4??\" "
      "NumberOfTuples=\"2\" "
      "format=\"ascii\">10 3</DataArray>\n"
      "<DataArray type=\"Int32\" Name=\"scar\" NumberOfTuples=\"2\" format=\"ascii\">20 3</DataArray>\n"
      "<DataArray type=\"Int32\" Name=\"base\" NumberOfTuples=\"2\" format=\"ascii\">6 2</DataArray>\n"
      "</FieldData>\n";
  export_case c = case_make("wall & \"<core>\" \xc3\xa4\xff\n");
  const vtu_file file = read_vtu(&c);
  const char *names = strstr(file.bytes, "<FieldData>");
  cr_assert(names && strncmp(names, expected, strlen(expected)) == 0, "%s", file.bytes);
  free(file.bytes);
  case_free(&c);
}

/* Each row of the VTU file has the values of its cell. Rows 0 to 2 are cells and the others are triangles.
 * The last triangle is the face between the cells 0 and 1 and has the values of cell 0. */
Test(export_vtu, field_and_fibres) {
  static const int cell_of_row[7] = {0, 1, 2, 0, 2, 1, 0};
  double field[7], fibre[2][21];
  export_case c = case_make(NULL);
  c.data.field_name = "v";
  c.data.field = case_field;
  c.data.fibre = case_fibre;
  for (int width = 3; width <= 6; width += 3) {
    c.data.width = width;
    for (int row = 0; row < 7; row++) {
      const double *from = case_fibre + width * cell_of_row[row];
      field[row] = case_field[cell_of_row[row]];
      memcpy(fibre[0] + 3 * row, from, sizeof(double[3]));
      if (width == 6) memcpy(fibre[1] + 3 * row, from + 3, sizeof(double[3]));
    }
    const vtu_file file = read_vtu(&c);
    expect_array(&file, "v", "Float64", field, sizeof field);
    expect_array(&file, "fibres", "Float64", fibre[0], sizeof fibre[0]);
    if (width == 6) expect_array(&file, "sheets", "Float64", fibre[1], sizeof fibre[1]);
    cr_assert_eq(strstr(file.bytes, "sheets") != NULL, width == 6);
    free(file.bytes);
  }
  case_free(&c);
}

Test(export_vtu, no_faces_and_no_names) {
  export_case c = case_make(NULL);
  c.mesh->faces = c.mesh->names = 0;
  c.data.field_name = "v";
  c.data.field = case_field;
  const vtu_file file = read_vtu(&c);
  cr_assert(strstr(file.bytes, "NumberOfCells=\"3\"") && !strstr(file.bytes, "FieldData"));
  expect_array(&file, "region", "Int32", c.mesh->region, sizeof(int32_t[3]));
  expect_array(&file, "v", "Float64", case_field, sizeof case_field);
  free(file.bytes);
  case_free(&c);
}

/* Writer of VTU, VTK's XML format of unstructured grids, with appended raw arrays in the byte order of the
 * machine and lengths of 64 bits. ParaView opens the file, and meshio converts it to other formats. Cells
 * come first, in the order of the mesh. Marked faces follow as cells of type triangle, which a filter of
 * ParaView can extract. They are not stored as field data, because meshio drops field data when it converts a
 * file. The cell array `region` has the region of a cell and the marker of a triangle. The field, `fibres`
 * and `sheets` have on a triangle the value of the cell that has this face, the lower-numbered one of two.
 * Names of regions and markers are arrays of the field data with two integers: number and dimension, as
 * meshio names groups. */
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/text/text.h"
#include "io/exporters/exporter.h"
#include "io/exporters/marked_faces.h"

/* VTK's numbers of cell types. */
enum { vtk_triangle = 5, vtk_tetrahedron = 10 };

enum { arrays_max = 8, cell_data_begin = 4 };

typedef struct vtu vtu;

/* An array of the VTU file, described by its name and type in the XML header, number of components, size in
 * bytes, and the function that writes the values. */
typedef struct vtu_array {
  const char *name, *type;
  int components;
  int64_t bytes;
  void (*write)(const vtu *v, FILE *out);
} vtu_array;

/* A VTU file that is being written, and its arrays: points, connectivity, offsets and types, then the arrays
 * with data of cells. */
struct vtu {
  const tc_export_mesh *data;
  tc_marked_faces faces;
  /* [faces.count] number of the cell from which each face takes values; NULL if no values are written for
   * faces */
  int32_t *face_cell;
  int arrays;
  vtu_array array[arrays_max];
};

/* ---- arrays ---- */

static void write_points(const vtu *v, FILE *out) {
  fwrite(v->data->mesh->points, 3 * sizeof(double), (size_t)v->data->mesh->nodes, out);
}

static void write_connectivity(const vtu *v, FILE *out) {
  fwrite(v->data->mesh->vertices, 4 * sizeof(int32_t), (size_t)v->data->mesh->cells, out);
  fwrite(v->faces.node, 3 * sizeof(int32_t), (size_t)v->faces.count, out);
}

/* Writes the VTU array `offsets`: the index in `connectivity` at which the vertices of each element end. */
static void write_offsets(const vtu *v, FILE *out) {
  int64_t end = 0;
  for (int32_t cell = 0; cell < v->data->mesh->cells; cell++) {
    end += 4;
    fwrite(&end, sizeof end, 1, out);
  }
  for (int32_t face = 0; face < v->faces.count; face++) {
    end += 3;
    fwrite(&end, sizeof end, 1, out);
  }
}

static void write_types(const vtu *v, FILE *out) {
  for (int32_t cell = 0; cell < v->data->mesh->cells; cell++) fputc(vtk_tetrahedron, out);
  for (int32_t face = 0; face < v->faces.count; face++) fputc(vtk_triangle, out);
}

static void write_regions(const vtu *v, FILE *out) {
  fwrite(v->data->mesh->region, sizeof(int32_t), (size_t)v->data->mesh->cells, out);
  fwrite(v->faces.marker, sizeof(int32_t), (size_t)v->faces.count, out);
}

/* Writes `count` values for each cell, then for each face. The values of cell c begin at value[c * width]. */
static void write_values(const vtu *v, const double *value, int width, int count, FILE *out) {
  const size_t step = (size_t)width, values = (size_t)count;
  for (int32_t cell = 0; cell < v->data->mesh->cells; cell++)
    fwrite(value + step * (size_t)cell, sizeof *value, values, out);
  for (int32_t face = 0; face < v->faces.count; face++)
    fwrite(value + step * (size_t)v->face_cell[face], sizeof *value, values, out);
}

static void write_field(const vtu *v, FILE *out) { write_values(v, v->data->field, 1, 1, out); }

static void write_fibres(const vtu *v, FILE *out) { write_values(v, v->data->fibre, v->data->width, 3, out); }

static void write_sheets(const vtu *v, FILE *out) {
  write_values(v, v->data->fibre + 3, v->data->width, 3, out);
}

static void list_arrays(vtu *v) {
  const tc_export_mesh *data = v->data;
  const int64_t cells = data->mesh->cells, faces = v->faces.count, all = cells + faces;
  vtu_array *array = v->array;
  *array++ = (vtu_array){"Points", "Float64", 3, 24 * (int64_t)data->mesh->nodes, write_points};
  *array++ = (vtu_array){"connectivity", "Int32", 1, 16 * cells + 12 * faces, write_connectivity};
  *array++ = (vtu_array){"offsets", "Int64", 1, 8 * all, write_offsets};
  *array++ = (vtu_array){"types", "UInt8", 1, all, write_types};
  *array++ = (vtu_array){"region", "Int32", 1, 4 * all, write_regions};
  if (data->field) *array++ = (vtu_array){data->field_name, "Float64", 1, 8 * all, write_field};
  if (data->width) *array++ = (vtu_array){"fibres", "Float64", 3, 24 * all, write_fibres};
  if (data->width == 6) *array++ = (vtu_array){"sheets", "Float64", 3, 24 * all, write_sheets};
  v->arrays = (int)(array - v->array);
}

/* ---- XML ---- */

/* Writes a text as the value of an attribute. A byte that XML does not allow is replaced by "?". */
static void write_attribute(FILE *out, const char *text) {
  while (*text) {
    const int length = tc_text_utf8_length(text);
    if (strchr("&<>\"", *text))
      fprintf(out, "&#%d;", *text);
    else if (length == 0 || (unsigned char)*text < ' ')
      fputc('?', out);
    else
      fwrite(text, 1, (size_t)length, out);
    text += length ? length : 1;
  }
}

/* Writes the names as field data. A name that occurs several times is written once, because the names of
 * arrays must differ. */
static void write_names(const tc_mesh *mesh, FILE *out) {
  fputs("<FieldData>\n", out);
  for (int32_t i = 0; i < mesh->names; i++) {
    const tc_mesh_name *name = &mesh->name_list[i];
    int32_t first = 0;
    while (strcmp(mesh->name_list[first].text, name->text) != 0) first++;
    if (first < i) continue;
    fputs("<DataArray type=\"Int32\" Name=\"", out);
    write_attribute(out, name->text);
    fprintf(out, "\" NumberOfTuples=\"2\" format=\"ascii\">%d %d</DataArray>\n", (int)name->number,
            name->dimension);
  }
  fputs("</FieldData>\n", out);
}

/* Writes the XML elements of the arrays first .. end - 1. *offset is the position of array `first` in the
 * appended data, and after the call that of array `end`. */
static void write_elements(const vtu *v, int first, int end, int64_t *offset, FILE *out) {
  for (int i = first; i < end; i++) {
    const vtu_array *array = &v->array[i];
    fprintf(out, "<DataArray type=\"%s\" Name=\"", array->type);
    write_attribute(out, array->name);
    fputs("\" ", out);
    if (array->components > 1) fprintf(out, "NumberOfComponents=\"%d\" ", array->components);
    fprintf(out, "format=\"appended\" offset=\"%lld\"/>\n", (long long)*offset);
    *offset += (int64_t)sizeof(uint64_t) + array->bytes;
  }
}

static const char *find_byte_order(void) {
  return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "LittleEndian" : "BigEndian";
}

static void write_header(const vtu *v, FILE *out) {
  int64_t offset = 0;
  fprintf(out,
          "<?xml version=\"1.0\"?>\n"
          "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"%s\" header_type=\"UInt64\">\n"
          "<UnstructuredGrid>\n",
          find_byte_order());
  if (v->data->mesh->names) write_names(v->data->mesh, out);
  fprintf(out, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%lld\">\n<Points>\n", (int)v->data->mesh->nodes,
          (long long)v->data->mesh->cells + v->faces.count);
  write_elements(v, 0, 1, &offset, out);
  fputs("</Points>\n<Cells>\n", out);
  write_elements(v, 1, cell_data_begin, &offset, out);
  fputs("</Cells>\n<CellData>\n", out);
  write_elements(v, cell_data_begin, v->arrays, &offset, out);
  fputs("</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_", out);
}

static tc_status write_file(const vtu *v, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  write_header(v, file.out);
  for (int i = 0; i < v->arrays; i++) {
    const uint64_t bytes = (uint64_t)v->array[i].bytes;
    fwrite(&bytes, sizeof bytes, 1, file.out);
    v->array[i].write(v, file.out);
  }
  fputs("\n</AppendedData>\n</VTKFile>\n", file.out);
  return tc_file_commit(&file);
}

static tc_status find_face_cells(vtu *v) {
  if (!v->data->field && !v->data->width) return TC_OK;
  TC_TRY(TC_POOL_ARRAY(&v->faces.memory, v->face_cell, v->faces.count));
  tc_marked_faces_find_cells(&v->faces, v->data->mesh, v->data->dual, v->face_cell);
  return TC_OK;
}

static tc_status write_vtu(const char *path, const tc_export_mesh *data) {
  vtu v = {.data = data};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_marked_faces_init(data->mesh, &v.faces));
  TC_GUARD(status, find_face_cells(&v));
  list_arrays(&v);
  TC_GUARD(status, write_file(&v, path));
cleanup:
  tc_marked_faces_free(&v.faces);
  return status;
}

const tc_exporter tc_exporter_vtu = {
    .name = "vtu",
    .summary = "VTU for ParaView and meshio, binary; marked faces are triangles whose `region` is the marker",
    .endings = (const char *const[]){".vtu", NULL},
    .writes_field = true,
    .writes_markers = true,
    .writes_names = true,
    .needs_unique_names = true,
    .writes_fibres = true,
    .write = write_vtu,
};

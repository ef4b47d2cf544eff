/* Writer of MSH 4.1. Text and binary files have the same sequence of numbers. The functions with a `sink`
 * write each number in the form of the file. Each region is an entity of dimension 3 and each marker one of
 * dimension 2. Each block of elements belongs to one entity. To preserve the order of the cells, a block has
 * consecutive cells of one region, and a region may have several blocks. Elements are numbered from 1, cells
 * first. All vertices belong to the first region. Source: Gmsh reference manual,
 * section "MSH file format". */
#include "io/exporters/msh4_writer.h"

#include "base/file/file.h"
#include "base/text/text.h"
#include "io/exporters/msh_groups.h"

/* Output file, text or binary. `has_begun_line` is true if the current line of a text file has a number, so
 * that a blank must precede the next number. */
typedef struct sink {
  FILE *out;
  bool is_binary, has_begun_line;
} sink;

static void begin_number(sink *s) {
  if (s->has_begun_line) fputc(' ', s->out);
  s->has_begun_line = true;
}

static void write_int(sink *s, int32_t number) {
  if (s->is_binary) {
    fwrite(&number, sizeof number, 1, s->out);
    return;
  }
  begin_number(s);
  fprintf(s->out, "%d", (int)number);
}

static void write_size(sink *s, int64_t number) {
  if (s->is_binary) {
    fwrite(&number, sizeof number, 1, s->out);
    return;
  }
  begin_number(s);
  fprintf(s->out, "%lld", (long long)number);
}

static void write_double(sink *s, double number) {
  char digits[TC_TEXT_NUMBER];
  if (s->is_binary) {
    fwrite(&number, sizeof number, 1, s->out);
    return;
  }
  begin_number(s);
  tc_text_format_double(number, digits);
  fputs(digits, s->out);
}

/* Ends a line of a text file. Does nothing in a binary file, which has no lines. */
static void end_line(sink *s) {
  if (!s->is_binary) fputc('\n', s->out);
  s->has_begun_line = false;
}

/* Writes the line that ends a section. Binary data of the section end with a line feed. */
static void end_section(sink *s, const char *name) {
  fprintf(s->out, "%s$End%s\n", s->is_binary ? "\n" : "", name);
}

static void write_format(sink *s) {
  fprintf(s->out, "$MeshFormat\n4.1 %d 8\n", s->is_binary ? 1 : 0);
  if (s->is_binary) write_int(s, 1); /* readers find the byte order from this number */
  end_section(s, "MeshFormat");
}

/* Writes one entity (Gmsh: a part of the geometry) for each region or marker. The bounding box of each entity
 * is the box of the whole mesh. No entity has a list of boundary entities. */
static void write_entities_of(sink *s, const tc_labels *labels, const double box[6]) {
  for (int32_t k = 0; k < labels->count; k++) {
    const int32_t group = labels->label[k];
    write_int(s, k + 1);
    for (int i = 0; i < 6; i++) write_double(s, box[i]);
    write_size(s, group != 0);
    if (group != 0) write_int(s, group);
    write_size(s, 0);
    end_line(s);
  }
}

static void write_entities(sink *s, const tc_msh_groups *groups) {
  double box[6];
  tc_mesh_bounds(groups->mesh, box, box + 3);
  fputs("$Entities\n", s->out);
  write_size(s, 0);
  write_size(s, 0);
  write_size(s, groups->marker->count);
  write_size(s, groups->region->count);
  end_line(s);
  write_entities_of(s, groups->marker, box);
  write_entities_of(s, groups->region, box);
  end_section(s, "Entities");
}

/* Writes the first line of a section: number of blocks, number of items (vertices or elements) in all blocks,
 * and lowest and highest number of an item. */
static void write_counts(sink *s, int64_t blocks, int64_t items) {
  write_size(s, blocks);
  write_size(s, items);
  write_size(s, 1);
  write_size(s, items);
  end_line(s);
}

static void write_block(sink *s, int dimension, int32_t entity, int kind, int64_t items) {
  write_int(s, dimension);
  write_int(s, entity);
  write_int(s, kind);
  write_size(s, items);
  end_line(s);
}

static void write_points(sink *s, const tc_mesh *mesh) {
  fputs("$Nodes\n", s->out);
  write_counts(s, 1, mesh->nodes);
  write_block(s, 3, 1, 0, mesh->nodes);
  for (int32_t n = 0; n < mesh->nodes; n++) {
    write_size(s, (int64_t)n + 1);
    end_line(s);
  }
  for (int32_t n = 0; n < mesh->nodes; n++) {
    for (size_t axis = 0; axis < 3; axis++) write_double(s, mesh->points[3 * (size_t)n + axis]);
    end_line(s);
  }
  end_section(s, "Nodes");
}

/* Elements of one type with their physical groups, which are regions or markers. */
typedef struct element_list {
  int dimension, type, corners;
  int32_t count;
  const int32_t *vertex; /* [count][corners] vertices of the elements */
  const int32_t *group;  /* [count] region or marker of each element */
  const tc_labels *labels;
} element_list;

/* Returns the index after the last element of the block that begins with element `first`. */
static int32_t find_block_end(const element_list *list, int32_t first) {
  int32_t end = first + 1;
  while (end < list->count && list->group[end] == list->group[first]) end++;
  return end;
}

static int64_t count_blocks(const element_list *list) {
  int64_t blocks = 0;
  for (int32_t first = 0; first < list->count; first = find_block_end(list, first)) blocks++;
  return blocks;
}

/* Writes all blocks of the elements, which are numbered from first_number. */
static void write_blocks(sink *s, const element_list *list, int64_t first_number) {
  for (int32_t first = 0, end; first < list->count; first = end) {
    end = find_block_end(list, first);
    write_block(s, list->dimension, tc_labels_find(list->labels, list->group[first]) + 1, list->type,
                (int64_t)end - first);
    for (int32_t element = first; element < end; element++) {
      const int32_t *vertex = list->vertex + (size_t)list->corners * (size_t)element;
      write_size(s, first_number + element);
      for (int k = 0; k < list->corners; k++) write_size(s, (int64_t)vertex[k] + 1);
      end_line(s);
    }
  }
}

static void write_elements(sink *s, const tc_msh_groups *groups) {
  const tc_mesh *mesh = groups->mesh;
  const tc_marked_faces *faces = &groups->faces;
  const element_list
      cells = {3, TC_MSH_TETRAHEDRON, 4, mesh->cells, mesh->vertices, mesh->region, groups->region},
      triangles = {2, TC_MSH_TRIANGLE, 3, faces->count, faces->node, faces->marker, groups->marker};
  fputs("$Elements\n", s->out);
  write_counts(s, count_blocks(&cells) + count_blocks(&triangles), (int64_t)cells.count + triangles.count);
  write_blocks(s, &cells, 1);
  write_blocks(s, &triangles, (int64_t)cells.count + 1);
  end_section(s, "Elements");
}

static tc_status write_file(const char *path, const tc_msh_groups *groups, bool is_binary) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  sink s = {file.out, is_binary, false};
  write_format(&s);
  tc_msh_groups_write_names(groups, file.out);
  write_entities(&s, groups);
  write_points(&s, groups->mesh);
  write_elements(&s, groups);
  return tc_file_commit(&file);
}

tc_status tc_msh4_write(const char *path, const tc_mesh *mesh, bool is_binary) {
  tc_msh_groups groups = {0};
  tc_status status = tc_msh_groups_init(path, mesh, &groups);
  if (!status) status = write_file(path, &groups, is_binary);
  tc_msh_groups_free(&groups);
  return status;
}

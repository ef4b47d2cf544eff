#include <inttypes.h>

#include "io/exporters/export_case.h"

#define NAMES                                                                                                \
  "$PhysicalNames\n4\n3 10 \"wall\"\n3 20 \"scar\"\n2 6 \"base\"\n2 7 \"scar\"\n$EndPhysicalNames\n"

Test(export_msh, version_2) {
  export_case c = case_make("wall");
  expect_file(&c, "msh2", "m.msh",
              "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" NAMES
              "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 -0 0 1\n"
              "5 1 1 1\n6 0 0 -0.3333333333333333\n$EndNodes\n$Elements\n7\n1 4 2 10 1 1 2 3 4\n"
              "2 4 2 20 2 2 3 4 5\n3 4 2 10 1 3 2 1 6\n4 2 2 6 1 1 2 4\n5 2 2 6 1 6 1 2\n6 2 2 7 2 5 4 2\n"
              "7 2 2 9 3 2 3 4\n$EndElements\n");
  case_free(&c);
}

/* Each block of $Elements contains consecutive cells of one region. Cells 0 and 2 are in region 10 and
 * cell 1 is in region 20, so the cells need three blocks. */
static const char version_4[] =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" NAMES "$Entities\n0 0 3 2\n"
    "1 0 0 -0.3333333333333333 1 1 1 1 6 0\n2 0 0 -0.3333333333333333 1 1 1 1 7 0\n"
    "3 0 0 -0.3333333333333333 1 1 1 1 9 0\n1 0 0 -0.3333333333333333 1 1 1 1 10 0\n"
    "2 0 0 -0.3333333333333333 1 1 1 1 20 0\n$EndEntities\n$Nodes\n1 6 1 6\n3 1 0 6\n1\n2\n3\n4\n5\n6\n"
    "0 0 0\n1 0 0\n0 1 0\n-0 0 1\n1 1 1\n0 0 -0.3333333333333333\n$EndNodes\n$Elements\n6 7 1 7\n"
    "3 1 4 1\n1 1 2 3 4\n3 2 4 1\n2 2 3 4 5\n3 1 4 1\n3 3 2 1 6\n2 1 2 2\n4 1 2 4\n5 6 1 2\n2 2 2 1\n6 5 4 "
    "2\n"
    "2 3 2 1\n7 2 3 4\n$EndElements\n";

Test(export_msh, version_4_as_text) {
  export_case c = case_make("wall");
  expect_file(&c, "msh4text", "m.msh", version_4);
  case_free(&c);
}

/* ---- conversion of binary files to text, so that they can be compared ---- */

typedef struct bytes {
  const char *at;
  char *text;
} bytes;

static void copy_line(bytes *b) {
  const size_t length = strcspn(b->at, "\n") + 1;
  strncat(b->text, b->at, length);
  b->at += length;
}

static int64_t get_size(bytes *b, const char *end) {
  int64_t number;
  memcpy(&number, b->at, sizeof number);
  b->at += sizeof number;
  sprintf(b->text + strlen(b->text), "%" PRId64 "%s", number, end);
  return number;
}

static int32_t get_int(bytes *b, const char *end) {
  int32_t number;
  memcpy(&number, b->at, sizeof number);
  b->at += sizeof number;
  sprintf(b->text + strlen(b->text), "%d%s", (int)number, end);
  return number;
}

static void get_doubles(bytes *b, int count, const char *end) {
  for (int i = 0; i < count; i++, b->at += sizeof(double)) {
    double number;
    memcpy(&number, b->at, sizeof number);
    sprintf(b->text + strlen(b->text), "%.16g%s", number, i < count - 1 ? " " : end);
  }
}

static void get_entities(bytes *b) {
  get_size(b, " "), get_size(b, " ");
  int64_t entities = get_size(b, " ");
  for (entities += get_size(b, "\n"); entities > 0; entities--) {
    get_int(b, " ");
    get_doubles(b, 6, " ");
    if (get_size(b, " ") == 1) get_int(b, " ");
    cr_assert_eq(get_size(b, "\n"), 0);
  }
}

/* Reads the four counts at the beginning of a section and returns the first of them, the number of blocks. */
static int64_t get_counts(bytes *b) {
  const int64_t blocks = get_size(b, " ");
  get_size(b, " "), get_size(b, " "), get_size(b, "\n");
  return blocks;
}

static int64_t get_block(bytes *b, int32_t *kind) {
  get_int(b, " "), get_int(b, " ");
  *kind = get_int(b, " ");
  return get_size(b, "\n");
}

static void get_nodes(bytes *b) {
  int32_t kind;
  cr_assert_eq(get_counts(b), 1);
  const int64_t nodes = get_block(b, &kind);
  for (int64_t n = 0; n < nodes; n++) get_size(b, "\n");
  for (int64_t n = 0; n < nodes; n++) get_doubles(b, 3, "\n");
}

static void get_elements(bytes *b) {
  for (int64_t blocks = get_counts(b); blocks > 0; blocks--) {
    int32_t type;
    for (int64_t elements = get_block(b, &type); elements > 0; elements--)
      for (int k = type == 4 ? 4 : 3; k >= 0; k--) get_size(b, k ? " " : "\n");
  }
}

Test(export_msh, version_4_as_binary) {
  char text[4096] = "", after[64] = "";
  export_case c = case_make("wall");
  expect_ok(case_write(&c, "msh", "m.msh"));
  char *file = file_text(&c.folder, "m.msh");
  bytes b = {file, text};
  int32_t one;
  cr_assert_eq(strncmp(b.at, "$MeshFormat\n4.1 1 8\n", 20), 0);
  memcpy(&one, b.at + 20, sizeof one);
  cr_assert_eq(one, 1);
  b.at += 24;
  cr_assert_eq(strncmp(b.at, "\n$EndMeshFormat\n", 16), 0);
  b.at += 1;
  strcpy(text, "$MeshFormat\n4.1 0 8\n");
  for (int line = 0; line < 8; line++) copy_line(&b);
  void (*const sections[])(bytes *) = {get_entities, get_nodes, get_elements};
  for (int s = 0; s < 3; s++) {
    if (s == 0) cr_assert_eq(strncmp(b.at, "$Entities", 9), 0);
    copy_line(&b);
    sections[s](&b);
    cr_assert_eq(*b.at++, '\n', "%s", text);
    copy_line(&b);
  }
  strcpy(after, b.at);
  cr_assert_str_eq(after, "");
  cr_assert_str_eq(text, version_4);
  free(file);
  case_free(&c);
}

/* Region 0 means that a cell is in no region. Its cells have no physical group, and its name is not
 * written. */
Test(export_msh, number_0) {
  export_case c = case_make("wall");
  for (int32_t cell = 0; cell < 3; cell++) c.mesh->region[cell] = 0;
  c.mesh->faces = 0;
  expect_ok(tc_mesh_set_names(c.mesh, 1, &(tc_mesh_name){3, 0, "none"}));
  expect_ok(case_write(&c, "msh4text", "m.msh"));
  char *text = file_text(&c.folder, "m.msh");
  cr_assert_not(strstr(text, "$PhysicalNames"));
  cr_assert(strstr(text, "$Entities\n0 0 0 1\n1 0 0 -0.3333333333333333 1 1 1 0 0\n"), "%s", text);
  cr_assert(strstr(text, "$Elements\n1 3 1 3\n3 1 4 3\n1 1 2 3 4\n2 2 3 4 5\n3 3 2 1 6\n$EndElements\n"));
  free(text);
  case_free(&c);
}

Test(export_msh, what_gmsh_cannot_store) {
  static const char *const formats[] = {"msh", "msh2", "msh4text"};
  export_case c = case_make("a \"b\"");
  for (int i = 0; i < 3; i++) {
    expect_error(case_write(&c, formats[i], "m.msh"), TC_USAGE,
                 "m.msh: the name of region 10 contains a quotation mark");
    c.mesh->face_marker[2] = -7;
    expect_error(case_write(&c, formats[i], "m.msh"), TC_USAGE, "m.msh: the marker -7 is negative");
    c.mesh->region[1] = INT32_MIN;
    expect_error(case_write(&c, formats[i], "m.msh"), TC_USAGE,
                 "m.msh: the region -2147483648 is negative, but physical numbers of Gmsh are positive: use "
                 "--format vtu or tetgen");
    c.mesh->face_marker[2] = 7;
    c.mesh->region[1] = 20;
  }
  cr_assert_eq(folder_files(&c.folder, 0), 0, "no file");
  case_free(&c);
}

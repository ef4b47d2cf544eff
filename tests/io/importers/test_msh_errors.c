/* Messages of the reader of Gmsh files, each with place, cause and remedy. */
#define _GNU_SOURCE /* for memmem */
#include "io/importers/msh_case.h"

#define NODES2_OF(rows)    MSH_HEAD("2.2") "$Nodes\n" rows "$EndNodes\n"
#define ELEMENTS2_OF(rows) MSH_HEAD("2.2") MSH_NODES2 MSH_ELEMENTS(rows)
#define NODES4_OF(rows)    MSH_HEAD("4.1") "$Nodes\n" rows "$EndNodes\n"
#define ELEMENTS4_OF(rows) MSH_HEAD("4.1") MSH_NODES4 MSH_ELEMENTS(rows)
#define NAMES_OF(rows)     MSH_HEAD("2.2") "$PhysicalNames\n" rows "$EndPhysicalNames\n"

typedef struct bad_text {
  const char *text, *message;
} bad_text;

static void refuse_all(int count, const bad_text *list) {
  for (int i = 0; i < count; i++) msh_refuse(list[i].text, list[i].message);
}
#define REFUSE_ALL(list) refuse_all(sizeof(list) / sizeof *(list), list)

Test(msh_errors, header) {
  static const bad_text list[] = {
      {"", "m.msh: is empty: write it again"},
      {"version https://git-lfs.github.com/spec/v1\noid x\n", "m.msh: is a Git LFS pointer"},
      {"(0 \"Fluent\")\n",
       "m.msh:1: the file does not begin with $MeshFormat, so Gmsh did not write it: save the"},
      {"$Comments\n$EndComments\n", "m.msh: has no section $MeshFormat: use a file that Gmsh has written"},
      {"$NOD\n1\n", "m.msh: the version MSH 1 is not supported: convert the file, e.g. gmsh /tmp/"},
      {MSH_HEAD("1.0"), "the version MSH 1 is not supported: convert"},
      {MSH_HEAD("3"), "the version MSH 3 is not supported: convert"},
      {MSH_HEAD("4"),
       "the version MSH 4.0 is not supported, because MSH 4.1 replaced it: convert the file, e.g. "},
      {MSH_HEAD("4.0"), "m.msh -save -format msh41 -o converted.msh"},
      {MSH_HEAD("4.2"), "the version MSH 4.2 is not supported: convert"},
      {MSH_HEAD("two"), "m.msh:2: expected the version, found \"two\": correct it"},
      {MSH_HEAD("2,2"), "found \"2,2\": it has a decimal comma: write a decimal point"},
      {"$MeshFormat\n$EndMeshFormat\n", "the version"},
      {"$MeshFormat\n2.2 0\n", "m.msh:2: the line ends before the data size: complete it"},
      {"$MeshFormat\n2.2 2 8\n", "m.msh:2: the file type is 2: write 0 (text) or 1 (binary)"},
      {"$MeshFormat\n2.2 1 4\n",
       "the data size is 4 bytes, but only 8 is supported: convert the file, e.g. gmsh"},
      {"$MeshFormat\n2.2 1 8\nabcd\n",
       "m.msh: byte 20: expected the integer 1 in binary form, found 1684234849: "},
      {"$MeshFormat\n2.2 0 8\n$Nodes\n", "m.msh:3: expected $EndMeshFormat, found"},
      {MSH_HEAD("2.2"), "m.msh: the file has no section $Nodes: save the complete mesh again"},
      {MSH_HEAD("2.2") MSH_NODES2, "m.msh: the file has no section $Elements: save"},
      {MSH_HEAD("2.2") MSH_NODES2 MSH_NODES2,
       "m.msh:11: the file has a second section $Nodes: remove one of them"},
      {MSH_HEAD("2.2") "5\n", "m.msh:4: expected the beginning of a section, such as $Nodes, found \"5\""},
      {MSH_HEAD("2.2") "$EndNodes\n", "such as $Nodes, found \"$EndNodes\""},
      {MSH_HEAD("2.2") "$View\n1\n",
       "m.msh: the file ends in the section $View: copy the complete file again"},
  };
  REFUSE_ALL(list);
}

Test(msh_errors, names) {
  static const bad_text list[] = {
      {NAMES_OF("1\n2 7\n"), "m.msh:6: the line ends before the name of a group: complete it"},
      {NAMES_OF("1\n2 7 \"wall\n"), "m.msh:6: the name of a group has no closing quotation mark: add it"},
      {NAMES_OF("1\n2 7 \"w\xe4\"\n"),
       "m.msh:6: the name of a group has a character that is not valid: save"},
      {NAMES_OF("1\n2 7 \"\t\"\n"), "has a character that is not valid"},
      {NAMES_OF("1\n4 7 \"wall\"\n"),
       "m.msh:6: a group has dimension 4 and number 7: write a dimension from 0 to 3"},
      {NAMES_OF("1\n2 9999999999 \"wall\"\n"), "and number 9999999999: write"},
      {NAMES_OF("2\n2 7 \"wall\"\n"),
       "m.msh:7: $PhysicalNames ends after 1 of the 2 names that it announces: "},
      {NAMES_OF("1\n2 7 \"a\"\n2 8 \"b\"\n"), "m.msh:7: "},
      {NAMES_OF("-1\n"), "m.msh:5: $PhysicalNames announces -1 names: correct the number"},
  };
  REFUSE_ALL(list);
}

Test(msh_errors, vertices) {
  static const bad_text list[] = {
      {NODES2_OF("1\n1 0 0\n"), "m.msh:6: the line ends before the z coordinate: complete it"},
      {NODES2_OF("1\n1 0 x 0\n"), "m.msh:6: expected the y coordinate, found \"x\": correct it"},
      {NODES2_OF("1\n1 nan 0 0\n"),
       "m.msh:6: the x coordinate is not a number (nan): correct it to a finite"},
      {NODES2_OF("1\n1 0 0 -inf\n"), "m.msh:6: the z coordinate is infinite: correct it to a finite number"},
      {NODES2_OF("1\n1 0 0 0 0\n"), "m.msh:6: "},
      {NODES2_OF("2\n1 0 0 0 0\n2 0 0 0\n"), "m.msh:6: expected the end of the line, found \"0\""},
      {NODES2_OF("1\n-1 0 0 0\n"), "m.msh:6: the number of a vertex is -1: number the vertices from 1"},
      {NODES2_OF("1\n2147483648 0 0 0\n"),
       "m.msh:6: the number of a vertex is 2147483648, which is out of range: "},
      {NODES2_OF("2\n7 0 0 0\n7 1 0 0\n"),
       "m.msh:7: $Nodes has several vertices with the number 7: number them"},
      {NODES2_OF("3\n7 0 0 0\n99 1 0 0\n99 1 0 0\n"), "$Nodes has several vertices with the number 99"},
      {NODES2_OF("2\n1 0 0 0\n"),
       "m.msh:7: $Nodes ends after 1 of the 2 vertices that it announces: correct"},
      {NODES2_OF("882564\n1 0 0 0\n"),
       "m.msh: $Nodes announces 882564 vertices, but the file has space for only 2"},
      {MSH_HEAD("2.2") "$Nodes\n1\n1 0 0 0\n",
       "m.msh: the file ends in the section $Nodes: copy the complete"},
      {NODES4_OF("1 2 1 2\n3 1 0 1\n1\n0 0 0\n"),
       "m.msh:8: $Nodes announces 2 vertices, but its blocks have 1: "},
      {NODES4_OF("1 1 1 2\n3 1 0 2\n1\n2\n0 0 0\n0 0 0\n"),
       "m.msh:6: a block announces 2 vertices, but only 1 of"},
      {NODES4_OF("1 1 1 1\n3 1 2 1\n1\n0 0 0\n"),
       "m.msh:6: a block has dimension 3 and parametric 2: write a dimension from 0 to 3"},
      {NODES4_OF("1 1 1 1\n3 1 1 1\n1\n0 0 0\n"), "m.msh:8: the line ends before a number: complete it"},
      {NODES4_OF("1 1 1 1\n3 1 0 1\n-1\n0 0 0\n"),
       "m.msh:7: the number of a vertex is -1, which is out of range: "},
      {NODES4_OF("1 1 1\n"), "the number of blocks, their total or their range"},
  };
  REFUSE_ALL(list);
}

Test(msh_errors, elements) {
  static const bad_text list[] = {
      {MSH_HEAD("2.2") MSH_ELEMENTS("0\n"),
       "m.msh:5: $Elements precedes $Nodes: write $Nodes before $Elements"},
      {ELEMENTS2_OF("1\n8 4 0 1 2 3 5\n"),
       "m.msh:13: element 8 has vertex 5, which $Nodes does not contain: "},
      {ELEMENTS2_OF("1\n1 140 0 1 2 3 4\n"),
       "m.msh:13: the element type 140 is unknown: save the mesh with order 1"},
      {ELEMENTS2_OF("1\n1 29 0 1 2 3 4\n"),
       "m.msh:13: the tetrahedra have order 3 (type 29), but only 1 and 2 are"},
      {ELEMENTS2_OF("1\n1 24 0 1 2 3 4\n"), "the triangles have order 5 (type 24)"},
      {ELEMENTS2_OF("1\n1 0 0 1 2 3 4\n"), "the element type 0 is unknown"},
      {ELEMENTS2_OF("1\n1 4 -1 1 2 3 4\n"), "m.msh:13: element 1 has -1 tags: correct the number"},
      {ELEMENTS2_OF("1\n1 4 999 1 2 3 4\n"),
       "$Elements announces 999 tags of an element, but the file has space"},
      {ELEMENTS2_OF("1\n1 4 0 1 2 3\n"),
       "m.msh:13: the line ends before the vertex of an element: complete it"},
      {ELEMENTS4_OF("1 1 1 1\n2 1 4 1\n1 1 2 3 4\n"),
       "m.msh:18: a block of dimension 2 has elements of type 4 (tetra"},
      {ELEMENTS4_OF("1 9 1 1\n3 1 4 9\n1 1 2 3 4\n"),
       "$Elements announces 9 elements, but the file has space for"},
      {ELEMENTS4_OF("2 1 1 1\n3 1 4 1\n1 1 2 3 4\n"),
       "m.msh:20: $Elements ends after 1 of the 2 blocks that it"},
      {ELEMENTS4_OF("1 1 1 1\n3 1 4 1\n6 1 2 3 9\n"),
       "m.msh:19: element 6 has vertex 9, which $Nodes does not"},
      {ELEMENTS4_OF("0 0 0 0\n") "$Entities\n0 0 0 0\n$EndEntities\n",
       "m.msh:19: $Entities follows $Elements: write"},
      {MSH_HEAD("4.1") "$PartitionedEntities\n9999999999\n0\n",
       "m.msh:6: the number of subdomains is 9999999999, but at most "},
  };
  REFUSE_ALL(list);
}

/* A line of a text file that is longer than the reader's buffer is refused. */
Test(msh_errors, long_line) {
  static char text[1 << 20];
  const size_t line = 600 << 10;
  snprintf(text, sizeof text, "%s$Nodes\n", MSH_HEAD("2.2"));
  memset(text + strlen(text), '1', line);
  msh_refuse(text, "m.msh:4: the line has more than 262136 bytes: use a file with shorter lines");
}

/* ---- binary files with a changed number ---- */

/* Writes the mesh file in the variant msh_forms[form] and searches the text `mark` in it. Overwrites
 * `bytes` bytes, which begin `offset` bytes after this text, and expects the error `message`. */
static void refuse_change(int form, const char *mark, size_t offset, const void *with, size_t bytes,
                          const char *message) {
  static msh_bytes b;
  msh_write(&msh_forms[form], &b);
  char *at = memmem(b.text, b.length, mark, strlen(mark));
  cr_assert_not_null(at);
  memcpy(at + strlen(mark) + offset, with, bytes);
  msh_refuse_bytes(b.text, b.length, message);
}

Test(msh_errors, binary_files) {
  enum { binary2 = 1, binary4 = 4 };
  const int32_t zero = 0, many = 1 << 20, type = 29;
  const int64_t far = INT64_C(1) << 40;
  const double infinite = 1.0 / 0.0;
  refuse_change(binary2, "$Nodes\n5\n", 4, &infinite, 8,
                "m.msh: byte 146: the x coordinate is infinite: correct");
  refuse_change(binary2, "$Nodes\n5\n", 28, &(int32_t){1}, 4,
                "$Nodes has several vertices with the number 1: ");
  refuse_change(binary2, "$Elements\n5\n", 4, &zero, 4,
                "a block announces 0 elements where 1 to 5 can follow: ");
  refuse_change(binary2, "$Elements\n5\n", 4, &many, 4, "announces 1048576 elements where 1 to 5");
  refuse_change(binary2, "$Elements\n5\n", 0, &type, 4, "the tetrahedra have order 3");
  refuse_change(binary2, "$Elements\n5\n", 24, &many, 4,
                "element 1 has vertex 1048576, which $Nodes does not");
  refuse_change(binary2, "$EndNodes", 0, "x", 1, "m.msh: byte ");
  refuse_change(binary4, "$Nodes\n", 8, &far, 8,
                "$Nodes announces 1099511627776 vertices, but the file has space");
  refuse_change(binary4, "$Nodes\n", 0, &(int64_t){-1}, 8,
                "m.msh: byte 604: the number of blocks, their total or their range is -1, ");
  refuse_change(binary4, "$Elements\n", 44, &far, 8,
                "a block announces 1099511627776 elements, but only 5 of the 5");
  refuse_change(binary4, "$Elements\n", 60, &far, 8,
                "element 1 has vertex 1099511627776, which $Nodes does not");
}

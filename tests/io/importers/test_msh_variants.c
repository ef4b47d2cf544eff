/* Properties of real Gmsh files that the reader accepts: groups, subdomains, numbers, sections, line ends. */
#include "io/importers/msh_case.h"

#define CELL2 MSH_ELEMENTS("1\n1 4 2 5 1 1 2 3 4\n")

static void expect_format(const char *text, const char *format) {
  tc_raw_mesh *mesh = msh_accept(text);
  cr_assert_str_eq(mesh->format, format);
  cr_assert_eq(mesh->elements, 1);
  cr_assert_eq(mesh->points, 4);
  tc_raw_mesh_destroy(&mesh);
}

Test(msh_variants, versions_and_line_ends) {
  expect_format(MSH_HEAD("2") MSH_NODES2 CELL2, "Gmsh MSH 2, text");
  expect_format(MSH_HEAD("2.0") MSH_NODES2 CELL2, "Gmsh MSH 2, text");
  expect_format(MSH_HEAD("2.1") MSH_NODES2 CELL2, "Gmsh MSH 2.1, text");
  expect_format("\xef\xbb\xbf" MSH_HEAD("2.2") MSH_NODES2 CELL2, "Gmsh MSH 2.2, text");
  expect_format("$MeshFormat\r\n2.2 0 8\r\n$EndMeshFormat\r\n$Nodes\r\n4\r\n1 0 0 0\r\n2 1 0 0\r\n3 0 1 0\r\n"
                "4 0 0 1\r\n$EndNodes\r\n\r\n$Elements\r\n1\r\n1 4 2 5 1 1 2 3 4\r\n$EndElements",
                "Gmsh MSH 2.2, text");
}

/* The reader skips unknown sections. They may be anywhere, may have lines longer than the buffer, and may
 * contain anything. */
Test(msh_variants, unknown_sections) {
  static char text[1 << 20];
  const size_t line = 600 << 10;
  expect_format("$Comments\n$Nodes 5\n$EndComments\n" MSH_HEAD("2.2") MSH_NODES2
                "$NodeData\n1\n\"v\"\n$EndNodeDat\n$EndNodeData\n" CELL2 "$NodeData\n$EndNodeData\n",
                "Gmsh MSH 2.2, text");
  snprintf(text, sizeof text, "%s$Data\n", MSH_HEAD("2.2") MSH_NODES2);
  const size_t length = strlen(text);
  memset(text + length, 'x', line);
  snprintf(text + length + line, sizeof text - length - line, "\n$EndData\n%s", CELL2);
  expect_format(text, "Gmsh MSH 2.2, text");
}

Test(msh_variants, unknown_sections_of_binary_files) {
  static msh_bytes bytes;
  for (int i = 0; i < msh_form_count; i++) {
    msh_write(&msh_forms[i], &bytes);
    msh_line(&bytes, "$NodeData\n1\n");
    for (int k = 0; k < 40; k++) msh_reals(&bytes, 3, msh_points[k % 5]);
    msh_line(&bytes, "$EndNodeDatum\n");
    if (i % 3) msh_line(&bytes, "\n");
    if (!msh_forms[i].is_binary) msh_line(&bytes, "\n");
    msh_line(&bytes, "$EndNodeData\n");
    tc_raw_mesh *mesh = msh_accept_bytes(bytes.text, bytes.length);
    cr_assert_eq(mesh->elements, 5);
    tc_raw_mesh_destroy(&mesh);
  }
}

/* ---- physical groups of elements ---- */

/* The first tag of an element is its physical group, and the second tag (the entity) is ignored. Tags may
 * be missing, and group 0 means no group. */
Test(msh_variants, tags_of_version_2) {
  tc_raw_mesh *mesh = msh_accept(
      MSH_HEAD("2.2") MSH_NODES2 MSH_ELEMENTS("6\n1 2 2 2 1 1 2 3\n2 2 2 2 6 1 2 4\n3 2 0 1 3 4\n"
                                              "4 2 1 7 2 3 4\n5 4 2 0 1 1 2 3 4\n6 4 2 -2 1 1 2 3 4\n"));
  cr_assert_eq(mesh->set[0], mesh->set[1]);
  expect_group_at(mesh, 0, 0, 2, 2, "");
  cr_assert_eq(mesh->set[2], 0);
  expect_group_at(mesh, 3, 0, 2, 7, "");
  cr_assert_eq(mesh->set[4], 0);
  expect_group_at(mesh, 5, 0, 3, 2, "");
  cr_assert_eq(mesh->groups, 3);
  cr_assert_arr_eq(mesh->element_number, ((int64_t[]){1, 2, 3, 4, 5, 6}), 6 * sizeof(int64_t));
  tc_raw_mesh_destroy(&mesh);
}

/* A physical name belongs to a dimension and a number. Another word may follow the name, and its quotation
 * marks may be missing. */
Test(msh_variants, names) {
  tc_raw_mesh *mesh = msh_accept(
      MSH_HEAD("2.2") "$PhysicalNames\n4\n2 1 \"Plate A\" lower_dimensional_block\n3 1 tissue # 1\n"
                      "3 9 \"\"\n2 4 \"\xc3\xa4u\xc3\x9f"
                      "ere # Wand\"\n$EndPhysicalNames\n" MSH_NODES2 MSH_ELEMENTS(
                          "3\n1 2 2 1 1 1 2 3\n2 4 2 1 1 1 2 3 4\n3 2 2 4 1 1 2 4\n"));
  expect_group_at(mesh, 0, 0, 2, 1, "Plate A");
  expect_group_at(mesh, 1, 0, 3, 1, "tissue");
  expect_group_at(mesh, 2, 0, 2, 4,
                  "\xc3\xa4u\xc3\x9f"
                  "ere # Wand");
  tc_raw_mesh_destroy(&mesh);
}

/* In version 2.0 physical names have no dimension, and the section of the names may follow the elements. */
Test(msh_variants, names_without_dimension) {
  tc_raw_mesh *mesh = msh_accept(MSH_HEAD("2") MSH_NODES2 MSH_ELEMENTS(
      "3\n1 2 2 1 1 1 2 3\n2 4 2 1 1 1 2 3 4\n3 2 2 4 1 1 2 4\n") "$PhysicalNames\n1\n1\"both\"\n"
                                                                  "$EndPhysicalNames\n");
  expect_group_at(mesh, 0, 0, 2, 1, "both");
  expect_group_at(mesh, 1, 0, 3, 1, "both");
  expect_group_at(mesh, 2, 0, 2, 4, "");
  tc_raw_mesh_destroy(&mesh);
}

/* An entity may belong to several physical groups or to none. $Entities may omit the entity of an element,
 * which then has no group. */
Test(msh_variants, entities) {
  tc_raw_mesh *mesh = msh_accept(
      MSH_HEAD("4.1") "$Entities\n1 0 2 1\n1 0 0 0 1 5\n1 0 0 0 1 1 1 2 18 7 0\n2 0 0 0 1 1 1 0\n2 1 -2\n"
                      "1 0 0 0 1 1 1 1 -1 1 1\n$EndEntities\n" MSH_NODES4 MSH_ELEMENTS(
                          "5 5 1 5\n0 1 15 1\n1 2\n2 1 2 1\n2 1 2 3\n2 2 2 1\n3 1 2 4\n2 3 2 1\n4 1 3 4\n"
                          "3 1 4 1\n5 1 2 3 4\n"));
  expect_group_at(mesh, 0, 0, 0, 5, "");
  cr_assert_eq(count_groups(mesh, 1), 2);
  expect_group_at(mesh, 1, 0, 2, 18, "");
  expect_group_at(mesh, 1, 1, 2, 7, "");
  cr_assert_eq(mesh->set[2], 0);
  cr_assert_eq(mesh->set[3], 0);
  expect_group_at(mesh, 4, 0, 3, 1, "");
  tc_raw_mesh_destroy(&mesh);
}

/* The list of boundaries of an entity is one line and may be longer than the rest of the file. The reader
 * must skip it. */
Test(msh_variants, long_lists_of_entities) {
  static char text[1 << 16];
  snprintf(text, sizeof text, MSH_HEAD("4.1") "$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 9999");
  for (int i = 0; i < 9999; i++) strcat(text + 11 + 2 * (size_t)i, " 1");
  strcat(text, "\n$EndEntities\n" MSH_NODES4 MSH_ELEMENTS("1 1 1 1\n3 1 4 1\n1 1 2 3 4\n"));
  tc_raw_mesh *mesh = msh_accept(text);
  cr_assert_eq(mesh->set[0], 0);
  tc_raw_mesh_destroy(&mesh);
}

/* ---- subdomains and periodic links ---- */

static void expect_subdomains(const char *text, int found, int all) {
  tc_raw_mesh *mesh = msh_accept(text);
  cr_assert_eq(mesh->facts.subdomains_found, found, "%s", text);
  cr_assert_eq(mesh->facts.subdomains, all, "%s", text);
  tc_raw_mesh_destroy(&mesh);
}

#define TAGS2(first, second)                                                                                 \
  MSH_HEAD("2.2")                                                                                            \
  MSH_NODES2 MSH_ELEMENTS("2\n1 4 " first " 1 2 3 4\n2 4 " second " 1 2 4 3\n")

Test(msh_variants, subdomains_of_version_2) {
  expect_subdomains(TAGS2("3 1 1 0", "3 1 1 0"), 0, 0);
  expect_subdomains(TAGS2("3 1 1 1", "3 1 1 2"), 2, 2);     /* version 2.1: the third tag is the subdomain */
  expect_subdomains(TAGS2("4 1 1 1 1", "4 1 1 1 3"), 2, 2); /* version 2.2: the third tag counts them */
  expect_subdomains(TAGS2("4 1 1 1 1", "5 1 1 2 1 -2"), 1, 2); /* -2: a ghost of subdomain 2 */
  expect_subdomains(TAGS2("4 1 1 1 3", "4 1 1 1 3"), 1, 3);
  expect_subdomains(TAGS2("4 1 1 1 1", "14 1 1 11 1 -2 -3 -4 -5 -6 -7 -8 -9 -10 -11"), 1, 11);
  expect_subdomains(TAGS2("4 1 1 7 3", "2 1 1"), 0, 0); /* These tags are not those of subdomains. */
}

/* If a mesh has subdomains, its entities are in $PartitionedEntities and not in $Entities. */
Test(msh_variants, partitioned_entities) {
  tc_raw_mesh *mesh = msh_accept(
      MSH_HEAD("4.1") "$Entities\n0 0 0 1\n1 0 0 0 1 1 1 1 4 0\n$EndEntities\n"
                      "$PartitionedEntities\n2\n2\n7 1\n8 2\n1 0 1 2\n9 3 1 2 1 2 0 0 0 0\n"
                      "25 2 1 2 1 2 0 0 0 1 1 1 1 6 0\n26 3 1 1 1 0 0 0 1 1 1 1 4 1 25\n"
                      "27 3 1 1 2 0 0 0 1 1 1 1 5 1 -25\n$EndPartitionedEntities\n" MSH_NODES4 MSH_ELEMENTS(
                          "3 3 1 3\n2 25 2 1\n1 2 3 4\n3 26 4 1\n2 1 2 3 4\n3 27 4 1\n3 1 2 4 "
                          "3\n") "$GhostElements\n1\n2 1 1 2\n$EndGhostElements\n");
  cr_assert_eq(mesh->facts.subdomains, 2);
  cr_assert_eq(mesh->facts.subdomains_found, 2);
  expect_group_at(mesh, 0, 0, 2, 6, "");
  expect_group_at(mesh, 1, 0, 3, 4, "");
  expect_group_at(mesh, 2, 0, 3, 5, "");
  tc_raw_mesh_destroy(&mesh);
}

Test(msh_variants, periodic_links) {
  tc_raw_mesh *mesh =
      msh_accept(MSH_HEAD("2.2") MSH_NODES2 CELL2 "$Periodic\n2\n0 2 1\n1\n2 1\n2 2 1\nAffine 1 0\n"
                                                  "1\n2 1\n$EndPeriodic\n");
  cr_assert_eq(mesh->facts.periodic_links, 2);
  tc_raw_mesh_destroy(&mesh);
  mesh = msh_accept(MSH_HEAD("4.1") MSH_NODES4 MSH_ELEMENTS(
      "1 1 1 1\n3 1 4 1\n1 1 2 3 4\n") "$Periodic\n1\n2 2 1\n16 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n1\n2 "
                                       "1\n$EndPeriodic\n");
  cr_assert_eq(mesh->facts.periodic_links, 1);
  tc_raw_mesh_destroy(&mesh);
}

/* ---- numbers and coordinates of vertices ---- */

/* Numbers may begin anywhere, have gaps, be in any order, or be far from each other. */
Test(msh_variants, numbers_of_vertices) {
  static const struct {
    long long number[4], base;
  } cases[] = {{{0, 1, 2, 3}, 0},
               {{1000000000000, 1000000000001, 1000000000002, 1000000000003}, -1},
               {{4, 3, 2, 1}, -1},
               {{1, 5, 9, 14}, -1},
               {{9, 1, 700000000000, 5}, -1}};
  static msh_bytes bytes;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const long long *n = cases[k].number;
    bytes.length = 0;
    msh_line(&bytes, MSH_HEAD("4.1") "$Nodes\n2 4 0 9\n3 1 0 3\n%lld\n%lld\n%lld\n0 0 0\n1 0 0\n0 1 0\n",
             n[0], n[1], n[2]);
    msh_line(&bytes,
             "3 2 0 1\n%lld\n0 0 1\n$EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 %lld %lld %lld %lld\n"
             "$EndElements\n",
             n[3], n[0], n[1], n[2], n[3]);
    tc_raw_mesh *mesh = msh_accept_bytes(bytes.text, bytes.length);
    cr_assert_eq(mesh->point_number == NULL, cases[k].base >= 0);
    for (int i = 0; i < 4; i++) cr_assert_eq(tc_raw_mesh_point_number(mesh, i), n[i]);
    cr_assert_arr_eq(mesh->corner, ((int32_t[]){0, 1, 2, 3}), 4 * sizeof(int32_t));
    tc_raw_mesh_destroy(&mesh);
  }
}

/* Each vertex of a parametric block has additional numbers after its coordinates, one per dimension of the
 * entity. The reader skips them. */
Test(msh_variants, parametric_vertices) {
  tc_raw_mesh *mesh = msh_accept(MSH_HEAD("4.1") "$Nodes\n4 4 1 4\n0 1 1 1\n1\n0 0 0\n1 1 1 1\n2\n1 0 0 .5\n"
                                                 "2 1 1 1\n3\n0 1 0 .5 .5\n3 1 1 1\n4\n0 0 1 .1 .2 nan\n"
                                                 "$EndNodes\n" MSH_ELEMENTS("1 1 1 1\n3 1 4 1\n1 1 2 3 4\n"));
  static const double expected[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  cr_assert_arr_eq(mesh->point, expected, sizeof expected);
  tc_raw_mesh_destroy(&mesh);
}

/* The reader of Gmsh files must report a failing allocation as an error. */
#include "io/importers/msh_case.h"
#include "support/out_of_memory.h"

/* A mesh with widely spaced vertex numbers, a physical name without dimension, and subdomains
 * (partitions). */
static const char text[] =
    MSH_HEAD("2") "$Nodes\n4\n1 0 0 0\n20000 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n" MSH_ELEMENTS(
        "2\n1 2 3 6 1 1 1 20000 3\n2 4 3 7 1 2 1 20000 3 4\n") "$PhysicalNames\n1\n7 "
                                                               "\"tissue\"\n$EndPhysicalNames\n";

/* Runs the reader repeatedly until no allocation fails. Each run lets another allocation fail, which the
 * reader must report. Sanitizers check that the reader frees its memory. */
static void expect_all_reported(const folder *f, const char *bytes, size_t length) {
  static const tc_import_options options;
  char path[400];
  long failures = 0;
  file_write_bytes(f, "m.msh", bytes, length);
  file_path(f, "m.msh", path);
  do {
    tc_raw_mesh *mesh = NULL;
    short_memory_hit = false;
    short_memory_left = failures++;
    tc_status status = tc_importer_find("msh")->read(path, &options, NULL, &mesh);
    short_memory_left = -1;
    cr_assert_eq(tc_status_code(status), short_memory_hit ? TC_INTERNAL : TC_DONE, "%s",
                 tc_status_text(status));
    cr_assert_eq(mesh == NULL, short_memory_hit);
    tc_status_free(&status);
    tc_raw_mesh_destroy(&mesh);
  } while (short_memory_hit);
  cr_assert_gt(failures, 10);
}

Test(msh_memory, every_failing_allocation_is_an_error) {
  static msh_bytes bytes;
  folder f = folder_make();
  for (int i = 0; i < msh_form_count; i++) {
    msh_write(&msh_forms[i], &bytes);
    expect_all_reported(&f, bytes.text, bytes.length);
  }
  expect_all_reported(&f, text, sizeof text - 1);
  folder_remove(&f);
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "io/snapshot/xdmf.h"
#include "support/expect.h"

static void expect_path(const char *snapshot, const char *wanted) {
  char *path = NULL;
  expect_ok(tc_xdmf_path(snapshot, &path));
  cr_assert_str_eq(path, wanted);
  tc_free(path);
}

Test(xdmf, name_beside_the_snapshot_file) {
  expect_path("out/a.h5", "out/a.xdmf");
  expect_path("a.b.hdf5", "a.b.xdmf");
  expect_path("out.d/a", "out.d/a.xdmf");
  expect_path("out/.h5", "out/.h5.xdmf");
  expect_path("../a", "../a.xdmf");
  char *path = NULL;
  expect_error(tc_xdmf_path("out/a.xdmf", &path), TC_OUTPUT, "out/a.xdmf: ");
  cr_assert_null(path);
}

static char *read_text(const char *path) {
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s is missing", path);
  char *text = calloc(1, 1 << 14);
  fread(text, 1, (1 << 14) - 1, file);
  fclose(file);
  return text;
}

static void expect_part(const char *text, const char *part) {
  cr_assert_not_null(strstr(text, part), "\"%s\" is not in:\n%s", part, text);
}

Test(xdmf, text) {
  char folder[] = "/tmp/tc_xdmf_XXXXXX", path[64];
  cr_assert_not_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.xdmf", folder);
  const double time[] = {0, 0.1, 1e-300};
  tc_xdmf xdmf = {"some/where/a<&>.h5", 5, 2, 3, time, NULL};
  expect_ok(tc_xdmf_write(path, &xdmf));
  char *text = read_text(path);
  expect_part(text, "<Xdmf Version=\"3.0\">");
  expect_part(text, "GridType=\"Collection\" CollectionType=\"Temporal\"");
  expect_part(text,
              "<Topology TopologyType=\"Tetrahedron\" NumberOfElements=\"2\"><DataItem Dimensions=\"2 4\" "
              "NumberType=\"Int\" Precision=\"4\" Format=\"HDF\">a&lt;&amp;&gt;.h5:/mesh/cells</DataItem>");
  expect_part(text, "<DataItem Dimensions=\"5 3\" NumberType=\"Float\" Precision=\"8\"");
  expect_part(text, "<Time Value=\"0.10000000000000001\"/>");
  expect_part(text, "<Time Value=\"1e-300\"/>");
  expect_part(text, ":/field/frames/2</DataItem>");
  cr_assert_null(strstr(text, ":/field/frames/3<"));
  cr_assert_null(strstr(text, "some/where"), "the path must be relative to the folder of the XDMF file");
  free(text);
  cr_assert(tc_xdmf_is_own(path));
  unlink(path);
  rmdir(folder);
}

Test(xdmf, failures) {
  const double time[] = {0};
  tc_xdmf xdmf = {"a.h5", 5, 2, 1, time, NULL};
  expect_error(tc_xdmf_write("/nowhere/at/all/a.xdmf", &xdmf), TC_OUTPUT, "/nowhere/at/all/a.xdmf: ");
}

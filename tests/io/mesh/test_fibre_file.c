#include "io/mesh/fibre_file.h"

#include <hdf5.h>
#include <math.h>

#include "base/core/memory.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"
#include "support/parallel.h"

static tc_status outcome(const folder *f, const char *text, int32_t cells, tc_fibre_values *out) {
  char path[400];
  file_write(f, "f.lon", text);
  file_path(f, "f.lon", path);
  return tc_fibres_read(path, "/mesh/fibres", cells, 1, NULL, out);
}

static void accept(const folder *f, const char *text, int32_t cells, int width, const double *wanted) {
  tc_fibre_values values;
  expect_ok(outcome(f, text, cells, &values));
  cr_assert_eq(values.width, width);
  cr_assert_arr_eq(values.value, wanted, 8 * (size_t)width * (size_t)cells, "%s", text);
  tc_free(values.value);
}

static void refuse(const folder *f, const char *text, const char *part) {
  tc_fibre_values values;
  expect_error(outcome(f, text, 2, &values), TC_INPUT, part);
  cr_assert_null(values.value);
}

ParallelTest(fibres, texts) {
  (void)world;
  folder f = folder_make();
  accept(&f, "1 0 0\n0 2 0\n", 2, 3, (double[]){1, 0, 0, 0, 2, 0});
  accept(&f, "# made by hand\n1\n1 0 0\n\n0 2e0 -.5 # cell 2", 2, 3, (double[]){1, 0, 0, 0, 2, -0.5});
  accept(&f, "2\r\n1 0 0 0 1 0\r\n0 0 0 0 0 0\r\n", 2, 6, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  accept(&f, "1 0 0 0 1 0\n", 1, 6, (double[]){1, 0, 0, 0, 1, 0});
  folder_remove(&f);
}

/* Fibre files of Chaste begin with the number of cells. Their rows have 3 or 9 numbers. */
ParallelTest(fibres, files_of_chaste) {
  (void)world;
  folder f = folder_make();
  accept(&f, "2\n1 0 0\n0 2 0\n", 2, 3, (double[]){1, 0, 0, 0, 2, 0});
  accept(&f, "3\n1 0 0\n0 2 0\n0 0 1\n", 3, 3, (double[]){1, 0, 0, 0, 2, 0, 0, 0, 1});
  accept(&f, "1\n1 0 0 0 1 0 0 0 1\n", 1, 6, (double[]){1, 0, 0, 0, 1, 0});
  folder_remove(&f);
}

ParallelTest(fibres, variants_of_other_programs) {
  (void)world;
  folder f = folder_make();
  static tc_log_record record;
  const tc_log log = {NULL, TC_LOG_QUIET, &record, NULL};
  char path[400];
  tc_fibre_values values;
  accept(&f,
         "\xef\xbb\xbf"
         "1.0\r1.0D+00 0 0\r0, 2d0, 0\r",
         2, 3, (double[]){1, 0, 0, 0, 2, 0});
  file_write(&f, "f.lon", "1 0 0\n0 2 0\nEND OF FILE\n");
  file_path(&f, "f.lon", path);
  expect_ok(tc_fibres_read(path, "", 2, 1, &log, &values));
  cr_assert_eq(record.warnings, 1);
  cr_assert_not_null(
      strstr(record.warning[0], "f.lon:3: ignored the text after the directions of all cells: \"END"));
  tc_free(values.value);
  folder_remove(&f);
}

ParallelTest(fibres, texts_with_mistakes) {
  (void)world;
  folder f = folder_make();
  refuse(&f, "", "f.lon: ");
  refuse(&f, "# nothing\n", "f.lon: contains no fibre directions");
  refuse(&f, "1\n", "f.lon: contains no fibre directions");
  refuse(&f, "3\n1 0 0\n",
         "f.lon: the first line is 3 and the next one has 3 numbers: write the number of dir");
  refuse(&f, "1.5\n1 0 0\n", "f.lon:1: expected the number of directions (1 or 2)");
  refuse(&f, "0\n1 0 0\n1 0 0\n", "f.lon:1: expected the number of directions (1 or 2)");
  refuse(&f, "1 2\n", "f.lon:1: the line has 2 numbers, expected 3 (fibre), 6 (fibre and sheet) or 9");
  refuse(&f, "1 0 0 0\n", "f.lon:1: the line has 4 numbers, expected 3");
  refuse(&f, "1 0 0 1 0 0 1\n", "f.lon:1: the line has 7 numbers, expected 3");
  refuse(&f, "1 0 0 1 0 0 1 0 0 1\n", "f.lon:1: the line has more than 9 numbers, expected 3");
  refuse(&f, "1\n1 0 0 0 1 0\n", "f.lon: the first line is 1 and the next one has 6 numbers");
  refuse(&f, "1 0 0\n1 0 0 0\n", "f.lon:2: expected the end of the line after 3 numbers, found \"0\"");
  refuse(&f, "2 BIN\n", "f.lon:1: expected numbers, found \"BIN\"");
  refuse(&f, "48\n1 0 0\n1 0 0\n", "(2; Chaste's .axi or .ortho) in the first line");
  refuse(&f, "1 0 0\n1 0,5 0\n", "found \"0,5\": it has a decimal comma: write a decimal point");
  refuse(&f, "1 0 0\n1 0\n", "f.lon:2: expected the 3 numbers of a fibre's direction: correct");
  refuse(&f, "1 0 0\n1 0 zero\n", "f.lon:2: expected the 3 numbers of a fibre's direction, found \"zero\"");
  refuse(&f, "1 0 0\n1 nan 0\n", "f.lon:2: expected the 3 numbers of a fibre's direction, found \"nan\"");
  refuse(&f, "1 0 0\n1 0 nan\n", "f.lon:2: expected the 3 numbers");
  refuse(&f, "2\n1 0 0 0 1 0\n1 0 0 0 1\n", "f.lon:3: expected the 6 numbers");
  refuse(&f, "a b c\n", "f.lon:1: expected numbers, found \"a\"");
  refuse(&f, "1 0 0\n", "f.lon: has directions for 1 cell, but the mesh has 2");
  refuse(&f, "1 0 0\n1 0 0\n1 0 0\n", "f.lon: has directions for 3 cells, but the mesh has 2");
  tc_fibre_values values;
  expect_error(tc_fibres_read("/nowhere/f.lon", "", 2, 1, NULL, &values), TC_INPUT,
               "/nowhere/f.lon: cannot be");
  folder_remove(&f);
}

static void write_hdf(const char *path, hsize_t rows, hsize_t columns, const double *value) {
  const hsize_t size[2] = {rows, columns};
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
              space = H5Screate_simple(2, size, NULL),
              group = H5Gcreate2(file, "/mesh", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
              dataset =
                  H5Dcreate2(group, "fibres", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  cr_assert_geq(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value), 0);
  H5Dclose(dataset);
  H5Gclose(group);
  H5Sclose(space);
  H5Fclose(file);
}

ParallelTest(fibres, hdf5) {
  (void)world;
  folder f = folder_make();
  char path[400];
  double value[12] = {1, 0, 0, 0, 2, 0, 0, 0, 1, 1, 0, 0};
  tc_fibre_values values;
  file_path(&f, "f.h5", path);
  write_hdf(path, 4, 3, value);
  expect_ok(tc_fibres_read(path, "/mesh/fibres", 4, 1, NULL, &values));
  cr_assert_eq(values.width, 3);
  cr_assert_arr_eq(values.value, value, sizeof value);
  tc_free(values.value);
  expect_error(tc_fibres_read(path, "/mesh/fibres", 3, 1, NULL, &values), TC_INPUT,
               "f.h5: has directions for 4 cells");
  expect_error(tc_fibres_read(path, "/other/fibres", 4, 1, NULL, &values), TC_INPUT,
               "f.h5: has no dataset /other/fibres");
  expect_error(tc_fibres_read(path, "/mesh", 4, 1, NULL, &values), TC_INPUT,
               "f.h5: dataset /mesh cannot be opened");
  write_hdf(path, 3, 4, value);
  expect_error(tc_fibres_read(path, "/mesh/fibres", 3, 1, NULL, &values), TC_INPUT,
               "f.h5: dataset /mesh/fibres has another shape than");
  value[9] = NAN;
  write_hdf(path, 2, 6, value);
  expect_error(tc_fibres_read(path, "/mesh/fibres", 2, 1, NULL, &values), TC_INPUT,
               "cell 2 in /mesh/fibres is not finite");
  file_write(&f, "f.h5", "\211HDF\r\n\032\nbroken");
  expect_error(tc_fibres_read(path, "/mesh/fibres", 2, 1, NULL, &values), TC_INPUT, "f.h5: cannot be read: ");
  cr_assert_null(values.value);
  folder_remove(&f);
}

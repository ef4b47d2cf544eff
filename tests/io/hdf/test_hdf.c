#include "io/hdf/hdf.h"

#include "../mesh/mesh_files.h"
#include "support/expect.h"
#include "support/parallel.h"

static herr_t print_nothing(hid_t stack, void *data) {
  (void)stack, (void)data;
  return 0;
}

/* Tetracast disables the error messages of HDF5 while it has a file open. After files were created,
 * opened, refused and closed, the handler that the process had set must be in use again. */
ParallelTest(hdf, restores_the_setting_of_error_messages) {
  int mark;
  H5E_auto2_t function = NULL;
  void *data = NULL;
  hid_t one = -1, two = -1, none = -1;
  char path[400], missing[400];
  folder f = folder_make();
  file_path(&f, "a.h5", path);
  file_path(&f, "missing.h5", missing);
  H5Eset_auto2(H5E_DEFAULT, print_nothing, &mark);
  expect_ok(tc_hdf_create(path, 0, &one));
  expect_ok(tc_hdf_close(one, path, TC_OK));
  expect_ok(tc_hdf_open(path, &one));
  expect_ok(tc_hdf_open(path, &two));
  expect_error(tc_hdf_open(missing, &none), TC_INPUT, "missing.h5");
  tc_hdf_close_id(one);
  H5Eget_auto2(H5E_DEFAULT, &function, &data);
  cr_expect_null(data, "no messages while a file is open");
  tc_hdf_close_id(two);
  H5Eget_auto2(H5E_DEFAULT, &function, &data);
  cr_expect(function == print_nothing && data == &mark);
  folder_remove(&f);
  (void)world;
}

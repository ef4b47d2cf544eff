/* Fibre directions in an HDF5 dataset of another program. Such a file has no checksum, so the reader
 * cannot detect changed numbers. */
#include <hdf5.h>
#include <math.h>

#include "base/core/memory.h"
#include "fuzz/error_rules.h"
#include "fuzz/hdf.h"
#include "io/mesh/fibre_file.h"

enum { cells = 60 };

static const char path[] = "f.h5", dataset[] = "/mesh/fibres";

static bool make(const tc_world *world) {
  static double value[cells][6];
  const hsize_t size[2] = {cells, 6};
  (void)world;
  for (int c = 0; c < cells; c++) value[c][c % 3] = value[c][3 + (c + 1) % 3] = 1.0;
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t group = H5Gcreate2(file, "/mesh", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(2, size, NULL);
  const hid_t made = H5Dcreate2(file, dataset, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const bool written = H5Dwrite(made, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0;
  H5Dclose(made);
  H5Sclose(space);
  H5Gclose(group);
  return H5Fclose(file) >= 0 && written;
}

static bool use(const tc_world *world, tc_damage damage) {
  tc_fibre_values found;
  (void)world;
  tc_status status = tc_fibres_read(path, dataset, cells, 1, NULL, &found);
  bool good = status ? damage != TC_DAMAGE_NONE : found.width == 3 || found.width == 6;
  for (int i = 0; !status && good && i < cells * found.width; i++) good = isfinite(found.value[i]);
  tc_free(found.value);
  return is_proper(&status, TC_INPUT, path) && good;
}

const hdf_kind hdf_fibres = {"fibres", path, make, NULL, use};

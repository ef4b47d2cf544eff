/* Data in a snapshot file other than the field: local states, tensors and fibres. */
#include "io/snapshot/snapshots.h"

static const char *const names[] = {"w", "calcium"};

typedef struct extras {
  double *state[2], *tensor, *fibre;
  tc_snapshot_extras all;
} extras;

static double state_value(int state, int64_t step, tc_gid cell) { return field(step, cell) * (state + 2); }

static extras make_extras(const part *p) {
  extras e = {.tensor = malloc(48 * (size_t)p->owned + 1), .fibre = malloc(24 * (size_t)p->owned + 1)};
  for (int s = 0; s < 2; s++) e.state[s] = malloc(8 * (size_t)p->owned + 1);
  for (int32_t i = 0; i < p->owned; i++) {
    for (int k = 0; k < 6; k++) e.tensor[6 * i + k] = (double)(10 * p->id[i] + k);
    for (int k = 0; k < 3; k++) e.fibre[3 * i + k] = (double)(-10 * p->id[i] - k);
  }
  return e;
}

static void free_extras(extras *e) {
  for (int s = 0; s < 2; s++) free(e->state[s]);
  free(e->tensor);
  free(e->fibre);
}

static void write_file(const tc_world *world, const char *path, int compress, part *p, extras *e) {
  tc_file_list files = {0};
  output out = {.snapshot = NULL};
  e->all = (tc_snapshot_extras){&history, 2, names, e->state, e->tensor, e->fibre};
  expect_ok(tc_world_agree(world, world->rank ? TC_OK : tc_snapshot_paths_acquire(path, &files, &out.place)));
  expect_ok(tc_snapshot_create(world, &out.place, steps, compress, world->rank ? NULL : &p->mesh, p->owned,
                               p->id, &about, &e->all, &out.snapshot));
  for (int64_t k = 0; k < steps; k++) {
    for (int32_t i = 0; i < p->owned; i++)
      for (int s = 0; s < 2; s++) e->state[s][i] = state_value(s, k, p->id[i]);
    expect_ok(write_step(out.snapshot, p, k));
  }
  expect_ok(finish(&out));
}

static double *read_array(hid_t file, const char *name, hsize_t numbers) {
  double *value = malloc(8 * numbers);
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(dataset);
  cr_assert_geq(dataset, 0, "%s", name);
  cr_assert_eq(H5Sget_simple_extent_npoints(space), (hssize_t)numbers, "%s", name);
  cr_assert_geq(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value), 0, "%s", name);
  H5Sclose(space);
  H5Dclose(dataset);
  return value;
}

static void expect_states(hid_t file, int32_t cells) {
  for (int s = 0; s < 2; s++) {
    char name[64];
    snprintf(name, sizeof name, "/state/%s", names[s]);
    double *all = read_array(file, name, (hsize_t)(steps * cells));
    snprintf(name, sizeof name, "/state-frames/%s/2", names[s]);
    double *frame = read_array(file, name, (hsize_t)cells);
    for (int64_t k = 0; k < steps; k++)
      for (int32_t c = 0; c < cells; c++) cr_assert_eq(all[k * cells + c], state_value(s, k, c));
    for (int32_t c = 0; c < cells; c++) cr_assert_eq(frame[c], state_value(s, 2, c));
    free(all);
    free(frame);
  }
}

/* Reads the arrays as VTK does. Each array contains the values of all steps, and a table contains the
 * offset of each step. */
static void expect_vtk(hid_t file, int32_t cells) {
  const hsize_t n = (hsize_t)cells;
  double *v = read_array(file, "/VTKHDF/CellData/v", steps * n),
         *w = read_array(file, "/VTKHDF/CellData/w", steps * n),
         *offset = read_array(file, "/VTKHDF/Steps/CellDataOffsets/w", steps),
         *still = read_array(file, "/VTKHDF/Steps/CellDataOffsets/tensor", steps),
         *time = read_array(file, "/VTKHDF/Steps/Values", steps),
         *corner = read_array(file, "/VTKHDF/Connectivity", 4 * n),
         *begin = read_array(file, "/VTKHDF/Offsets", n + 1), *kind = read_array(file, "/VTKHDF/Types", n);
  for (int k = 0; k < steps; k++) {
    cr_assert(offset[k] == k * cells && still[k] == 0.0 && time[k] == 0.1 * k);
    for (int32_t c = 0; c < cells; c++)
      cr_assert(v[k * cells + c] == field(k, c) && w[k * cells + c] == state_value(0, k, c));
  }
  for (int32_t c = 0; c < cells; c++) cr_assert(begin[c + 1] == 4 * (c + 1) && kind[c] == 10);
  for (int32_t i = 0; i < 4 * cells; i++) cr_assert_eq(corner[i], i / 4 + i % 4);
  free(read_array(file, "/VTKHDF/Points", 3 * (n + 3)));
  double *const all[] = {v, w, offset, still, time, corner, begin, kind};
  for (int i = 0; i < 8; i++) free(all[i]);
}

static void expect_extras(const char *path, int32_t cells) {
  static const int order[6] = {0, 3, 4, 1, 5, 2}; /* order of kxx, kxy, kxz, kyy, kyz, kzz */
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  double *v = read_array(file, "/field/v", (hsize_t)(steps * cells)),
         *tensor = read_array(file, "/mesh/tensor", 6 * (hsize_t)cells),
         *fibre = read_array(file, "/mesh/fibres", 3 * (hsize_t)cells);
  for (int32_t c = 0; c < cells; c++) {
    for (int k = 0; k < 6; k++) cr_assert_eq(tensor[6 * c + k], (double)(10 * c + order[k]), "cell %d", c);
    for (int k = 0; k < 3; k++) cr_assert_eq(fibre[3 * c + k], (double)(-10 * c - k), "cell %d", c);
    for (int64_t k = 0; k < steps; k++) cr_assert_eq(v[k * cells + c], field(k, c));
  }
  expect_states(file, cells);
  expect_vtk(file, cells);
  free(v);
  free(tensor);
  free(fibre);
  H5Fclose(file);
}

/* Local states, tensors and fibres are written correctly for each distribution of the cells, with and
 * without compression. */
ParallelTest(snapshot_extras, everything_is_there) {
  static const deal deals[] = {deal_random, deal_last, deal_root};
  char folder[64], path[128];
  make_folder(world, folder);
  for (int d = 0; d < 3; d++)
    for (int compress = 0; compress < 2; compress++) {
      part p = make_part(world, 70, deals[d]);
      extras e = make_extras(&p);
      snprintf(path, sizeof path, "%s/%d%d.h5", folder, d, compress);
      write_file(world, path, compress, &p, &e);
      if (world->rank == 0) expect_extras(path, 70);
      free_extras(&e);
      free_part(&p);
    }
  remove_folder(world, folder);
}

/* The XDMF file names all arrays, because readers of XDMF find arrays only by these names. */
ParallelTest(snapshot_extras, are_named_in_the_xdmf_file) {
  char folder[64], path[128];
  make_folder(world, folder);
  name_file(path, folder, "a.h5");
  part p = make_part(world, 9, deal_random);
  extras e = make_extras(&p);
  write_file(world, path, 0, &p, &e);
  if (world->rank == 0) {
    name_file(path, folder, "a.xdmf");
    char *text = read_text(path);
    cr_assert_not_null(strstr(text, "Name=\"tensor\" AttributeType=\"Tensor6\" Center=\"Cell\"><DataItem "
                                    "Dimensions=\"9 6\" NumberType=\"Float\" Precision=\"8\" "
                                    "Format=\"HDF\">a.h5:/mesh/tensor<"));
    cr_assert_not_null(strstr(text, "Name=\"fibres\" AttributeType=\"Vector\""));
    cr_assert_not_null(strstr(text, "a.h5:/state-frames/calcium/2<"));
    cr_assert_not_null(strstr(text, "Name=\"w\" AttributeType=\"Scalar\""));
    free(text);
  }
  free_extras(&e);
  free_part(&p);
  remove_folder(world, folder);
}

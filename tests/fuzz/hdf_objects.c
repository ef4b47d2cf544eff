/* Changes objects in a file with functions of HDF5, as another program could. A change that HDF5 refuses
 * has no effect. */
#include <hdf5.h>
#include <stdio.h>
#include <string.h>

#include "fuzz/hdf.h"

enum { names_most = 200, name_most = 120 };

typedef struct list {
  int count;
  char name[names_most][name_most];
} list;

static herr_t note(hid_t group, const char *name, const H5L_info_t *info, void *to) {
  list *l = to;
  (void)group;
  (void)info;
  if (l->count < names_most) snprintf(l->name[l->count++], name_most, "%s", name);
  return 0;
}

static hid_t some_type(dice *d) {
  const hid_t types[] = {H5T_NATIVE_INT8,   H5T_NATIVE_INT32, H5T_NATIVE_INT64, H5T_NATIVE_UINT64,
                         H5T_NATIVE_FLOAT,  H5T_STD_I64BE,    H5T_IEEE_F64BE,   H5T_NATIVE_LDOUBLE,
                         H5T_NATIVE_OPAQUE, H5T_NATIVE_B64,   H5T_STD_REF_OBJ,  H5T_C_S1,
                         H5T_NATIVE_DOUBLE};
  const uint64_t which = roll(d, sizeof types / sizeof *types + 2);
  if (which < sizeof types / sizeof *types) return H5Tcopy(types[which]);
  if (which > sizeof types / sizeof *types) return H5Tvlen_create(H5T_NATIVE_DOUBLE);
  const hid_t pair = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(pair, "a", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert(pair, "b", 8, H5T_NATIVE_INT64);
  return pair;
}

/* Returns a data space of random size. If `huge` is true, it may be so large that no program writes it.
 * This is true for datasets and false for attributes, whose space HDF5 allocates. */
static hid_t some_space(bool huge, dice *d) {
  static const hsize_t lengths[] = {0, 1, 2, 3, 5, 59, 60, 61, 240, 1000, (hsize_t)1 << 32, (hsize_t)1 << 44};
  hsize_t size[3];
  const uint64_t dimensions = roll(d, 5);
  for (int i = 0; i < 3; i++) size[i] = lengths[roll(d, sizeof lengths / sizeof *lengths - (huge ? 0 : 4))];
  if (dimensions == 0) return H5Screate(H5S_SCALAR);
  if (dimensions == 4) return H5Screate(H5S_NULL);
  return H5Screate_simple((int)dimensions, size, NULL);
}

/* Returns the creation properties of a chunked or contiguous dataset. HDF5 allocates no disk space until a
 * dataset is written, so huge datasets need none. */
static hid_t some_layout(dice *d, hid_t space) {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  const int dimensions = H5Sget_simple_extent_ndims(space);
  const hsize_t chunk[3] = {1 + roll(d, 8), 1 + roll(d, 8), 1};
  if (dimensions > 0 && roll(d, 2)) {
    H5Pset_chunk(creation, dimensions, chunk);
    if (roll(d, 2)) H5Pset_deflate(creation, 1);
  }
  return creation;
}

static void make_dataset(hid_t file, const char *name, dice *d) {
  const hid_t type = some_type(d), space = some_space(true, d), creation = some_layout(d, space);
  const hid_t dataset = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  static const double numbers[300] = {1.5, -1e300, 3};
  if (dataset >= 0 && H5Sget_simple_extent_npoints(space) <= 300 && H5Tget_size(type) == 8)
    H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers);
  H5Dclose(dataset);
  H5Pclose(creation);
  H5Sclose(space);
  H5Tclose(type);
}

/* Writes four numbers that are small or out of range to elements of an array of one or two dimensions. */
static void write_elements(hid_t dataset, hid_t type, hid_t space, int dimensions, dice *d) {
  static const int64_t bits[] = {-1, INT64_MAX, INT64_MIN, 0x7ff8000000000000, 0x7ff0000000000000, 1, 241};
  enum { count = 4, bits_count = sizeof bits / sizeof *bits };
  const hsize_t memory_size = count;
  hsize_t size[2], at[2 * count];
  int64_t number[count];
  int32_t half[count];
  H5Sget_simple_extent_dims(space, size, NULL);
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < dimensions; k++) at[i * dimensions + k] = roll(d, size[k]);
    number[i] = roll(d, 2) ? (int64_t)roll(d, 100) - 20 : bits[roll(d, bits_count)];
    half[i] = (int32_t)number[i];
  }
  const hid_t memory = H5Screate_simple(1, &memory_size, NULL);
  H5Sselect_elements(space, H5S_SELECT_SET, count, at);
  H5Dwrite(dataset, type, memory, space, H5P_DEFAULT,
           H5Tget_size(type) == 8 ? (const void *)number : (const void *)half);
  H5Sclose(memory);
}

/* Writes other numbers to a dataset without changing its type or shape. */
static void rewrite(hid_t file, const char *name, dice *d) {
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(dataset),
              type = H5Dget_type(dataset);
  const int dimensions = H5Sget_simple_extent_ndims(space);
  const size_t bytes = H5Tget_size(type);
  const H5T_class_t class = H5Tget_class(type);
  if ((class == H5T_INTEGER || class == H5T_FLOAT) && (dimensions == 1 || dimensions == 2) &&
      (bytes == 4 || bytes == 8) && H5Sget_simple_extent_npoints(space) > 0)
    write_elements(dataset, type, space, dimensions, d);
  H5Tclose(type);
  H5Sclose(space);
  H5Dclose(dataset);
}

static void replace_by_link(hid_t file, const char *name, dice *d) {
  H5Ldelete(file, name, H5P_DEFAULT);
  switch (roll(d, 4)) {
  case 0: H5Lcreate_soft(name, file, name, H5P_DEFAULT, H5P_DEFAULT); break; /* a link to itself */
  case 1: H5Lcreate_external("none.h5", "/x", file, name, H5P_DEFAULT, H5P_DEFAULT); break;
  case 2: H5Lcreate_soft("/", file, name, H5P_DEFAULT, H5P_DEFAULT); break;
  default: H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
}

static void change_object(hid_t file, const list *l, dice *d) {
  const char *name = l->name[roll(d, (uint64_t)l->count)], *other = l->name[roll(d, (uint64_t)l->count)];
  switch (roll(d, 5)) {
  case 0: H5Ldelete(file, name, H5P_DEFAULT); break;
  case 1: replace_by_link(file, name, d); break;
  case 2:
    H5Ldelete(file, name, H5P_DEFAULT);
    H5Lcreate_hard(file, other, file, name, H5P_DEFAULT, H5P_DEFAULT);
    break;
  case 3: rewrite(file, name, d); break;
  default: H5Ldelete(file, name, H5P_DEFAULT); make_dataset(file, name, d);
  }
}

static hid_t text_type(dice *d) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, roll(d, 2) ? H5T_VARIABLE : 8);
  return type;
}

/* Removes an attribute of the root group, or replaces it by another attribute. */
static void change_attribute(hid_t file, dice *d) {
  char name[name_most] = "";
  H5O_info_t about;
  H5Oget_info(file, &about);
  if (about.num_attrs == 0) return;
  H5Aget_name_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_INC, roll(d, about.num_attrs), name, sizeof name,
                     H5P_DEFAULT);
  H5Adelete(file, name);
  if (roll(d, 3) == 0) return;
  static char long_text[70000];
  memset(long_text, 'x', sizeof long_text - 1);
  const char *const texts[] = {"", "\n\x1b[31m", "0123456789abcdef", "-1", "7", long_text};
  const char *text = texts[roll(d, sizeof texts / sizeof *texts)];
  const bool is_text = roll(d, 2);
  const hid_t type = is_text ? text_type(d) : some_type(d),
              space = is_text ? H5Screate(H5S_SCALAR) : some_space(false, d);
  const hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute >= 0 && is_text)
    H5Awrite(attribute, type, H5Tis_variable_str(type) ? (const void *)&text : "1234567");
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

void hdf_damage_objects(const char *path, dice *d) {
  static list l;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  for (uint64_t n = 1 + roll(d, 3); n > 0; n--) {
    l.count = 0;
    H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, note, &l);
    if (roll(d, 4) == 0)
      change_attribute(file, d);
    else if (l.count > 0)
      change_object(file, &l, d);
  }
  H5Fclose(file);
}

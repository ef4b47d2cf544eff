/* Writes a compressed copy of a complete snapshot file with parallel HDF5. The root first copies all objects
 * except the values of the fields. Then the ranks write each row collectively, where each rank writes its
 * slab. Before each row the ranks check for a stop signal, and the root reserves disk space. */
#include "base/core/stop_request.h"
#include "base/file/directory.h"
#include "comm/world/mpi_world.h"
#include "io/snapshot/snapshot_internal.h"

enum { metadata_bytes = 1 << 18, values_per_chunk = 1 << 20, chunk_bytes = 8 * values_per_chunk };

/* ---- copy of all objects except the values of the fields ---- */

/* Callback that H5Aiterate2 calls for each root attribute. Copies the attribute to the file with the id
 * *(hid_t *)to. */
static herr_t copy_attribute(hid_t from, const char *name, const H5A_info_t *info, void *to) {
  (void)info;
  char *text = NULL;
  hid_t attribute = H5Aopen(from, name, H5P_DEFAULT), type = H5Aget_type(attribute);
  herr_t result = H5Aread(attribute, type, &text);
  tc_status status = result < 0 ? TC_OK : tc_hdf_write_text(*(hid_t *)to, "", name, text);
  if (status) result = -1;
  tc_status_free(&status);
  H5free_memory(text);
  tc_hdf_close_id(type);
  tc_hdf_close_id(attribute);
  return result;
}

/* Copies all groups, datasets and attributes except the datasets of the fields. */
static tc_status copy_other_objects(hid_t from, hid_t to, const char *path, bool states) {
  static const char *const objects[] = {"/mesh",         "/field/time", "/field/step", "/field/frames",
                                        "/state-frames", "/history",    "/hash"};
  hsize_t at = 0;
  TC_TRY(tc_hdf_create_group(to, path, "/field"));
  if (states) TC_TRY(tc_hdf_create_group(to, path, "/state"));
  TC_TRY(TC_HDF(path, H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_INC, &at, copy_attribute, &to)));
  for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
    bool exists;
    TC_TRY(tc_hdf_exists(from, path, objects[i], &exists));
    if (exists) TC_TRY(TC_HDF(path, H5Ocopy(from, objects[i], to, objects[i], H5P_DEFAULT, H5P_DEFAULT)));
  }
  return TC_OK;
}

static tc_status create_compressed(hid_t to, const char *path, const tc_snapshot *s, const char *dataset) {
  const hsize_t width = (hsize_t)s->raw.cells, chunk = width < values_per_chunk ? width : values_per_chunk;
  const tc_hdf_layout all = {.name = dataset,
                             H5T_NATIVE_DOUBLE,
                             2,
                             {(hsize_t)s->raw.rows, width},
                             {1, chunk},
                             (unsigned)s->compress};
  hid_t dataset_id = -1;
  TC_TRY(tc_hdf_create_dataset(to, path, &all, &dataset_id));
  tc_hdf_close_id(dataset_id);
  return TC_OK;
}

/* Root: copies the snapshot file to `to`. In the copy the datasets of the fields are compressed, and their
 * values are written later. */
static tc_status copy_file(const tc_snapshot *s, const char *to) {
  hid_t old = -1, new = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_hdf_open(s->path, &old));
  TC_GUARD(status, tc_hdf_create(to, 0, &new));
  TC_GUARD(status, copy_other_objects(old, new, to, s->fields > 1));
  for (int f = 0; f < s->fields; f++) TC_GUARD(status, create_compressed(new, to, s, s->field[f].dataset));
  TC_GUARD(status,
           tc_snapshot_vtk_create(new, to, s->raw.rows, s->raw.nodes, s->raw.cells, s->fields, s->field));
cleanup:
  status = tc_hdf_close(new, to, status);
  tc_hdf_close_id(old);
  return status;
}

/* ---- values of the fields ---- */

/* Collective. Writes the values of `box`, a part of this rank's slab of a row. The ranks exchange their
 * status before and after the transfer, so that no rank waits for a rank that has returned an error. */
static tc_status write_box(const tc_raw_rows *s, hid_t dataset, hid_t collective, const char *to,
                           const tc_hdf_box *box, const double *value) {
  hid_t in_file = -1, in_memory = -1;
  tc_status status = tc_world_agree(s->world, tc_hdf_select(dataset, to, box, &in_file, &in_memory));
  if (!status)
    status = TC_HDF(to, H5Dwrite(dataset, H5T_NATIVE_DOUBLE, in_memory, in_file, collective, value));
  tc_hdf_close_id(in_memory);
  tc_hdf_close_id(in_file);
  return tc_world_agree(s->world, status);
}

/* Collective. Writes this rank's slab of row `row` to the compressed dataset of a field. */
static tc_status write_row(const tc_raw_rows *s, hid_t dataset, hid_t collective, const char *to,
                           int64_t row) {
  const int32_t cells_max = (int32_t)(s->cells / s->world->ranks) + 1;
  for (int32_t from = 0; from < cells_max; from += TC_RAW_ROWS_TRANSFER_MAX) {
    int32_t remaining = s->slab->count - from;
    if (remaining > TC_RAW_ROWS_TRANSFER_MAX) remaining = TC_RAW_ROWS_TRANSFER_MAX;
    if (remaining < 0) remaining = 0;
    const tc_hdf_box box = {2, {(hsize_t)row, (hsize_t)(s->slab->first + from)}, {1, (hsize_t)remaining}};
    TC_TRY(write_box(s, dataset, collective, to, &box, s->slab_value + (remaining ? from : 0)));
  }
  return TC_OK;
}

/* Collective. The root reserves the maximum disk space of a compressed row, because HDF5 might crash on a
 * full disk. This space exceeds the size of the row, because deflate makes incompressible data slightly
 * larger. */
static tc_status reserve_row(const tc_raw_rows *s, const char *to) {
  int64_t bytes = s->cells * 8;
  if (bytes > chunk_bytes)
    bytes += chunk_bytes; /* HDF5 stores the last chunk of a row in full size, also if the row ends within
                             this chunk */
  bytes += bytes / 256 + metadata_bytes;
  return TC_ON_ROOT(s->world, tc_file_reserve_space(to, -1, bytes));
}

/* Not collective. Returns the error TC_STOPPED if this rank has received a stop signal. No data are lost,
 * because the uncompressed file is complete. */
static tc_status check_stop_signal(const char *path) {
  const int signal = tc_stop_requested();
  return signal ? tc_status_create(TC_STOPPED, "stopped by %s while compressing %s: continue with --resume",
                                   tc_stop_signal_name(signal), path)
                : TC_OK;
}

/* Collective. Reads each written row of a field and writes it to the compressed dataset. */
static tc_status compress_rows(const tc_raw_rows *s, int64_t written, int64_t offset, hid_t dataset,
                               hid_t collective, const char *to) {
  for (int64_t row = 0; row < written; row++) {
    TC_TRY(tc_world_agree(s->world, check_stop_signal(s->path)));
    TC_TRY(reserve_row(s, to));
    TC_TRY(tc_world_agree(s->world, tc_raw_rows_read(s, offset, row)));
    TC_TRY(write_row(s, dataset, collective, to, row));
  }
  return TC_OK;
}

/* Collective. Opens the dataset of one field in the file `to` and writes all rows to it. */
static tc_status compress_field(const tc_raw_rows *s, int64_t written, const tc_snapshot_field *field,
                                hid_t file, hid_t collective, const char *to) {
  hid_t dataset = -1;
  tc_status status =
      tc_world_agree(s->world, TC_HDF(to, dataset = H5Dopen2(file, field->dataset, H5P_DEFAULT)));
  if (!status) status = compress_rows(s, written, field->offset, dataset, collective, to);
  tc_hdf_close_id(dataset);
  return status;
}

/* Creates the property lists for opening the file and for collective transfers. */
static tc_status create_property_lists(const char *to, hid_t *access, hid_t *collective) {
  TC_TRY(tc_hdf_create_access(to, access));
  TC_TRY(TC_HDF(to, *collective = H5Pcreate(H5P_DATASET_XFER)));
  return TC_HDF(to, H5Pset_dxpl_mpio(*collective, H5FD_MPIO_COLLECTIVE));
}

/* Collective, because HDF5 duplicates the communicator. Selects MPI-IO with the communicator of all ranks in
 * the property list `access`, which every rank must have created. */
static tc_status set_mpi_access(const tc_raw_rows *s, const char *to, hid_t access) {
  return TC_HDF(to, H5Pset_fapl_mpio(access, tc_world_comm(s->world), MPI_INFO_NULL));
}

/* Collective. Opens the file `to` on all ranks. If opening fails on one rank, the file remains open on the
 * other ranks until the program ends, because closing it is also collective. */
static tc_status open_file(const tc_raw_rows *s, const char *to, hid_t *file, hid_t *collective) {
  hid_t access = -1;
  tc_status status = tc_world_agree(s->world, create_property_lists(to, &access, collective));
  if (!status) status = tc_world_agree(s->world, set_mpi_access(s, to, access));
  if (!status) {
    status = tc_world_agree(s->world, TC_HDF(to, *file = H5Fopen(to, H5F_ACC_RDWR, access)));
    if (status) *file = -1;
  }
  tc_hdf_close_id(access);
  return status;
}

tc_status tc_snapshot_compress(const tc_snapshot *snapshot, const char *to) {
  const tc_raw_rows *s = &snapshot->raw;
  const bool root = s->world->rank == 0;
  hid_t file = -1, collective = -1;
  tc_status status = TC_OK;
  TC_TRY(TC_ON_ROOT(s->world, copy_file(snapshot, to)));
  tc_hdf_silence();
  TC_GUARD(status, open_file(s, to, &file, &collective));
  for (int f = 0; f < snapshot->fields; f++)
    TC_GUARD(status, compress_field(s, snapshot->written, &snapshot->field[f], file, collective, to));
  TC_GUARD(status, tc_world_agree(s->world, TC_HDF(to, H5Fflush(file, H5F_SCOPE_GLOBAL))));
cleanup:
  tc_hdf_close_id(collective);
  const tc_status closing = file >= 0 && !s->world->mpi->is_broken ? TC_HDF(to, H5Fclose(file)) : TC_OK;
  tc_hdf_restore();
  status = status ? tc_status_replace(closing, status) : tc_world_agree(s->world, closing);
  if (root && !status) tc_file_release_space(to);
  return status;
}

/* Datasets of a mesh file with the hashes of their blocks (mesh_file_layout.h). The writer of mesh files
 * calls tc_mesh_dataset_write for each dataset. The reader finds the shapes of all datasets, checks them,
 * allocates memory and then calls tc_mesh_dataset_read. Internal to mesh_file. Not collective. */
#ifndef TC_IO_MESH_FILE_MESH_DATASET_H
#define TC_IO_MESH_FILE_MESH_DATASET_H

#include "io/hdf/hdf.h"
#include "io/mesh_file/mesh_file_layout.h"

/* Numbers of rows and columns of a dataset. */
typedef struct tc_mesh_dataset_shape {
  bool exists;
  int64_t rows;
  int width; /* 1 for one-dimensional datasets */
} tc_mesh_dataset_shape;

/* Returns the size of one number of the dataset in bytes. */
int64_t tc_mesh_dataset_number_bytes(tc_mesh_dataset_id id);

/* Writes the values [rows][width] and the hashes of their blocks. Creates the groups that do not exist yet.
 * Errors: TC_OUTPUT. */
tc_status tc_mesh_dataset_write(hid_t file, const char *path, tc_mesh_dataset_id id, int64_t rows, int width,
                                const void *values);

/* Finds the shape of a dataset, and checks that the dataset and its hashes have the layout of a mesh file.
 * Errors: TC_INPUT if a dataset that is not optional is missing, or has another type or shape. */
tc_status tc_mesh_dataset_find(hid_t file, const char *path, tc_mesh_dataset_id id,
                               tc_mesh_dataset_shape *out);

/* Reads all values of a dataset with this shape into `values`, and compares their hashes. Errors: TC_INPUT
 * with the number of the block if a hash differs. */
tc_status tc_mesh_dataset_read(hid_t file, const char *path, tc_mesh_dataset_id id,
                               const tc_mesh_dataset_shape *shape, void *values);

#endif

/* Attributes of a mesh file (mesh_file_layout.h). Internal to mesh_file: the writer calls
 * tc_mesh_attributes_write and, after all data, tc_mesh_attributes_complete. The reader begins with
 * tc_mesh_attributes_read, which refuses files that are incomplete or have another format. Not collective. */
#ifndef TC_IO_MESH_FILE_MESH_FILE_ATTRIBUTES_H
#define TC_IO_MESH_FILE_MESH_FILE_ATTRIBUTES_H

#include "io/hdf/hdf.h"
#include "io/mesh_file/mesh_file.h"

/* Values of all attributes of a mesh file, in memory. */
typedef struct tc_mesh_attributes {
  const char *program_version, *program_commit, *source, *source_format, *source_options;
  int64_t cells, vertices, faces, base, reoriented, hash_version, source_bytes, is_automatic;
  uint64_t mesh_hash, source_hash;
  double box[6], source_time, scale;
} tc_mesh_attributes;

/* tc_mesh_attributes_set_origin copies an origin into the attributes, and tc_mesh_attributes_get_origin
 * returns the origin that the attributes contain. Texts are borrowed. */
void tc_mesh_attributes_set_origin(tc_mesh_attributes *attributes, const tc_mesh_origin *origin);
tc_mesh_origin tc_mesh_attributes_get_origin(const tc_mesh_attributes *attributes);

/* Writes all attributes but `complete`. Errors: TC_OUTPUT. */
tc_status tc_mesh_attributes_write(hid_t file, const char *path, const tc_mesh_attributes *attributes);

/* Flushes all data to the file, and then writes the attribute `complete`, so that the file of an interrupted
 * writer lacks this attribute. Errors: TC_OUTPUT. */
tc_status tc_mesh_attributes_complete(hid_t file, const char *path);

/* Reads all attributes. `memory` owns the texts. Errors: TC_INPUT if the file is not a mesh file, has another
 * version, is incomplete or damaged, or if a number is out of range. */
tc_status tc_mesh_attributes_read(hid_t file, const char *path, tc_pool *memory, tc_mesh_attributes *out);

#endif

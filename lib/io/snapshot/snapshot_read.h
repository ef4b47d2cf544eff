/* Reads a field from a snapshot file of an earlier run, e.g. as the initial field.
 * Not collective: the root calls it and distributes the values. The values read are compared with the stored
 * hash of the row, if the file has one. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_READ_H
#define TC_IO_SNAPSHOT_SNAPSHOT_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/gid.h"
#include "base/core/status.h"

/* Selects a snapshot: that of step `step`, or the last one if `step` is negative. The file must belong to the
 * mesh with `cells` cells and hash `mesh_hash`. `dataset` is "/field/v" or "/state/<name>". If `optional` is
 * true, a missing dataset is not an error. */
typedef struct tc_snapshot_query {
  const char *path;
  int64_t step;
  tc_gid cells;
  int32_t base; /* number of the first cell in messages */
  uint64_t mesh_hash;
  const char *dataset;
  bool optional;
} tc_snapshot_query;

/* Values of one snapshot. The caller frees `value` with tc_free. */
typedef struct tc_snapshot_values {
  int64_t step;
  double time;
  double *value; /* [cells] in the numbering of the mesh; NULL if the optional dataset is missing */
} tc_snapshot_values;

/* Reads the selected snapshot into `*out`. Errors: TC_INPUT with the file if it is no snapshot file of
 * Tetracast, belongs to another mesh or has no such step (the message lists its steps), if values, time or
 * step differ from their hash, or if a value is not finite. */
tc_status tc_snapshot_read(const tc_snapshot_query *wish, tc_snapshot_values *out);

/* True if the values in row `row` of /field/v have this hash, the sum of tc_hash_element over all cells
 * (base/numeric/hash.h). Also false if the file cannot be read. */
bool tc_snapshot_row_matches(const char *path, int64_t row, int64_t hash);

/* True if the file has room for rows that were not written. Also false if the file cannot be read. */
bool tc_snapshot_is_unfinished(const char *path);

/* Sets *complete to true if the file's last row is written. Returns in *hash the bits of the hash of its
 * field, as for tc_snapshot_row_matches, after comparing it with the stored hash of the row. Errors: TC_INPUT
 * if the file cannot be read or the hashes differ. */
tc_status tc_snapshot_final_hash(const char *path, bool *complete, int64_t *hash);

/* True if a run of Tetracast created the file. */
bool tc_snapshot_file_is_own(const char *path);

#endif

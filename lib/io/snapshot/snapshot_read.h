/* Reads a field from a snapshot file of an earlier run, for example as the initial field. Not collective: the
 * root calls these functions and then distributes the values. The values are compared with the stored hash of
 * the row if the file has hashes. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_READ_H
#define TC_IO_SNAPSHOT_SNAPSHOT_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/gid.h"
#include "base/core/status.h"

/* Selects a snapshot in a file: the snapshot of step `step`, or the last snapshot if `step` is negative. The
 * file must have been written for the mesh with `cells` cells and hash `mesh_hash`. */
typedef struct tc_snapshot_query {
  const char *path;
  int64_t step;
  tc_gid cells;
  int32_t base; /* number of the first cell in the mesh file, 0 or 1; used in messages */
  uint64_t mesh_hash;
  const char *dataset;
  bool optional;
} tc_snapshot_query;

/* Values of one snapshot. The caller frees `value` with tc_free. */
typedef struct tc_snapshot_values {
  int64_t step;
  double time;
  double *value; /* [cells] in the order of the mesh file; NULL if the dataset is missing and query->optional
                    is true */
} tc_snapshot_values;

/* Reads the snapshot that the query `query` selects into `*out`. Errors: TC_INPUT if the file is not a
 * snapshot file of Tetracast, belongs to another mesh or has no snapshot of this step, if the hash of values,
 * time and step differs from the stored hash, or if a value is not finite. */
tc_status tc_snapshot_read(const tc_snapshot_query *query, tc_snapshot_values *out);

/* True if the hash of the values in row `row` of /field/v is `hash`. The hash is the sum of tc_hash_element
 * (base/numeric/hash.h) over all cells. Returns false if the file cannot be read. */
bool tc_snapshot_row_matches(const char *path, int64_t row, int64_t hash);

/* True if the file has rows that are not written. Returns false if the file cannot be read. */
bool tc_snapshot_is_unfinished(const char *path);

/* Sets *complete to true if the last row of the file is written. In this case, also compares the row with its
 * stored hash, and returns in *hash the hash of the values alone (tc_snapshot_row_matches). Errors: TC_INPUT
 * if the file cannot be read or the hashes differ. */
tc_status tc_snapshot_final_hash(const char *path, bool *complete, int64_t *hash);

/* True if the file is a snapshot file that Tetracast has created. */
bool tc_snapshot_file_is_own(const char *path);

#endif

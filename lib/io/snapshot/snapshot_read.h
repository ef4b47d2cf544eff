/* Reading a field from a snapshot file of an earlier run. Not collective: the root reads. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_READ_H
#define TC_IO_SNAPSHOT_SNAPSHOT_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/gid.h"
#include "base/core/status.h"

/* Which snapshot: that of a step, or -1 for the last; of this mesh alone. dataset: "/field/v" or
 * "/state/<name>"; optional: that the file has none is no error. */
typedef struct tc_snapshot_query {
  const char *path;
  int64_t step;
  tc_gid cells;
  int32_t base; /* of their numbers, for messages */
  uint64_t mesh_hash;
  const char *dataset;
  bool optional;
} tc_snapshot_query;

/* What was found. The values are the caller's (tc_free). */
typedef struct tc_snapshot_values {
  int64_t step;
  double time;
  double *value; /* [cells] in the mesh's own numbering; NULL: there is none */
} tc_snapshot_values;

/* Errors, TC_INPUT, naming the file: none of Tetracast's snapshot files, another mesh, no such step (with
 * those that are there), a value that is not finite; values, time and step that
 * are not those that were written. */
tc_status tc_snapshot_read(const tc_snapshot_query *wish, tc_snapshot_values *out);

/* Whether row `row` of /field/v in the file has this hash (base/numeric/hash.h, over its cells); false also
 * when it cannot be read. */
bool tc_snapshot_row_matches(const char *path, int64_t row, int64_t hash);

/* Whether the file lacks rows that its run has made room for; false also when it cannot be read. */
bool tc_snapshot_is_unfinished(const char *path);

#endif

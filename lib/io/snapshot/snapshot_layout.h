/* Layout of a snapshot file, which is one HDF5 file per run with an XDMF file in the same directory that
 * ParaView opens, and descriptions of its contents.
 *
 * - /mesh/points [nodes,3] f8, /mesh/cells [cells,4] i4, /mesh/region [cells] i4
 * - /field/v [rows, cells] f8, /field/time [rows] f8, /field/step [rows] i8
 * - /hash/v, /hash/<state> [rows] i8: hash of the values, time and step of each row (tc_snapshot_row_hash);
 *   -1 if unknown. The attribute `mesh` [u8] of /hash holds mesh_hash as a number.
 * - /field/frames/<k> [cells] f8: row k of /field/v as a virtual dataset without a copy, because some XDMF
 *   readers support only whole datasets
 * - /state/<name> [rows, cells] f8, /state-frames/<name>/<k>: the equivalents for local states
 * - /mesh/tensor [cells,6] f8 (kxx, kxy, kxz, kyy, kyz, kzz), /mesh/fibres [cells,3] f8: optional
 * - /VTKHDF: views of all these datasets for VTK's own reader (io/snapshot/snapshot_vtk.c)
 *
 * rows is the number of snapshots of the whole run. Row k is valid if /field/step[k] is not -1. If a run
 * ends early, the remaining rows hold step -1 and time NaN, and the XDMF file does not list them.
 *
 * With a history (solve/observe/history.h) the file also has /history/step [rows of the history] i8 and
 * /history/<column> [rows of the history] f8. The step of a row is written last; unwritten rows hold -1
 * and NaN.
 *
 * Root attributes (texts): title, version, commit, config, overrides, mesh_file, mesh_hash (16 hexadecimal
 * digits). A run that was extended with step sizes unlike those of an uninterrupted run also has step_sizes.
 * Cells have the numbering of the mesh. The contents depend neither on the number of ranks nor on the time
 * of day. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_LAYOUT_H
#define TC_IO_SNAPSHOT_SNAPSHOT_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum {
  /* Limit for rows times fields. Each row of a field costs 0.2 ms and 400 bytes before the first step. */
  TC_SNAPSHOT_MAX = 1000000
};

/* Root attributes of the file. Borrowed during tc_snapshot_create; the values of rank 0 are written. A NULL
 * text is written as "". */
typedef struct tc_snapshot_metadata {
  const char *title, *version, *commit, *config, *overrides, *mesh_file;
  const char *step_sizes; /* step sizes of an extended run (tc_step_spans_format); NULL omits the attribute */
  uint64_t mesh_hash;
} tc_snapshot_metadata;

/* Table of scalars recorded over the run. Borrowed until the snapshot object is closed. */
typedef struct tc_snapshot_history {
  int64_t rows; /* maximum number of rows over the whole run */
  int columns;
  const char *const *name; /* [columns] names of the datasets */
} tc_snapshot_history;

/* Optional contents in addition to the mesh and the field. Everything is borrowed until the snapshot object
 * is closed, and all ranks have the same contents. */
typedef struct tc_snapshot_extras {
  const tc_snapshot_history *history; /* NULL if the run has no history */
  int states;
  const char *const *state_name; /* [states] names of the local states */
  double *const *state;          /* [states][owned], read whenever a snapshot is written */
  const double *tensor;          /* [owned][6] kxx, kyy, kzz, kxy, kxz, kyz; NULL if not requested */
  const double *fibre;           /* [owned][3] unit vectors; NULL if not requested */
} tc_snapshot_extras;

/* Not collective. Returns an upper limit for the size in bytes of a file with `rows` snapshots, excluding the
 * field values (8 bytes per snapshot, field and cell) and the history. */
int64_t tc_snapshot_overhead_bytes(int64_t nodes, int64_t cells, int64_t rows, int fields, bool tensor,
                                   bool fibres);

#endif

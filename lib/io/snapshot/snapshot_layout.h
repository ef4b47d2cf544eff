/* Layout of a snapshot file, and structs that describe its contents. A run writes one snapshot file, which is
 * an HDF5 file, and an XDMF file in the same directory, which ParaView opens. The snapshot file contains
 * these datasets, where f8 is an 8-byte float, i4 a 4-byte integer and u8 an 8-byte unsigned integer:
 *
 * - /mesh/points [nodes,3] f8, /mesh/cells [cells,4] i4, /mesh/region [cells] i4
 * - /field/v [rows, cells] f8, /field/time [rows] f8, /field/step [rows] i8
 * - /hash/v, /hash/<state> [rows] i8: hash of the values, time and step of each row (tc_snapshot_row_hash);
 *   -1 if the row is not written. The attribute `mesh` [u8] of /hash is the hash of the mesh as a number.
 * - /field/frames/<k> [cells] f8: virtual dataset with the values of row k of /field/v, because some XDMF
 *   readers support only whole datasets
 * - /state/<name> [rows, cells] f8, /state-frames/<name>/<k>: like the datasets of v, for each local state
 * - /mesh/tensor [cells,6] f8 (kxx, kxy, kxz, kyy, kyz, kzz), /mesh/fibres [cells,3] f8: optional
 * - /VTKHDF: links to these datasets in the format of VTK's own reader (io/snapshot/snapshot_vtk.c)
 *
 * A row is one snapshot, and `rows` is the number of snapshots of the whole run. Row k is valid if
 * /field/step[k] is not -1. If a run ends early, the remaining rows have step -1 and time NaN, and the XDMF
 * file does not list them.
 *
 * If the run records a history (solve/observe/history.h), the file also has /history/step [rows of the
 * history] i8 and /history/<column> [rows of the history] f8. The step of a row is written after its values.
 * Rows that are not written have step -1 and values NaN.
 *
 * Root attributes (texts): title, version, commit, config, overrides, mesh_file, mesh_hash (16 hexadecimal
 * digits). The attributes mesh_source and mesh_source_hash exist only if the mesh was imported. They are the
 * name and the hash of the source file. The attributes method and preconditioner exist only if the config
 * sets time.method or solver.preconditioner.name to auto. They are the chosen names. The attribute step_sizes
 * exists only if the run was extended with step sizes that differ from those of an uninterrupted run. Cells
 * are in the order of the mesh file. The contents do not depend on the number of ranks or the date. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_LAYOUT_H
#define TC_IO_SNAPSHOT_SNAPSHOT_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum {
  /* Maximum of rows times fields. Each row of a field takes 0.2 ms to set up and 400 bytes of the file. */
  TC_SNAPSHOT_MAX = 1000000
};

/* Root attributes of the file. Used only during tc_snapshot_create. The values of rank 0 are written, and a
 * NULL text is written as "". */
typedef struct tc_snapshot_metadata {
  const char *title, *version, *commit, *config, *overrides, *mesh_file;
  const char *method;         /* method that time.method: auto has chosen; NULL omits the attribute */
  const char *preconditioner; /* preconditioner that solver.preconditioner.name: auto has chosen; NULL omits
                                 the attribute */
  const char *step_sizes; /* step sizes of an extended run (tc_step_spans_format); NULL omits the attribute */
  const char *mesh_source; /* source file of an imported mesh; NULL omits the attributes mesh_source and
                              mesh_source_hash */
  uint64_t mesh_source_hash, mesh_hash;
} tc_snapshot_metadata;

/* History: a table of scalars recorded over time. Borrowed until the snapshot object is closed. */
typedef struct tc_snapshot_history {
  int64_t rows; /* maximum number of rows over the whole run */
  int columns;
  const char *const *name; /* [columns] dataset name of each column, without "/history/" */
} tc_snapshot_history;

/* Optional contents of a snapshot file in addition to the mesh and the field v. All pointers are borrowed
 * until the snapshot object is closed. All ranks must request the same contents. */
typedef struct tc_snapshot_extras {
  const tc_snapshot_history *history; /* NULL if the run has no history */
  int states;
  const char *const *state_name; /* [states] names of the local states */
  double *const *state;          /* [states][owned] values of the local states when a snapshot is written */
  const double *tensor;          /* [owned][6] kxx, kyy, kzz, kxy, kxz, kyz; NULL if not requested */
  const double *fibre;           /* [owned][3] unit vectors; NULL if not requested */
} tc_snapshot_extras;

/* Not collective. Returns an upper limit of the size in bytes of a file with `rows` snapshots, excluding the
 * history and the values of fields. These values take 8 bytes per snapshot, field and cell. */
int64_t tc_snapshot_overhead_bytes(int64_t nodes, int64_t cells, int64_t rows, int fields, bool tensor,
                                   bool fibres);

#endif

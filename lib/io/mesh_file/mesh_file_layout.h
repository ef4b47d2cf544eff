/* Layout of a mesh file BASE.mesh.h5, an HDF5 file with a checked mesh of tetrahedra. This comment is
 * sufficient for writing a reader in another language. Names of datasets and attributes are defined by the
 * tables below and in mesh_file_attributes.c, which the writer and the reader share.
 *
 * Numbers. All datasets are contiguous, without compression, and little-endian: i4 and i8 are signed
 * integers of 4 and 8 bytes, u8 is an unsigned one, f8 is IEEE double precision, u1 is a byte. Everything is
 * counted from 0. A mesh has n cells, at most 2^29, and m vertices, fewer than 2^31. (With more cells,
 * /inside/face would be i8, and from 2^31 cells on also /cell/number and /cell/neighbour. The present reader
 * refuses this.) HDF5 objects are stored without modification times, so files with equal datasets and
 * attributes have equal bytes.
 *
 * Rows. Row r of /cell is cell /cell/number[r] of the mesh. Rows are in the order of a Hilbert curve through
 * the centroids of the cells (graph/order/hilbert_curve.h), and cells with equal keys are in ascending order.
 * The cube of the curve has the lowest corner of the bounding box and its largest extent. Row v of /node is
 * vertex /node/number[v] of the mesh. These rows are in the order in which the corners of the cells, read row
 * by row, first use them. Vertices that no cell uses are last, in ascending order.
 *
 * - /cell/number [n] i4: the cell of each row. A permutation of 0 .. n-1.
 * - /cell/region [n] i4: region of the cell.
 * - /cell/corner [n,4] i4: the four vertices of the cell as rows of /node. The cell is right-handed:
 *   (p1-p0) x (p2-p0) . (p3-p0) > 0.
 * - /cell/neighbour [n,4] i4: for each face k, which is opposite corner k, the row of the neighbour across
 *   this face, or -1-b if the face is boundary face b.
 * - /node/number [m] i4: the vertex of each row. A permutation of 0 .. m-1.
 * - /node/point [m,3] f8: coordinates of the vertex, in the unit of the mesh.
 * - /boundary/marker [boundary faces] i4: marker of each boundary face; 0 if it has none. Boundary faces are
 *   numbered in ascending order of (row of the cell, k).
 * - /inside/face [marked interior faces] i4: interior faces with a marker other than 0, each as 4*row+k
 *   with the lower one of the two rows that share it, in ascending order.
 * - /inside/marker [marked interior faces] i4: markers of the faces in /inside/face.
 * - /label/region/number [..] i4, /label/region/count i8, /label/region/size f8: the regions in ascending
 *   order, with the number of cells and their volume.
 * - /label/marker/number [..] i4, /label/marker/count i8, /label/marker/size f8: the markers of boundary
 *   faces in ascending order, with the number of faces and their area.
 * - /label/name/dimension [names] i4, /label/name/number i4: names of regions (dimension 3) and of markers
 *   (dimension 2). A number may have several names, and a name may belong to several numbers.
 * - /label/name/text [..] u1: the names in UTF-8, each followed by a zero byte.
 * - /mesh/fibres [n,3] or [n,6] f8, optional: directions of the fibre, or of fibre and sheet, of each cell.
 *   This dataset and /source/cell are in the order of the mesh, not in that of rows.
 * - /source/cell [n] i8, optional: number of the element in the source file from which the cell was made.
 * - /block/DATASET [blocks] u8: the hash of each block of 2^20 bytes of /DATASET (the last one is shorter),
 *   such as /block/cell/corner.
 *
 * Readers ignore other datasets and attributes, so that later programs can add some, such as
 * /partition/KIND-PARTS, without another version.
 *
 * The hash of bytes is tc_hash_bytes of base/numeric/hash.h, beginning with 0: for each little-endian word of
 * 8 bytes, hash = mix(hash ^ word). If 1 to 7 bytes remain, they are padded with zeros, and the highest byte
 * of this word is their number. mix(v) modulo 2^64: v += 9E3779B97F4A7C15, v = (v ^ v>>30) *
 * BF58476D1CE4E5B9, v = (v ^ v>>27) * 94D049BB133111EB, result v ^ v>>31 (constants hexadecimal).
 *
 * Attributes of the root group (scalars unless a size is given, integers i8, hashes u8, texts of fixed
 * length in UTF-8 with a zero byte at the end):
 *
 * - format: the text "tetracast mesh". format_version: TC_MESH_FORMAT_VERSION. A reader refuses other
 *   versions before it reads anything else.
 * - program_version, program_commit: the program that wrote the file.
 * - cells, vertices: n and m. faces: number of faces with a marker other than 0.
 * - base: first number of cells and vertices in messages, 0 or 1. reoriented: see tc_mesh (mesh/mesh.h).
 * - box [6] f8: lowest and highest coordinates of all vertices: x, y, z, then x, y, z.
 * - mesh_hash, hash_version: hash that identifies the mesh in reports, checkpoints and snapshots, and the
 *   version of the definition. Version 1 is tc_mesh.hash, computed from the bytes of TetGen files, or from
 *   the arrays of an imported mesh.
 * - source, source_format, source_options, source_hash, source_bytes, source_time, scale, is_automatic: see
 *   tc_mesh_origin (mesh_file.h).
 * - attribute_hash: hash of the attributes from program_version to is_automatic, in the order of
 *   mesh_file_attributes.c. Numbers count as 8 bytes each, texts as their bytes and a zero byte. Each
 *   attribute extends the hash of those before it.
 * - complete: 1. Written last. A file without it is not used.
 *
 * A reader rebuilds the mesh as follows. For each row v, vertex[node/number[v]] = node/point[v]. For each row
 * r and corner i, cell[cell/number[r]][i] = node/number[cell/corner[r][i]], and region[cell/number[r]] =
 * cell/region[r]. Face k of a row has the three other corners. Its marker is boundary/marker[b] if
 * cell/neighbour[r][k] is -1-b, and inside/marker[i] if inside/face[i] is 4*r+k. */
#ifndef TC_IO_MESH_FILE_MESH_FILE_LAYOUT_H
#define TC_IO_MESH_FILE_MESH_FILE_LAYOUT_H

#include <stdbool.h>

enum { TC_MESH_FORMAT_VERSION = 1, TC_MESH_BLOCK_BYTES = 1 << 20 };

/* Type of the numbers of a dataset. */
typedef enum tc_mesh_number { TC_MESH_INT32, TC_MESH_INT64, TC_MESH_DOUBLE, TC_MESH_BYTE } tc_mesh_number;

/* A table is a set of datasets that have one row for each item of the same kind, such as a cell. All datasets
 * of a table have the same number of rows. */
typedef enum tc_mesh_table {
  TC_MESH_CELLS,
  TC_MESH_NODES,
  TC_MESH_BOUNDARY,
  TC_MESH_INSIDE,
  TC_MESH_REGIONS,
  TC_MESH_MARKERS,
  TC_MESH_NAMES,
  TC_MESH_TEXT,
  TC_MESH_TABLES /* number of tables */
} tc_mesh_table;

typedef struct tc_mesh_dataset {
  const char *name;
  tc_mesh_number type;
  tc_mesh_table table;
  int width; /* numbers in each row; 0 if a row may have 3 or 6 numbers */
  bool is_optional;
} tc_mesh_dataset;

typedef enum tc_mesh_dataset_id {
  TC_MESH_CELL_NUMBER,
  TC_MESH_CELL_REGION,
  TC_MESH_CELL_CORNER,
  TC_MESH_CELL_NEIGHBOUR,
  TC_MESH_NODE_NUMBER,
  TC_MESH_NODE_POINT,
  TC_MESH_BOUNDARY_MARKER,
  TC_MESH_INSIDE_FACE,
  TC_MESH_INSIDE_MARKER,
  TC_MESH_REGION_NUMBER,
  TC_MESH_REGION_COUNT,
  TC_MESH_REGION_SIZE,
  TC_MESH_MARKER_NUMBER,
  TC_MESH_MARKER_COUNT,
  TC_MESH_MARKER_SIZE,
  TC_MESH_NAME_DIMENSION,
  TC_MESH_NAME_NUMBER,
  TC_MESH_NAME_TEXT,
  TC_MESH_FIBRES,
  TC_MESH_SOURCE_CELL,
  TC_MESH_DATASETS /* number of datasets */
} tc_mesh_dataset_id;

extern const tc_mesh_dataset tc_mesh_datasets[TC_MESH_DATASETS];

#endif

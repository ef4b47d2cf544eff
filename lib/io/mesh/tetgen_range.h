/* Reads byte ranges of the three TetGen files, so that several ranks read one mesh together (tetgen_ranks.c).
 * Each row belongs to the range of exactly one reader. A reader only finds if all its rows are acceptable,
 * that is, without errors and without text that causes a warning. If not, tc_tetgen_read reads the whole
 * files and reports the error or the warning. Internal to io/mesh. Not collective. */
#ifndef TC_IO_MESH_TETGEN_RANGE_H
#define TC_IO_MESH_TETGEN_RANGE_H

#include "io/mesh/name_comments.h"
#include "io/mesh/tetgen_rows.h"

typedef enum tc_tetgen_kind { TC_TETGEN_NODE, TC_TETGEN_ELE, TC_TETGEN_FACE, TC_TETGEN_KINDS } tc_tetgen_kind;

/* Header of a file, and the position of the rows after the header. All members are 0 if the file does not
 * exist. */
typedef struct tc_tetgen_header {
  int64_t rows, attributes, markers; /* as in tc_tetgen_file */
  int64_t begin, end;              /* offsets of the first byte after the header and of the end of the file */
  int64_t modified_s, modified_ns; /* time of the last change of the file */
} tc_tetgen_header;

/* All rows that one reader has read from its ranges of the three files. Zero-initialise before use. */
typedef struct tc_tetgen_slab {
  /* The arrays of this mesh contain the rows. mesh.base is 0, so the node numbers in cells and faces remain
   * those of the file. */
  tc_mesh mesh;
  bool borrows;                      /* true if the arrays belong to another mesh and cannot grow */
  int64_t capacity[TC_TETGEN_KINDS]; /* number of rows for which the arrays have space */
  int64_t first[TC_TETGEN_KINDS];    /* number of the first row, as the file states it; 0 without rows */
  int64_t count[TC_TETGEN_KINDS];    /* number of rows */
  /* lowest and highest node number in the cells and faces; INT64_MAX and -1 without cells and faces */
  int64_t lowest, highest;
  tc_name_comments names[TC_TETGEN_KINDS];
} tc_tetgen_slab;

/* Returns the offset at which the range of reader `reader` begins. For reader number `readers`, returns the
 * end of the last range. Reader 0, the root, gets fewer bytes, because it also computes the hash of the whole
 * file. */
int64_t tc_tetgen_range_begin(const tc_tetgen_header *header, int readers, int reader);

/* Returns the time that `readers` readers need for a file, divided by the time of one reader. Assumes that
 * the root needs 0.15 times the time of reading to compute the hash. Measured for files of 283 MB: one reader
 * took 1.29 s, reading the bytes again took 0.06 s, and their hash 0.13 s. */
double tc_tetgen_range_time(int readers);

/* Reads the range of a reader from BASE.node, BASE.ele or BASE.face. The caller sets slab->mesh.nodes before
 * the call. The caller frees the slab with tc_tetgen_slab_free, also after an error. Errors: TC_INPUT if the
 * range is not acceptable, or if the file differs from the one that the root has opened; TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_tetgen_range_read(const char *base, tc_tetgen_kind kind, const tc_tetgen_header *header,
                               int readers, int reader, tc_tetgen_slab *slab);
void tc_tetgen_slab_free(tc_tetgen_slab *slab);

/* Returns BASE with the ending of a kind. The caller frees *out with tc_free. */
tc_status tc_tetgen_kind_path(const char *base, tc_tetgen_kind kind, char **out);

#endif

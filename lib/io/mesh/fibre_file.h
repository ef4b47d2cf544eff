/* Directions of fibres from files. Not collective: the root reads. */
#ifndef TC_IO_MESH_FIBRE_FILE_H
#define TC_IO_MESH_FIBRE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/program/log.h"

/* What a file says of every cell, in the mesh's own numbering. */
typedef struct tc_fibre_values {
  int width;     /* 3: the fibre; 6: and the sheet */
  double *value; /* [cells][width] finite, of any length, zero too */
} tc_fibre_values;

/* Whether the file is one of HDF5, which has datasets. */
bool tc_fibres_in_hdf(const char *path);

/* Reads a text with a line of 3 or 6 numbers for each cell, which may begin with a line of the number of
 * directions, 1 or 2 (openCARP's .lon), or of the number of cells (Chaste's .axi with 3 and .ortho with 9
 * numbers, of which the last 3 are ignored). Comments begin with #. Text after the last cell is ignored, and
 * the log receives a warning that quotes it. An HDF5 file has a dataset [cells][3] or [cells][6] instead. The
 * caller frees the values (tc_free). base: of the cells' numbers. Errors, TC_INPUT, naming file and line, or
 * dataset and cell: another number of cells, words, numbers that are not finite. */
tc_status tc_fibres_read(const char *path, const char *dataset, int32_t cells, int32_t base,
                         const tc_log *log, tc_fibre_values *out);

#endif

/* Directions of fibres from files. Not collective: the root reads. */
#ifndef TC_IO_FIBRES_H
#define TC_IO_FIBRES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* What a file says of every cell, in the mesh's own numbering. */
typedef struct tc_fibre_values {
  int width;     /* 3: the fibre; 6: and the sheet */
  double *value; /* [cells][width] finite, of any length, zero too */
} tc_fibre_values;

/* Whether the file is one of HDF5, which has datasets. */
bool tc_fibres_in_hdf(const char *path);

/* Reads a text with a line of 3 or 6 numbers for each cell, which may begin with a line of the number of
 * directions, 1 or 2 (openCARP's .lon; comments begin with #); or the dataset of an HDF5 file, [cells][3] or
 * [cells][6]. The values are the caller's (tc_free). Errors, TC_INPUT, naming file and line, or dataset and
 * cell: another number of cells, words, numbers that are not finite. base: of the cells' numbers. */
tc_status tc_fibres_read(const char *path, const char *dataset, int32_t cells, int32_t base,
                         tc_fibre_values *out);

#endif

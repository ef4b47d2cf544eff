/* Reads fibre directions of the cells from a text or HDF5 file. Not collective: the root calls it during the
 * setup of a run and then distributes the values. Directions need not be normalised;
 * fv/physics/tensor_input.c does that. Formats: openCARP .lon, Chaste .axi and .ortho, plain text, HDF5. */
#ifndef TC_IO_MESH_FIBRE_FILE_H
#define TC_IO_MESH_FIBRE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/program/log.h"

/* Directions of all cells, in the order of the mesh. */
typedef struct tc_fibre_values {
  int width;     /* 3 numbers (fibre) or 6 numbers (fibre and sheet) per cell */
  double *value; /* [cells][width] finite numbers of any magnitude, which may be zero */
} tc_fibre_values;

/* True if the file is an HDF5 file, which contains datasets. */
bool tc_fibres_in_hdf(const char *path);

/* Reads a text with one line of 3, 6 or 9 numbers per cell. Of 9 numbers (Chaste's .ortho) the last 3, the
 * normal of the sheet, are ignored. A first line with one number may state the number of directions, 1 or 2
 * (openCARP's .lon), or the number of cells (Chaste's .axi with 3 and .ortho with 9 numbers). Comments begin
 * with #. Text after the last cell is ignored with a warning that quotes it. An HDF5 file must have a dataset
 * [cells][3] or [cells][6] instead. The caller frees out->value with tc_free. `base` is the number of the
 * first cell, for messages. Errors: TC_INPUT with file and line, or dataset and cell, if the number of cells
 * differs, a word is not a number, or a number is not finite. */
tc_status tc_fibres_read(const char *path, const char *dataset, int32_t cells, int32_t base,
                         const tc_log *log, tc_fibre_values *out);

#endif

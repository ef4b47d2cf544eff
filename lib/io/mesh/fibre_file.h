/* Reads the fibre direction of each cell from a text or HDF5 file, and writes text files. Not collective: the
 * root calls it during the setup of a run and then distributes the values. Directions may have any length,
 * because fv/physics/tensor_input.c normalises them. Formats: openCARP .lon, Chaste .axi and .ortho, plain
 * text, HDF5. */
#ifndef TC_IO_MESH_FIBRE_FILE_H
#define TC_IO_MESH_FIBRE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/core/status.h"
#include "base/program/log.h"

/* Directions of all cells, in the order of the mesh file. */
typedef struct tc_fibre_values {
  int width;     /* numbers per cell: 3 for the fibre direction, or 6 for fibre and sheet directions */
  double *value; /* [cells][width] finite numbers of any magnitude, which may be zero */
} tc_fibre_values;

/* True if the file is an HDF5 file. */
bool tc_fibres_is_hdf(const char *path);

/* Reads a text file with one line of 3, 6 or 9 numbers per cell. The last 3 of 9 numbers are the normal of
 * the sheet (Chaste .ortho) and are ignored. The first line may contain one number: the number of directions
 * per cell, 1 or 2 (openCARP .lon), or the number of cells (Chaste .axi and .ortho). Comments begin with #.
 * Text after the last cell is ignored with a warning. In an HDF5 file, reads the array `dataset` of shape
 * [cells][3] or [cells][6]. `base` is the number of the first cell, for messages. The caller frees out->value
 * with tc_free. Errors: TC_INPUT if the number of cells differs, a word is not a number, or a number is not
 * finite. */
tc_status tc_fibres_read(const char *path, const char *dataset, int32_t cells, int32_t base,
                         const tc_log *log, tc_fibre_values *out);

/* Writes the directions value[cells][width] as openCARP's .lon text, with the fewest digits that restore the
 * same bits. The caller checks the stream for errors. */
void tc_fibres_write(FILE *out, int32_t cells, int width, const double *value);

#endif

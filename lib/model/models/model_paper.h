/* Computing in the model of Lagraviere et al. 2019, section 5, which the model `paper` and the sentence about
 * the bottleneck (report/document/bottleneck.c) use. Pure. */
#ifndef TC_MODEL_MODELS_MODEL_PAPER_H
#define TC_MODEL_MODELS_MODEL_PAPER_H

#include "model/step/model.h"
#include "sparse/matrix.h"

/* Returns the seconds of computing the rows, equations (6) and (7): rows (r_nz (8+4) + 3*8) / W_private.
 * `format` replaces the 4 bytes of a column index and the 3 further values of a row by its own numbers. */
double tc_paper_compute_s(const tc_params *machine, int32_t rows, double width, const tc_format *format);

#endif

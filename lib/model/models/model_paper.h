/* The model of Lagraviere et al. 2019, section 5, term by term. Between nodes a parameter that is not known
 * (0) makes a term NaN that needs it. */
#ifndef TC_MODEL_MODELS_MODEL_PAPER_H
#define TC_MODEL_MODELS_MODEL_PAPER_H

#include "model/step/model.h"
#include "sparse/matrix.h"

/* Equations (6), (7): rows (r_nz (8+4) + 3*8) / W_private; formats may have fewer bytes for a column, and
 * less beside the entries. */
double tc_paper_compute_s(const tc_params *machine, int32_t rows, int width, const tc_format *format);
/* By the same rule, for entries that are multiplied apart from the sum of their row: value, column (4 bytes),
 * the term written, and read again through a list: terms (3*8+2*4) / W_private. */
double tc_paper_terms_s(const tc_params *machine, const tc_counts *count);
/* Equation (12): (S_local_out + S_remote_out) (2*8+4) / W_private. */
double tc_paper_pack_s(const tc_params *machine, const tc_counts *count);
/* Equation (14): 2 * own values * 8 / W_private. */
double tc_paper_copy_s(const tc_params *machine, const tc_counts *count);
/* Equation (15): (S_local_in + S_remote_in) (8+4+cl) / W_private, for strategies that pack. */
double tc_paper_unpack_s(const tc_params *machine, const tc_counts *count);

/* The same way: streams of a solver's vectors, 8 bytes a row each; sweeps through half the entries of the
 * rows, and right side, factor and solution: rows (r_nz (8+4) / 2 + 3*8). The paper knows no solvers. */
double tc_paper_vector_s(const tc_params *machine, int32_t rows, int64_t streams);
double tc_paper_sweep_s(const tc_params *machine, int32_t rows, int width, const tc_work *work);

/* One rank's stores or loads inside its node, which the ranks of a node do at the same time: 2 S_local_out 8
 * / W_private of (13), and 2 B_local BLOCKSIZE 8 / W_private of (11), with the true length of short blocks.
 */
double tc_paper_local_transfer_s(const tc_params *machine, const tc_counts *count);

/* One rank's traffic with other nodes, which the ranks of a node do one after the other: C_remote_out tau and
 * S_remote_out 8 / W_remote of (13), B_remote tau and B_remote BLOCKSIZE 8 / W_remote of (11). */
double tc_paper_messages_s(const tc_params *machine, const tc_counts *count);
double tc_paper_remote_values_s(const tc_params *machine, const tc_counts *count);

/* Equation (10), in two halves: C_local_indv cl / W_private (it happens while computing) and C_remote_indv
 * tau. */
double tc_paper_local_individual_s(const tc_params *machine, const tc_counts *count);
double tc_paper_remote_individual_s(const tc_params *machine, const tc_counts *count);

#endif

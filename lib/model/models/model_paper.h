/* The model of Lagraviere et al. 2019, section 5, term by term. The model `paper` sums the terms to
 * stages, and tests and tables evaluate single ones. Each function returns seconds of one rank. A term
 * between nodes is NaN if its parameter is unknown (0). Pure. */
#ifndef TC_MODEL_MODELS_MODEL_PAPER_H
#define TC_MODEL_MODELS_MODEL_PAPER_H

#include "model/step/model.h"
#include "sparse/matrix.h"

/* Equations (6), (7): rows (r_nz (8+4) + 3*8) / W_private. The bytes of a column and of a row's further
 * values depend on the format. */
double tc_paper_compute_s(const tc_params *machine, int32_t rows, int width, const tc_format *format);
/* Entries that are multiplied separately from the sum of their row, by the same rule: terms (3*8+2*4) /
 * W_private. Each term reads value, column (4 bytes) and x, is written, and is read again through a list. */
double tc_paper_terms_s(const tc_params *machine, const tc_counts *count);
/* Equation (12): (S_local_out + S_remote_out) (2*8+4) / W_private. */
double tc_paper_pack_s(const tc_params *machine, const tc_counts *count);
/* Equation (14): 2 * own values * 8 / W_private. */
double tc_paper_copy_s(const tc_params *machine, const tc_counts *count);
/* Equation (15): (S_local_in + S_remote_in) (8+4+cl) / W_private, for strategies that pack; cl: bytes of a
 * cache line. */
double tc_paper_unpack_s(const tc_params *machine, const tc_counts *count);

/* Solver work by the same rule, which the paper does not contain. Vectors: 8 bytes per row and stream.
 * Sweeps: half the entries of the rows, and right-hand side, factor and solution: rows (r_nz (8+4) / 2 +
 * 3*8). */
double tc_paper_vector_s(const tc_params *machine, int32_t rows, int64_t streams);
double tc_paper_sweep_s(const tc_params *machine, int32_t rows, int width, const tc_work *work);

/* Stores or loads of one rank inside its node, which the ranks of a node perform concurrently: 2
 * S_local_out 8 / W_private of (13), and 2 B_local BLOCKSIZE 8 / W_private of (11), with the true length
 * of short blocks. */
double tc_paper_local_transfer_s(const tc_params *machine, const tc_counts *count);

/* Traffic of one rank with other nodes, which is serialised over the ranks of a node: C_remote_out tau and
 * S_remote_out 8 / W_remote of (13), B_remote tau and B_remote BLOCKSIZE 8 / W_remote of (11). */
double tc_paper_messages_s(const tc_params *machine, const tc_counts *count);
double tc_paper_remote_values_s(const tc_params *machine, const tc_counts *count);

/* Equation (10), in two halves: C_local_indv cl / W_private, which is part of computing, and C_remote_indv
 * tau. */
double tc_paper_local_individual_s(const tc_params *machine, const tc_counts *count);
double tc_paper_remote_individual_s(const tc_params *machine, const tc_counts *count);

#endif

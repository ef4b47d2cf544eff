/* The model of Lagraviere et al. 2019, section 5, term by term. The model `paper` sums the terms to stages,
 * and tests and tables evaluate single ones. Each function returns seconds of one rank. A term for traffic
 * between nodes is NaN if its parameter is unknown (0). Pure. */
#ifndef TC_MODEL_MODELS_MODEL_PAPER_H
#define TC_MODEL_MODELS_MODEL_PAPER_H

#include "model/step/model.h"
#include "sparse/matrix.h"

/* Equations (6), (7): rows (r_nz (8+4) + 3*8) / W_private. The format determines the bytes of a column index,
 * and of the further values of a row. */
double tc_paper_compute_s(const tc_params *machine, int32_t rows, int width, const tc_format *format);
/* Entries that are multiplied separately from the sum of their row, priced in the same way: terms (3*8+2*4) /
 * W_private. For each term the processor reads the value, the column (4 bytes) and x, writes the result, and
 * reads it again through a list. */
double tc_paper_terms_s(const tc_params *machine, const tc_counts *count);
/* Equation (12): (S_local_out + S_remote_out) (2*8+4) / W_private. */
double tc_paper_pack_s(const tc_params *machine, const tc_counts *count);
/* Equation (14): 2 * owned values * 8 / W_private. */
double tc_paper_copy_s(const tc_params *machine, const tc_counts *count);
/* Equation (15): (S_local_in + S_remote_in) (8+4+cl) / W_private, for strategies that pack; cl: bytes of a
 * cache line. */
double tc_paper_unpack_s(const tc_params *machine, const tc_counts *count);

/* Solver work, which the paper does not contain, priced in the same way. Vectors: 8 bytes per row and stream.
 * A sweep reads half the entries of the rows and moves right-hand side, factor and solution: rows (r_nz (8+4)
 * / 2 + 3*8). */
double tc_paper_vector_s(const tc_params *machine, int32_t rows, int64_t streams);
double tc_paper_sweep_s(const tc_params *machine, int32_t rows, int width, const tc_work *work);

/* Stores or loads of one rank inside its node, which the ranks of a node perform concurrently. They are 2
 * S_local_out 8 / W_private of equation (13), and 2 B_local BLOCKSIZE 8 / W_private of equation (11), where
 * short blocks count with their true length. */
double tc_paper_local_transfer_s(const tc_params *machine, const tc_counts *count);

/* Traffic of one rank with other nodes, which is serialised over the ranks of a node. The latency is
 * C_remote_out tau of equation (13) and B_remote tau of equation (11). The bytes cost S_remote_out 8 /
 * W_remote of (13) and B_remote BLOCKSIZE 8 / W_remote of (11). */
double tc_paper_messages_s(const tc_params *machine, const tc_counts *count);
double tc_paper_remote_values_s(const tc_params *machine, const tc_counts *count);

/* Equation (10) in two parts. C_local_indv cl / W_private belongs to the stage that computes. C_remote_indv
 * tau is the latency of single reads from other nodes. */
double tc_paper_local_individual_s(const tc_params *machine, const tc_counts *count);
double tc_paper_remote_individual_s(const tc_params *machine, const tc_counts *count);

#endif

/* The model of Lagraviere et al. 2019, section 5, term by term. The model `paper` adds the terms to the costs
 * of stages. Tests and tables evaluate single terms. Each function returns seconds of one rank. A term for
 * traffic between nodes is NaN if its parameter is unknown (0). Pure. Symbols of the paper: W_private and
 * W_remote are the parameters private_bandwidth_Bps and remote_bandwidth_Bps, tau is remote_latency_s, cl is
 * cache_line_B. r_nz is the width of a row. The counts (counts.def) are S for unique values, B for blocks,
 * C_indv for single reads and C_out for messages. "local" is inside the node, "remote" between nodes. Values
 * have 8 bytes, indices 4. */
#ifndef TC_MODEL_MODELS_MODEL_PAPER_H
#define TC_MODEL_MODELS_MODEL_PAPER_H

#include "model/step/model.h"
#include "sparse/matrix.h"

/* Equations (6), (7), computing: rows (r_nz (8+4) + 3*8) / W_private. `format` replaces the 4 bytes of a
 * column index and the 3 further values of a row by its own numbers. */
double tc_paper_compute_s(const tc_params *machine, int32_t rows, int width, const tc_format *format);
/* Entries that are multiplied separately from the sum of their row (strategy bcs), which the paper does not
 * contain: terms (3*8+2*4) / W_private. For each term the processor reads the value, the column and x, writes
 * the result, and reads it again through a list. */
double tc_paper_terms_s(const tc_params *machine, const tc_counts *count);
/* Equation (12), packing: (S_local_out + S_remote_out) (2*8+4) / W_private. */
double tc_paper_pack_s(const tc_params *machine, const tc_counts *count);
/* Equation (14), copying owned values: 2 * values * 8 / W_private. */
double tc_paper_copy_s(const tc_params *machine, const tc_counts *count);
/* Equation (15), unpacking, for strategies that pack: (S_local_in + S_remote_in) (8+4+cl) / W_private. */
double tc_paper_unpack_s(const tc_params *machine, const tc_counts *count);

/* Solver work, which the paper does not contain, computed in the same way. Vector operations move 8 bytes per
 * row and stream, where a stream is one array that is read or written. A sweep reads half the entries of the
 * rows and moves right-hand side, factor and solution: rows (r_nz (8+4) / 2 + 3*8) / W_private. */
double tc_paper_vector_s(const tc_params *machine, int32_t rows, int64_t streams);
double tc_paper_sweep_s(const tc_params *machine, int32_t rows, int width, const tc_work *work);

/* Stores or loads of one rank inside its node, which all ranks of the node perform at the same time: 2
 * S_local_out 8 / W_private of equation (13), and 2 B_local BLOCKSIZE 8 / W_private of equation (11).
 * BLOCKSIZE is the number of values of a block. A short block counts with its true length. */
double tc_paper_local_transfer_s(const tc_params *machine, const tc_counts *count);

/* Traffic of one rank with other nodes, which the ranks of a node perform one at a time. tc_paper_messages_s
 * returns the latency: C_remote_out tau of equation (13) plus B_remote tau of equation (11).
 * tc_paper_remote_values_s returns the time of the bytes: S_remote_out 8 / W_remote of (13) plus B_remote
 * BLOCKSIZE 8 / W_remote of (11). */
double tc_paper_messages_s(const tc_params *machine, const tc_counts *count);
double tc_paper_remote_values_s(const tc_params *machine, const tc_counts *count);

/* Equation (10) in two parts. tc_paper_local_individual_s returns C_local_indv cl / W_private, which belongs
 * to the stage that computes. tc_paper_remote_individual_s returns C_remote_indv tau, the latency of single
 * reads from other nodes. */
double tc_paper_local_individual_s(const tc_params *machine, const tc_counts *count);
double tc_paper_remote_individual_s(const tc_params *machine, const tc_counts *count);

#endif

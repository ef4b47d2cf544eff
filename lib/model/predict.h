/* The performance model: counts in, seconds out (Lagraviere et al. 2019, section 5). Pure: no MPI, no clock,
 * no memory. */
#ifndef TC_MODEL_PREDICT_H
#define TC_MODEL_PREDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "comm/parts.h"
#include "comm/traffic.h"
#include "machine/params.h"

/* One rank as the model sees it. */
typedef struct tc_load {
  int node;
  int32_t rows;
  int width; /* r_nz */
  tc_traffic traffic;
} tc_load;

/* Equations (6), (7): rows (r_nz (8+4) + 3*8) / W_private. */
double tc_model_compute_s(const tc_params *machine, int32_t rows, int width);
/* Equation (12): (S_local_out + S_remote_out) (2*8+4) / W_private. */
double tc_model_pack_s(const tc_params *machine, const tc_traffic *traffic);
/* Equation (14): 2 * own values * 8 / W_private. */
double tc_model_copy_s(const tc_params *machine, const tc_traffic *traffic);
/* Equation (15): (S_local_in + S_remote_in) (8+4+cl) / W_private, for strategies that pack. */
double tc_model_unpack_s(const tc_params *machine, const tc_traffic *traffic);

/* One rank's stores or loads inside its node, which the ranks of a node do at the same time: 2 S_local_out 8
 * / W_private of (13), and 2 B_local BLOCKSIZE 8 / W_private of (11), with the true length of short blocks.
 */
double tc_model_local_transfer_s(const tc_params *machine, const tc_traffic *traffic);

/* One rank's traffic with other nodes, which the ranks of a node do one after the other: C_remote_out tau +
 * S_remote_out 8 / W_remote of (13), and B_remote (tau + BLOCKSIZE 8 / W_remote) of (11). */
double tc_model_remote_transfer_s(const tc_params *machine, const tc_traffic *traffic);

/* Equation (10), in two halves: C_local_indv cl / W_private (it happens while computing) and C_remote_indv
 * tau. */
double tc_model_local_individual_s(const tc_params *machine, const tc_traffic *traffic);
double tc_model_remote_individual_s(const tc_params *machine, const tc_traffic *traffic);

/* Forecast of one step: part[rank] for each rank, and the total. part.transfer holds (11) and (13), which are
 * the node's and so the same for all its ranks, and the rank's own remote individual accesses; part.compute
 * holds (7) and the local individual accesses. The total follows (18) where values are packed: max over nodes
 * of (max pack + transfer) + max over ranks of the rest; else (17) and (16), which are both the largest sum
 * over ranks. ranks may be in any order of nodes. tc_predict_possible must hold. */
void tc_predict(const tc_params *machine, int ranks, const tc_load *load, tc_parts *part, double *total_s);

/* True when the machine's parameters suffice for this load (traffic between nodes needs tau and W_remote). */
bool tc_predict_possible(const tc_params *machine, int ranks, const tc_load *load);

#endif

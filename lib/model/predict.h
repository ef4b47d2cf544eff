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

/* One rank's share of equation (13): what it stores inside the node, which the ranks of a node do at the same
 * time, and what it sends to other nodes, which they do one after the other. */
double tc_model_local_put_s(const tc_params *machine, const tc_traffic *traffic);
double tc_model_remote_put_s(const tc_params *machine, const tc_traffic *traffic);

/* Forecast of one step: part[rank] for each rank (transfer is the node's, the same for all its ranks) and the
 * total by equation (18): max over nodes of (max pack + transfer) + max over ranks of (copy + unpack +
 * compute). ranks may be in any order of nodes; nodes are numbered 0..nodes-1. */
void tc_predict(const tc_params *machine, int ranks, const tc_load *load, tc_parts *part, double *total_s);

/* True when the machine's parameters suffice for this load (traffic between nodes needs tau and W_remote). */
bool tc_predict_possible(const tc_params *machine, int ranks, const tc_load *load);

#endif

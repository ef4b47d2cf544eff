/* What the model knows of a machine (Lagraviere 2019, sections 5.2 and 6.2). Plain numbers; no MPI, no clock.
 */
#ifndef TC_MACHINE_PARAMS_H
#define TC_MACHINE_PARAMS_H

/* 0 means not known: there is no forecast for a load that would need it (tc_predict_possible). */
typedef struct tc_params {
  double
      private_bandwidth_Bps; /* W_private: memory bandwidth of one rank while all ranks of its node stream */
  double remote_bandwidth_Bps; /* W_remote: between two nodes, large messages */
  double remote_latency_s;     /* tau: one value read from another node */
  double cache_line_B;         /* cl */
} tc_params;

#endif

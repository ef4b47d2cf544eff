/* The functions behind orders.def. Internal to this floor; signature and meaning as in tc_order.make. */
#ifndef TC_GRAPH_ORDER_METHODS_H
#define TC_GRAPH_ORDER_METHODS_H

#include "graph/order.h"

#define TC_ORDER(name, summary)                                                                              \
  tc_status tc_order_make_##name(const tc_graph *graph, int32_t block, int32_t *order);
#include "graph/orders.def"
#undef TC_ORDER

#endif

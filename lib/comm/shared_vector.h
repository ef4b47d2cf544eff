/* Vectors that every rank can read: for strategies without private copies. */
#ifndef TC_COMM_SHARED_VECTOR_H
#define TC_COMM_SHARED_VECTOR_H

#include "comm/vector.h"
#include "comm/window.h"

/* Collective. value[owned] lies in a window; v->handle is that tc_window. Errors on all ranks. */
tc_status tc_shared_vector_create(const tc_world *world, int32_t owned, tc_vector *v);
void tc_shared_vector_destroy(tc_vector *v); /* collective */

static inline tc_window *tc_shared_vector_window(const tc_vector *v) { return v->handle; }

#endif

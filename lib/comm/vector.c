#include "comm/vector.h"

#include "base/memory.h"

tc_status tc_vector_create_private(int32_t owned, int32_t ghosts, tc_vector *v) {
  *v = (tc_vector){.owned = owned};
  TC_TRY(TC_ALLOC(v->value, (size_t)owned + (size_t)ghosts));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < owned; i++) v->value[i] = 0.0;
  for (int32_t i = 0; i < ghosts; i++) v->value[owned + i] = 0.0;
  return TC_OK;
}

void tc_vector_destroy_private(tc_vector *v) {
  tc_free(v->value);
  *v = (tc_vector){0};
}

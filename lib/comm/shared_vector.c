#include "comm/shared_vector.h"

tc_status tc_shared_vector_create(const tc_world *world, int32_t owned, tc_vector *v) {
  tc_window *window = NULL;
  TC_TRY(tc_window_create(world, owned, &window));
  *v = (tc_vector){window->local, owned, window};
  return TC_OK;
}

void tc_shared_vector_destroy(tc_vector *v) {
  tc_window *window = v->handle;
  tc_window_destroy(&window);
  *v = (tc_vector){0};
}

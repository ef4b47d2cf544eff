#include "solve/space/ghost_values.h"

#include "base/core/memory.h"

tc_status tc_ghost_values_create(const tc_space *space, tc_colour_exchange **out) {
  tc_colouring one = {.colours = 1};
  TC_TRY(TC_WORLD_ALLOC(space->world, one.colour, space->owned + space->halo->ghosts));
  const tc_status status = tc_colour_exchange_create(space->world, space->halo, &one, 1, out);
  tc_free(one.colour);
  return status;
}

tc_status tc_ghost_values_fill(const tc_space *space, double *value) {
  tc_colour_exchange *exchange = NULL;
  TC_TRY(tc_ghost_values_create(space, &exchange));
  const tc_status status = tc_colour_exchange_run(exchange, 0, value, NULL);
  tc_colour_exchange_destroy(&exchange);
  return status;
}

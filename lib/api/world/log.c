#include "api/call/call.h"

/* Passes a complete line of the log to the callback of the program. Does not pass progress lines, which are
 * for terminals only. */
static void write_line(void *self, tc_log_level level, tc_log_event event, const char *text) {
  const tetracast_world *world = self;
  if (event == TC_LOG_LINE || event == TC_LOG_PHASE_ENDED)
    world->write_line(world->write_self,
                      level == TC_LOG_VERBOSE ? TETRACAST_LEVEL_VERBOSE : TETRACAST_LEVEL_NORMAL, text);
  if (event == TC_LOG_WARNING) world->write_line(world->write_self, TETRACAST_LEVEL_WARNING, text);
}

void tetracast_world_set_log(tetracast_world *world, tetracast_log_function *log, void *self,
                             tetracast_level level) {
  if (!world) return;
  world->write_line = log;
  world->write_self = self;
  world->sink = (tc_log_sink){.write = write_line, .self = world};
  world->log.sink = log && world->world->rank == 0 ? &world->sink : NULL;
  world->log.level = (tc_log_level)level;
}

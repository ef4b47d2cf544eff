#include "api/call/call.h"

#include <omp.h>
#include <string.h>

#include "base/text/line.h"

static tc_status check_world(const tetracast_world *world) {
  int is_finalised = 0;
  if (!world)
    return tc_status_create(TC_USAGE, "libtetracast: a function of the library was called with an object "
                                      "that is NULL: create the object first");
  MPI_Finalized(&is_finalised);
  if (is_finalised)
    return tc_status_create(TC_USAGE, "libtetracast: MPI is finalised: call MPI_Finalize after all functions "
                                      "of the library");
  if (world->is_busy)
    return tc_status_create(TC_USAGE, "libtetracast: a callback called a function on the world that runs the "
                                      "callback: use another world");
  if (world->is_broken)
    return tc_status_create(TC_INTERNAL,
                            "libtetracast: MPI has failed in an earlier call: end all ranks with MPI_Abort");
  return TC_OK;
}

tc_status tc_api_call_begin(tetracast_world *world, int threads, tc_api_call *out) {
  TC_TRY(check_world(world));
  *out = (tc_api_call){world, omp_get_max_threads(), omp_get_dynamic(), world->log.clock->depth};
  world->is_busy = true;
  omp_set_dynamic(0);
  if (!threads) threads = world->threads;
  if (threads) omp_set_num_threads(threads);
  return TC_OK;
}

tc_status tc_api_reword(tc_status status, const char *from, const char *to) {
  const char *text = tc_status_text(status), *at = strstr(text, from);
  tc_line line = {0};
  if (!status || !at || tc_status_is_local(status)) return status;
  tc_line_add(&line, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  return tc_status_replace(status, tc_status_create(tc_status_code(status), "%s", line.text));
}

/* Replaces the options of the program tetracast in a message, because users of the library have no options.
 * For example, a message that begins with "-s key=value" then begins with "key=value". */
static tc_status remove_options(tc_status status) {
  if (strncmp(tc_status_text(status), "-s ", 3) == 0) status = tc_api_reword(status, "-s ", "");
  status = tc_api_reword(status, "--resume", "TETRACAST_OUTPUTS_RESUME");
  return tc_api_reword(status, "--force", "TETRACAST_OUTPUTS_FORCE");
}

tc_status tc_api_call_end(const tc_api_call *call, tc_status status) {
  omp_set_num_threads(call->threads);
  omp_set_dynamic(call->is_dynamic);
  call->world->is_busy = false;
  tc_job_clock_reset_depth(call->world->log.clock, call->depth);
  if (tc_status_is_local(status)) call->world->is_broken = true;
  return call->world->is_program ? status : remove_options(status);
}

tc_status tc_api_check_argument(const void *pointer, const char *name) {
  if (pointer) return TC_OK;
  return tc_status_create(TC_USAGE, "libtetracast: the argument `%s` is NULL: pass an address", name);
}

tc_status tc_api_agree_presence(const tc_world *world, bool exists, const char *function) {
  double most[2] = {exists, !exists};
  TC_TRY(tc_world_max(world, most, 2));
  if (most[0] + most[1] < 2.0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: some ranks pass a function and others NULL: pass one on all ranks or on none",
                          function);
}

tc_status tc_api_agree_argument(const tc_world *world, const void *pointer, const char *name) {
  return tc_world_agree(world, tc_api_check_argument(pointer, name));
}

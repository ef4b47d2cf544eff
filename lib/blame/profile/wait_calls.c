#include "blame/profile/wait_calls.h"

#include <string.h>

#include "blame/facts/externals.h"

const char tb_wait_call_openmp[] = "OpenMP barrier";

static bool is_openmp_wait(const char *function) {
  static const char *const names[] = {
#define TB_OPENMP_WAIT(name) #name,
#include "blame/profile/openmp_waits.def"
#undef TB_OPENMP_WAIT
  };
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strncmp(function, names[n], strlen(names[n])) == 0) return true;
  return false;
}

/* Returns the name of the function if it waits. MPI functions also have a second name, PMPI_.., by which
 * tools call them. */
static const char *find_wait_function(const char *function) {
  tb_external external;
  const char *name = strncmp(function, "PMPI_", 5) == 0 ? function + 1 : function;
  return tb_external_find(name, &external) && external.kind == TB_EXTERNAL_WAIT ? external.name : NULL;
}

/* True if the frame is code of the sampler. Each thread starts with such a frame, because the sampler
 * intercepts the creation of all threads. */
static bool is_sampler_frame(const tb_frame *frame) {
  return frame->module && strstr(frame->module, "/libtcblame_sampler.so");
}

/* Returns the name of the call that waits in a stack without a user frame; NULL if none waits. */
static const char *find_wait_without_user(const tb_frame *frame, int frames) {
  for (int f = 0; f < frames; f++) {
    if (frame[f].is_runtime && !is_sampler_frame(&frame[f])) return tb_wait_call_openmp;
    const char *name = find_wait_function(frame[f].function);
    if (name) return name;
  }
  return NULL;
}

const char *tb_wait_call_find(const tb_frame *frame, int frames, int user_frame) {
  if (user_frame == frames) return find_wait_without_user(frame, frames);
  if (user_frame == 0) return NULL;
  const char *called = frame[user_frame - 1].function;
  if (!frame[user_frame - 1].is_runtime) return find_wait_function(called);
  return is_openmp_wait(called) ? tb_wait_call_openmp : NULL;
}

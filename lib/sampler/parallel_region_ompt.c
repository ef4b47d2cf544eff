/* Parallel regions of libomp, which reports them through the tool interface OMPT (OpenMP 5.1, chapter 4). Not
 * every compiler provides omp-tools.h, so this file repeats the few declarations that are needed. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "sampler/next_symbol.h"
#include "sampler/parallel_region.h"
#include "sampler/process_state.h"

typedef union ompt_data {
  uint64_t value;
  void *pointer;
} ompt_data;

typedef void (*ompt_function)(void);
typedef ompt_function (*ompt_lookup)(const char *name);

typedef struct ompt_tool {
  int (*initialize)(ompt_lookup lookup, int device, ompt_data *tool);
  void (*finalize)(ompt_data *tool);
  ompt_data tool;
} ompt_tool;

enum {
  ompt_begin = 1,
  ompt_initial_task = 1, /* bit of the parameter `flags` of begin_implicit_task that marks the initial task */
  ompt_parallel_begin = 3,
  ompt_implicit_task = 7,
  ompt_first_wait = 0x010, /* smallest thread state of OMPT that means waiting */
  ompt_idle = 0x100
};

static int (*query_thread_state)(uint64_t *wait_id);

bool ts_ompt_is_waiting(void) {
  uint64_t wait_id;
  if (!query_thread_state) return false;
  const int state = query_thread_state(&wait_id);
  return state >= ompt_first_wait && state <= ompt_idle;
}

static void begin_region(ompt_data *task, const void *frame, ompt_data *region, unsigned threads, int flags,
                         const void *code) {
  (void)task, (void)frame, (void)flags;
  const uint64_t own_frame = (uint64_t)(uintptr_t)__builtin_frame_address(0);
  /* A region with a single thread has no helpers and therefore needs no tag. */
  region->value = threads == 1 ? 0 : ts_region_tag((uint64_t)(uintptr_t)code, own_frame);
}

/* libomp calls this function when a thread begins or ends its part of a parallel region. Thread 0 entered the
 * region and is no helper. In a helper, the function of libomp that calls begin_implicit_task also calls the
 * function of the region. Its frame and all frames outside it therefore belong to the runtime. */
static void begin_implicit_task(int endpoint, ompt_data *region, ompt_data *task, unsigned threads,
                                unsigned number, int flags) {
  (void)task, (void)threads;
  const uint64_t frame = (uint64_t)(uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *);
  if (endpoint == ompt_begin && number != 0 && region && !(flags & ompt_initial_task))
    ts_region_enter_as_helper(region->value, frame);
}

static int initialize_tool(ompt_lookup lookup, int device, ompt_data *tool) {
  (void)device, (void)tool;
  int (*set_callback)(int event, ompt_function callback) =
      (int (*)(int, ompt_function))lookup("ompt_set_callback");
  if (!set_callback) return 0;
  set_callback(ompt_parallel_begin, (ompt_function)begin_region);
  set_callback(ompt_implicit_task, (ompt_function)begin_implicit_task);
  query_thread_state = (int (*)(uint64_t *))lookup("ompt_get_state");
  return 1;
}

static void finalize_tool(ompt_data *tool) {
  (void)tool;
  query_thread_state = NULL;
}

ompt_tool *ompt_start_tool(unsigned version, const char *runtime);

/* libomp calls this function when it starts, to find its OMPT tool. If the program has its own OMPT tool,
 * this function returns the program's tool. */
TS_EXPORT ompt_tool *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_tool sampler_tool = {initialize_tool, finalize_tool, {0}};
  TS_NEXT(ompt_start_tool);
  ompt_tool *program_tool = next ? next(version, runtime) : NULL;
  return program_tool || getenv("OMP_TOOL_LIBRARIES") || !ts_process_is_attached() ? program_tool
                                                                                   : &sampler_tool;
}

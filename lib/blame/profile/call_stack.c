/* Builds call stacks (see call_stack.h). Frames are added from the leaf outwards, and each address is
 * expanded to its inlined calls. Stacks of helper threads continue with the stacks at which their parallel
 * regions were entered. Functions that a compiler outlined for parallel regions are then joined with the
 * functions that contain these regions. Frames outside main or the start of the thread are removed. */
#include "blame/profile/call_stack.h"

#include <string.h>

#include "base/containers/search.h"
#include "base/file/path.h"
#include "blame/profile/wait_calls.h"

/* A call stack under construction. */
typedef struct stack_builder {
  tb_resolver *resolver;
  int process;
  uint64_t time_ns;
  tb_call_stack *out;
  int leaf_frames; /* number of frames that belong to the interrupted instruction, inlined calls included */
  bool is_incomplete; /* true if the stack that the sampler recorded is incomplete */
} stack_builder;

/* ---- adding frames ---- */

static void add_site(stack_builder *builder, const tb_code_site *site) {
  tb_call_stack *out = builder->out;
  for (int f = 0; f < site->frames && out->frames < TB_TRACE_FRAMES; f++)
    out->frame[out->frames++] = site->frame[f];
}

static tc_status add_leaf(stack_builder *builder, uint64_t address) {
  tb_call_stack *out = builder->out;
  TC_TRY(tb_resolver_find_site(builder->resolver, builder->process, builder->time_ns, address, true,
                               &out->leaf, &out->bias));
  add_site(builder, out->leaf);
  builder->leaf_frames = out->frames;
  return TC_OK;
}

static tc_status add_stack(stack_builder *builder, const uint64_t *stack, uint32_t depth) {
  if (depth >= TS_SAMPLER_DEPTH) builder->is_incomplete = true;
  for (uint32_t d = 0; d < depth; d++) {
    const tb_code_site *site;
    TC_TRY(tb_resolver_find_site(builder->resolver, builder->process, builder->time_ns, stack[d], false,
                                 &site, NULL));
    add_site(builder, site);
  }
  return TC_OK;
}

static const ts_file_region *find_region(const tb_sample_file *process, uint64_t tag) {
  int at;
  TC_SEARCH(at, process->regions, process->region[at]->tag < tag);
  return at < process->regions && process->region[at]->tag == tag ? process->region[at] : NULL;
}

/* Adds the stacks at which the parallel regions were entered, from the innermost region outwards. The loop
 * terminates, because each enclosing region must have a smaller tag than the region in it. */
static tc_status add_region_stacks(stack_builder *builder, const tb_sample_file *process, uint64_t tag) {
  for (const ts_file_region *region = find_region(process, tag); region;
       region = region->outer_tag < region->tag ? find_region(process, region->outer_tag) : NULL)
    TC_TRY(add_stack(builder, region->stack, region->depth));
  return TC_OK;
}

/* ---- removing frames ---- */

static void remove_frames(tb_call_stack *stack, int from, int to) {
  memmove(&stack->frame[from], &stack->frame[to], (size_t)(stack->frames - to) * sizeof *stack->frame);
  stack->frames -= to - from;
}

/* Frame `part` is a part of a function that the compiler has outlined. Returns the index of the frame of this
 * function; 0 if the stack does not contain it. */
static int find_containing_frame(const tb_call_stack *stack, int part) {
  int at = part + 1;
  while (at < stack->frames && stack->frame[at].is_runtime) at++;
  return at < stack->frames && stack->frame[part].function[0] &&
                 stack->frame[at].function == stack->frame[part].function
             ? at
             : 0;
}

static void merge_outlined_parts(tb_call_stack *stack) {
  for (int f = 0; f < stack->frames; f++)
    for (int container = find_containing_frame(stack, f); stack->frame[f].is_outlined && container > 0;
         container = find_containing_frame(stack, f)) {
      stack->frame[f].is_outlined = stack->frame[container].is_outlined;
      stack->frame[f].is_inlined = stack->frame[container].is_inlined;
      remove_frames(stack, f + 1, container + 1);
    }
}

static bool is_system_frame(const tb_frame *frame) {
  const char *name = tc_path_name(frame->module);
  return strncmp(name, "libc.so", 7) == 0 || strncmp(name, "libc-", 5) == 0 ||
         strncmp(name, "libpthread", 10) == 0 || strncmp(name, "ld-linux", 8) == 0;
}

/* Removes the frames outside main. In a thread whose stack does not contain main, removes the frames of the
 * system and of runtimes that started the thread. */
static void remove_outer_frames(stack_builder *builder) {
  tb_call_stack *stack = builder->out;
  for (int f = 0; f < stack->frames; f++)
    if (strcmp(stack->frame[f].function, "main") == 0) {
      stack->frames = f + 1;
      stack->is_complete = true;
      return;
    }
  const tb_frame *last = stack->frames > 0 ? &stack->frame[stack->frames - 1] : NULL;
  stack->is_complete =
      last && !builder->is_incomplete && (is_system_frame(last) || strcmp(last->function, "_start") == 0);
  while (stack->frames > 1 && stack->is_complete &&
         (is_system_frame(&stack->frame[stack->frames - 1]) || stack->frame[stack->frames - 1].is_runtime))
    stack->frames--;
}

/* ---- completing the stack ---- */

static int find_user_frame(const tb_call_stack *stack) {
  for (int f = 0; f < stack->frames; f++)
    if (stack->frame[f].facts) return f;
  for (int f = 0; f < stack->frames; f++)
    if (stack->frame[f].file) return f;
  return stack->frames;
}

static stack_builder begin_stack(tb_resolver *resolver, int process, uint64_t time_ns, tb_call_stack *out) {
  out->frames = 0;
  out->leaf = NULL;
  out->waiting_call = NULL;
  out->user_at_leaf = out->has_no_columns = false;
  return (stack_builder){.resolver = resolver, .process = process, .time_ns = time_ns, .out = out};
}

static void complete_stack(stack_builder *builder) {
  merge_outlined_parts(builder->out);
  remove_outer_frames(builder);
  builder->out->user_frame = find_user_frame(builder->out);
}

tc_status tb_call_stack_from_sample(tb_resolver *resolver, int process, const ts_file_sample *sample,
                                    tb_call_stack *out) {
  stack_builder builder = begin_stack(resolver, process, sample->record.time_ns, out);
  TC_TRY(add_leaf(&builder, sample->ip));
  TC_TRY(add_stack(&builder, sample->stack, sample->region_tag ? sample->region_depth : sample->depth));
  if (sample->region_tag)
    TC_TRY(add_region_stacks(&builder, tb_resolver_get_process(resolver, process), sample->region_tag));
  out->user_frame = find_user_frame(out);
  out->user_at_leaf = out->user_frame < builder.leaf_frames;
  out->has_no_columns = out->user_frame < out->frames && out->frame[out->user_frame].has_no_columns;
  out->waiting_call = sample->state == TS_SAMPLER_OPENMP_WAIT
                          ? tb_wait_call_openmp
                          : tb_wait_call_find(out->frame, out->frames, out->user_frame);
  complete_stack(&builder);
  return TC_OK;
}

tc_status tb_call_stack_from_addresses(tb_resolver *resolver, int process, uint64_t time_ns,
                                       const uint64_t *stack, uint32_t depth, tb_call_stack *out) {
  stack_builder builder = begin_stack(resolver, process, time_ns, out);
  TC_TRY(add_stack(&builder, stack, depth));
  complete_stack(&builder);
  return TC_OK;
}

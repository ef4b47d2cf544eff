/* Builds a profile from samples (see profile.h). Call effects are computed first, for the sampled functions
 * only. For each sample, the distinct stack, the touched data, the thread and the bin (part of the touched
 * object) are determined, and numbered by maps. Samples with equal numbers share a counter. finish_profile
 * distributes the counters to the stacks and copies all arrays to the pool. */
#include "blame/profile/profile.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "blame/closure/closure.h"
#include "blame/profile/data_touch.h"
#include "blame/profile/sampled_functions.h"
#include "blame/profile/statement_match.h"

/* A profile under construction. */
typedef struct profile_builder {
  tb_profile *profile;
  tb_touch_classifier *classifier;
  tb_call_stack call_stack;
  tc_map frames, threads;
  tc_map stacks;  /* distinct stacks found so far by stack_key; values are tb_stack */
  tc_map touches; /* distinct touched data found so far by touch_key; values are tb_touched_data */
  tc_map cells;   /* number of samples of each cell_key; values are int64_t */
  /* numbers of samples with a user frame, and of those whose code clang did not compile */
  int64_t samples_without_columns, samples_with_user_frame;
  bool has_source_line;
} profile_builder;

/* ---- keys: compared bytewise, so every byte is initialised ---- */

typedef struct frame_key {
  const char *function, *file, *module;
  const tb_function *facts;
  int32_t line, column;
  int64_t inlined;
} frame_key;

typedef struct stack_key {
  const char *waiting_call;
  int32_t is_complete, frames;
  int32_t frame[TB_TRACE_FRAMES];
} stack_key;

typedef struct touch_key {
  const char *name, *site, *owner;
  int64_t kind;
} touch_key;

typedef struct cell_key {
  int32_t stack, thread, touch_number, bin;
} cell_key;

/* ---- stacks ---- */

static tc_status get_frame_number(profile_builder *builder, const tb_frame *frame, int *number) {
  const frame_key key = {frame->function, frame->file,   frame->module,    frame->facts,
                         frame->line,     frame->column, frame->is_inlined};
  return tc_map_add(&builder->frames, &key, sizeof key, number, NULL);
}

bool tb_profile_is_user(const tb_profile *profile, const tb_frame *frame) {
  return profile->facts ? frame->facts != NULL : frame->file != NULL;
}

static int find_user_frame(const tb_profile *profile, const tb_call_stack *call_stack) {
  int user = 0;
  while (user < call_stack->frames && !tb_profile_is_user(profile, &call_stack->frame[user])) user++;
  return user;
}

static tc_status fill_stack(profile_builder *builder, tb_stack *stack) {
  const tb_call_stack *call_stack = &builder->call_stack;
  tb_frame *frame = NULL;
  TC_TRY(tc_pool_alloc(&builder->profile->pool, ((size_t)call_stack->frames + 1) * sizeof *frame, &frame));
  memcpy(frame, call_stack->frame, (size_t)call_stack->frames * sizeof *frame);
  *stack = (tb_stack){.frames = call_stack->frames,
                      .frame = frame,
                      .user_frame = find_user_frame(builder->profile, call_stack),
                      .is_complete = call_stack->is_complete,
                      .waiting_call = call_stack->waiting_call};
  if (stack->user_frame == stack->frames || !builder->profile->facts) return TC_OK;
  const tb_frame *user = &frame[stack->user_frame];
  return tb_statement_match_frame(builder->profile->facts, user, user->column, NULL, &stack->match_level);
}

static tc_status get_stack_number(profile_builder *builder, int *number) {
  stack_key key = {builder->call_stack.waiting_call,
                   builder->call_stack.is_complete,
                   builder->call_stack.frames,
                   {0}};
  bool added;
  for (int f = 0; f < builder->call_stack.frames; f++)
    TC_TRY(get_frame_number(builder, &builder->call_stack.frame[f], &key.frame[f]));
  const size_t size = offsetof(stack_key, frame) + (size_t)builder->call_stack.frames * sizeof *key.frame;
  TC_TRY(tc_map_add(&builder->stacks, &key, size, number, &added));
  return added ? fill_stack(builder, tc_map_value(&builder->stacks, *number)) : TC_OK;
}

/* ---- counters ---- */

static tc_status get_touch_number(profile_builder *builder, const tb_touched_data *touched, int *number) {
  const touch_key key = {touched->name, touched->site, touched->owner, touched->kind};
  bool added;
  TC_TRY(tc_map_add(&builder->touches, &key, sizeof key, number, &added));
  if (added) *(tb_touched_data *)tc_map_value(&builder->touches, *number) = *touched;
  return TC_OK;
}

static tc_status add_cell(profile_builder *builder, const cell_key *key, uint32_t weight) {
  int number;
  TC_TRY(tc_map_add(&builder->cells, key, sizeof *key, &number, NULL));
  *(int64_t *)tc_map_value(&builder->cells, number) += weight;
  return TC_OK;
}

static void count_sample(profile_builder *builder, const tb_stack *stack, uint32_t weight) {
  tb_profile *profile = builder->profile;
  const tb_image *image = builder->call_stack.leaf->binary ? builder->call_stack.leaf->binary->image : NULL;
  profile->all_samples += weight;
  profile->has_touched_data = profile->has_touched_data || (image && image->is_x86_64);
  for (int f = 0; f < stack->frames && !builder->has_source_line; f++)
    builder->has_source_line = stack->frame[f].file != NULL;
  if (stack->user_frame == stack->frames) return;
  builder->samples_with_user_frame += weight;
  if (builder->call_stack.has_no_columns) builder->samples_without_columns += weight;
  if (!stack->waiting_call && profile->facts) profile->level_samples[stack->match_level] += weight;
}

static tc_status add_sample(profile_builder *builder, int process, const ts_file_sample *sample) {
  const tb_profile_thread thread = {process, (int)sample->record.thread};
  const uint32_t weight = sample->weight > 0 ? sample->weight : 1;
  tb_data_touch touch;
  cell_key key;
  TC_TRY(tb_call_stack_from_sample(builder->profile->resolver, process, sample, &builder->call_stack));
  TC_TRY(tb_touch_classifier_classify(builder->classifier, process, sample, &builder->call_stack, &touch));
  TC_TRY(get_stack_number(builder, &key.stack));
  TC_TRY(get_touch_number(builder, &touch.touched, &key.touch_number));
  TC_TRY(tc_map_add(&builder->threads, &thread, sizeof thread, &key.thread, NULL));
  *(tb_profile_thread *)tc_map_value(&builder->threads, key.thread) = thread;
  key.bin = touch.bin;
  tb_stack *stack = tc_map_value(&builder->stacks, key.stack);
  stack->samples += weight;
  count_sample(builder, stack, weight);
  return add_cell(builder, &key, weight);
}

static tc_status add_samples(profile_builder *builder, const tb_samples *samples) {
  for (int p = 0; p < samples->processes; p++)
    for (int s = 0; s < samples->process[p].samples; s++)
      TC_TRY(add_sample(builder, p, samples->process[p].sample[s]));
  return TC_OK;
}

/* ---- whole profile ---- */

static tc_status assign_cells(profile_builder *builder) {
  tb_stack *stack = builder->profile->stack;
  tb_stack_cell *cell = NULL;
  TC_TRY(tc_pool_alloc(&builder->profile->pool, (size_t)builder->cells.count * sizeof *cell, &cell));
  for (int c = 0; c < builder->cells.count; c++)
    stack[((const cell_key *)tc_map_key(&builder->cells, c, NULL))->stack].cells++;
  for (int s = 0; s < builder->stacks.count; s++) {
    stack[s].cell = cell;
    cell += stack[s].cells;
    stack[s].cells = 0;
  }
  for (int c = 0; c < builder->cells.count; c++) {
    const cell_key *key = tc_map_key(&builder->cells, c, NULL);
    tb_stack *owner = &stack[key->stack];
    tb_stack_cell *path = (tb_stack_cell *)&owner->cell[owner->cells++];
    *path = (tb_stack_cell){key->thread, key->touch_number, key->bin,
                            *(int64_t *)tc_map_value(&builder->cells, c)};
  }
  return TC_OK;
}

/* Moves the values of a map to the pool of the profile. `out` is the address of a pointer to the values. */
static tc_status move_values(profile_builder *builder, tc_map *map, int *count, void *out) {
  map->value.count = map->count;
  return tc_array_move(&map->value, map->value_bytes, &builder->profile->pool, count, out);
}

static tc_status finish_profile(profile_builder *builder) {
  tb_profile *profile = builder->profile;
  TC_TRY(tb_touch_classifier_count_allocations(builder->classifier, builder->touches.count,
                                               tc_map_value(&builder->touches, 0)));
  TC_TRY(move_values(builder, &builder->stacks, &profile->stacks, &profile->stack));
  TC_TRY(move_values(builder, &builder->touches, &profile->touches, &profile->touched));
  TC_TRY(move_values(builder, &builder->threads, &profile->threads, &profile->thread));
  profile->has_no_columns = 2 * builder->samples_without_columns > builder->samples_with_user_frame;
  return assign_cells(builder);
}

static tc_status check_lines(const profile_builder *builder, const tb_samples *samples) {
  int process = 0;
  while (process < samples->processes - 1 && samples->process[process].samples == 0) process++;
  if (builder->has_source_line || builder->profile->all_samples == 0) return TC_OK;
  const char *program = samples->process[process].header->program;
  if (access(program, R_OK) != 0)
    return tc_status_create(TC_INPUT, "%s: the sampled program cannot be read: %s: restore it at this path",
                            program, strerror(errno));
  return tc_status_create(TC_INPUT, "%s: has no debug information: compile it with -g and sample it again",
                          program);
}

static void free_builder(profile_builder *builder) {
  tb_touch_classifier_destroy(&builder->classifier);
  tc_map *const maps[] = {&builder->frames, &builder->stacks, &builder->touches, &builder->threads,
                          &builder->cells};
  for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) tc_map_free(maps[m]);
  tc_free(builder);
}

/* Computes the call effects (blame/closure) for the sampled functions only, because a program has many other
 * functions. Uses only the source files of the sampled binaries, because facts of several programs may define
 * functions of the same name. */
static tc_status compute_closure(profile_builder *builder, const tb_samples *samples,
                                 const tb_profile_options *options, tb_facts *facts) {
  tc_bit_set sampled = {0}, files = {0};
  bool is_known = false;
  tc_status status = tb_sampled_functions_find(samples, facts, builder->profile->resolver, &sampled);
  if (!status) status = tb_resolver_find_files(builder->profile->resolver, &files, &is_known);
  const tc_bit_set *program_files = is_known ? &files : NULL;
  if (!status) status = tb_facts_check_sources(facts, program_files);
  if (!status) status = tb_facts_compute_closure(facts, options->transfer, &sampled, program_files);
  tc_bit_set_free(&sampled);
  tc_bit_set_free(&files);
  return status;
}

static tc_status build_profile(const tb_samples *samples, tb_facts *facts, const tb_profile_options *options,
                               tb_profile *profile) {
  profile_builder *builder = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(builder, 1));
  builder->profile = profile;
  builder->stacks.value_bytes = sizeof(tb_stack);
  builder->touches.value_bytes = sizeof(tb_touched_data);
  builder->threads.value_bytes = sizeof(tb_profile_thread);
  builder->cells = (tc_map){.key_bytes = sizeof(cell_key), .value_bytes = sizeof(int64_t)};
  TC_GUARD(status, tb_resolver_create(samples, facts, options->skid, &profile->resolver));
  if (facts && !facts->has_closure) TC_GUARD(status, compute_closure(builder, samples, options, facts));
  TC_GUARD(status, tb_touch_classifier_create(samples, facts, profile->resolver, &profile->texts,
                                              &builder->classifier));
  TC_GUARD(status, add_samples(builder, samples));
  TC_GUARD(status, check_lines(builder, samples));
  TC_GUARD(status, finish_profile(builder));
cleanup:
  free_builder(builder);
  return status;
}

tc_status tb_profile_create(const tb_samples *samples, tb_facts *facts, const tb_profile_options *options,
                            tb_profile **out) {
  static const tb_profile_options defaults = {.skid = 1, .transfer = TB_TRANSFER_FULL};
  TC_TRY(tc_alloc_zero(1, sizeof **out, "profile", out));
  (*out)->samples = samples;
  (*out)->facts = facts;
  tc_status status = build_profile(samples, facts, options ? options : &defaults, *out);
  if (status) tb_profile_destroy(out);
  return status;
}

void tb_profile_destroy(tb_profile **profile) {
  if (!*profile) return;
  tb_resolver_destroy(&(*profile)->resolver);
  tc_map_free(&(*profile)->texts);
  tc_pool_free(&(*profile)->pool);
  tc_free(*profile);
  *profile = NULL;
}

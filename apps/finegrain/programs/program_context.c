/* Execution of a program over shared arrays: creates one shared array and one access per array of the loops,
 * runs the program's runner (runners.def) and verifies its result. Programs that have no special runner use
 * runner_loops.c. Distribution and affinity follow the loops, except in a serial context, whose single rank
 * owns all elements. */
#include "programs/program_context.h"

#include "base/core/memory.h"
#include "programs/runner.h"

#define TC_REGISTRY_TYPE fg_runner
#define TC_REGISTRY_DEF  "programs/runners.def"
#include "base/text/registry.inc"

const fg_runner *fg_runner_of(const char *program) {
  const fg_runner *found = program ? fg_runner_find(program) : NULL;
  return found ? found : &fg_runner_loops;
}

tc_status fg_program_context_check_loops(const tc_loops *loops, const char *program) {
  for (int a = 0; a < loops->arrays; a++) {
    const tc_loop_array *array = &loops->array[a];
    if (array->block == 0 && array->owner != 0)
      return tc_status_create(TC_USAGE,
                              "%s: array %s belongs to rank %d alone, which run does not support: set its "
                              "owner to 0",
                              program, array->name, array->owner);
  }
  return TC_OK;
}

/* Creates shared array number `a` of the program and the access to it. In a serial context (is_serial) the
 * rank owns the whole array. */
static tc_status create_array(fg_program_context *s, int a) {
  const tc_loop_array *array = &s->loops->array[a];
  TC_TRY(tc_shared_array_create(s->world, tc_loop_elements(array), s->is_serial ? 0 : (int32_t)array->block,
                                &s->array[a]));
  return tc_shared_access_create(s->layer, s->array[a], &s->access[a]);
}

tc_status fg_program_context_init(fg_program_context *s) {
  TC_TRY(TC_WORLD_ALLOC(s->world, s->array, s->loops->arrays));
  TC_TRY(TC_WORLD_ALLOC(s->world, s->access, s->loops->arrays));
  TC_TRY(tc_world_alloc(s->world, 1, s->runner->size, s->runner->name, &s->runner_data));
  for (int a = 0; a < s->loops->arrays; a++) TC_TRY(create_array(s, a));
  TC_TRY(tc_world_agree(s->world, s->runner->create(s)));
  return fg_program_context_fence(s);
}

void fg_program_context_free(fg_program_context *s) {
  for (int a = 0; s->array && a < s->loops->arrays; a++) {
    if (s->access) tc_shared_access_destroy(&s->access[a]);
    tc_shared_array_destroy(&s->array[a]);
  }
  tc_free(s->runner_data);
  tc_free(s->access);
  tc_free(s->array);
  s->runner_data = NULL;
  s->access = NULL;
  s->array = NULL;
}

tc_status fg_program_context_run(fg_program_context *s) {
  s->rounds++;
  return s->runner->run(s);
}

tc_status fg_program_context_check(const fg_program_context *s) {
  return tc_world_agree(s->world, s->runner->check(s));
}

static void add_counts(tc_access_counts *sum, const tc_access_counts *added) {
  sum->own += added->own;
  sum->node_local += added->node_local;
  sum->remote += added->remote;
  sum->node_operations += added->node_operations;
  sum->remote_operations += added->remote_operations;
  sum->lines += added->lines;
}

void fg_program_context_counts(const fg_program_context *s, tc_access_counts *reads,
                               tc_access_counts *writes) {
  *reads = *writes = (tc_access_counts){.own = 0};
  for (int a = 0; a < s->loops->arrays; a++) {
    tc_access_counts read, written;
    tc_shared_counts(s->access[a], &read, &written);
    add_counts(reads, &read);
    add_counts(writes, &written);
  }
}

int64_t fg_program_context_owned(const fg_program_context *s, int array) {
  return tc_distribution_owned(s->array[array]->distribution, s->world->rank);
}

double *fg_program_context_local(const fg_program_context *s, int array) {
  return s->array[array]->window->local;
}

int64_t fg_program_context_index(const fg_program_context *s, int array, int64_t local) {
  return tc_distribution_position(s->array[array]->distribution, s->world->rank, (int32_t)local);
}

tc_status fg_program_context_check_element(const fg_program_context *s, int array, int64_t local,
                                           double expected) {
  const double value = fg_program_context_local(s, array)[local];
  if (value == expected) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "%s with layer %s: element %lld of %s is wrong, %.17g instead of %.17g: please "
                          "report this as a bug",
                          s->runner->name, s->layer->name,
                          (long long)fg_program_context_index(s, array, local), s->loops->array[array].name,
                          value, expected);
}

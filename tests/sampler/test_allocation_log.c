/* Tests of the recording of allocations and of the call stacks that make them. */
#include "sampler/sampled.h"

typedef struct object {
  char name[32];
  uint64_t at, bytes;
} object;

static int read_objects(const char *text, object *list, int room) {
  int count = 0;
  for (const char *line = text; count < room && line && *line;
       line = strchr(line, '\n'), line += line != NULL)
    if (sscanf(line, "%31s %" SCNx64 " %" SCNu64, list[count].name, &list[count].at, &list[count].bytes) == 3)
      count++;
  return count;
}

static const ts_file_allocation *find(const tb_sample_file *process, const object *o) {
  const ts_file_allocation *found = NULL;
  for (int a = 0; a < process->allocations; a++)
    if (process->allocation[a]->address == o->at && process->allocation[a]->bytes == o->bytes)
      found = process->allocation[a];
  return found;
}

static bool goes(const tb_sample_file *process, const ts_file_allocation *allocation) {
  for (int f = 0; f < process->frees; f++)
    if (process->free[f]->address == allocation->address &&
        process->free[f]->record.time_ns >= allocation->record.time_ns)
      return true;
  return false;
}

static void check(const tb_sample_file *process, const object *o, const object *main) {
  const ts_file_allocation *found = find(process, o);
  const bool ends = strcmp(o->name, "freed") == 0 || strcmp(o->name, "unmapped") == 0;
  if (strcmp(o->name, "small") == 0) {
    cr_expect_null(found, "too small to be recorded");
    return;
  }
  cr_assert_not_null(found, "%s is missing", o->name);
  cr_assert_gt(found->depth, 1, "%s", o->name);
  cr_expect(found->stack[0] > main->at && found->stack[0] <= main->at + main->bytes, "%s: called elsewhere",
            o->name);
  cr_expect_eq(goes(process, found), ends, "%s", o->name);
  cr_expect_eq(found->mapped, strstr(o->name, "map") != NULL, "%s", o->name);
}

Test(objects, all_ways_to_allocate) {
  object list[32];
  /* The short period ensures that this short program has samples. Without samples there would be no file. */
  sampled s = sampled_run("", "--period 100us", "objects");
  const tb_sample_file *process = sampled_process(&s);
  const int count = read_objects(s.output, list, 32);
  cr_assert_eq(s.code, 0);
  cr_assert_eq(count, 13);
  for (int o = 1; o < count; o++) check(process, &list[o], &list[0]);
  sampled_end(&s);
}

Test(objects, of_the_size_that_is_wanted) {
  object list[32];
  sampled s = sampled_run("", "--period 100us --objects 5k", "objects");
  const tb_sample_file *process = sampled_process(&s);
  const int count = read_objects(s.output, list, 32);
  cr_assert_eq(count, 13);
  for (int o = 1; o < count; o++)
    cr_expect_eq(find(process, &list[o]) != NULL, list[o].bytes >= 5120, "%s", list[o].name);
  cr_expect_eq(process->header->object_bytes, 5120);
  sampled_end(&s);
}

/* Hash of the call stack of a call, restricted to functions of the program. All calls from one loop have
 * the same hash, so the tests can choose one of them. */
#include <execinfo.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "faults.h"

static FILE *list;

void tc_fault_open_list(const char *name) {
  void *none[1];
  list = fopen(name, "w");
  backtrace(none, 1); /* the first call of backtrace loads a library and is made in advance */
}

void tc_fault_close_list(void) {
  if (list) fclose(list);
  list = NULL;
}

/* Returns an FNV-1a hash of the return addresses that are in the program's code. */
static uint64_t hash_of_stack(void) {
  enum { most = 64 };
  void *frames[most];
  const int count = backtrace(frames, most);
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < count; i++)
    if (tc_fault_is_program_code(frames[i])) hash = (hash ^ tc_fault_code_offset(frames[i])) * 0x100000001b3u;
  return hash;
}

void tc_fault_list_call(const char *kind, const char *name, long call) {
  if (list) fprintf(list, "%s %ld %016llx %s\n", kind, call, (unsigned long long)hash_of_stack(), name);
}

/* Selection of the failing call by environment variables.
 *
 *   TC_FAULT=none          no call fails
 *   TC_FAULT=KIND:K:RANK   call K of RANK fails; calls are counted from 1, ranks from 0
 *   TC_FAULT=KIND:K+:RANK  call K and all later calls of RANK fail
 *   TC_FAULT_LIST=FILE     each rank writes all calls to FILE.RANK
 *
 * KIND is alloc, mpi, hdf5 or file. A line of the list is "KIND K HASH NAME", where HASH is the hash of the
 * call stack. At the end, each rank prints the number of its calls of each kind. Only calls whose return
 * address is in the code of the program are counted. Calls inside MPI or HDF5 are not counted. Programs that
 * the program starts are not affected. */
#define _GNU_SOURCE
#include "faults.h"

#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const kinds[] = {"alloc", "mpi", "hdf5", "file"};

static struct {
  bool chosen, active, forever;
  tc_fault_kind kind;
  long k;    /* number of the failing call; 0 if none fails */
  int rank;  /* rank of this process */
  int where; /* rank on which the selected call fails */
  uintptr_t base, begin, end;
  atomic_long calls[4];
} state;

bool tc_fault_is_program_code(const void *caller) {
  return (uintptr_t)caller >= state.begin && (uintptr_t)caller < state.end;
}

bool tc_fault_is_counting(void) { return state.active; }

unsigned long tc_fault_code_offset(const void *address) {
  return (unsigned long)((uintptr_t)address - state.base);
}

void tc_fault_print(const char *format, ...) {
  char line[400];
  va_list arguments;
  int length = snprintf(line, sizeof line, "tc_faults: rank %d: ", state.rank);
  va_start(arguments, format);
  length += vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
  va_end(arguments);
  if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
  line[length] = '\n';
  if (write(STDERR_FILENO, line, (size_t)length + 1) < 0) return;
}

bool tc_fault_must_fail(tc_fault_kind kind, const char *name, const void *caller) {
  if (!state.active || !tc_fault_is_program_code(caller)) return false;
  const long call = atomic_fetch_add(&state.calls[kind], 1) + 1;
  tc_fault_list_call(kinds[kind], name, call);
  const bool due = state.k && kind == state.kind && state.rank == state.where &&
                   (call == state.k || (state.forever && call > state.k));
  if (due && call == state.k)
    tc_fault_print("fault: %s %ld, %s at %#lx", kinds[kind], call, name, tc_fault_code_offset(caller));
  return due;
}

bool tc_fault_is_first_call(const void *caller, const void *with) {
  enum { places = 1 << 12 };
  static _Atomic uintptr_t seen[places];
  const uintptr_t key = (uintptr_t)caller * 31 + (uintptr_t)with;
  if (!state.active || !tc_fault_is_program_code(caller)) return false;
  for (size_t i = 0, at = key % places; i < places; i++, at = (at + 1) % places) {
    uintptr_t none = 0;
    if (atomic_compare_exchange_strong(&seen[at], &none, key)) return true;
    if (none == key) return false;
  }
  return false;
}

static void refuse(const char *text) {
  tc_fault_print("TC_FAULT=%s: is not none, KIND:K:RANK or KIND:K+:RANK with KIND alloc, mpi, hdf5 or file",
                 text);
  _exit(2);
}

void *tc_fault_next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    tc_fault_print("there is no %s", name);
    _exit(2);
  }
  return found;
}

/* Stores the addresses of the executable segments, which contain the code of the program.
 * dl_iterate_phdr(3) calls this function first for the program itself. */
static int find_code(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  state.base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    if (!state.end || begin < state.begin) state.begin = begin;
    if (begin + segment->p_memsz > state.end) state.end = begin + segment->p_memsz;
  }
  return 1;
}

static int rank_told(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv(names[i])) return atoi(getenv(names[i]));
  return 0;
}

static void choose_call(const char *text, const char *after) {
  char *end;
  state.k = strtol(after, &end, 10);
  state.forever = *end == '+';
  if (state.forever) end++;
  if (state.k < 1 || *end != ':') refuse(text);
  after = end + 1;
  state.where = (int)strtol(after, &end, 10);
  if (end == after || *end || state.where < 0) refuse(text);
}

static void choose(const char *text) {
  const size_t length = strcspn(text, ":");
  int kind = -1;
  if (strcmp(text, "none") == 0) return;
  for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
    if (strlen(kinds[i]) == length && strncmp(kinds[i], text, length) == 0) kind = i;
  if (kind < 0 || !text[length]) refuse(text);
  state.kind = (tc_fault_kind)kind;
  choose_call(text, text + length + 1);
}

static void open_list(const char *prefix) {
  char name[4096];
  if (!prefix) return;
  snprintf(name, sizeof name, "%s.%d", prefix, state.rank);
  tc_fault_open_list(name);
}

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("TC_FAULT");
  if (!text) return;
  state.rank = rank_told();
  choose(text);
  open_list(getenv("TC_FAULT_LIST"));
  unsetenv("LD_PRELOAD");
  unsetenv("TC_FAULT");
  state.chosen = true;
  dl_iterate_phdr(find_code, NULL);
}

typedef int entry(int argc, char **argv, char **environment);
static entry *program;

/* Runs main of the program. Calls are counted only during main, because initialisers and finalisers of
 * linked libraries run before and after it. */
static int run_program(int argc, char **argv, char **environment) {
  state.active = state.chosen;
  const int code = program(argc, argv, environment);
  state.active = false;
  return code;
}

/* The C library calls main in __libc_start_main. No header declares this function, which this library
 * replaces. */
int __libc_start_main(entry *start, int argc, char **argv, void (*before)(void), void (*after)(void),
                      void (*loader)(void), void *stack);
int __libc_start_main(entry *start, int argc, char **argv, void (*before)(void), void (*after)(void),
                      void (*loader)(void), void *stack) {
  int (*next)(entry *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
  void *found = tc_fault_next("__libc_start_main");
  memcpy(&next, &found, sizeof next);
  program = start;
  return next(run_program, argc, argv, before, after, loader, stack);
}

__attribute__((destructor)) static void end(void) {
  if (!state.chosen) return;
  for (int i = 0; i < 4; i++) tc_fault_print("calls: %s %ld", kinds[i], atomic_load(&state.calls[i]));
  tc_fault_close_list();
  tc_fault_print_unfreed();
  tc_fault_print_open_files();
}

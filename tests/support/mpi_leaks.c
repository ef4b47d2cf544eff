/* Linked into tests with several ranks in sanitizer builds. Makes the leak sanitizer ignore memory that
 * MPI_Init and the threads of MPI allocate and never free. The suppressions of lsan.supp cover the same
 * memory, but reading the symbols for them takes longer than most tests. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <sanitizer/lsan_interface.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool starting;

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  starting = true;
  __lsan_disable();
  const int rc = PMPI_Init_thread(argc, argv, required, provided);
  __lsan_enable();
  starting = false;
  return rc;
}

typedef struct work {
  void *(*start)(void *);
  void *argument;
} work;

static void *work_unseen(void *given) {
  const work w = *(work *)given;
  __lsan_disable();
  free(given);
  return w.start(w.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  void *found = dlsym(RTLD_NEXT, "pthread_create");
  work *w = starting ? malloc(sizeof *w) : NULL;
  memcpy(&create, &found, sizeof create);
  if (!w) return create(thread, attributes, start, argument);
  *w = (work){start, argument};
  return create(thread, attributes, work_unseen, w);
}

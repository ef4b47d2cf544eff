/* SIGTERM during a call of METIS. METIS 5.1 installs a handler of its own that jumps out of the call, because
 * it raises SIGTERM for internal errors. A SIGTERM from outside would then be lost in METIS and reported as
 * its error, and an internal error would end the process if the former action was in force.
 * tc_sigterm_guard_begin installs a handler that tells the two apart: what METIS raises goes to METIS,
 * everything else gets the action that was in force before. Called by graph/partition_metis.c around each
 * call of METIS, from one thread at a time. */
#ifndef TC_GRAPH_SIGTERM_GUARD_H
#define TC_GRAPH_SIGTERM_GUARD_H

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct tc_sigterm_guard {
  struct sigaction action; /* on SIGTERM before */
  struct sigaction ours;
  pthread_t caller; /* the thread that calls METIS */
  pid_t process;
  void (*_Atomic metis)(int); /* the handler of METIS; NULL: none was found so far */
  atomic_bool raised;         /* METIS has raised SIGTERM */
  atomic_bool ends;           /* the process is about to end by SIGTERM */
  sem_t done;
  pthread_t thread;
  bool watched;
} tc_sigterm_guard;

/* Between the two calls a SIGTERM from outside does what it did before them, but for the first 0.2 ms after
 * METIS has installed its handler: then METIS returns METIS_ERROR. *term stays where it is.
 * tc_sigterm_guard_end returns true if METIS has raised the signal and this was seen: METIS has an internal
 * error. */
void tc_sigterm_guard_begin(tc_sigterm_guard *term);
bool tc_sigterm_guard_end(tc_sigterm_guard *term);

#endif

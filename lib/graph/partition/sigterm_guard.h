/* Guard of SIGTERM during a call of METIS. METIS 5.1 raises SIGTERM for internal errors and installs a
 * handler that jumps out of the call. Without the guard, METIS would report a SIGTERM from outside as its
 * own error, and an internal error could end the process. The guard passes a signal that METIS has raised to
 * METIS's handler. To any other signal it applies the action that was in force before. Only one thread at a
 * time may call the functions. */
#ifndef TC_GRAPH_SIGTERM_GUARD_H
#define TC_GRAPH_SIGTERM_GUARD_H

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct tc_sigterm_guard {
  struct sigaction former_action; /* action on SIGTERM before tc_sigterm_guard_begin */
  struct sigaction guard_action;
  pthread_t caller; /* thread that calls METIS */
  pid_t process;
  void (*_Atomic metis)(int); /* handler that METIS has installed; NULL until the guard has found it */
  atomic_bool raised;         /* true if METIS has raised SIGTERM */
  atomic_bool ends;           /* true if the process is about to end by SIGTERM */
  sem_t done;
  pthread_t thread;
  bool has_thread;
} tc_sigterm_guard;

/* Between the two calls a SIGTERM from outside has the same effect as before tc_sigterm_guard_begin. There is
 * one exception. A signal in the first 0.2 ms after METIS has installed its handler makes METIS return
 * METIS_ERROR. *term must have the same address in both calls. tc_sigterm_guard_end returns true if METIS has
 * raised the signal, which means an internal error of METIS. */
void tc_sigterm_guard_begin(tc_sigterm_guard *term);
bool tc_sigterm_guard_end(tc_sigterm_guard *term);

#endif

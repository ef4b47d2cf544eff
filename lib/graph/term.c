#include "graph/term.h"

#include <time.h>

enum { poll_ns = 200000 };

/* Whether the end comes within the poll's time. */
static bool is_done(tc_term *term) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += poll_ns;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  return sem_timedwait(&term->done, &until) == 0;
}

/* Puts the action back whenever METIS has taken it. Blocking the signal would not do: the system gives it to
 * any thread that does not block it, MPI's own for example, where METIS's handler crashes. */
static void *watch(void *context) {
  tc_term *term = context;
  struct sigaction now;
  while (!is_done(term))
    if (sigaction(SIGTERM, NULL, &now) == 0 && now.sa_handler != term->action.sa_handler)
      sigaction(SIGTERM, &term->action, NULL);
  return NULL;
}

void tc_term_begin(tc_term *term) {
  sigaction(SIGTERM, NULL, &term->action);
  term->watched = sem_init(&term->done, 0, 0) == 0 && pthread_create(&term->thread, NULL, watch, term) == 0;
}

void tc_term_end(tc_term *term) {
  if (term->watched) {
    sem_post(&term->done);
    pthread_join(term->thread, NULL);
    sem_destroy(&term->done);
  }
  sigaction(SIGTERM, &term->action, NULL);
}

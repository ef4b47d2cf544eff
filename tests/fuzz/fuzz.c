/* fuzz [ROUNDS [FIRST]]: so many inputs of every kind, each made from its number; fuzz show KIND NUMBER
 * prints one. Whatever is wrong with an input, an error is one line with the promised code; a crash or a hang
 * names the input. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/kinds.h"

enum { usual_rounds = 3000, patience_s = 20 };

static const kind *const kinds[] = {&kind_config, &kind_fibres, &kind_formula, &kind_machine,
                                    &kind_mesh,   &kind_nested, &kind_pattern, &kind_loops};
enum { kind_count = sizeof kinds / sizeof *kinds };

/* What a signal finds under way. */
static char current[64];

static void on_signal(int signal) {
  static const char text[] = "crashed or hung: fuzz show ";
  ssize_t written = write(2, text, sizeof text - 1);
  written = write(2, current, strlen(current));
  (void)written;
  _exit(128 + signal);
}

bool is_proper(tc_status *status, tc_code code, const char *start) {
  if (!*status) return true;
  const char *text = tc_status_text(*status);
  bool good = tc_status_code(*status) == code && strncmp(text, start, strlen(start)) == 0;
  good = good && !strchr(text, '\n');
  if (!good) fprintf(stderr, "code %d: %s\n", (int)tc_status_code(*status), text);
  tc_status_free(status);
  return good;
}

static int try_all(uint64_t rounds, uint64_t first) {
  int failures = 0;
  for (uint64_t number = first; number < first + rounds; number++)
    for (int k = 0; k < kind_count; k++) {
      snprintf(current, sizeof current, "%s %llu\n", kinds[k]->name, (unsigned long long)number);
      alarm(patience_s);
      if (kinds[k]->attempt(number)) continue;
      fprintf(stderr, "not as promised: fuzz show %s", current);
      failures++;
    }
  alarm(0);
  printf("%llu inputs of %d kinds, %d failures\n", (unsigned long long)rounds, (int)kind_count, failures);
  return failures > 0;
}

static int show(const char *name, const char *number) {
  for (int k = 0; k < kind_count; k++)
    if (strcmp(kinds[k]->name, name) == 0) kinds[k]->show(strtoull(number, NULL, 10), stdout);
  return 0;
}

int main(int argc, char **argv) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  if (argc == 4 && strcmp(argv[1], "show") == 0) return show(argv[2], argv[3]);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_signal);
  return try_all(argc > 1 ? strtoull(argv[1], NULL, 10) : usual_rounds,
                 argc > 2 ? strtoull(argv[2], NULL, 10) : 0);
}

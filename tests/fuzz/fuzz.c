/* Random inputs for all readers of text.
 * fuzz [ROUNDS [FIRST [KIND..]]] tests each kind of input with ROUNDS inputs, numbered from FIRST. The number
 * of an input determines its bytes.
 * fuzz show KIND NUMBER prints one input. fuzz kinds lists the kinds.
 * fuzz seeds KIND DIRECTORY writes valid inputs and the dictionary DIRECTORY.words for guided fuzzing
 * (guided.c).
 * Every error must be one line with the documented code. If the program crashes or hangs, it prints the
 * number of the input. */
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/kinds.h"

enum { usual_rounds = 3000, patience_s = 20, seeds = 16 };

/* Kind and number of the input that is being tested. The signal handler prints this text. */
static char current[64];

static void on_signal(int signal) {
  static const char text[] = "crashed or hung: fuzz show ";
  ssize_t written = write(2, text, sizeof text - 1);
  written = write(2, current, strlen(current));
  (void)written;
  _exit(128 + signal);
}

/* Totals over all inputs of one kind: number of failures, sum of the times, and maximum of the memory. */
typedef struct result {
  int failures;
  tried all;
} result;

static void attempt(const kind *k, uint64_t number, result *r) {
  static mutant m[KIND_PARTS];
  tried t;
  snprintf(current, sizeof current, "%s %llu\n", k->name, (unsigned long long)number);
  alarm(patience_s);
  kind_make(k, number, m);
  const bool good = kind_try(k, m, number, &t);
  r->all.took_s += t.took_s;
  if (t.room > r->all.room) r->all.room = t.room;
  r->failures += !good;
  if (!good) fprintf(stderr, "unexpected result: fuzz show %s", current);
}

static int try_kind(const kind *k, uint64_t rounds, uint64_t first) {
  result r = {0};
  for (uint64_t number = first; number < first + rounds; number++) attempt(k, number, &r);
  printf("%-12s %llu inputs, %d failures; %.0f us each, at most %zu kB and %d times the input at once\n",
         k->name, (unsigned long long)rounds, r.failures, 1e6 * r.all.took_s / (double)rounds,
         (r.all.room + 1023) >> 10, KIND_TIMES);
  fflush(stdout);
  return r.failures;
}

/* Tests the kinds in `names`, which ends with NULL. If `names` is empty, tests all kinds. Returns the
 * number of failures. */
static int try_all(uint64_t rounds, uint64_t first, char **names) {
  int failures = 0;
  for (int k = 0; all_kinds[k] && !*names; k++) failures += try_kind(all_kinds[k], rounds, first);
  for (; *names; names++) {
    const kind *k = kind_find(*names);
    if (!k) return fprintf(stderr, "no kind of input is called %s (fuzz kinds lists them)\n", *names), 2;
    failures += try_kind(k, rounds, first);
  }
  alarm(0);
  return failures > 0;
}

static int show(const kind *k, uint64_t number) {
  mutant m[KIND_PARTS];
  kind_make(k, number, m);
  kind_show(k, m, stdout);
  return 0;
}

/* Writes a word to a dictionary of libFuzzer. All its bytes are hexadecimal escapes. */
static void write_word(const char *word, FILE *out) {
  fputc('"', out);
  for (const char *c = word; *c; c++) fprintf(out, "\\x%02x", (unsigned)(unsigned char)*c);
  fputs("\"\n", out);
}

static int write_words(const kind *k, const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s.words", folder);
  FILE *out = fopen(path, "w");
  if (!out) return 1;
  for (int w = 0; k->words[w]; w++)
    if (k->words[w][0]) write_word(k->words[w], out);
  return fclose(out) != 0;
}

static int write_seeds(const kind *k, const char *folder) {
  mutant m[KIND_PARTS];
  char path[4096];
  for (uint64_t number = 0; number < seeds; number++) {
    dice d = {number << 20};
    snprintf(path, sizeof path, "%s/seed%d", folder, (int)number);
    FILE *out = fopen(path, "w");
    if (!out) return 1;
    k->begin(&d, m);
    kind_show(k, m, out);
    if (fclose(out) != 0) return 1;
  }
  return write_words(k, folder);
}

static int list(void) {
  for (int k = 0; all_kinds[k]; k++) puts(all_kinds[k]->name);
  return 0;
}

static uint64_t number_of(const char *word) { return strtoull(word, NULL, 10); }

int main(int argc, char **argv) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  const kind *k = argc == 4 ? kind_find(argv[2]) : NULL;
  if (k && strcmp(argv[1], "show") == 0) return show(k, number_of(argv[3]));
  if (k && strcmp(argv[1], "seeds") == 0) return write_seeds(k, argv[3]);
  if (argc == 2 && strcmp(argv[1], "kinds") == 0) return list();
  omp_set_num_threads(1);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_signal);
  return try_all(argc > 1 ? number_of(argv[1]) : usual_rounds, argc > 2 ? number_of(argv[2]) : 0,
                 argv + (argc < 3 ? argc : 3));
}

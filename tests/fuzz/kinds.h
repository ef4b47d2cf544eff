/* What is fed with bad inputs. */
#ifndef TC_TESTS_FUZZ_KINDS_H
#define TC_TESTS_FUZZ_KINDS_H

#include <stdbool.h>
#include <stdio.h>

#include "fuzz/error_rules.h"
#include "fuzz/mutate.h"

enum { KIND_PARTS = 3, KIND_TIMES = 16 };

/* Memory that does not go by the size of an input: what is small, and a tree of YAML, which has at most 5000
 * nodes of 200 bytes. */
enum { KIND_LITTLE = 64 << 10, KIND_TREE = 1000 << 10 };

typedef struct kind {
  const char *name;
  int parts;                         /* texts of an input, at most KIND_PARTS */
  const char *const *part;           /* their names; NULL with one */
  const char *const *words;          /* that are put in */
  void (*begin)(dice *d, mutant *m); /* an input that is as it should be, m[parts] */
  /* Uses an input as a run would; `number` chooses what else there is to choose. False when something is not
   * as promised, which is said on stderr. */
  bool (*use)(const mutant *m, uint64_t number);
  size_t room; /* bytes that may be held at once beside KIND_TIMES times those of the input */
} kind;

/* All of them, NULL behind the last. */
extern const kind *const all_kinds[];

/* NULL: there is none of that name. */
const kind *kind_find(const char *name);

/* What an input took: seconds, and how much of kind->room. */
typedef struct tried {
  double took_s;
  size_t room;
} tried;

/* Uses an input. False also when more memory was held at once than is promised. */
bool kind_try(const kind *kind, const mutant *m, uint64_t number, tried *out);

/* The input of a number. */
void kind_make(const kind *kind, uint64_t number, mutant m[KIND_PARTS]);

/* An input as one text: of several parts, each behind a line "==> NAME". What was not written so is all of
 * the first part. */
void kind_show(const kind *kind, const mutant m[KIND_PARTS], FILE *out);
void kind_split(const kind *kind, const char *text, size_t length, mutant m[KIND_PARTS]);

#endif

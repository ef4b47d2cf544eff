/* Kinds of random inputs and the functions that use them. */
#ifndef TC_TESTS_FUZZ_KINDS_H
#define TC_TESTS_FUZZ_KINDS_H

#include <stdbool.h>
#include <stdio.h>

#include "fuzz/error_rules.h"
#include "fuzz/mutate.h"

enum { KIND_PARTS = 3, KIND_TIMES = 16 };

/* Memory in addition to a multiple of the size of an input. KIND_LITTLE suffices for most readers. KIND_TREE
 * holds a YAML tree, which has at most 5000 nodes of 200 bytes. */
enum { KIND_LITTLE = 64 << 10, KIND_TREE = 1000 << 10 };

typedef struct kind {
  const char *name;
  int parts;                         /* number of texts of an input, at most KIND_PARTS */
  const char *const *part;           /* names of the parts; NULL if there is one part */
  const char *const *words;          /* words that a mutation inserts, ends with NULL */
  void (*begin)(dice *d, mutant *m); /* sets m[parts] to a valid input */
  /* Uses an input as a run would. `number` selects options. Returns false and writes a line to stderr if a
   * result is wrong. */
  bool (*use)(const mutant *m, uint64_t number);
  size_t room; /* bytes that may be allocated at once in addition to KIND_TIMES times the input */
} kind;

/* All kinds. The last entry is NULL. */
extern const kind *const all_kinds[];

/* Returns NULL if there is no kind of that name. */
const kind *kind_find(const char *name);

/* Cost of one input: seconds, and bytes in addition to KIND_TIMES times its size. */
typedef struct tried {
  double took_s;
  size_t room;
} tried;

/* Uses an input. Returns false if its result is wrong or if it allocated more memory than kind->room
 * allows. */
bool kind_try(const kind *kind, const mutant *m, uint64_t number, tried *out);

/* Creates the input of a number. */
void kind_make(const kind *kind, uint64_t number, mutant m[KIND_PARTS]);

/* kind_show writes an input as one text, with a line "==> NAME" before each part if there are several.
 * kind_split reads this form. A text without such lines becomes the first part. */
void kind_show(const kind *kind, const mutant m[KIND_PARTS], FILE *out);
void kind_split(const kind *kind, const char *text, size_t length, mutant m[KIND_PARTS]);

#endif

/* Kinds of random inputs. A kind creates the inputs for one reader and tests the reader with them. */
#ifndef TC_TESTS_FUZZ_KINDS_H
#define TC_TESTS_FUZZ_KINDS_H

#include <stdbool.h>
#include <stdio.h>

#include "fuzz/error_rules.h"
#include "fuzz/mutate.h"

enum { KIND_PARTS = 3, KIND_TIMES = 16 };

/* Memory that a reader may need in addition to a multiple of the input's size, in bytes. KIND_LITTLE
 * suffices for most readers. KIND_TREE is enough for a YAML tree, which has at most 5000 nodes of 200
 * bytes. */
enum { KIND_LITTLE = 64 << 10, KIND_TREE = 1000 << 10 };

typedef struct kind {
  const char *name;
  int parts;                         /* number of texts of an input, at most KIND_PARTS */
  const char *const *part;           /* names of the parts; NULL if there is one part */
  const char *const *words;          /* words that a mutation inserts, ends with NULL */
  void (*begin)(dice *d, mutant *m); /* sets m[parts] to a valid input */
  /* Uses an input with the calls of a run. `number` selects options. Returns false and writes a line to
   * stderr if a result is wrong. */
  bool (*use)(const mutant *m, uint64_t number);
  size_t room; /* bytes that may be allocated at once in addition to KIND_TIMES times the input */
} kind;

/* All kinds. The last entry is NULL. */
extern const kind *const all_kinds[];

/* Returns the kind with this name; NULL if there is none. */
const kind *kind_find(const char *name);

/* Cost of one input: seconds, and the bytes that were allocated in addition to KIND_TIMES times its size. */
typedef struct tried {
  double took_s;
  size_t room;
} tried;

/* Tests one input. Returns false if its result is wrong or if it allocated more memory than kind->room
 * allows. */
bool kind_try(const kind *kind, const mutant *m, uint64_t number, tried *out);

/* Creates input number `number` of a kind. */
void kind_make(const kind *kind, uint64_t number, mutant m[KIND_PARTS]);

/* kind_show writes an input as one text, with a line "==> NAME" before each part if there are several.
 * kind_split reads this form. A text without such lines becomes the first part. */
void kind_show(const kind *kind, const mutant m[KIND_PARTS], FILE *out);
void kind_split(const kind *kind, const char *text, size_t length, mutant m[KIND_PARTS]);

#endif

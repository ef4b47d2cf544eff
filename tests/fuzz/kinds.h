/* What is fed with bad inputs. */
#ifndef TC_TESTS_FUZZ_KINDS_H
#define TC_TESTS_FUZZ_KINDS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "fuzz/mutate.h"

typedef struct kind {
  const char *name;
  /* Makes the input of a number and uses it as a run would. False when something is not as promised, which is
   * said on stderr. */
  bool (*attempt)(uint64_t number);
  void (*show)(uint64_t number, FILE *out); /* the input */
} kind;

extern const kind kind_config, kind_fibres, kind_machine, kind_mesh, kind_formula, kind_nested, kind_pattern,
    kind_loops;

/* Whether an error is one as apps/tetracast/README.md promises: the code, one line of text that begins with
 * `start`. Frees it. */
bool is_proper(tc_status *status, tc_code code, const char *start);

#endif

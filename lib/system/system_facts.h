/* Facts about a user's system that reports show: its file, its size and its symmetry. The reports of the
 * commands solve, predict and compare contain them. Root only, not collective. */
#ifndef TC_SYSTEM_SYSTEM_FACTS_H
#define TC_SYSTEM_SYSTEM_FACTS_H

#include "base/document/document.h"
#include "system/distributed_system.h"

/* Texts are borrowed. A zeroed struct has no file. */
typedef struct tc_system_facts {
  const char *file;                 /* path of the matrix file */
  const char *format, *title, *key; /* members of tc_matrix_file */
  int64_t rows, entries, added;     /* members of tc_system_input */
  int64_t off_diagonal;             /* number of off-diagonal entries, added zeros included */
  int64_t right_sides;              /* number of right-hand sides */
  bool has_volumes, is_generated;   /* members of tc_system_input */
  int32_t longest_row;              /* largest number of off-diagonal entries of a row */
  bool symmetric;                   /* true if A is symmetric in the inner product of the volumes */
  double skew;                      /* asymmetry of V A */
} tc_system_facts;

/* Returns the facts about a system on any number of ranks. The facts borrow the texts of the arguments. */
tc_system_facts tc_system_facts_of(const char *file, const tc_system_input *input,
                                   const tc_distributed_system *system);

/* Returns the number of off-diagonal entries per row. */
double tc_system_facts_row_entries(const tc_system_facts *facts);

/* Appends the section "matrix" to a JSON report. */
void tc_system_facts_add(const tc_system_facts *facts, tc_section *json);

/* Appends one line with the facts to a text report. */
void tc_system_facts_print(const tc_system_facts *facts, tc_section *out);

#endif

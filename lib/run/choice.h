/* What a user says beside the config, on the command line or wherever else. */
#ifndef TC_RUN_CHOICE_H
#define TC_RUN_CHOICE_H

#include <stdbool.h>

/* Zeroed: nothing is said. All texts are the caller's and live as long as what is opened with them. */
typedef struct tc_run_choice {
  const char *config; /* path of the config */
  int overrides;
  const char *const *override; /* [overrides] "key.sub=value", as -s */
  const char *machine, *model; /* in place of the config's; NULL: the config's */
  const char *json, *csv;      /* paths of the reports, in place of the config's; NULL: the config's */
  bool per_rank;               /* reports show every rank */
} tc_run_choice;

#endif

/* Words of a command line of tetracast, sorted into options and other words, and the conversion of single
 * option values. main.c parses the words, the commands query the values. No function is collective, and
 * errors are the same on all ranks, because all ranks have the same arguments. */
#ifndef TC_APP_ARGUMENTS_H
#define TC_APP_ARGUMENTS_H

#include <stdbool.h>

#include "base/text/registry.h"
#include "run/plan/run_options.h"

/* Words of the command line after the command's name, sorted into options and other words. The texts are
 * borrowed from argv, the arrays are owned. */
typedef struct app_arguments {
  int positionals;
  const char **positional; /* [positionals] words that are not options */
  int overrides;
  const char **override;           /* [overrides] values of the options -s, each "key=value" */
  const char *json, *csv, *output; /* paths given with --json, --csv and -o; NULL if not given */
  /* number of all other given options and flags, which the command accepts */
  int named;
  const char **name;  /* [named] names of these options without "--" */
  const char **value; /* [named] values of these options; "" for a flag */
  bool quiet, verbose;
} app_arguments;

/* Parses the words of the command line after the command's name into *out. `options` and `flags` are those
 * that the command accepts with a value and without one, NULL-terminated; NULL if there are none. argv must
 * outlive *out, which the caller frees also after an error. Errors: TC_USAGE for an unknown option or a
 * missing value; TC_INTERNAL if memory is exhausted. */
tc_status app_arguments_parse(int argc, char **argv, const char *const *options, const char *const *flags,
                              app_arguments *out);
void app_arguments_free(app_arguments *arguments);

/* Fills *out with the run options of a command whose only word without option is the path of the config. The
 * texts are borrowed from `arguments`. Errors: TC_USAGE. */
tc_status app_arguments_run_options(const app_arguments *arguments, tc_run_options *out);

/* Returns the value of the option `name` (without "--"); "" for a flag; NULL if the option is not given. If
 * the option is repeated, returns the last value. */
const char *app_arguments_value(const app_arguments *arguments, const char *name);

/* Parses the value of the option `name` as a whole number of at least `low`, such as 1000 or 1e3. *out is
 * unchanged if the option is not given. Errors: TC_USAGE. */
tc_status app_arguments_integer(const app_arguments *arguments, const char *name, int32_t low, int32_t *out);
/* Parses the value of the option `name` as the name of an entry of the registry `list` and sets *index to the
 * number of that entry. `extra` is an additional allowed word, for which *index becomes -1, or NULL. *index
 * is unchanged if the option is not given. Errors: TC_USAGE. */
tc_status app_arguments_listed(const app_arguments *arguments, const char *name, const tc_registry *list,
                               const char *extra, int *index);
/* Parses the text `value` of the option `name` as a whole number of at least `low`. `instead` is a word that
 * the error message mentions as also allowed, or NULL. This function does not accept that word; the caller
 * checks for it before the call. Errors: TC_USAGE. */
tc_status app_arguments_whole(const char *name, const char *value, int32_t low, const char *instead,
                              int32_t *out);

#endif

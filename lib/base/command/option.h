/* Options of a program. Tables define each option and positional argument once, with the kind of the value.
 * base/command/command_line.h parses a command line by these tables, and base/command/help.h prints help,
 * manual pages and shell completion from them. A table ends with a line whose name is NULL. Example:
 *   typedef struct options { int32_t steps; const char *json; bool all; } options;
 *   static const tc_option table[] = {
 *       {"--steps", "N", "time steps", TC_OPTION_INT32(options, steps, 1, 1000), .initial = "100"},
 *       {"--json", "FILE", "writes the result as JSON", TC_OPTION_TEXT(options, json), .commands = "run"},
 *       {"--all", NULL, "shows all rows", TC_OPTION_FLAG(options, all)},
 *       {0},
 *   };
 * A member with a wrong type is a compiler error. No function is collective. */
#ifndef TC_BASE_COMMAND_OPTION_H
#define TC_BASE_COMMAND_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/containers/array.h"
#include "base/program/log.h"
#include "base/text/registry.h"

typedef struct tc_option tc_option;

/* Converts the text `value` and stores it in the member at the address `member`. A flag has no value, so
 * `value` is then NULL. Texts are borrowed from the command line. Errors: TC_USAGE with the name of the
 * option if the value is not valid. */
typedef tc_status tc_option_set(const tc_option *option, const char *value, void *member);

/* Line of a table of options: one option or positional argument. */
struct tc_option {
  /* Name: "--steps" or "-o" of an option, or "CONFIG" of a positional argument. The name "--" means all words
   * that follow "--". */
  const char *name;
  /* For an option: the name of the value in the help, such as "N"; NULL for a flag. For a positional
   * argument: a phrase for the error message if the argument is missing, such as "a config file". For "--":
   * the name of the words in the help. */
  const char *value;
  const char *help; /* text of the help, without a full stop at the end; NULL if the help omits the line */
  tc_option_set *set;
  size_t at;               /* offset of the member in the struct of the values, or TC_OPTION_AT_LOG */
  int64_t low, high;       /* allowed range of a number */
  int count_max;           /* largest number of items if the value is a list */
  const tc_registry *list; /* registry of the names that are allowed as values */
  const char *extra; /* A word that is allowed in addition to the names in `list`; NULL if there is no such
                        word. For this word, the value of the option is the index -1 or a NULL pointer. */
  const char *alias; /* second name of the option: a short form such as "-n"; may be NULL */
  /* Names of the commands that have this line, separated by blanks; NULL if all commands have it. In the
   * program's table, "mesh" means all actions of the command mesh, and "mesh/info" one action. */
  const char *commands;
  const char *expected;          /* text of the error message about a wrong number, after the name and the
                                    value of the option; NULL for most kinds */
  const char *initial;           /* default value as text, which help appends to the text of the help as
                                    "(default: ..)"; if NULL, the member remains zero */
  bool is_required, is_repeated; /* `is_repeated` is true if the option or argument may be given several
                                    times */
};

/* Evaluates to the offset of a member, or to a compiler error if the member has another type. */
#define TC_OPTION_AT(values, type, member)                                                                   \
  (offsetof(values, member) + _Generic(&((values *)0)->member, type * : (size_t)0))
#define TC_OPTION_AT_LOG SIZE_MAX /* value of `at` for an option that sets the level of the program's log */

enum { TC_OPTION_NUMBERS = 128, TC_OPTION_ENTRIES = 64 };

/* List of whole numbers or of indices in a registry. */
typedef struct tc_option_numbers {
  int count;
  int32_t item[TC_OPTION_NUMBERS];
} tc_option_numbers;

/* List of texts, borrowed from the command line. A list that is not empty is followed by a NULL pointer.
 * TC_ARRAY_FREE frees it. */
typedef TC_ARRAY(const char *) tc_option_texts;

/* List of pointers to entries of a registry. NULL means the name tc_option.extra. */
#define TC_OPTION_ENTRY_LIST(type)                                                                           \
  struct {                                                                                                   \
    int count;                                                                                               \
    const type *item[TC_OPTION_ENTRIES];                                                                     \
  }

/* Kinds of values. Each of the following macros is a part of a table line and sets the members that depend on
 * the kind. `values` is the type of the struct that receives the values, and `member` is its member. */
tc_option_set tc_option_set_flag, tc_option_set_text, tc_option_set_texts, tc_option_set_int32,
    tc_option_set_numbers, tc_option_set_index, tc_option_set_indices, tc_option_set_choice,
    tc_option_set_choices, tc_option_set_number, tc_option_set_real, tc_option_set_log_level;

#define TC_OPTION_FLAG(values, member) .set = tc_option_set_flag, .at = TC_OPTION_AT(values, bool, member)
#define TC_OPTION_TEXT(values, member)                                                                       \
  .set = tc_option_set_text, .at = TC_OPTION_AT(values, const char *, member)
/* Texts: an option or argument that may be given several times. */
#define TC_OPTION_TEXTS(values, member)                                                                      \
  .set = tc_option_set_texts, .at = TC_OPTION_AT(values, tc_option_texts, member), .is_repeated = true
/* A whole number from low_ to high_, written as 1000 or 1e3. */
#define TC_OPTION_INT32(values, member, low_, high_)                                                         \
  .set = tc_option_set_int32, .at = TC_OPTION_AT(values, int32_t, member), .low = low_, .high = high_
/* A list of at most most_ whole numbers from 1 to high_, separated by commas. A number that occurs several
 * times is stored once. */
#define TC_OPTION_LIST(values, member, most_, high_)                                                         \
  .set = tc_option_set_numbers, .at = TC_OPTION_AT(values, tc_option_numbers, member), .count_max = most_,   \
  .high = high_
/* These macros accept a name of a registry, which is stored as its index, or a list of such names. */
#define TC_OPTION_INDEX(values, member, registry)                                                            \
  .set = tc_option_set_index, .at = TC_OPTION_AT(values, int, member), .list = &(registry)
#define TC_OPTION_INDICES(values, member, registry)                                                          \
  .set = tc_option_set_indices, .at = TC_OPTION_AT(values, tc_option_numbers, member), .list = &(registry)
/* A name of the registry type_registry, stored as a pointer to its entry; NULL if the option is not given. */
#define TC_OPTION_CHOICE(values, member, type)                                                               \
  .set = tc_option_set_choice, .at = TC_OPTION_AT(values, const type *, member), .list = &type##_registry
/* Names of the registry type_registry, stored in a TC_OPTION_ENTRY_LIST(type). */
#define TC_OPTION_CHOICES(values, member, type)                                                              \
  .set = tc_option_set_choices, .list = &type##_registry,                                                    \
  .at = offsetof(values, member) + _Generic(&((values *)0)->member.item[0], const type ** : (size_t)0)
/* A finite number from low_ to high_; the message about another value ends with expected_. */
#define TC_OPTION_DOUBLE(values, member, low_, high_, expected_)                                             \
  .set = tc_option_set_number, .at = TC_OPTION_AT(values, double, member), .low = low_, .high = high_,       \
  .expected = expected_
/* Any finite number. */
#define TC_OPTION_REAL(values, member) .set = tc_option_set_real, .at = TC_OPTION_AT(values, double, member)
/* A flag that sets the level of the program's log. If the flags for TC_LOG_VERBOSE and TC_LOG_QUIET are both
 * present, the level is TC_LOG_VERBOSE. */
#define TC_OPTION_LOG(level) .set = tc_option_set_log_level, .at = TC_OPTION_AT_LOG, .low = level
/* A value of any other type, which a function of the program parses and stores. */
#define TC_OPTION_SET(values, member, type, function)                                                        \
  .set = function, .at = TC_OPTION_AT(values, type, member)

/* A value that sets several members. A function of the program receives the address of the whole struct and
 * sets them. */
#define TC_OPTION_STRUCT(function) .set = function, .at = 0

/* Returns the error TC_USAGE "name value: expected `expected`". */
tc_status tc_option_error(const char *name, const char *value, const char *expected);

/* Parses the whole text from `at` to `end` as an integer from low to high, written as 1000 or 1e3. low and
 * high must be within +-2^53. Returns false if it is not valid. */
bool tc_option_parse_integer(const char *at, const char *end, int64_t low, int64_t high, int64_t *out);

/* These functions parse `value`, the value of the option `name`, as an integer from low to high. Errors:
 * TC_USAGE with the option and the range. */
tc_status tc_option_int64(const char *name, const char *value, int64_t low, int64_t high, int64_t *out);
tc_status tc_option_int32(const char *name, const char *value, int32_t low, int32_t high, int32_t *out);

/* Copies the text at *at up to the next separator to `word`, truncated to 63 characters. Then sets *at to the
 * text after the separator, or to NULL after the last word. Returns false if *at is NULL. */
bool tc_option_next_word(const char **at, const char *separator, char word[64]);

#endif

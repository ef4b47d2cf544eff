/* The keys of a run configuration as a table (config_keys.def). Not collective. */
#ifndef TC_IO_CONFIG_KEYS_H
#define TC_IO_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/line.h"
#include "base/status.h"
#include "io/yaml.h"

typedef struct tc_config_key tc_config_key;

/* Reads a value that is not null into the key's field; errors begin with `where`. */
typedef tc_status tc_config_reader(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                   void *field);

struct tc_config_key {
  const char *name; /* "time.steps" */
  tc_config_reader *read;
  size_t field;         /* offset in tc_config */
  bool solution;        /* a different value is a different solution */
  const char *standard; /* default as YAML; NULL: required */
  double least, most;   /* of a number */
};

int tc_config_key_count(void);
const tc_config_key *tc_config_key_at(int index);

/* The index of a key, -1 when there is none of that name. */
int tc_config_key_find(const char *name);

/* True for a key below the section ("time.steps" below "time"; every key below ""). */
bool tc_config_key_is_below(const tc_config_key *key, const char *section);
bool tc_config_key_is_section(const char *name);

/* True when a new value of the key or of a whole section changes the solution. */
bool tc_config_key_changes_solution(const char *name);

/* Error: `where` ("run.yaml:7", "-s stratgy=fine"), the unknown key, and the nearest known one or what the
 * section has. */
tc_status tc_config_key_unknown(const char *where, const char *name);

/* Writes the names directly below a section, "steps, dt, safety, end"; returns the text of `list`. */
const char *tc_config_key_list(const char *section, tc_line *list);

#endif

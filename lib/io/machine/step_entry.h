/* Text of an entry of the cache of stable steps (io/machine/step_cache.h): one line of hexadecimal words. The
 * first word is the key, followed by the members of a tc_stable_step and a hash of all preceding characters.
 * The bits of each number are stored, so a step that is read equals the step that was written. Pure. */
#ifndef TC_IO_MACHINE_STEP_ENTRY_H
#define TC_IO_MACHINE_STEP_ENTRY_H

#include "base/text/line.h"
#include "base/text/text.h"
#include "solve/stability/stable_step.h"

typedef struct tc_step_entry {
  uint64_t key;
  /* the stable step; its members cache_key and cached_products are 0, because they are not stored */
  tc_stable_step step;
} tc_step_entry;

/* Appends the entry as a line without a newline. Returns false if a value is not in the allowed range or the
 * line is too long. */
bool tc_step_entry_format(const tc_step_entry *entry, tc_line *line);

/* Reads an entry from a line. Returns false if the line is damaged, if a value is not in the allowed range,
 * or if values contradict each other. */
bool tc_step_entry_parse(tc_text line, tc_step_entry *out);

/* Reads the key of a line. Returns false if the line is damaged. */
bool tc_step_entry_parse_key(tc_text line, uint64_t *key);

/* Returns how many bytes of a tc_stable_step are written to a line. A test compares this number with the size
 * of the struct, so that no member is forgotten. */
size_t tc_step_entry_bytes(void);

#endif

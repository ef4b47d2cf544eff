/* Keys of machine files that users set by hand, for the table of keys of machine_file.c. The list is in
 * machine_site_keys.def. Not collective. */
#ifndef TC_IO_MACHINE_MACHINE_SITE_KEYS_H
#define TC_IO_MACHINE_MACHINE_SITE_KEYS_H

#include "machine/parameters/machine_site.h"
#include "yaml/keys.h"

enum {
#define TC_SITE_WORD(name, reader, meaning)              TC_MACHINE_SITE_KEY_##name,
#define TC_SITE_INTEGER(name, most, meaning)             TC_MACHINE_SITE_KEY_##name,
#define TC_SITE_NUMBER(name, least, most, unit, meaning) TC_MACHINE_SITE_KEY_##name,
#include "io/machine/machine_site_keys.def"
  TC_MACHINE_SITE_KEY_slurm,
  TC_MACHINE_SITE_KEYS
};

/* Keys of the members of tc_machine_site. A key whose value is null or empty counts as not set. Readers
 * return TC_USAGE if a name contains blanks, quotes or control characters, because a job script cannot
 * contain such a name. Identities may only contain the characters of the names of record files
 * (io/machine/job_records.h). */
extern const tc_key tc_machine_site_keys[TC_MACHINE_SITE_KEYS];

#endif

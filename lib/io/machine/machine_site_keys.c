/* Readers of the keys of machine files that users set by hand (see machine_site_keys.h). Names of partitions,
 * accounts and modules appear in the lines of job scripts. SLURM and shells divide these lines at blanks and
 * interpret quotes, so no name may contain them. */
#include "io/machine/machine_site_keys.h"

#include <stdio.h>
#include <string.h>

#include "io/machine/job_records_text.h"

/* ---- names ---- */

static bool is_name(const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    if (*c <= ' ' || *c == 0x7f || strchr("\"'\\", *c)) return false;
  return true;
}

/* Reads a name into an array of key->size bytes. */
static tc_status read_name(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                           void *field) {
  if (tc_yaml_is_text(node) && !is_name(tc_yaml_text(node)))
    return tc_key_expected_error(location->where, "a name without blanks, quotes and control characters",
                                 node);
  return tc_key_read_char_array(key, location, node, field);
}

static tc_status read_identity(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                               void *field) {
  char clean[TC_SITE_TEXT];
  TC_TRY(tc_key_read_char_array(key, location, node, field));
  tc_job_record_clean(field, clean, sizeof clean);
  if (strcmp(clean, field) == 0) return TC_OK;
  return tc_key_expected_error(location->where, "letters, digits, '-', '_' and '.' only", node);
}

/* ---- the mapping slurm ---- */

/* Reads the key `account`. The value `required` means that each job must name an account. */
static tc_status read_account(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                              void *field) {
  tc_machine_slurm *const slurm = field;
  TC_TRY(read_name(key, location, node, slurm->account));
  slurm->requires_account = strcmp(slurm->account, "required") == 0;
  if (slurm->requires_account) memset(slurm->account, 0, sizeof slurm->account);
  return TC_OK;
}

static tc_status too_many_error(const char *where, int count) {
  return tc_status_create(TC_USAGE,
                          "%s: a job loads at most %d modules, found %d: combine some in one module", where,
                          (int)TC_SITE_MODULES, count);
}

typedef struct module_name {
  char text[TC_SITE_TEXT];
} module_name;

/* Reads a module. It is the item of a list, so `null` and an empty text are errors. */
static tc_status read_module(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  if (!tc_yaml_is_text(node) || !*tc_yaml_text(node))
    return tc_key_expected_error(location->where, "the name of a module", node);
  return read_name(key, location, node, field);
}

static tc_status read_modules(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                              void *field) {
  tc_machine_slurm *const slurm = field;
  TC_LIST(module_name) list;
  TC_TRY(tc_key_read_list(key, location, node, &list));
  if (list.count > TC_SITE_MODULES) return too_many_error(location->where, list.count);
  slurm->modules = list.count;
  memcpy(slurm->module, list.item, (size_t)list.count * sizeof *list.item);
  return TC_OK;
}

static const tc_key slurm_key[] = {
    {.name = "partition",
     .read = read_name,
     .field = offsetof(tc_machine_slurm, partition),
     .size = TC_SITE_TEXT,
     .default_value = "null"},
    {.name = "account", .read = read_account, .size = TC_SITE_TEXT, .default_value = "null"},
    {.name = "modules",
     .read = read_modules,
     .read_item = read_module,
     .size = sizeof(module_name),
     .default_value = "null"},
};
static const tc_keys slurm_keys = {TC_KEYS(slurm_key)};

/* ---- all keys ---- */

const tc_key tc_machine_site_keys[TC_MACHINE_SITE_KEYS] = {
#define TC_SITE_WORD(name_, reader, meaning)                                                                 \
  {.name = #name_,                                                                                           \
   .read = reader,                                                                                           \
   .field = offsetof(tc_machine_site, name_),                                                                \
   .size = sizeof((tc_machine_site *)0)->name_,                                                              \
   .default_value = "null"},
#define TC_SITE_INTEGER(name_, most, meaning)                                                                \
  {TC_KEY_VALUE(tc_machine_site, #name_, int32, name_), .default_value = "null", .min = 1, .max = most},
#define TC_SITE_NUMBER(name_, least, most, unit_, meaning)                                                   \
  {TC_KEY_VALUE(tc_machine_site, #name_, number, name_), .default_value = "null", .min = least, .max = most, \
   .unit = unit_},
#include "io/machine/machine_site_keys.def"
    {.name = "slurm",
     .read = tc_key_read_map,
     .keys = &slurm_keys,
     .field = offsetof(tc_machine_site, slurm),
     .default_value = "null"},
};

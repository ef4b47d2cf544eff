/* From addresses of sampled processes to functions and lines. */
#ifndef TC_BLAME_PROFILE_RESOLVER_H
#define TC_BLAME_PROFILE_RESOLVER_H

#include "blame/profile/binary.h"
#include "blame/profile/profile.h"

/* What is at an address of a binary. */
typedef struct tb_code_site {
  int number;              /* sites have the numbers in which they were met, from 0 */
  const tb_binary *binary; /* NULL: nothing was mapped there */
  int frames;              /* at least 1 */
  const tb_frame *frame;   /* innermost first: what was inlined, then the function */
  const bool *outlined;    /* [frames] cut out for OpenMP */
  bool lines_only;         /* compiled with debug information, but not by clang: leaves have no column */
  bool decoded;            /* leaves: what instruction took the time is known */
  tb_x86_operand operand;  /* of it */
  uint64_t next;           /* where the one behind it begins, before the load bias is added */
} tb_code_site;

typedef struct tb_resolver tb_resolver;

/* What is passed in outlives it. facts: NULL: none. skid: instructions between what took the time and where a
 * sample says it is, 0 or 1. Errors: TC_INTERNAL. */
tc_status tb_resolver_create(const tb_samples *samples, const tb_facts *facts, int skid, tb_resolver **out);
void tb_resolver_destroy(tb_resolver **resolver);

const tb_sample_file *tb_resolver_process(const tb_resolver *resolver, int process);

/* The site of an address in a process at a time; leaf: where it was interrupted, otherwise where a call will
 * return to. *bias (may be NULL): of the binary. Sites live as long as the resolver. Errors: TC_INPUT: a
 * binary was built again since. */
tc_status tb_resolver_find(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address, bool leaf,
                           const tb_code_site **site, uint64_t *bias);

/* The variable that an address is in: *name NULL where it has no name; *source: the source file that alone
 * knows it by that name, NULL: all do. *is_static: it is in what a binary maps. Errors as above. */
tc_status tb_resolver_static(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                             bool *is_static, const char **name, const char **source);

/* Adds the numbers of those files of the facts that what was mapped, but runtimes, was compiled from. *found:
 * something has debug information. Errors as above. */
tc_status tb_resolver_files(tb_resolver *resolver, tc_bit_set *out, bool *found);

#endif

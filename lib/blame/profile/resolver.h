/* Resolver: translates addresses of sampled processes to functions, lines, inlined calls and static
 * variables. Called by call_stack.c, data_touch.c and sampled_functions.c during the construction of a
 * profile (profile.c). Binaries are opened when an address first needs them, and every site is resolved once.
 * Samples and facts must outlive the resolver. */
#ifndef TC_BLAME_PROFILE_RESOLVER_H
#define TC_BLAME_PROFILE_RESOLVER_H

#include "blame/profile/binary.h"
#include "blame/profile/profile.h"

/* Code at an address of a binary. */
typedef struct tb_code_site {
  int number;              /* index in order of first use */
  const tb_binary *binary; /* NULL: no module was mapped at the address */
  int frames;              /* at least 1 */
  const tb_frame *frame;   /* [frames] innermost first: inlined calls, then the function that contains them */
  const bool *outlined;    /* [frames] true for parts that a compiler outlined for OpenMP */
  bool lines_only;         /* debug information of a compiler other than clang: leaves have no column */
  bool decoded;            /* leaf: the instruction that took the time is decoded */
  tb_x86_operand operand;  /* operand of that instruction */
  uint64_t next;           /* address of the instruction after it, without load bias */
} tb_code_site;

typedef struct tb_resolver tb_resolver;

/* samples and facts (NULL: none) are borrowed. skid: instructions between the one that took the time and the
 * sampled one, 0 or 1. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_resolver_create(const tb_samples *samples, const tb_facts *facts, int skid, tb_resolver **out);
void tb_resolver_destroy(tb_resolver **resolver);

const tb_sample_file *tb_resolver_process(const tb_resolver *resolver, int process);

/* Finds the site of an address of a process at a time. leaf: the address was interrupted; otherwise it is a
 * return address. *bias (may be NULL): load bias of the binary. The resolver owns the sites. Errors: TC_INPUT
 * if a binary was rebuilt after sampling; TC_INTERNAL if memory is exhausted. */
tc_status tb_resolver_find(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address, bool leaf,
                           const tb_code_site **site, uint64_t *bias);

/* Finds the static variable that contains an address. *is_static: the address is in a mapped module. *name:
 * NULL if no symbol covers it. *source: its source file if the name is local to that file, otherwise NULL.
 * Errors: those of tb_resolver_find. */
tc_status tb_resolver_static(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                             bool *is_static, const char **name, const char **source);

/* Adds the numbers of the facts' files from which the mapped modules, except runtimes, were compiled. *found:
 * at least one module has debug information. Errors: those of tb_resolver_find. */
tc_status tb_resolver_files(tb_resolver *resolver, tc_bit_set *out, bool *found);

#endif

/* Resolver: translates addresses of sampled processes to functions, lines, inlined calls and static
 * variables. Called by call_stack.c, data_touch.c and sampled_functions.c during the construction of a
 * profile (profile.c). A binary is opened at the first address in it, and every address of a binary is
 * resolved only once. Samples and facts must outlive the resolver. */
#ifndef TC_BLAME_PROFILE_RESOLVER_H
#define TC_BLAME_PROFILE_RESOLVER_H

#include "blame/profile/binary.h"
#include "blame/profile/profile_data.h"

/* Code at an address of a binary. */
typedef struct tb_code_site {
  const tb_binary *binary; /* NULL if no module was mapped at the address */
  int frames;              /* number of frames, at least 1 */
  const tb_frame *frame;   /* [frames] innermost first: inlined calls, then the function that contains them */
  /* true if the address is that of a sample, not a return address, and the instruction that took the time
   * could be decoded */
  bool is_decoded;
  tb_x86_operand operand; /* memory operand of the instruction that took the time */
  /* address of the instruction that follows the sampled instruction, without load bias */
  uint64_t next_address;
} tb_code_site;

typedef struct tb_resolver tb_resolver;

/* Creates a resolver. `samples` and `facts` (NULL if there are none) are borrowed. `skid` is the number of
 * instructions by which the sampled address follows the instruction that took the time: 0 or 1. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_resolver_create(const tb_samples *samples, const tb_facts *facts, int skid, tb_resolver **out);
void tb_resolver_destroy(tb_resolver **resolver);

const tb_sample_file *tb_resolver_get_process(const tb_resolver *resolver, int process);

/* Finds the code at an address of a process at a time of its run. `leaf` is true if a sample interrupted the
 * address, false if it is a return address. *bias (may be NULL) receives the load bias of the binary. The
 * resolver owns the results. Errors: TC_INPUT if a binary was rebuilt after sampling; TC_INTERNAL if memory
 * is exhausted. */
tc_status tb_resolver_find_site(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                                bool leaf, const tb_code_site **site, uint64_t *bias);

/* Finds the static variable that contains an address. *is_static is true if the address is in a mapped
 * module. *name is NULL if no symbol contains the address. *source receives the source file of the variable
 * if the variable is local to that file, otherwise NULL. Errors: those of tb_resolver_find_site. */
tc_status tb_resolver_find_static(tb_resolver *resolver, int process, uint64_t time_ns, uint64_t address,
                                  bool *is_static, const char **name, const char **source);

/* Adds to `out` the indices in facts->file of the source files from which the mapped modules were compiled.
 * OpenMP runtimes and the sampler are ignored. *found is true if at least one module has debug information.
 * Errors: those of tb_resolver_find_site. */
tc_status tb_resolver_find_files(tb_resolver *resolver, tc_bit_set *out, bool *found);

#endif

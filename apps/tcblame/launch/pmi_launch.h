/* Recognises the ranks of a PMI launcher (MPICH's mpiexec). Called by output_folder.c. PMI provides no common
 * name for the ranks of a launch, and ranks on several nodes have no common parent process. Each rank
 * therefore appends a line with its rank, parent process and host to a list in a file. The other ranks
 * recognise the launch by this list. */
#ifndef TC_TCBLAME_PMI_LAUNCH_H
#define TC_TCBLAME_PMI_LAUNCH_H

#include <stdbool.h>

#include "base/text/line.h"

/* Returns the value of an environment variable; "" if it is not set. */
const char *tb_environment_variable(const char *name);

/* True if a PMI launcher started this process. */
bool tb_pmi_is_launcher(void);

/* tb_pmi_format_head adds to `out` the first line of the list, with the number of ranks. tb_pmi_format_line
 * adds the line of this rank. */
void tb_pmi_format_head(tc_line *out);
void tb_pmi_format_line(tc_line *out);

/* True if this rank may belong to the launch that wrote the text `list`. The list must then have the same
 * number of ranks and no line with the number of this rank. All lines of this host must have the parent
 * process of this rank. */
bool tb_pmi_is_same_launch(const char *list);

#endif

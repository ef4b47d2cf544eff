/* Ranks that a launcher of PMI started (MPICH's mpiexec). It tells them of no name that they have in common,
 * and on several nodes they have not even one parent: whoever comes leaves a line, which others know him by.
 */
#ifndef TC_TCBLAME_PMI_LAUNCH_H
#define TC_TCBLAME_PMI_LAUNCH_H

#include <stdbool.h>

#include "base/text/line.h"

/* Whether this process is such a rank. */
bool tb_pmi_is_launcher(void);

/* What begins the list, and this rank's line in it. */
void tb_pmi_head(tc_line *out);
void tb_pmi_line(tc_line *out);

/* Whether this rank may be of the launch whose list that is: of as many ranks, none of which is this one, and
 * all of this host have this one's parent. */
bool tb_pmi_is_same_launch(const char *list);

#endif

/* Where a binary comes from. */
#ifndef TC_REPORT_PROVENANCE_H
#define TC_REPORT_PROVENANCE_H

const char *tc_provenance_version(void); /* e.g. 0.1.0 */
const char *tc_provenance_commit(void); /* 12 digits, with + when the tree had changes; unknown outside git */
const char *tc_provenance_compiler(void); /* compiler and build type */

#endif

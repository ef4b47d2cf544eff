/* Faults on purpose, in any program that is started with LD_PRELOAD=libtc_faults.so: one call that the
 * program's own code makes fails, as if memory, MPI, HDF5 or the disk had failed there. TC_FAULT says which
 * (faults.c). */
#ifndef TC_TESTS_FAULTS_FAULTS_H
#define TC_TESTS_FAULTS_FAULTS_H

#include <stdbool.h>

/* In the order of their names in faults.c. */
typedef enum tc_fault_kind { TC_FAULT_ALLOC, TC_FAULT_MPI, TC_FAULT_HDF5, TC_FAULT_FILE } tc_fault_kind;

/* Whether the address lies in the program itself, not in a library that it is linked with. False before the
 * library is set up. */
bool tc_fault_own(const void *caller);

/* Whether the program is between the begin and the end of its main. */
bool tc_fault_counting(void);

/* Counts a call of the program's own code and says whether it is to fail; then stderr tells which one it was.
 */
bool tc_fault_due(tc_fault_kind kind, const char *name, const void *caller);

/* Whether this is the first call from that place with that stream or the like (NULL: whatever it is). Calls
 * that are made as often as it takes are counted once, else the numbers would change from run to run. */
bool tc_fault_first(const void *caller, const void *with);

/* A line on stderr: "tc_faults: rank R: " and the words. Takes no memory. */
void tc_fault_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Where an address lies in the program, as addr2line wants it. */
unsigned long tc_fault_place(const void *address);

/* At the end: what the program's code has allocated and not freed (alloc.c), opened and not closed (file.c).
 */
void tc_fault_say_held(void);
void tc_fault_say_open(void);

/* The list of all calls, with hashes of who makes them (stacks.c); without a list nothing happens. */
void tc_fault_open_list(const char *name);
void tc_fault_list(const char *kind, const char *name, long call);
void tc_fault_close_list(void);

/* The function of that name that would have been called; ends the process where there is none. */
void *tc_fault_next(const char *name);

#define TC_CALLER __builtin_return_address(0)

#endif

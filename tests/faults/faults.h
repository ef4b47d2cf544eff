/* Fault injection for any program that is started with LD_PRELOAD=libtc_faults.so. One call from the
 * program's code fails as if memory, MPI, HDF5 or the disk had failed. The environment variable TC_FAULT
 * selects the call (faults.c). */
#ifndef TC_TESTS_FAULTS_FAULTS_H
#define TC_TESTS_FAULTS_FAULTS_H

#include <stdbool.h>

/* The order must be that of the names in faults.c. */
typedef enum tc_fault_kind { TC_FAULT_ALLOC, TC_FAULT_MPI, TC_FAULT_HDF5, TC_FAULT_FILE } tc_fault_kind;

/* True if the address is in the code of the program itself, and not in a shared library. False before this
 * library is initialised. */
bool tc_fault_is_program_code(const void *caller);

/* True while main of the program runs. */
bool tc_fault_is_counting(void);

/* Counts a call from the program's code. Returns true if this call must fail, after printing the call on
 * stderr. */
bool tc_fault_must_fail(tc_fault_kind kind, const char *name, const void *caller);

/* True at the first call from `caller` with the stream or other object `with`, which may be NULL. Some
 * calls are repeated until an event happens. They are counted once, because their number differs from run
 * to run. */
bool tc_fault_is_first_call(const void *caller, const void *with);

/* Prints a line on stderr that begins with "tc_faults: rank R: ". Allocates no memory. */
void tc_fault_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns the offset of a code address within the program's file, as addr2line expects it. */
unsigned long tc_fault_code_offset(const void *address);

/* Called at the end of the program. They print the blocks that the program's code has not freed (alloc.c)
 * and the files that it has not closed (file.c). */
void tc_fault_print_unfreed(void);
void tc_fault_print_open_files(void);

/* Write the list of all calls, each with a hash of the call stack (stacks.c). If no list is open, the last
 * two functions do nothing. */
void tc_fault_open_list(const char *name);
void tc_fault_list_call(const char *kind, const char *name, long call);
void tc_fault_close_list(void);

/* Returns the function `name` of the library that is searched after this one. Ends the process if there is
 * none. */
void *tc_fault_next(const char *name);

#define TC_CALLER __builtin_return_address(0)

#endif

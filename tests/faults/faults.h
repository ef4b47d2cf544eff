/* Fault injection for any program that is started with LD_PRELOAD=libtc_faults.so. One call from the code of
 * the program fails as if memory, MPI, HDF5 or the disk had failed. TC_FAULT selects the call (faults.c). */
#ifndef TC_TESTS_FAULTS_FAULTS_H
#define TC_TESTS_FAULTS_FAULTS_H

#include <stdbool.h>

/* Same order as the names in faults.c. */
typedef enum tc_fault_kind { TC_FAULT_ALLOC, TC_FAULT_MPI, TC_FAULT_HDF5, TC_FAULT_FILE } tc_fault_kind;

/* Returns true if the address belongs to the program itself and not to a shared library. Returns false before
 * this library is initialised. */
bool tc_fault_is_program_code(const void *caller);

/* True while main of the program runs. */
bool tc_fault_is_counting(void);

/* Counts a call from the code of the program. Returns true if the call must fail, and then prints the call on
 * stderr. */
bool tc_fault_must_fail(tc_fault_kind kind, const char *name, const void *caller);

/* Returns true at the first call from `caller` with the stream or other object `with`, which may be NULL.
 * Calls that are repeated until something happens are counted once, because their number differs from run to
 * run. */
bool tc_fault_is_first_call(const void *caller, const void *with);

/* Prints a line on stderr that begins with "tc_faults: rank R: ". Allocates no memory. */
void tc_fault_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns the offset of an address in the program, which addr2line accepts. */
unsigned long tc_fault_code_offset(const void *address);

/* Called at the end of the program. They print the blocks that the code of the program has not freed
 * (alloc.c) and the files that it has not closed (file.c). */
void tc_fault_print_unfreed(void);
void tc_fault_print_open_files(void);

/* Writes the list of all calls with a hash of the call stack (stacks.c). The functions do nothing if no list
 * is open. */
void tc_fault_open_list(const char *name);
void tc_fault_list_call(const char *kind, const char *name, long call);
void tc_fault_close_list(void);

/* Returns the function `name` of the next library. Ends the process if there is none. */
void *tc_fault_next(const char *name);

#define TC_CALLER __builtin_return_address(0)

#endif

/* Linked into test programs in sanitizer builds only. */
int dlclose(void *handle);
const char *__asan_default_options(void);

/* Does nothing. Otherwise Open MPI would unload its plug-ins before the leak check, which then could not find
 * the modules named in tests/support/lsan.supp. */
int dlclose(void *handle) {
  (void)handle;
  return 0;
}

/* Default options of the address sanitizer. If memory is exhausted, allocations return NULL like those of the
 * system, instead of ending the program. */
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

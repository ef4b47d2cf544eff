/* libtc_comma.so: loaded with LD_PRELOAD it makes any program of the build one that has called setlocale. */
#include <locale.h>

__attribute__((constructor)) static void adopt_environment(void) { setlocale(LC_ALL, ""); }

/* libtc_comma.so. Programs of the build that are started with it in LD_PRELOAD behave like programs that call
 * setlocale. */
#include <locale.h>

__attribute__((constructor)) static void adopt_environment(void) { setlocale(LC_ALL, ""); }

/* Library libtc_comma.so. Programs that are started with this library in LD_PRELOAD use the locale of the
 * environment, like programs that call setlocale. */
#include <locale.h>

__attribute__((constructor)) static void adopt_environment(void) { setlocale(LC_ALL, ""); }

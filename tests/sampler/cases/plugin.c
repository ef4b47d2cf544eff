/* Library that modules.c opens with dlopen. */
#include "burn.h"

double plugin_work(double seconds);

double plugin_work(double seconds) { return burn(seconds); }

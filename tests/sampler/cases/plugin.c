/* A library that a program opens later (modules.c). */
#include "burn.h"

double plugin_work(double seconds);

double plugin_work(double seconds) { return burn(seconds); }

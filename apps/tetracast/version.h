/* `tetracast --version`. */
#ifndef TC_APP_VERSION_H
#define TC_APP_VERSION_H

#include <stdio.h>

void app_version_write(FILE *out);

#endif

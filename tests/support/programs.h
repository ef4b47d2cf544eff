/* The main functions of apps/NAME/main.c. For the command server (tests/support/server.c), the build compiles
 * each of them under the name NAME_main. Collective if the command line needs MPI. Each returns an exit
 * code. */
#ifndef TC_TEST_PROGRAMS_H
#define TC_TEST_PROGRAMS_H

typedef int program_main(int argc, char **argv);
program_main tetracast_main, heat2d_main, finegrain_main;

#endif

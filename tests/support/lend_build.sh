# Sourced by scripts that configure a project with CMake. Checking the compiler takes several times as long as configuring a small
# project, so their build directories use the results of the build that contains the tests.
# shellcheck shell=bash

# lend_compiler DIRECTORY: prepares a new build directory with the checked compiler.
lend_compiler() {
  mkdir -p "$1/CMakeFiles" && cp -r "${TETRACAST_TESTS:?must name the directory of the test programs}"/../CMakeFiles/[0-9]*.[0-9]* "$1/CMakeFiles" &&
    { echo 'CMAKE_PLATFORM_INFO_INITIALIZED:INTERNAL=1' && grep '^CMAKE_EXECUTABLE_FORMAT:' "$TETRACAST_TESTS/../CMakeCache.txt"; } > "$1/CMakeCache.txt"
}

# lend_libraries DIRECTORY: like lend_compiler, also with the generator, the options and the libraries that CMake has found.
lend_libraries() {
  lend_compiler "$1" && grep -E '^[A-Za-z_].*=' "$TETRACAST_TESTS/../CMakeCache.txt" |
    grep -vE '^(CMAKE_CACHEFILE_DIR|CMAKE_HOME_DIRECTORY|CMAKE_PROJECT_)|_(BINARY|SOURCE)_DIR:|_IS_TOP_LEVEL:' > "$1/CMakeCache.txt"
}

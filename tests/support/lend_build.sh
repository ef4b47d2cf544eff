# Sourced by test scripts that configure a project with CMake. CMake needs several times as long to
# check the compiler as to configure a small project. The new build directories therefore copy the
# results of these checks from the build directory of the tests.
# shellcheck shell=bash

# lend_compiler DIRECTORY: creates a build directory that contains the results of the compiler
# checks.
lend_compiler() {
  mkdir -p "$1/CMakeFiles" && cp -r "${TETRACAST_TESTS:?must name the directory of the test programs}"/../CMakeFiles/[0-9]*.[0-9]* "$1/CMakeFiles" &&
    { echo 'CMAKE_PLATFORM_INFO_INITIALIZED:INTERNAL=1' && grep '^CMAKE_EXECUTABLE_FORMAT:' "$TETRACAST_TESTS/../CMakeCache.txt"; } > "$1/CMakeCache.txt"
}

# lend_libraries DIRECTORY: like lend_compiler, but also copies the generator, the options and the
# libraries that CMake has found.
lend_libraries() {
  lend_compiler "$1" && grep -E '^[A-Za-z_].*=' "$TETRACAST_TESTS/../CMakeCache.txt" |
    grep -vE '^(CMAKE_CACHEFILE_DIR|CMAKE_HOME_DIRECTORY|CMAKE_PROJECT_)|_(BINARY|SOURCE)_DIR:|_IS_TOP_LEVEL:' > "$1/CMakeCache.txt"
}

# Finds the libraries that only tcblame requires: LLVM 14 and libdw. Sets TCBLAME_FOUND if both exist, and prints a message for
# each missing one. Included by the top CMakeLists.txt, which builds tcblame only if TCBLAME_FOUND is set.
# Bitcode and debug information differ between versions of LLVM (15 has opaque pointers, 19 declares variables differently), so
# the message names any other version that was found.
set(TCBLAME_FOUND ON)
find_package(LLVM 14 QUIET CONFIG)
if(LLVM_FOUND AND NOT LLVM_VERSION_MAJOR EQUAL 14)
  set(LLVM_FOUND OFF)
  set(LLVM_CONSIDERED_VERSIONS ${LLVM_PACKAGE_VERSION})
endif()
if(NOT LLVM_FOUND)
  set(other "")
  if(LLVM_CONSIDERED_VERSIONS)
    string(REPLACE ";" ", " other " (found ${LLVM_CONSIDERED_VERSIONS})")
  endif()
  message(STATUS "tcblame: not built, requires LLVM 14${other}: run apt-get install llvm-14-dev")
  set(TCBLAME_FOUND OFF)
endif()
pkg_check_modules(LIBDW QUIET IMPORTED_TARGET libdw libelf)
if(NOT LIBDW_FOUND)
  message(STATUS "tcblame: not built, requires libdw: run apt-get install libdw-dev")
  set(TCBLAME_FOUND OFF)
endif()

# Each program link_target_FOLDER links all object files of one target with the targets on which it
# depends (lib/CMakeLists.txt). If the target calls a function of another target, the function is an
# undefined symbol, and the build fails.
file(CONFIGURE OUTPUT link_target.c CONTENT "int main(void) { return 0; }\n")
get_property(targets GLOBAL PROPERTY TETRACAST_TARGETS)
foreach(folder IN LISTS targets)
  add_executable(link_target_${folder} ${CMAKE_CURRENT_BINARY_DIR}/link_target.c)
  target_link_libraries(link_target_${folder} PRIVATE tests_flags $<LINK_LIBRARY:WHOLE_ARCHIVE,tetracast-${folder}>)
  set_target_properties(link_target_${folder} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endforeach()

# link_target_FOLDER is linked from all objects of a target and from the targets that it depends on (lib/CMakeLists.txt). A call
# of a function of any other target is an undefined symbol and stops the build.
file(CONFIGURE OUTPUT link_target.c CONTENT "int main(void) { return 0; }\n")
get_property(targets GLOBAL PROPERTY TETRACAST_TARGETS)
foreach(folder IN LISTS targets)
  add_executable(link_target_${folder} ${CMAKE_CURRENT_BINARY_DIR}/link_target.c)
  target_link_libraries(link_target_${folder} PRIVATE tests_flags $<LINK_LIBRARY:WHOLE_ARCHIVE,tetracast-${folder}>)
  set_target_properties(link_target_${folder} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endforeach()

# Writes the git commit of the folder SOURCE as the macro TC_COMMIT into the header OUT. "+" is appended if files have uncommitted
# changes; outside a git repository the text is "unknown". OUT is rewritten only if the commit has changed, to avoid rebuilding.
set(commit unknown)
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} describe --always --abbrev=12 --dirty=+ --match=NONE
                  OUTPUT_VARIABLE said RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(commit ${said})
  endif()
endif()
set(text "#define TC_COMMIT \"${commit}\"\n")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${OUT} "${text}")
endif()

include(GNUInstallDirs)
find_program(GZIP gzip)

# Installs a manual page of a program, compressed if the system has gzip. The program writes the page itself, from its tables, if it
# is called with the option `request`.
function(tc_install_manual target request page section)
  set(page ${CMAKE_CURRENT_BINARY_DIR}/${page}.${section})
  set(compress "")
  set(suffix "")
  if(GZIP)
    set(compress COMMAND ${GZIP} -9nf ${page})
    set(suffix .gz)
  endif()
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${target} ${request} > ${page} ${compress} BYPRODUCTS ${page}${suffix} VERBATIM)
  install(FILES ${page}${suffix} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT programs)
endfunction()

# Installs a program with its man page and its completion for bash.
function(tc_install_program target)
  get_target_property(name ${target} OUTPUT_NAME)
  if(NOT name)
    set(name ${target})
  endif()
  set(completion ${CMAKE_CURRENT_BINARY_DIR}/${name}.bash)
  tc_install_manual(${target} --help=man ${name} 1)
  add_custom_command(TARGET ${target} POST_BUILD COMMAND ${target} --help=completion > ${completion} BYPRODUCTS ${completion} VERBATIM)
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${name}
          COMPONENT programs)
endfunction()

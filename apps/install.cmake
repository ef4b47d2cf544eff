include(GNUInstallDirs)
find_program(GZIP gzip)

# Installs a program with its man page, compressed if the system has gzip, and its completion for bash. The program writes both
# itself, from its table of options.
function(tc_install_program target)
  get_target_property(name ${target} OUTPUT_NAME)
  if(NOT name)
    set(name ${target})
  endif()
  set(page ${CMAKE_CURRENT_BINARY_DIR}/${name}.1)
  set(completion ${CMAKE_CURRENT_BINARY_DIR}/${name}.bash)
  set(compress "")
  set(suffix "")
  if(GZIP)
    set(compress COMMAND ${GZIP} -9nf ${page})
    set(suffix .gz)
  endif()
  add_custom_command(TARGET ${target} POST_BUILD
                     COMMAND ${target} --help=man > ${page} ${compress} COMMAND ${target} --help=completion > ${completion}
                     BYPRODUCTS ${page}${suffix} ${completion} VERBATIM)
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  install(FILES ${page}${suffix} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
  install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${name}
          COMPONENT programs)
endfunction()

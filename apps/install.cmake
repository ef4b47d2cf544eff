include(GNUInstallDirs)

# Installs a program with its man page and its completion for bash. The program writes both itself, from its table of options.
function(tc_install_program target)
  get_target_property(name ${target} OUTPUT_NAME)
  if(NOT name)
    set(name ${target})
  endif()
  set(page ${CMAKE_CURRENT_BINARY_DIR}/${name}.1.gz)
  set(completion ${CMAKE_CURRENT_BINARY_DIR}/${name}.bash)
  add_custom_command(TARGET ${target} POST_BUILD
                     COMMAND ${target} --help=man | gzip -9n > ${page} COMMAND ${target} --help=completion > ${completion}
                     BYPRODUCTS ${page} ${completion} VERBATIM)
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
  install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${name}
          COMPONENT programs)
endfunction()

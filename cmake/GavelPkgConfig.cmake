# gavel_package(NAME PACKAGE)
#
# Finds the library PACKAGE as the target PkgConfig::NAME.
macro(gavel_package name package)
  if(NOT TARGET PkgConfig::${name})
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(${name} REQUIRED IMPORTED_TARGET ${package})
  endif()
endmacro()

# gavel_pkg_config(FILE LIBRARY...)
#
# Writes the pkg-config file FILE. It contains no path of this build: directories are relative to the file, unless they
# were configured as absolute paths. LIBRARY... are the prefixes of pkg_check_modules for the libraries that Gavel uses.
# Programs need these only when they link libgavel.a, so they are listed in Libs.private. (Requires.private would also
# add their include directories to everybody's flags.)
function(gavel_pkg_config file)
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
    string(REGEX REPLACE "/$" "" up ${up})
    set(pc_prefix "\${pcfiledir}/${up}")
  endif()
  foreach(name LIBDIR INCLUDEDIR)
    string(TOLOWER pc_${name} variable)
    set(${variable} ${CMAKE_INSTALL_${name}})
    if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_${name}})
      set(${variable} "\${prefix}/${CMAKE_INSTALL_${name}}")
    endif()
  endforeach()
  set(libraries)
  foreach(library ${ARGN})
    list(APPEND libraries ${${library}_LDFLAGS})
  endforeach()
  list(JOIN libraries " " pc_libs_private)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/gavel.pc.in ${file} @ONLY)
endfunction()

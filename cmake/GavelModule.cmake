# gavel_module(NAME FOLDERS folder... [DOOR header] [USES module...] [DATA target...])
#
# Declares the library gavel_NAME of all *.c files in src/FOLDER. They may include headers of these folders, of the
# modules in USES, and of the modules those use; from a module with a DOOR only that header. Nested folders must be
# listed too. The build fails if a file includes anything else. Every module may include the public headers. A module
# without *.c files consists only of headers.
function(gavel_module name)
  cmake_parse_arguments(PARSE_ARGV 1 module "" "DOOR" "FOLDERS;USES;DATA")
  set(target gavel_${name})

  set(sources)
  set(headers)
  set(allowed ${module_FOLDERS})
  set(offered ${module_FOLDERS})
  if(module_DOOR)
    set(offered ${module_DOOR})
  endif()
  foreach(folder ${module_FOLDERS})
    file(GLOB found_sources CONFIGURE_DEPENDS src/${folder}/*.c)
    file(GLOB found_headers CONFIGURE_DEPENDS src/${folder}/*.h src/${folder}/*.def)
    list(APPEND sources ${found_sources})
    list(APPEND headers ${found_headers})
  endforeach()

  set(used ${module_DATA})
  foreach(other ${module_USES})
    list(APPEND used gavel_${other})
    get_target_property(others gavel_${other} GAVEL_OFFERED)
    list(APPEND allowed ${others})
    list(APPEND offered ${others})
  endforeach()

  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
    target_compile_definitions(${target} PRIVATE GAVEL_BUILDING)
    set_property(GLOBAL APPEND PROPERTY GAVEL_OBJECTS $<TARGET_OBJECTS:${target}>)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(${target} ${scope} ${used})
  set_target_properties(${target} PROPERTIES GAVEL_OFFERED "${offered}")
  gavel_check_arrows(${name} "${allowed}" ${sources} ${headers})
endfunction()

# Checks the includes of a module's files whenever one of them changes.
function(gavel_check_arrows name allowed)
  set(stamp ${CMAKE_BINARY_DIR}/arrows/${name})
  set(list ${stamp}.files)
  list(JOIN ARGN "\n" files)
  file(CONFIGURE OUTPUT ${list} CONTENT "@files@\n" @ONLY)
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} -DMODULE=${name} "-DALLOWED=${allowed}" -DLIST=${list} -DSTAMP=${stamp}
            -P ${CMAKE_SOURCE_DIR}/cmake/arrows.cmake
    DEPENDS ${ARGN} ${list} ${CMAKE_SOURCE_DIR}/cmake/arrows.cmake
    COMMENT "Checking what ${name} includes"
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY GAVEL_ARROWS ${stamp})
endfunction()

# Call it once, after the last module: makes the checks part of every build.
function(gavel_finish_modules)
  get_property(stamps GLOBAL PROPERTY GAVEL_ARROWS)
  add_custom_target(arrows ALL DEPENDS ${stamps})
endfunction()

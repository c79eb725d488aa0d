// The compiled part of the package: gavel._core.
#include "common.h"

// Raises the library's errors as exceptions of gavel.errors.
static void translate(const std::exception_ptr &thrown, void *) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Failure &f) {
    nb::object made = nb::module_::import_("gavel.errors").attr("of_status")(int(f.status), f.message, f.line, f.column);
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(made.ptr())), made.ptr());
  }
}

static nb::dict columns() {
  nb::dict tables;
  for (uint32_t t = 0; t < GAVEL_TABLE_COUNT; t++) {
    auto table = static_cast<GavelTable>(t);
    nb::list names;
    for (uint32_t c = 0; c < gavel_observation_width(table); c++) names.append(gavel_observation_column(table, c));
    tables[gavel_observation_table(table)] = names;
  }
  return tables;
}

NB_MODULE(_core, m) {
  m.doc() = "The compiled part of gavel.";
  nb::register_exception_translator(translate);
  m.def("version", [] { return std::string(gavel_version()); }, "The version of the library.");
  m.def("observation_schema", &gavel_observation_schema,
        "A hash of the tables of an observation, their columns and the words of the rules.");
  m.def("observation_columns", &columns, "The names of the columns of each table of an observation, in their order.");
  bind_cards(m);
  bind_seat(m);
  bind_game(m);
  bind_batch(m);
}

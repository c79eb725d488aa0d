// JavaScript functions that C calls. Module.gavelProgress, if defined, receives the progress of an import.
mergeInto(LibraryManager["library"], {
  gavel_web_progress: function (bytes, cards, compiled) {
    if (Module["gavelProgress"]) Module["gavelProgress"](bytes, cards, compiled);
  },
});

// This target only links the libraries; the app imports their modules by name.

# What `cmake --install` puts where; filled in beside the package's own files.

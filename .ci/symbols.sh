# For the scripts beside it, after a debug build: the symbol graphs of the library's modules.
modules=$(for folder in Sources/*/; do module=$(basename "$folder"); [ ! -d "$folder$module.docc" ] || echo "$module"; done)

# symbol_graph MODULE FOLDER: writes the graphs of a module's public symbols into a folder.
symbol_graph() {
    local triple
    triple=$(swift -print-target-info | sed -n 's/.*"triple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
    mkdir -p "$2"
    swift symbolgraph-extract -module-name "$1" -I .build/debug/Modules -target "$triple" \
        -Xcc -fmodule-map-file=.build/debug/CLibCURL.build/module.modulemap \
        -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols -output-dir "$2"
}

"""The rules as WebAssembly: build time only. `python -m brocante.wasm.build FOLDER` writes the files."""

import { enableCompileCache } from "node:module"

// Compiled code is kept in the system's temporary folder, so that the next command starts faster. Where that is not
// possible nothing is lost but time. Imported before all else, and so before there is anything to compile.
enableCompileCache()

import childProcess from "node:child_process"
import { syncBuiltinESMExports } from "node:module"

const refuse = (file: string): never => {
  throw new Error(`This suite starts no processes, such as ${file}. Move the test to test/system/.`)
}

for (const name of ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const) {
  Object.defineProperty(childProcess, name, { value: refuse })
}
syncBuiltinESMExports()

import { execFileSync } from "node:child_process"

const canRun = (): boolean => {
  try {
    execFileSync("python3", ["-c", "from jsonschema import Draft202012Validator"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** True if Python can validate with `jsonschema`. Debian's package is `python3-jsonschema`. */
export const hasPythonValidator = canRun()

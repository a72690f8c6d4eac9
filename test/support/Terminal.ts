import { execFileSync } from "node:child_process"
import { run, type CommandResult, type RunOptions } from "./CommandLine.ts"

const python = `
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(["bash", "-c", sys.argv[1]], stdin_read=lambda _: b"")))
`

/** `script` passes its line to the shell of $SHELL, which may not understand bash. */
const lineInBash = 'exec bash -c "$LINE"'

/** Programs that run others on a terminal. The first one installed is used. */
const terminalPrograms = [
  { program: "script", args: () => ["--quiet", "--return", "--command", lineInBash, "/dev/null"] },
  { program: "python3", args: (line: string) => ["-c", python, line] }
]

/** True if a program is installed and knows `--version`. */
export const isInstalled = (program: string): boolean => {
  try {
    execFileSync("sh", ["-c", 'command -v "$1"', "sh", program], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const terminalProgram = terminalPrograms.find(({ program }) => isInstalled(program))

/** True if neither `script` of util-linux nor Python is installed. */
export const hasNoTerminal = terminalProgram === undefined

/** Runs a line of bash on a terminal. Everything that it prints is returned as stdout. */
export const runOnTerminal = (line: string, options: RunOptions): Promise<CommandResult> => {
  if (terminalProgram === undefined)
    throw new Error("Install script (util-linux) or python3 to run commands on a terminal")
  return run(terminalProgram.program, terminalProgram.args(line), {
    ...options,
    env: { NO_COLOR: "", ...options.env, LINE: line }
  })
}

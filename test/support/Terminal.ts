import { execFileSync } from "node:child_process"
import { run, type Ran, type RunOptions } from "./CommandLine.ts"

const python = `
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(["bash", "-c", sys.argv[1]], stdin_read=lambda _: b"")))
`

/** What `script` hands to whichever shell $SHELL names, where a line of bash may mean nothing. */
const lineInBash = 'exec bash -c "$LINE"'

/** Programs that give others a terminal; the first that is there is taken. */
const givers = [
  { program: "script", args: () => ["--quiet", "--return", "--command", lineInBash, "/dev/null"] },
  { program: "python3", args: (line: string) => ["-c", python, line] }
]

/** Whether a program is there, and knows its long options. */
export const isThere = (program: string): boolean => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const giver = givers.find(({ program }) => isThere(program))

/** Whether no terminal can be had here, as there is neither script of util-linux nor Python. */
export const noTerminal = giver === undefined

/** Runs a line of bash with a terminal for all that it prints, which comes back as stdout. */
export const onTerminal = (line: string, options: RunOptions): Promise<Ran> => {
  if (giver === undefined) throw new Error("There is no terminal to be had here")
  return run(giver.program, giver.args(line), {
    ...options,
    env: { NO_COLOR: "", ...options.env, LINE: line }
  })
}

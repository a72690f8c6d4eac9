#!/usr/bin/env node
import { runProgram } from "./RunProgram.ts"

// A reader such as `head` may stop early.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 3))

process.exitCode = await runProgram(process.argv.slice(2), process.env, {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text)
})

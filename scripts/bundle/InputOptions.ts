import type { InputOptions } from "rolldown"

/** How programs are read to be bundled. */
export const inputOptions = (root: string, input: Record<string, string>): InputOptions => ({
  cwd: root,
  input,
  platform: "node",
  logLevel: "silent",
  transform: { define: { "import.meta.env": "undefined" } }
})

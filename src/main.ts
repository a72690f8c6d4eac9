#!/usr/bin/env node
// oxlint-disable-next-line import/no-unassigned-import -- it must run before anything else is loaded
import "./cli/Start.ts"
const { taxonomyFor } = await import("./cli/Taxonomy.ts")
const { runCommand } = await import("./cli/Run.ts")

runCommand(await taxonomyFor(process.argv.slice(2)))

#!/usr/bin/env node
// oxlint-disable-next-line import/no-unassigned-import -- it must run before anything else is loaded
import "../cli/Start.ts"
const { runCommand } = await import("../cli/Run.ts")
const { buildRelease } = await import("../cli/BuildRelease.ts")

runCommand(buildRelease)

import { buildRelease } from "../cli/commands/BuildRelease.ts"
import { runCommand } from "../cli/Run.ts"

runCommand(buildRelease)

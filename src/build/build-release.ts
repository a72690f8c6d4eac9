import { buildReleaseCommand } from "../cli/commands/BuildRelease.ts"
import { runCommand } from "../cli/Run.ts"

runCommand(buildReleaseCommand)

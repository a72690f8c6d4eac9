import { buildReleaseCommand } from "../cli/release/BuildRelease.ts"
import { runCommand } from "../cli/Run.ts"

runCommand(buildReleaseCommand)

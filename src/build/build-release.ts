import { buildRelease } from "../cli/BuildRelease.ts"
import { runCommand } from "../cli/Run.ts"

runCommand(buildRelease)

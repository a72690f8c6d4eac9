import { runCommand } from "./cli/Run.ts"
import { taxonomyFor } from "./cli/Taxonomy.ts"

runCommand(await taxonomyFor(process.argv.slice(2)))

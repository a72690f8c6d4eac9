import { runCommand } from "./cli/Run.ts"
import { makeTaxonomyCommand } from "./cli/Taxonomy.ts"

runCommand(await makeTaxonomyCommand(process.argv.slice(2)))

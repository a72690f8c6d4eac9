import { runCommand } from "./cli/Run.ts"
import { makeTaxonomyCommand } from "./cli/Taxonomy.ts"

void makeTaxonomyCommand(process.argv.slice(2)).then(runCommand)

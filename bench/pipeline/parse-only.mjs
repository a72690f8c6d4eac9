// The least that reading these sources with positions costs: every file parsed, and nothing else done.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseDocument } from "yaml"

const folder = join(process.argv[2] ?? ".", "dimensions")
const documents = readdirSync(folder).map((name) => parseDocument(readFileSync(join(folder, name), "utf8")))
process.stdout.write(`${documents.length}\n`)

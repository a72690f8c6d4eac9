// Validates the configs of NDJSON contracts with ajv and the published config schema, and does nothing else.
// Usage: node ajv-only.mjs SCHEMA FILE
import { createReadStream, readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { Ajv2020 } from "ajv/dist/2020.js"

const [schema = "", file = ""] = process.argv.slice(2)
const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(schema, "utf8")))
const counts = { valid: 0, invalid: 0 }
const lines = createInterface({ input: createReadStream(file, { highWaterMark: 262_144 }) })
lines.on("line", (line) => {
  if (validate(JSON.parse(line).config)) counts.valid += 1
  else counts.invalid += 1
})
lines.on("close", () => process.stdout.write(`${JSON.stringify(counts)}\n`))

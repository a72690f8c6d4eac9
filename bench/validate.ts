// Measures `validateConfig` of the client on the configs of this project's base licenses, as they are and with a mistake
// each, against ajv with the published config schema. In one process, in turns; prints configs per second of CPU, as
// medians. ajv stops at the first mistake by default, and describes none. The first argument is the number of rounds.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Ajv2020 } from "ajv/dist/2020.js"
import type { TaxonomySchema } from "../src/client/model/Model.generated.ts"
import { validateConfig } from "../src/client/Validate.ts"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { median } from "./figures/Statistics.ts"

const rounds = countOf("rounds", 0, 5)
const count = sizeOf(50_000, 1)

const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../releases/v1.0.0/${file}`, import.meta.url)), "utf8")

const schema: TaxonomySchema = JSON.parse(read("schema.json"))
const configSchema: object = JSON.parse(read("config.schema.json"))

const valid = schema.base_licenses.map(({ config }) => config)
const mistakes = [{ use_type: ["educatoinal"] }, { territory: { global: true, countries: ["US"] } }, { nothing: 1 }]
const invalid = valid.map((config, index) => ({ ...config, ...mistakes[index % mistakes.length] }))

const validators: Readonly<Record<string, (config: unknown) => boolean>> = {
  validateConfig: (config) => validateConfig(schema, config).valid,
  ajv: new Ajv2020({ strict: false }).compile(configSchema),
  "ajv, all errors": new Ajv2020({ strict: false, allErrors: true }).compile(configSchema)
}

const measure = (
  validate: (config: unknown) => boolean,
  configs: ReadonlyArray<unknown>,
  expected: boolean
): number => {
  const start = process.cpuUsage()
  for (let index = 0; index < count; index += 1) {
    if (validate(configs[index % configs.length]) !== expected) throw new Error("The verdicts differ")
  }
  const { system, user } = process.cpuUsage(start)
  return (count / (user + system)) * 1_000_000
}

for (const [name, configs, expected] of [
  ["valid", valid, true],
  ["invalid", invalid, false]
] as const) {
  const rates = Object.entries(validators).map(([validator, validate]) => ({
    validator,
    validate,
    runs: Array<number>()
  }))
  // The first round compiles.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { runs, validate } of rates) {
      const rate = measure(validate, configs, expected)
      if (round > 0) runs.push(rate)
    }
  }
  process.stdout.write(`${name} configs\n`)
  for (const { runs, validator } of rates) {
    process.stdout.write(`  ${validator}: ${(median(runs) / 1000).toFixed(0)},000 per second of CPU\n`)
  }
}

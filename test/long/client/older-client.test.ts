import { execFile } from "node:child_process"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import type { TaxonomySchema } from "../../../src/client/model/Model.generated.ts"
import { validateConfig } from "../../../src/client/Validate.ts"
import { whole } from "../../support/arbitrary/pick.ts"
import { isInHistory, olderProgram } from "../../support/OlderProgram.ts"
import { makePublishedProject } from "../../support/PublishedProject.ts"
import { temporaryFolder } from "../../support/Repository.ts"

/** The last commit whose client knew neither roles and kinds, nor rules that demand or advise. */
const commit = "105676b5"

/** One change of a license's config: another setting of a dimension, made from a number. */
interface Edit {
  readonly dimension: number
  readonly choice: number
}

const drafts: Arbitrary.Arbitrary<{ readonly license: number; readonly edits: ReadonlyArray<Edit> }> = Arbitrary.all({
  license: whole(0, 1000),
  edits: Arbitrary.array(Arbitrary.all({ dimension: whole(0, 1000), choice: whole(0, 1_000_000) }), { maxLength: 6 })
})

const withEdit = (schema: TaxonomySchema, config: object, { choice, dimension }: Edit): object => {
  const dimensions = Object.entries(schema.dimensions)
  const changed = dimensions[dimension % dimensions.length]
  if (changed === undefined) return config
  const [name, { shape, values }] = changed
  const codes: ReadonlyArray<string> = choice % 3 === 2 ? [...values, "unknown"] : values
  const all = [choice, choice >> 4, choice >> 8].slice(choice % 3).map((each) => codes[each % codes.length] ?? "")
  const picked = choice % 2 === 1 ? all : [...new Set(all)]
  const settings = {
    single: picked[0],
    multiple: picked,
    territory: { global: choice % 4 === 3, countries: choice % 5 === 4 ? [] : picked },
    flags: Object.fromEntries(picked.map((code, index) => [code, (choice >> index) % 2 === 0]))
  }
  if (choice % 7 < 5) return { ...config, [name]: choice % 11 === 10 ? null : settings[shape] }
  return Object.fromEntries(Object.entries(config).filter(([key]) => key !== name))
}

/** Runs in a process of its own, since the older client is no part of this project. */
const judge = `
import { readFile } from "node:fs/promises"
const [, , module, file] = process.argv
const { validateConfig } = await import(module)
const { schema, configs } = JSON.parse(await readFile(file, "utf8"))
process.stdout.write(JSON.stringify(configs.map((config) => validateConfig(schema, config).valid)))
`

const hasOlderClient = isInHistory(commit)

if (!hasOlderClient) {
  process.stderr.write(`skipped: the client of commit ${commit}. Fetch the whole history to run it\n`)
}

describe.skipIf(!hasOlderClient)(`the client of commit ${commit}`, () => {
  it("judges configs by the schema of this project's next release as the client of today does", async () => {
    const releases = join(await makePublishedProject(), "releases")
    const newest =
      (await readdir(releases))
        .filter((name) => name.startsWith("v"))
        .toSorted()
        .at(-1) ?? ""
    const read = async (name: string) => JSON.parse(await readFile(join(releases, newest, name), "utf8"))
    const schema: TaxonomySchema = await read("schema.json")
    const licenses: ReadonlyArray<object> = (await read("licenses.json")).licenses.map(
      ({ config }: { readonly config: object }) => config
    )
    const samples = await Effect.runPromise(Arbitrary.sampleEffect(drafts, { count: 1000, seed: "older client" }))
    const configs = [
      ...licenses,
      ...samples.map(({ edits, license }) =>
        edits.reduce((config, edit) => withEdit(schema, config, edit), licenses[license % licenses.length] ?? {})
      )
    ]

    const today = configs.map((config) => validateConfig(schema, config).valid)
    assert.isTrue(today.slice(0, licenses.length).every(Boolean))
    assert.isAbove(today.filter(Boolean).length, 300)
    assert.isAbove(today.filter((valid) => !valid).length, 300)
    assert.deepStrictEqual(await verdictsOfOlder(schema, configs), today)

    const isValid = new Ajv2020({ strict: false }).compile(await read("config.schema.json"))
    assert.deepStrictEqual(
      configs.map((config) => isValid(config)),
      today
    )
  })
})

const verdictsOfOlder = async (
  schema: TaxonomySchema,
  configs: ReadonlyArray<unknown>
): Promise<ReadonlyArray<boolean>> => {
  const folder = await temporaryFolder()
  const program = await olderProgram(commit)
  await promisify(execFile)(process.execPath, [join(program, "scripts/pack-client.ts"), folder], { cwd: program })
  const [tarball = ""] = await readdir(folder)
  await promisify(execFile)("tar", ["-xzf", join(folder, tarball), "-C", folder])
  const module = pathToFileURL(join(folder, "package/validate.js")).href
  const [script, data] = [join(folder, "judge.mjs"), join(folder, "data.json")]
  await writeFile(script, judge)
  await writeFile(data, JSON.stringify({ schema, configs }))
  const { stdout } = await promisify(execFile)(process.execPath, [script, module, data])
  return JSON.parse(stdout)
}

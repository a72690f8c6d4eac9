import { readFile } from "node:fs/promises"
import * as Schema from "effect/Schema"
import { parse } from "yaml"

const Values = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]))

const Step = Schema.Struct({
  id: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Schema.String),
  if: Schema.optionalKey(Schema.String),
  uses: Schema.optionalKey(Schema.String),
  run: Schema.optionalKey(Schema.String),
  env: Schema.optionalKey(Values),
  with: Schema.optionalKey(Values)
})

const Job = Schema.Struct({
  if: Schema.optionalKey(Schema.String),
  env: Schema.optionalKey(Values),
  outputs: Schema.optionalKey(Values),
  permissions: Schema.Record(Schema.String, Schema.String),
  "timeout-minutes": Schema.Finite,
  steps: Schema.Array(Step)
})

const Workflow = Schema.Struct({
  permissions: Schema.Record(Schema.String, Schema.String),
  jobs: Schema.Record(Schema.String, Job)
})

export interface Step extends Schema.Schema.Type<typeof Step> {}
export interface Job extends Schema.Schema.Type<typeof Job> {}

export const workflowFile = ".github/workflows/taxonomy.yml"

export const workflowText = await readFile(new URL(`../../../${workflowFile}`, import.meta.url), "utf8")

/** The parts of the workflow that the tests read. */
export const workflow = Schema.decodeUnknownSync(Workflow)(parse(workflowText))

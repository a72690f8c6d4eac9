import * as Schema from "effect/Schema"
import { JsonReport } from "../../../src/report/formats/Json.ts"
import { taxonomy } from "../CommandLine.ts"

const decodeReport = Schema.decodeUnknownSync(Schema.fromJsonString(JsonReport))

/** What `taxonomy verify` reports, and its exit code. */
export const verify = async (cwd: string, ...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await taxonomy(["verify", "--format", "json", ...args], { cwd })
  if (!stdout.startsWith("{")) throw new Error(stderr)
  const report = decodeReport(stdout)
  if (!("findings" in report)) throw new Error("This is the report of another command")
  const findings = report.findings.map(({ file, line, message, rule }) => ({ rule, message, at: `${file}:${line}` }))
  return { code, findings, log: report.log }
}

/** The exit code, and the checks that find something. */
export const rulesOf = async (cwd: string, ...args: ReadonlyArray<string>) => {
  const { code, findings } = await verify(cwd, ...args)
  return [code, ...findings.map(({ rule }) => rule)]
}

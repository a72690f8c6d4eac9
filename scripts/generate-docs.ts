// Writes the documents that are made from the code. With --check it writes nothing, and ends with 1 where one is stale.
import { readFileSync, writeFileSync } from "node:fs"
import { format } from "oxfmt"
import settings from "../.oxfmtrc.json" with { type: "json" }
import { reportSchema } from "../src/build/reports/JsonReport.ts"
import { rulesMarkdown } from "../src/build/reports/RuleReference.ts"
import { ruleTable } from "../src/domain/rules/RuleTable.ts"

const generated = "<!-- Made by scripts/generate-docs.ts from src/domain/rules. -->"

const documents = {
  "docs/rules.md": `${generated}\n\n${rulesMarkdown(ruleTable)}\n`,
  "docs/report.schema.json": `${JSON.stringify(reportSchema(), undefined, 2)}\n`
}

const read = (file: URL): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const check = process.argv.includes("--check")
for (const [path, text] of Object.entries(documents)) {
  const file = new URL(`../${path}`, import.meta.url)
  const { code, errors } = await format(path, text, { printWidth: settings.printWidth })
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0]?.message}`)
  if (read(file) === code) continue
  if (check) {
    process.stderr.write(`${path} is stale. Run node scripts/generate-docs.ts.\n`)
    process.exitCode = 1
  } else {
    writeFileSync(file, code)
    process.stdout.write(`${path} written.\n`)
  }
}

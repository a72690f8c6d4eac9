// Writes the documents and modules that are generated from the code: those that findings, editors and the client need are
// committed, the others go to dist/docs. With --check it writes nothing, and exits with 1 if a committed one is stale.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { format } from "oxfmt"
import settings from "../.oxfmtrc.json" with { type: "json" }
import { conformanceMarkdown } from "../conformance/markdown.ts"
import { rows } from "../conformance/rows.ts"
import { editorSchemas } from "../src/build/schemas/EditorSchemas.ts"
import { renderChecksMarkdown } from "../src/report/CheckReference.ts"
import { renderEndpoints, renderMethods } from "./client/GenerateEndpoints.ts"
import { renderBodyTypes, renderModel } from "./client/GenerateModel.ts"
import { jsonText, publishedSchemas } from "./PublishedSchemas.ts"

const generatedFrom = (folder: string) => `<!-- Made by scripts/generate-docs.ts from ${folder}. -->`

const conformance = `# Conformance

Each sentence of the service specification that can be observed over HTTP, with the request by which a test observes it
on a real server. Paths are below \`/api/taxonomy\`, unless they begin with \`/api/\`. The server of the test has releases
with invented content: 1.0.0, 1.1.0 (which deprecates \`QSR_FAST_FOOD\`), 1.2.0, 1.3.0 and 2.0.0 (which removes it).

${conformanceMarkdown(rows)}`

const committed = {
  "docs/rules.md": `${generatedFrom("src/domain/checks")}\n\n${renderChecksMarkdown()}\n`,
  "src/client/model/Model.generated.ts": renderModel(),
  "src/client/model/BodyTypes.generated.ts": `${renderBodyTypes()}\n\n${renderEndpoints()}`,
  "src/client/model/Methods.generated.ts": renderMethods(),
  // For new files, which lack the line at the head of each source.
  ".vscode/settings.json": jsonText({
    "yaml.schemas": Object.fromEntries(
      editorSchemas().map(({ files, name }) => [`./.taxonomy/schemas/${name}.schema.json`, `taxonomy-src/${files}`])
    ),
    "yaml.schemaStore.enable": false,
    "yaml.hoverSchemaSource": false,
    "redhat.telemetry.enabled": false
  })
}

const read = (file: URL): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const made = {
  "dist/docs/conformance.md": `${conformance}\n`,
  ...Object.fromEntries(Object.entries(publishedSchemas()).map(([path, text]) => [`dist/docs/${path}`, text]))
}

const { printWidth, semi, trailingComma } = settings
const options = { printWidth, semi, trailingComma: trailingComma === "none" ? trailingComma : "all" } as const
const check = process.argv.includes("--check")
for (const [path, text] of Object.entries(check ? committed : { ...committed, ...made })) {
  const file = new URL(`../${path}`, import.meta.url)
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0]?.message}`)
  if (read(file) === code) continue
  if (check) {
    process.stderr.write(`${path} is stale. Run node scripts/generate-docs.ts.\n`)
    process.exitCode = 1
  } else {
    mkdirSync(new URL(".", file), { recursive: true })
    writeFileSync(file, code)
    process.stdout.write(`${path} written.\n`)
  }
}

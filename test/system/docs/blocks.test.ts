import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hasPythonValidator } from "../../support/PythonValidator.ts"
import { isInstalled } from "../../support/Terminal.ts"
import { describeWithPostgres, temporaryDatabase } from "../keys/Postgres.ts"
import { holder, storeIn } from "../keys/storeIn.ts"
import { describeWithRedis, sharedUrl } from "../limits/redis.ts"
import { nginxProgram, runNginx } from "../server/nginx/Nginx.ts"
import { documentAt, documents, programIn, type Block, type Document } from "./Documents.ts"
import { publishElsewhere, releasesOf, upstreamOf, type Given } from "./Project.ts"
import { reader } from "./Reader.ts"
import { edited, fileOf } from "./SourceEdit.ts"
import { documentedOrigin } from "./Substitutions.ts"

// Runs the `sh` blocks of every document in order, in one terminal, with the real programs. A `text` block shows the
// output of the block above, with … for what varies. A `yaml` or `ini` block is written to the file that its first line
// names, a program to that of the comment in its first line. Substitutions.ts adapts documents to the machine of the test.

interface Before {
  readonly given?: Given
  readonly cloned?: boolean
  readonly keyIssued?: boolean
}

/** The state before the first block of a document. The default is a clone of the project. */
const before: Readonly<Record<string, Before>> = {
  "docs/tutorial.md": { given: "declared", cloned: false },
  "docs/how-to/call-from-go.md": { given: "declared" },
  "docs/how-to/call-from-java.md": { given: "declared" },
  "docs/how-to/call-from-python.md": { given: "declared" },
  "docs/how-to/call-with-curl.md": { given: "declared" },
  "docs/how-to/who-uses-what.md": { given: "declared" },
  "docs/meaning.md": { given: "today" },
  "docs/sources.md": { given: "unpublished" },
  "docs/releases.md": { given: "three releases" },
  "docs/how-to/correct-a-release.md": { given: "three releases" },
  "docs/how-to/many-machines.md": { keyIssued: true },
  "docs/how-to/sign-api-keys.md": { keyIssued: true },
  "docs/how-to/upgrade.md": { given: "three releases" },
  "docs/how-to/restore.md": { given: "three releases", keyIssued: true }
}

/** Versions that a second clone publishes before the block with this first line. */
const meanwhile: Readonly<Record<string, string>> = { 'git commit --quiet --all --message "Name parks too"': "2.0.1" }

/** Blocks that are not run, with the reason in the document. */
const notRun: ReadonlyArray<string> = [
  "CONTRIBUTING.md no-test needs the version of the step before",
  "docs/how-to/install.md no-test needs a registry with the base image",
  "docs/how-to/install.md no-test needs podman",
  "docs/how-to/install.md no-test needs a cluster",
  "docs/how-to/install.md no-test needs a cluster",
  "docs/how-to/many-machines.md no-test needs systemd",
  "docs/how-to/many-machines.md no-test needs PostgreSQL. test/system/keys/snapshot.test.ts stops it",
  "docs/how-to/many-machines.md no-test needs Redis. test/system/limits/usage.test.ts runs with this user",
  "docs/how-to/many-machines.md no-test needs Redis Sentinel. test/system/limits/redis-sentinel.test.ts runs one",
  "docs/how-to/many-machines.md no-test needs a cluster. test/system/limits/redis-cluster.test.ts runs one",
  "docs/how-to/monitor.md no-test test/long/observability checks these files",
  "docs/how-to/webhooks.md no-test runs until a signal, and test/system/notify runs it"
]

const read = documents.map(documentAt)

const isRun = ({ blocks }: Document): boolean => blocks.some(({ language }) => language === "sh" || language === "yaml")

const needsNginx = ({ blocks }: Document): boolean => blocks.some(({ code }) => code.includes("nginx -t"))

const needsOrigin = ({ blocks }: Document): boolean => blocks.some(({ code }) => code.includes(documentedOrigin))

/** What a document needs, by the beginning of a command that uses it. */
const tools: Readonly<Record<string, () => boolean>> = {
  "go run ": () => isInstalled("go"),
  "java ": () => isInstalled("java"),
  "python3 ": () => hasPythonValidator
}

const missingTools = ({ blocks }: Document): ReadonlyArray<string> =>
  Object.entries(tools).flatMap(([command, isThere]) =>
    blocks.some(({ code, language }) => language === "sh" && code.startsWith(command)) && !isThere() ? [command] : []
  )

const needsServices = ({ blocks }: Document): boolean =>
  blocks.some(({ code, note }) => note === "" && code.includes(".internal"))

const follow = async ({ blocks, path }: Document, database: string, origin = "") => {
  const { cloned = true, given = "declared", keyIssued = false } = before[path] ?? {}
  const upstream = await upstreamOf(given)
  const {
    follow: run,
    here,
    leave,
    writeOnMachine
  } = await reader({ upstream, cloned, database, redis: sharedUrl, origin })
  try {
    if (keyIssued) await issueKey(join(await here(), "var/keys.ndjson"))
    for (const [index, block] of blocks.entries()) {
      if (block.language === "yaml") await write(await here(), block.code)
      if (block.language === "ini") await writeOnMachine(block)
      const program = programIn(block)
      if (program !== undefined) await writeFile(join(await here(), program), block.code)
      if (block.language !== "sh" || block.note !== "") continue
      const published = meanwhile[block.code.slice(0, block.code.indexOf("\n"))]
      if (published !== undefined) await publishElsewhere(upstream, published)
      await run(block, shownBelow(block, blocks[index + 1]))
    }
  } finally {
    await leave()
  }
}

/** Publishes the first release of the project with nginx, as any web server would. */
const withOrigin = (use: (origin: string) => Promise<void>): Promise<void> =>
  Effect.gen(function* () {
    const folder = yield* Effect.promise(() => releasesOf("1.0.0"))
    const { port } = yield* runNginx(({ listen }) => `server { listen ${listen}; root ${folder}; }`)
    yield* Effect.promise(() => use(`http://127.0.0.1:${port}`))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.runPromise)

/** The expected output of a block: the `text` block right below it. */
const shownBelow = (block: Block, next: Block | undefined): string | undefined => {
  const end = block.line + block.code.split("\n").length
  return next?.language === "text" && next.line <= end + 2 ? next.code : undefined
}

const issueKey = (location: string) =>
  Effect.flatMap(storeIn(location), (store) => store.issue(holder)).pipe(Effect.scoped, Effect.runPromise)

const write = async (folder: string, block: string) => {
  const file = join(folder, fileOf(block) ?? "")
  const known = await readFile(file, "utf8").catch(() => "")
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, edited(known, block))
}

describe("the commands of a document", () => {
  const alone = read.filter((document) => isRun(document) && !needsServices(document))

  it.for(alone)("$path: work as documented", (document, { skip }) => {
    const needsPublished = needsOrigin(document)
    if (nginxProgram === undefined && (needsPublished || needsNginx(document))) skip("nginx is not installed")
    const missing = missingTools(document)
    if (missing.length > 0) skip(`${missing.join(", ")} cannot run here`)
    return needsPublished ? withOrigin((origin) => follow(document, "", origin)) : follow(document, "")
  })
})

describeWithPostgres("with PostgreSQL", () => {
  describeWithRedis("and Redis, the commands of a document", () => {
    it.live.each(read.filter(needsServices).map((document) => [document.path, document] as const))(
      "%s: work as documented",
      ([, document]) => Effect.flatMap(temporaryDatabase, ({ url }) => Effect.promise(() => follow(document, url)))
    )
  })
})

describe("the reader of a document", () => {
  const told = async (code: string, ...expected: ReadonlyArray<string | undefined>) => {
    const { follow: run } = await reader({ upstream: "", cloned: false, database: "", redis: "", origin: "" })
    const block = { document: "A.md", line: 1, language: "sh", note: "", code }
    // One after the other, since the blocks of a document share a terminal.
    const outcomes: Array<boolean> = []
    for (const text of expected) {
      outcomes.push(
        await run(block, text).then(
          () => true,
          () => false
        )
      )
    }
    return outcomes
  }

  it("reports different output, and accepts anything for …", async () => {
    const shown = ["one\ntwo 2\nthree\n", "one\n…\n", "…\nthree\n", "one\ntwo …\nthree\n", undefined]
    const wrong = ["one\n", "one\ntwo\nthree\n", "two 2\n…\n", "…\ntwo…\n"]
    const outcomes = await told("printf 'one\\ntwo 2\\nthree\\n'\n", ...shown, ...wrong)
    assert.deepStrictEqual(outcomes, [...shown.map(() => true), ...wrong.map(() => false)])
  })

  it("reports a failed command, whatever follows", async () => {
    assert.deepStrictEqual(await told("false\necho done\n", undefined, "done\n"), [false, false])
    assert.deepStrictEqual(await told("false | cat\necho done\n", "done\n"), [false])
  })
})

describe("the code blocks", () => {
  const blocks = read.flatMap((document) => document.blocks)

  it("are all run, except those with a reason", () => {
    const told = blocks.flatMap(({ document, line, note }) => (note === "" ? [] : [`${document}:${line} ${note}`]))
    for (const each of told) assert.match(each, / no-test \S+/)
    assert.deepStrictEqual(
      told.map((each) => each.replace(/:\d+/, "")),
      [...notRun]
    )
  })

  it("use known languages, and YAML blocks name their file", () => {
    const others = blocks.filter(
      (block) =>
        !["sh", "yaml", "text", "markdown", "mermaid", "ts", "js", "jsx", "ini", "json", "lua", "sql"].includes(
          block.language
        ) && programIn(block) === undefined
    )
    assert.deepStrictEqual(others, [])
    const nameless = blocks.filter(({ code, language }) => language === "yaml" && fileOf(code) === undefined)
    assert.deepStrictEqual(nameless, [])
  })
})

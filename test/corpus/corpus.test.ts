import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"
import { hookEventCodec } from "../../src/domain/hooks/HookEvent.ts"
import { emptyHookRegistry, replay as replayHooks } from "../../src/domain/hooks/HookRegistry.ts"
import { keyEventCodec } from "../../src/domain/keys/KeyEvent.ts"
import { replay as replayKeys } from "../../src/domain/keys/KeyRegistry.ts"
import type { Event, EventCodec } from "../../src/domain/ledger/EventCodec.ts"
import { genesis, seal, verifyChain } from "../../src/domain/ledger/HashChain.ts"
import { releaseEventCodec } from "../../src/domain/release/ReleaseEvent.ts"
import { sha256 } from "../../src/platform/Sha256.ts"
import { renderRelease, type RenderedRelease } from "../../src/release/artifacts/ReleaseRenderer.ts"
import { parseLedger } from "../../src/release/Ledger.ts"
import { readDigests, readHookLedger, readKeyLedger, readRandomHistories, readStory, stories } from "./Corpus.ts"

// If a test fails, the program is wrong, not the corpus: see README.md.
const digests = Schema.decodeUnknownSync(
  Schema.Struct({
    stories: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String))),
    random: Schema.Array(Schema.Record(Schema.String, Schema.String))
  })
)(readDigests("digests"))

const digestsOfFormat4 = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.String)))(
  readDigests("digests-format4")
)

type Digests = Readonly<Record<string, string>>

/** The digests of all files of each release, by version and path. */
const renderLedger = (text: string) => {
  const { history } = Result.getOrThrow(parseLedger(Buffer.from(text)))
  return Object.fromEntries(
    [...history.releases.values()].map((release) => [release.version, digestsOf(renderRelease(release))])
  )
}

const digestsOf = (rendered: RenderedRelease | undefined): Digests =>
  Object.fromEntries(Array.from(rendered?.files ?? [], ([path, bytes]) => [path, sha256(bytes)]))

/** One digest for all files of a release. */
const summaryOf = (files: Digests): string => {
  const lines = Object.entries(files).map(([path, digest]) => [path, `${digest}  ${path}\n`] as const)
  return sha256(
    lines
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([, line]) => line)
      .join("")
  )
}

const summariesOf = (releases: Readonly<Record<string, Digests>>): Digests =>
  Object.fromEntries(Object.entries(releases).map(([version, files]) => [version, summaryOf(files)]))

/** A ledger written again from the events that were read from it. */
const writeAgain = <E extends Event>(codec: EventCodec<E>, text: string): string => {
  let head = genesis
  return Result.getOrThrow(verifyChain(sha256, codec)(text))
    .events.map((event) => {
      const sealed = seal(sha256, codec, head, event)
      head = sealed.head
      return `${sealed.line}\n`
    })
    .join("")
}

describe("the corpus of published releases", () => {
  it.for(stories)("gives the same artifacts for every release of the story %s", (name, { expect }) => {
    expect(renderLedger(readStory(name))).toEqual(digests.stories[name])
  })

  it("gives the same artifacts for every release of 200 random histories", ({ expect }) => {
    const rendered = readRandomHistories("random").map(renderLedger)
    expect(rendered.map(summariesOf)).toEqual(digests.random)
  })

  it("gives the same artifacts for every release of 144 random histories in the formats 3 and 4", ({ expect }) => {
    const rendered = readRandomHistories("random-format4").map(renderLedger)
    expect(rendered.map(summariesOf)).toEqual(digestsOfFormat4)
  })

  it("has the digests of every story and random history", ({ expect }) => {
    expect(Object.keys(digests.stories).sort()).toEqual(stories)
    expect(digests.random).toHaveLength(200)
    expect(digestsOfFormat4).toHaveLength(144)
  })

  it("is written again line by line as it was read", ({ expect }) => {
    const random = [...readRandomHistories("random"), ...readRandomHistories("random-format4")]
    for (const text of [...stories.map(readStory), ...random]) expect(writeAgain(releaseEventCodec, text)).toBe(text)
  })

  it("has a ledger of API keys that is written again line by line as it was read", ({ expect }) => {
    const text = readKeyLedger()
    expect(writeAgain(keyEventCodec, text)).toBe(text)
    const { events } = Result.getOrThrow(verifyChain(sha256, keyEventCodec)(text))
    expect(Result.getOrThrow(replayKeys(events)).size).toBe(9)
  })

  it("has a ledger of hooks that is written again line by line as it was read", ({ expect }) => {
    const text = readHookLedger()
    expect(writeAgain(hookEventCodec, text)).toBe(text)
    const { events } = Result.getOrThrow(verifyChain(sha256, hookEventCodec)(text))
    expect(new Set(events.map(({ _tag }) => _tag)).size).toBe(5)
    expect(Result.getOrThrow(replayHooks(events, emptyHookRegistry)).size).toBe(2)
  })
})

const releases = join(import.meta.dirname, "../../releases")

/** The digests of the files of a published release, by their paths. */
const filesOf = (version: string): Digests => {
  const folder = join(releases, `v${version}`)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
  return Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), sha256(readFileSync(file))]))
}

describe("a release of this project", () => {
  it("stays as it was published, byte for byte, and so does its line of the ledger: 1.0.0", ({ expect }) => {
    expect(filesOf("1.0.0")).toEqual(digests.stories["nil-licensing"]?.["1.0.0"])
    expect(readFileSync(join(releases, "ledger.ndjson"), "utf8").split("\n", 1)).toEqual(
      readStory("nil-licensing").split("\n", 1)
    )
  })

  it("stays as it was published, byte for byte, and so does its line of the ledger: 1.1.0", ({ expect }) => {
    expect(summaryOf(filesOf("1.1.0"))).toBe("2073ffd4ba029e332acb4b7aa76bf9bfd216fb5bdb70916ac9a0796afba62852")
    expect(sha256(readFileSync(join(releases, "ledger.ndjson"), "utf8").split("\n")[1] ?? "")).toBe(
      "f05bdf9faae636dcc2177c876be67d6edf4d0154a89abe7383a74a6e40558a72"
    )
  })
})

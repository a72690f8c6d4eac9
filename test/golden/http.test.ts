import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, describe, it } from "vitest"
import { sha256 } from "../../src/platform/Sha256.ts"
import { send, type Received } from "../system/server/request.ts"
import { publishSignedStory } from "../system/server/signedLog.ts"
import { TestServer } from "../system/server/TestServer.ts"

/**
 * Transcripts of requests to a server with the releases of the service specification: lines that begin with `> `, the request
 * line first and then its headers, each request followed by its response. The first response of a transcript is whole; the
 * others have the headers in which they differ from it, `name: none` for one that they lack. Requests have an enterprise key
 * unless they have an `Authorization:` of their own. To add one, write its lines, and run the tests with `--update`.
 */
const folder = fileURLToPath(new URL("http/", import.meta.url))

const transcripts = readdirSync(folder).filter((name) => name.endsWith(".txt"))

/** The requests of a transcript, each as its lines. */
const requestsIn = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...text.matchAll(/^(?:> .*\n)+/gm)].map(([lines]) =>
    lines.split("\n").flatMap((line) => (line.startsWith("> ") ? [line.slice(2)] : []))
  )

const transcribe = Effect.fnUntraced(function* (text: string) {
  const { key, port } = yield* TestServer
  const lines: Array<string> = []
  let first: Headers | undefined
  for (const [request = "", ...sent] of requestsIn(text)) {
    const [method = "", path = ""] = request.split(" ")
    const { Authorization = `Bearer ${key}`, ...others } = Object.fromEntries(sent.map(fieldOf))
    const headers = { ...(Authorization === "" ? {} : { Authorization }), ...others }
    const received = yield* send(port, path, { method, headers })
    const own = headersOf(received, path)
    lines.push(...[request, ...sent].map((line) => `> ${line}`), String(received.status))
    for (const [name, value] of differenceOf(own, first ?? new Map())) lines.push(`${name}: ${value}`)
    if (received.bytes.length > 0) lines.push("", bodyOf(received, path))
    lines.push("")
    first ??= own
  }
  return lines.join("\n")
})

/** The name and the value of a header line. */
const fieldOf = (line: string): readonly [string, string] => {
  const [name = "", ...value] = line.split(":")
  return [name, value.join(":").trim()]
}

type Headers = ReadonlyMap<string, string>

const headersOf = ({ headers }: Received, path: string): Headers => {
  const accidental = new Set([
    ...ofTime,
    ...(isOfRelease.test(path) ? [] : ofProgram),
    ...(headers["content-encoding"] === undefined ? [] : ["content-length", "repr-digest"])
  ])
  return new Map(
    Object.entries(headers).map(([name, value]) => [name, accidental.has(name) ? "…" : withoutDigests(String(value))])
  )
}

/** A policy without the digests of styles and scripts. */
const withoutDigests = (value: string): string => value.replaceAll(/'sha256-[^']*'/g, "'sha256-…'")

/** Paths of bodies that depend on a release alone. The others depend on the program, too, or on a signature. */
const isOfRelease = /\/v\d+\/(?!openapi|proofs)/

/** Headers whose values depend on the time or on chance. */
const ofTime = ["date", "x-ratelimit-reset", "x-request-id"]

/** Headers whose values depend on the program. */
const ofProgram = ["etag", "content-length", "repr-digest"]

/** The headers that are not in others, and those that only the others have. */
const differenceOf = (headers: Headers, others: Headers): Headers =>
  new Map([
    ...[...headers].filter(([name, value]) => others.get(name) !== value),
    ...[...others.keys()].filter((name) => !headers.has(name)).map((name) => [name, "none"] as const)
  ])

/** A body in plain text, without what depends on the time or on chance. Of a long one, its digest. */
const bodyOf = ({ bytes, headers }: Received, path: string): string => {
  const encoding = headers["content-encoding"]
  const plain = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes
  if (plain.length > 4000) return isOfRelease.test(path) ? `{${plain.length} bytes, sha256:${sha256(plain)}}` : "{…}"
  return plain
    .toString()
    .trimEnd()
    .replace(/"status":"ok".*/, '"status":"ok",…')
    .replaceAll(/"(timestamp|request_id)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/^(— \S+) .*$/gm, "$1 …")
    .replaceAll(/explorer-[0-9a-f]{16}/g, "explorer-…")
}

const server = ManagedRuntime.make(TestServer.layer(publishSignedStory))
afterAll(() => server.dispose())

describe("a transcript of requests", () => {
  it.for(transcripts)("has their whole responses: %s", async (name, { expect }) => {
    const transcript = await server.runPromise(transcribe(readFileSync(folder + name, "utf8")))
    await expect(transcript).toMatchFileSnapshot(folder + name)
  })
})

import { cp, mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { mirror, type MirrorOptions } from "../../../src/mirror/Mirror.ts"
import { parseOrigin } from "../../../src/mirror/Origin.ts"
import type { SigningKeys } from "../../../src/transparency/SigningKeyConfig.ts"
import { digests } from "../../support/Folder.ts"
import { patience } from "../../support/Patience.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"
import { Origins } from "./FaultyOrigin.ts"

/** What a test of mirrors runs with. */
export const services = Layer.merge(NodeServices.layer, NodeHttpClient.layerUndici)

/** Refuses what contradicts itself at once, and continues no response. */
export const mirrorOptions = (client: HttpClient.HttpClient, url: string, releases: string): MirrorOptions => {
  const origin = Result.getOrThrow(parseOrigin(url))
  return {
    origin,
    releases,
    client,
    authorization: origin.authorization,
    trust: undefined,
    timeout: patience,
    patience: Duration.zero,
    maxRetries: 0
  }
}

/** Mirrors an origin once, in this process. */
export const mirrorFrom = Effect.fnUntraced(function* (
  url: string,
  releases: string,
  options: Partial<MirrorOptions> = {}
) {
  const client = yield* HttpClient.HttpClient
  return yield* mirror({ ...mirrorOptions(client, url, releases), ...options })
})

const codes = ["EDU", "FILM", "TEXT"]

/** A folder with releases 1.0.0, 1.1.0 and so on, each with one more license. */
const publishReleases = Effect.fnUntraced(function* (releases: string, count: number, keys?: SigningKeys) {
  for (let minor = 0; minor < count; minor++) {
    const taxonomy = vocabulary(...codes.slice(0, minor + 1))
    yield* publishRelease(releases, `1.${minor}.0`, taxonomy, `2026-01-${10 + minor}T10:00:00Z`, keys)
  }
})

const made = new Map<string, Promise<string>>()

/** A copy of a folder with as many releases, signed with keys if there are any. */
export const releasesOf = async (count: number, keys?: SigningKeys): Promise<string> => {
  const name = `${count} ${keys?.keys.map(({ verifier }) => verifier.id).join() ?? ""}`
  const template =
    made.get(name) ??
    temporaryFolder().then(async (folder) => {
      const releases = join(folder, "releases")
      await publishReleases(releases, count, keys).pipe(Effect.provide(NodeServices.layer), Effect.runPromise)
      return releases
    })
  made.set(name, template)
  const copy = join(await temporaryFolder(), "releases")
  await cp(await template, copy, { recursive: true })
  return copy
}

/** Replaces what a folder has with what another one has, as a publisher does between two requests. */
export const replaceWith = async (folder: string, other: string): Promise<void> => {
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await cp(other, folder, { recursive: true })
}

/** An origin with as many releases, and a folder to mirror it to, which does not exist yet. */
export const setup = Effect.fnUntraced(function* (count: number, keys?: SigningKeys) {
  const { add } = yield* Origins
  const folder = yield* Effect.promise(() => releasesOf(count, keys))
  const into = join(yield* Effect.promise(temporaryFolder), "mirrored")
  return { origin: add(folder), folder, into }
})

/** Fails unless both folders have the same files, without hidden ones. */
export const expectSame = Effect.fnUntraced(function* (folder: string, into: string) {
  const [published, mirrored] = yield* Effect.promise(() => Promise.all([digests(folder), digests(into)]))
  assert.deepStrictEqual(mirrored, published)
})

import { randomBytes } from "node:crypto"
import { join } from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import { watchSources } from "../../build/sources/WorkingTree.ts"
import { emptyHistory, type ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { readFilesInBackground, revisionOf } from "../../platform/RegularFiles.ts"
import type { ArtifactBroken } from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import { ledgerFile, readLedger } from "../../release/Ledger.ts"
import { renderHistory } from "../HistoryBodies.ts"
import { renderDraftBody, type CheckedTree } from "../MakeDraftBody.ts"
import { readSchema } from "../ReleaseSchema.ts"

export interface LiveDataOptions<E, R> {
  readonly src: string
  readonly releases: string
  /** Checks the working tree. */
  readonly check: Effect.Effect<CheckedTree, E, R>
}

/** The working tree and the releases, as the application reads them. */
export interface LiveProject {
  /** Finds a body, as JSON. */
  readonly find: (name: string) => LiveDocument | undefined
  /** Begins with the id of the current state. Those of another run differ. */
  readonly changes: Stream.Stream<string>
}

interface LiveState {
  readonly id: string
  readonly documents: ReadonlyMap<string, LiveDocument>
}

type LiveDocument = Effect.Effect<string, Unreadable, FileSystem.FileSystem>

type Unreadable = ArtifactBroken | PlatformError | { readonly message: string }

/**
 * Follows the working tree and the ledger until the scope closes, and returns after the first check. `ended` fails if the
 * sources cannot be followed.
 */
export const followProject = Effect.fn("followProject")(function* <E extends { readonly message: string }, R>({
  check,
  releases,
  src
}: LiveDataOptions<E, R>) {
  const run = randomBytes(6).toString("hex")
  let history: ReleaseHistory = emptyHistory
  let count = 0

  const readState = Effect.gen(function* () {
    // The check says why a ledger cannot be read. The releases that are known stay.
    history = yield* Effect.match(readLedger(releases), {
      onFailure: () => history,
      onSuccess: (ledger) => ledger.history
    })
    const draft = yield* Effect.result(Effect.map(check, renderDraftBody))
    return stateOf(`${run}-${(count += 1)}`, releases, history, Effect.fromResult(draft))
  })

  const states = yield* SubscriptionRef.make<LiveState | undefined>(undefined)
  const refresh = Effect.flatMap(readState, (state) => SubscriptionRef.set(states, state))
  const following = yield* Effect.forkScoped(
    Stream.runForEach(Stream.merge(watchSources(src), ledgerChanges(releases)), () => refresh)
  )
  const ended = Fiber.join(following)
  const checked = SubscriptionRef.changes(states).pipe(Stream.filter(Predicate.isNotUndefined))
  yield* Effect.raceFirst(Stream.runHead(checked), ended)
  const project: LiveProject = {
    find: (name) => SubscriptionRef.getUnsafe(states)?.documents.get(name),
    changes: Stream.map(checked, ({ id }) => id)
  }
  return { project, ended }
})

const stateOf = (id: string, releases: string, history: ReleaseHistory, draft: LiveDocument): LiveState => {
  const { items, releases: list } = renderHistory(history)
  return {
    id,
    documents: new Map<string, LiveDocument>([
      ["releases", Effect.succeed(list)],
      ["items", Effect.succeed(items)],
      ["draft", draft],
      ...[...history.releases.values()].map((release): [string, LiveDocument] => [
        folderOf(release),
        readSchema(releases, release, readFilesInBackground)
      ])
    ])
  }
}

/** Emits whenever the ledger has changed, or has appeared or gone. */
const ledgerChanges = (releases: string) =>
  Stream.tick(pollInterval).pipe(
    Stream.mapEffect(() => Effect.orElseSucceed(revisionOf(join(releases, ledgerFile)), () => undefined)),
    Stream.changes,
    // The state at the start is read anyway.
    Stream.drop(1),
    Stream.map(() => undefined)
  )

const pollInterval = Duration.seconds(1)

import type { ApiKeyRecord } from "../../domain/keys/KeyRegistry.ts"
import type { Head } from "../../domain/ledger/HashChain.ts"
import type { ReleaseEvent } from "../../domain/release/ReleaseEvent.ts"
import type { LogLeaf } from "../../domain/transparency/LogLeaf.ts"
import type { SignedLog } from "../../release/log/ProveArtifact.ts"
import type { UsageDeltas } from "../../usage/UsageDeltas.ts"
import type { SharedBodies } from "./SharedBodies.ts"
import type { MetricEntry } from "./SumMetrics.ts"

/** What makes the state of the releases before an update that of the ledger. The first update starts with nothing. */
export interface CatalogUpdate {
  /** The events that were appended. */
  readonly events: ReadonlyArray<ReleaseEvent>
  /** What the transparency log says of them. */
  readonly leaves: ReadonlyArray<LogLeaf>
  readonly head: Head
  readonly checkpoint: SignedLog["checkpoint"] | undefined
  /** The bodies of all releases that are served by default. */
  readonly pinned: ReadonlyArray<SharedBodies>
}

/** The API keys that were issued or have changed. */
export interface KeysUpdate {
  readonly changed: ReadonlyArray<ApiKeyRecord>
}

/** What a worker must act on, and confirm. */
export type Order =
  | { readonly _tag: "Catalog"; readonly update: CatalogUpdate }
  | { readonly _tag: "Keys"; readonly update: KeysUpdate }
  | { readonly _tag: "Measure" }

export type ToWorker =
  | { readonly _tag: "Order"; readonly number: number; readonly order: Order }
  | { readonly _tag: "Bodies"; readonly bodies: SharedBodies }
  | { readonly _tag: "BodiesBroken"; readonly manifest: string; readonly problem: BodiesProblem }
  | { readonly _tag: "Evicted"; readonly manifest: string }
  | { readonly _tag: "Drain" }

/** Why a release cannot be served: the fields of an `ArtifactBroken`. */
export interface BodiesProblem {
  readonly file: string
  readonly reason: string
  readonly missing: boolean
}

export interface ListeningAt {
  readonly port: number
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string
}

export type FromWorker =
  | ({ readonly _tag: "Listening" } & ListeningAt)
  /** The worker cannot serve, for a reason that another attempt would meet again. */
  | { readonly _tag: "Refused"; readonly message: string; readonly exitCode: number }
  | { readonly _tag: "Done"; readonly number: number }
  /** Whole lines. */
  | { readonly _tag: "Log"; readonly text: string }
  | { readonly _tag: "Metrics"; readonly entries: ReadonlyArray<MetricEntry> }
  /** What was counted since the last such message. */
  | { readonly _tag: "Usage"; readonly deltas: UsageDeltas }
  | { readonly _tag: "LoadBodies"; readonly manifest: string }
  /** Releases whose bodies were read since the last such message. */
  | { readonly _tag: "Used"; readonly manifests: ReadonlyArray<string> }
  /** The bytes of what the worker has made of some bodies, or no longer keeps. */
  | {
      readonly _tag: "Extended"
      readonly manifest: string
      readonly loadNumber: number
      readonly bytes: number
    }
  | { readonly _tag: "Drained" }

/** What a worker is given when it starts. */
export interface WorkerStart<Config> {
  readonly taxonomyWorker: true
  /** A number that no worker of the process had before. */
  readonly number: number
  readonly config: Config
  readonly catalog: CatalogUpdate
  readonly keys: KeysUpdate
  /** Flags that the coordinator sets, see `StatusFlags`. */
  readonly flags: SharedArrayBuffer
  /** The number of characters of the log that are not written yet. */
  readonly unwritten: SharedArrayBuffer
  /** True if a person reads the log on a terminal. */
  readonly isTerminal: boolean
}

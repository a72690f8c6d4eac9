import { isUnlimited, quotas } from "../../../src/domain/keys/Tier.ts"
import type { SoakAnswer } from "../requests/SoakAnswer.ts"
import { isAborted, type SoakRequest } from "../requests/SoakRequest.ts"
import type { WorldView } from "../rules/Rule.ts"
import { isAccepted, standingsOf } from "./KeyState.ts"
import { emptyAccount } from "./LimitAccount.ts"
import type { ReleaseState } from "./ReleaseState.ts"
import type { SoakKey } from "./SoakKey.ts"
import { newestValue, startTimeline, valuesBetween, type Timeline } from "./Timeline.ts"

/** A request that was sent. Times are in milliseconds by the monotonic clock. */
export interface SentRequest {
  readonly server: number
  readonly request: SoakRequest
  readonly key: SoakKey | undefined
  readonly sentAt: number
  readonly chargedBefore: number
  readonly ownChargedBefore: number
}

/** What the soak test has done to the servers, and what it may expect of them. */
export class SoakWorld {
  releases: Timeline<ReleaseState>
  /** Milliseconds by which the clock of the servers is wrong. */
  clock: Timeline<number> = startTimeline(0)
  /** The faults in force. */
  readonly faults = new Set<string>()
  /** All keys that were issued. */
  readonly keys: Array<SoakKey> = []
  /** Decisions without Redis of all servers, as they last said. */
  localDecisions = 0
  /** How often Redis has lost its data. Each server then knows what it has counted itself, at least. */
  losses = 0
  readonly #servers: number
  readonly #digests = new Map<string, string>()
  /** When each server refused a key, in the last minute. */
  readonly #refusals: ReadonlyArray<Array<number>>
  readonly #inFlight: Array<number>

  constructor(releases: ReleaseState, servers: number) {
    this.releases = startTimeline(releases)
    this.#servers = servers
    this.#refusals = Array.from({ length: servers }, () => [])
    this.#inFlight = Array.from({ length: servers }, () => 0)
  }

  /** Grows whenever the counts of keys that are in use may cease to be exact. */
  get inexactness(): number {
    return this.localDecisions + this.losses
  }

  /** The number of keys that a server accepts when it knows the whole ledger. */
  acceptedKeys(unixMillis: number): number {
    const now = unixMillis + newestValue(this.clock)
    return this.keys.filter(({ states }) => isAccepted(newestValue(states), now)).length
  }

  send(server: number, request: SoakRequest, key: SoakKey | undefined, sentAt: number): SentRequest {
    this.#inFlight[server] = (this.#inFlight[server] ?? 0) + 1
    const chargedBefore = key?.account.charged ?? 0
    const ownChargedBefore = key?.account.chargedBy[server] ?? 0
    if (key !== undefined) key.account = { ...key.account, inFlight: key.account.inFlight + 1 }
    return { server, request, key, sentAt, chargedBefore, ownChargedBefore }
  }

  /** Returns the world between a request and its answer, and counts the answer. `unixMillis` is the time at `now`. */
  receive(sent: SentRequest, answer: SoakAnswer, now: number, unixMillis: number): WorldView {
    const { chargedBefore, key, ownChargedBefore, request, sentAt, server } = sent
    const tiers = key === undefined ? [] : valuesBetween(key.states, sentAt, now).map(({ tier }) => tier)
    const account = key?.account ?? emptyAccount
    const { charged, inFlight, unanswered } = account
    const knownDigest = this.#compareDigest(request, answer)
    const refusals = this.#refusals[server] ?? []
    while ((refusals[0] ?? now) < now - minuteMillis) refusals.shift()
    const view: WorldView = {
      standings: this.#standings(key, sentAt, now, unixMillis),
      tiers,
      releases: valuesBetween(this.releases, sentAt, now),
      limits: tiers.every((tier) => isUnlimited(quotas[tier]))
        ? undefined
        : {
            chargedBefore,
            ownChargedBefore,
            charged,
            maxCharged: charged + inFlight + unanswered,
            counters: this.#servers,
            isExact: this.inexactness === key?.inexactnessBefore
          },
      refusalsOfMinute: refusals.length + (this.#inFlight[server] ?? 0),
      knownDigest,
      faults: [...this.faults]
    }
    this.#inFlight[server] = (this.#inFlight[server] ?? 0) - 1
    if (answer.status === 401 || answer.status === 403) refusals.push(now)
    const isUnread = answer.failure !== undefined || isAborted(request)
    const isCharged = !isUnread && (answer.status === 200 || answer.status === 404)
    if (key !== undefined) {
      key.account = {
        charged: charged + (isCharged ? 1 : 0),
        chargedBy: Array.from({ length: this.#servers }, (_, index) => {
          return (account.chargedBy[index] ?? 0) + (isCharged && index === server ? 1 : 0)
        }),
        inFlight: inFlight - 1,
        unanswered: unanswered + (isUnread ? 1 : 0)
      }
    }
    return view
  }

  #standings(key: SoakKey | undefined, sentAt: number, now: number, unixMillis: number) {
    if (key === undefined) return []
    const periods = valuesBetween(this.clock, sentAt, now).map((offset) => ({
      start: unixMillis - (now - sentAt) + offset,
      end: unixMillis + offset
    }))
    return standingsOf(valuesBetween(key.states, sentAt, now), periods)
  }

  #compareDigest(request: SoakRequest, { digest, etag, status }: SoakAnswer) {
    if (status !== 200 || etag === undefined || isAborted(request)) return undefined
    const { encoding, path } = request
    const name = `${encoding ?? "identity"} ${path} ${etag}`
    const known = this.#digests.get(name)
    this.#digests.set(name, known ?? digest)
    return known
  }
}

const minuteMillis = 60_000

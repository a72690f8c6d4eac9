import type { Selection } from "../world/ReleaseState.ts"

/** What a request of the soak test asks for. */
export interface SoakRequest {
  /** The kind, for the report. */
  readonly name: string
  /** Path and query after the base path. */
  readonly path: string
  /** Which key is sent: one without limits, one of those that change, an invalid one, or none. */
  readonly key: "unlimited" | "changing" | "wrong" | "none"
  readonly selection: Selection
  /** True to send the entity tag of the last response to the same path. */
  readonly isConditional?: boolean
  readonly encoding?: "br" | "gzip"
  /** How the client behaves; it reads at once by default. */
  readonly client?: "slow" | "pipelining" | "aborting" | "leaving"
}

/** True if the client closes the connection when the response begins, or before. */
export const isAborted = ({ client }: SoakRequest): boolean => client === "aborting" || client === "leaving"

/** What the requests can be about at a moment: the newest release that was published. */
type MakeRequest = (newest: number, random: () => number) => SoakRequest

const newest = { release: "newest" } as const

/** The mix, by how often each is sent. */
export const soakMix: ReadonlyArray<readonly [weight: number, make: MakeRequest]> = [
  [20, () => ({ name: "license", path: "/v1/licenses/L0", key: "unlimited", selection: { ...newest, license: 0 } })],
  [
    5,
    (minor) => {
      // One more than is published, so that a release shows when it comes into force.
      const license = minor + 1
      return {
        name: "new license",
        path: `/v1/licenses/L${license}`,
        key: "unlimited",
        selection: { ...newest, license }
      }
    }
  ],
  [6, () => ({ name: "schema", path: "/v1/schema", key: "unlimited", selection: newest })],
  [4, () => ({ name: "compressed", path: "/v1/schema", key: "unlimited", selection: newest, encoding: "br" })],
  [8, () => ({ name: "unchanged", path: "/v1/schema", key: "unlimited", selection: newest, isConditional: true })],
  [6, () => ({ name: "filter", path: "/v1/licenses?use_type=editorial", key: "unlimited", selection: newest })],
  [4, () => ({ name: "envelope", path: "/v1/licenses?envelope=true", key: "unlimited", selection: newest })],
  [
    8,
    (minor, random) => {
      const release = Math.floor(random() * (minor + 2))
      return {
        name: "named release",
        path: `/v1/schema?version=v1.${release}.0`,
        key: "unlimited",
        selection: { release }
      }
    }
  ],
  [
    4,
    (minor, random) => {
      const release = 1 + Math.floor(random() * minor)
      const path = `/v1/changes?from=v1.0.0&to=v1.${release}.0`
      return { name: "changes", path, key: "unlimited", selection: { release } }
    }
  ],
  [
    20,
    () => ({ name: "changing key", path: "/v1/licenses/L0", key: "changing", selection: { ...newest, license: 0 } })
  ],
  [
    4,
    () => ({
      name: "unchanged, changing key",
      path: "/v1/licenses",
      key: "changing",
      selection: newest,
      isConditional: true
    })
  ],
  [1, () => ({ name: "wrong key", path: "/v1/licenses/L0", key: "wrong", selection: newest })],
  [1, () => ({ name: "no key", path: "/v1/licenses/L0", key: "none", selection: newest })],
  [2, () => ({ name: "slow reader", path: "/v1/schema", key: "unlimited", selection: newest, client: "slow" })],
  [2, () => ({ name: "aborted", path: "/v1/schema", key: "changing", selection: newest, client: "aborting" })],
  [
    2,
    () => ({
      name: "aborted before the response",
      path: "/v1/schema",
      key: "unlimited",
      selection: newest,
      client: "leaving"
    })
  ],
  [
    5,
    () => ({
      name: "pipelined",
      path: "/v1/licenses/L0",
      key: "changing",
      selection: { ...newest, license: 0 },
      client: "pipelining"
    })
  ]
]

const totalWeight = soakMix.reduce((sum, [weight]) => sum + weight, 0)

/** Selects a request of the mix. `minor` is that of the newest release, at least 1. */
export const selectRequest = (minor: number, random: () => number): SoakRequest => {
  let left = random() * totalWeight
  const found = soakMix.find(([weight]) => {
    left -= weight
    return left < 0
  })
  if (found === undefined) throw new RangeError("The random number is 1 or more")
  return found[1](minor, random)
}

import type { ServerLimits } from "./node/ServerLimits.ts"
import type { CachePolicy } from "./response/CachePolicy.ts"
import type { TelemetryConfig } from "./telemetry/TelemetryConfig.ts"

/** Addresses for the description of the API (service spec, section 5). */
export interface Contacts {
  readonly operator: string | undefined
  readonly security: string | undefined
}

/** How requests are answered: plain data, so that any thread can be given it. */
export interface ReadServerConfig {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** True to listen together with other threads, among which the system distributes connections. Default: false. */
  readonly reusePort?: boolean
  /** Such as `/api/taxonomy`: begins with a slash and does not end in one. */
  readonly basePath: string
  readonly upgradeUrl: string
  /** Who may store responses that an API key is needed for. Default: shared caches, too. */
  readonly caching?: CachePolicy
  readonly contacts?: Contacts
  readonly limits?: Partial<ServerLimits>
  /** Addresses, networks, `loopback` or `private`. Default: none. */
  readonly trustedProxy?: ReadonlyArray<string>
  /** False never sends prepared header blocks. Default: if this version of Node supports them. */
  readonly preparedHeaders?: boolean
  /** Absent if nothing is exported. */
  readonly telemetry?: TelemetryConfig | undefined
}

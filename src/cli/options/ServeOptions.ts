import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { keysOption } from "../keys/KeyOptions.ts"
import { defaultNote, option, optionOr } from "./EnvironmentOption.ts"
import { releases } from "./Options.ts"

const BasePath = Schema.String.check(
  Schema.isPattern(/^(?:\/[A-Za-z0-9._~-]+)+$/, {
    expected: "a path that begins with a slash and does not end in one, such as /api/taxonomy"
  })
)

/** A whole number in a range, which a message can name. */
const number = (flag: Flag.Flag<string>, range: Range): Flag.Flag<number> =>
  flag.pipe(
    Flag.withMetavar("integer"),
    Flag.filterMap(
      (text) => wholeNumber(text, range),
      () => `${range.what} from ${range.minimum} to ${range.maximum}`
    )
  )

interface Range {
  readonly what: string
  readonly minimum: number
  readonly maximum: number
}

const wholeNumber = (text: string, { maximum, minimum }: Range): Option.Option<number> => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  return value >= minimum && value <= maximum ? Option.some(value) : Option.none()
}

const portRange = { what: "a port", minimum: 0, maximum: 65_535 }

const email = (name: string, description: string): Flag.Flag<Option.Option<string>> =>
  option(name, description, defaultNote("none is named")).pipe(
    Flag.withMetavar("address"),
    Flag.filter(
      (text) => /^[^\s@]+@[^\s@]+$/.test(text),
      () => "an e-mail address"
    ),
    Flag.optional
  )

/** Without a scheme, a path and a port, which people take from the address that callers use. */
const host = (flag: Flag.Flag<string>): Flag.Flag<string> =>
  flag.pipe(
    Flag.withMetavar("address"),
    Flag.filter(
      (text) => /^[^\s/?#@[\]]+$/.test(text) && !/^[^:]*:\d*$/.test(text),
      () => "an address or a name of this machine alone, such as 127.0.0.1, and no URL"
    )
  )

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

/** What `taxonomy serve` and `taxonomy start` are told. */
export const serveFlags = {
  host: host(optionOr("host", "Address to listen on", "127.0.0.1")),
  port: number(optionOr("port", "Port to listen on, 0 for any free one", "8080"), portRange),
  adminPort: number(
    option("admin-port", "Port for /metrics, /ready and /live, 0 for any free one", defaultNote("they are not served")),
    portRange
  ).pipe(Flag.optional),
  adminHost: host(
    optionOr("admin-host", "Address for the admin port, where anybody who reaches it may read", "127.0.0.1")
  ),
  basePath: optionOr(
    "base-path",
    "Path that all endpoints are under; health is also one level above",
    "/api/taxonomy"
  ).pipe(Flag.withMetavar("path"), Flag.withSchema(BasePath)),
  releases,
  keys: keysOption,
  limits: optionOr("limits", "Where requests are counted: memory, or a Redis as redis://host", "memory").pipe(
    Flag.withMetavar("place")
  ),
  upgradeUrl: optionOr(
    "upgrade-url",
    "Where callers find a higher tier, for the 429",
    "https://example.com/upgrade"
  ).pipe(
    Flag.withMetavar("url"),
    Flag.filter(isWebAddress, () => "a URL such as https://example.com/upgrade")
  ),
  operatorEmail: email("operator-email", "Where callers ask for keys, for the description of the interface"),
  securityEmail: email("security-email", "Where callers report a compromised key, for the same"),
  historyBudget: number(optionOr("history-budget", "MiB of older releases to hold in memory", "64"), {
    what: "a number of MiB",
    minimum: 0,
    maximum: 1_048_576
  }),
  drainDelay: number(
    optionOr(
      "drain-delay",
      "Seconds to go on accepting connections after SIGTERM, while health and readiness say no",
      "0"
    ),
    { what: "a number of seconds", minimum: 0, maximum: 3600 }
  )
}

export interface ServeInput {
  readonly host: string
  readonly port: number
  readonly adminPort: Option.Option<number>
  readonly adminHost: string
  readonly basePath: string
  readonly releases: string
  readonly keys: string
  readonly limits: string
  readonly upgradeUrl: string
  readonly operatorEmail: Option.Option<string>
  readonly securityEmail: Option.Option<string>
  readonly historyBudget: number
  readonly drainDelay: number
}

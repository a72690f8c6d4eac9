import type { KeyStanding } from "../world/KeyState.ts"
import type { Exchange, Explanation } from "./Rule.ts"

/** 401 and 403 come to those without an accepted key alone, with the reason that holds. */
export const keyRefused: Explanation = {
  name: "key refused",
  covers: ({ answer }) => answer.status === 401 || answer.status === 403,
  findProblem: (exchange) => {
    const expected = expectedRefusals(exchange)
    const { errorCode, status } = exchange.answer
    const found = `${status} ${errorCode ?? "without a code"}`
    return expected.includes(found)
      ? undefined
      : `${found} came, but ${expected.length === 0 ? "the key was in force" : `only ${expected.join(" or ")} is right`}`
  }
}

/** 429 comes to those without an accepted key only after the limit of their address. */
export const unauthorizedLimit: Explanation = {
  name: "limit of refused requests",
  covers: ({ answer }) => answer.errorCode === "unauthorized-limit-exceeded",
  findProblem: (exchange) => {
    if (expectedRefusals(exchange).length === 0) return "a key in force was refused for its address"
    const { refusalsOfMinute } = exchange.world
    return refusalsOfMinute >= maxRefusals
      ? undefined
      : `the address had only ${refusalsOfMinute} of ${maxRefusals} refusals in the last minute`
  }
}

/** The default of `--max-unauthorized-requests`. */
const maxRefusals = 1000

const expectedRefusals = ({ request: { key }, world }: Exchange): ReadonlyArray<string> => {
  if (key === "none") return ["401 key-missing"]
  if (key === "wrong") return ["401 key-invalid"]
  return world.standings.flatMap((standing) => refusals[standing] ?? [])
}

const refusals: Readonly<Record<KeyStanding, string | undefined>> = {
  unknown: "401 key-invalid",
  revoked: "403 key-revoked",
  expired: "403 key-expired",
  active: undefined
}

import { guardLiteral, guardMembers, guardText, type Guard } from "./Guard.ts"

/** Guards the health of a running service. */
export const guardHealth: Guard = (value) =>
  guardMembers(value, { status: (status) => guardLiteral(status, ["ok", "degraded"]), ...healthMembers })

/** Guards the health of a service that is shutting down, which comes with the status 503. */
export const guardDraining: Guard = (value) =>
  guardMembers(value, { status: (status) => guardLiteral(status, ["draining"]), ...healthMembers })

const healthMembers = { version: guardText, timestamp: guardText }

import * as DateTime from "effect/DateTime"
import { pointTo, type Finding } from "../../diagnostic/Finding.ts"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import { baseOf } from "../../release/ReleaseHistory.ts"
import type { CheckId } from "../CheckRegistry.ts"
import type { RuleCheck } from "../ReleaseProposal.ts"

/** The clocks of deprecations run by the dates of releases, so those must be true. */
export const dateFindings: RuleCheck = ({ command, history, published }) => {
  const base = published === undefined ? baseOf(history, command.version) : undefined
  const { now, published_at } = command
  const finding = (rule: CheckId, level: Finding["level"], message: string, help: string): Finding => ({
    rule,
    level,
    message,
    help,
    at: pointTo.taxonomy("version")
  })
  const findings: Array<Finding> = []
  if (base !== undefined && published_at < base.published_at) {
    const message = `The release would be dated ${published_at}, before ${base.version} of ${base.published_at}`
    findings.push(finding("date/before-base", "error", message, "Commit again with a clock that is right."))
  }
  const ahead = secondsBetween(now, published_at)
  if (ahead > toleratedSkew) {
    const message = `The release would be dated ${published_at}, which is in the future`
    findings.push(finding("date/in-future", "error", message, "Commit again with a clock that is right."))
  }
  if (-ahead > backdatedAfter) {
    const message = `The release would be dated ${published_at}, more than 24 hours ago`
    const help = "If the commit waited long to be released, make a new one, so that grace periods start today."
    findings.push(finding("date/backdated", "warning", message, help))
  }
  return findings
}

/** In seconds. The machine that committed and the one that releases seldom agree to the second. */
const toleratedSkew = 300

/** In seconds. */
const backdatedAfter = 24 * 60 * 60

const secondsBetween = (from: Timestamp, to: Timestamp): number =>
  (DateTime.makeUnsafe(to).epochMilliseconds - DateTime.makeUnsafe(from).epochMilliseconds) / 1000

import { newestOf } from "../../domain/release/commands/VersionPlan.ts"
import type { MirrorOutcome } from "../../mirror/MirrorOnce.ts"
import { formatLog } from "../../report/LogText.ts"
import { formatCount } from "../../report/text/PlainText.ts"

/** What a folder holds after its origin was read, in one line. */
export const formatOutcome = (into: string, outcome: MirrorOutcome): string => {
  const { head, history } = outcome.ledger
  const newest = newestOf(history)?.version
  const holds = [
    `${into} holds ${formatCount(history.releases.size, "release")} up to event ${head.sequence}`,
    ...(newest === undefined ? [] : [`newest ${newest}`])
  ]
  return `${formatChange(outcome)} ${holds.join(", ")}. ${formatLog(outcome.log)}`
}

/** The same for programs. */
export const toOutcomeJson = (into: string, url: string, { copied, isChanged, ledger, log }: MirrorOutcome) => ({
  command: "mirror",
  ok: true,
  url,
  into,
  changed: isChanged,
  copied,
  releases: ledger.history.releases.size,
  newest: newestOf(ledger.history)?.version ?? null,
  ledger: ledger.head,
  log
})

const formatChange = ({ copied, isChanged }: MirrorOutcome): string => {
  if (copied.length === 0) return isChanged ? "Copied the ledger." : "Nothing is new."
  const names = copied.length > maxNames ? [...copied.slice(0, maxNames), "…"] : copied
  return `Copied ${formatCount(copied.length, "release")} (${names.join(", ")}).`
}

const maxNames = 5

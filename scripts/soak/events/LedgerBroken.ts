import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { ledgerOf } from "./ReleaseChange.ts"
import type { SoakEvent } from "./SoakEvent.ts"

const replace = (file: string, content: string): void => {
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}

/** The ledger of the releases gets a line that is no event, and loses it again. What was served before stays in force. */
export const ledgerBroken: SoakEvent = {
  name: "ledger-broken",
  uses: ["releases"],
  isFault: true,
  begin: async ({ releases, untilAll }) => {
    const ledger = ledgerOf(releases)
    replace(ledger, `${readFileSync(ledger, "utf8")}${garbage}`)
    await untilAll("the ledger is broken", ({ degraded, metric }) => {
      return metric("taxonomy_catalog_degraded") === 1 && degraded !== undefined
    })
  },
  end: async ({ releases, untilAll }) => {
    const ledger = ledgerOf(releases)
    replace(ledger, readFileSync(ledger, "utf8").replace(garbage, ""))
    await untilAll("the ledger is sound again", ({ metric }) => metric("taxonomy_catalog_degraded") === 0)
  }
}

const garbage = `{"sequence":0}\n`

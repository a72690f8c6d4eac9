import { makeFinding, type Finding } from "../diagnostic/Finding.ts"
import { inWaiver } from "../diagnostic/Location.ts"
import type { Publish } from "../release/PublishRelease.ts"
import type { Waiver } from "../release/Waiver.ts"
import { formatItem, licenseRef, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import { getCheck } from "./CheckRegistry.ts"
import { waiverUnused } from "./waiver/Unused.ts"

/** Removes the findings that waivers of this version cover. A waiver that covers none is a finding itself. */
export const applyWaivers = (
  { version, waivers }: Publish,
  findings: ReadonlyArray<Finding>
): { readonly findings: ReadonlyArray<Finding>; readonly used: ReadonlyArray<Waiver> } => {
  const granted = waivers.map((waiver, index) => ({ waiver, index })).filter(({ waiver }) => waiver.version === version)
  if (granted.length === 0) return { findings, used: [] }
  const waivable = new Set(findings.map(waiverKeyOf))
  const used = granted.filter(({ waiver }) => waivable.has(keyOf(waiver.rule, waiver.subject)))
  const usedKeys = new Set<string | undefined>(used.map(({ waiver }) => keyOf(waiver.rule, waiver.subject)))
  const unused = granted.filter(({ waiver }) => !usedKeys.has(keyOf(waiver.rule, waiver.subject)))
  return {
    findings: [
      ...findings.filter((finding) => !usedKeys.has(waiverKeyOf(finding))),
      ...unused.map(({ index, waiver: { rule, subject } }) =>
        makeFinding(waiverUnused, { rule, subject, version }, { item: itemNamed(subject), location: inWaiver(index) })
      )
    ],
    used: used.map(({ waiver }) => waiver)
  }
}

/** The key of the waivers that cover a finding; `undefined` if none can. */
const waiverKeyOf = ({ item, level, rule }: Finding): string | undefined =>
  level === "error" && getCheck(rule).waivable && item !== undefined ? keyOf(rule, formatItem(item)) : undefined

const keyOf = (rule: string, subject: string): string => `${rule} ${subject}`

/** An item with the name that a waiver gives, which may not exist. */
const itemNamed = (subject: string): ItemRef => {
  const slash = subject.indexOf("/")
  return slash === -1 ? licenseRef(subject) : valueRef(subject.slice(0, slash), subject.slice(slash + 1))
}

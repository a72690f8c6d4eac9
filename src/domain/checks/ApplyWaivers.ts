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
  const used = granted.filter(({ waiver }) => findings.some((finding) => covers(waiver, finding)))
  const unused = granted.filter((grant) => !used.includes(grant))
  return {
    findings: [
      ...findings.filter((finding) => !used.some(({ waiver }) => covers(waiver, finding))),
      ...unused.map(({ index, waiver: { rule, subject } }) =>
        makeFinding(waiverUnused, { rule, subject, version }, { item: itemNamed(subject), location: inWaiver(index) })
      )
    ],
    used: used.map(({ waiver }) => waiver)
  }
}

const covers = (waiver: Waiver, { item, level, rule }: Finding): boolean =>
  level === "error" &&
  getCheck(rule).waivable &&
  rule === waiver.rule &&
  item !== undefined &&
  formatItem(item) === waiver.subject

/** An item with the name that a waiver gives, which may not exist. */
const itemNamed = (subject: string): ItemRef => {
  const slash = subject.indexOf("/")
  return slash === -1 ? licenseRef(subject) : valueRef(subject.slice(0, slash), subject.slice(slash + 1))
}

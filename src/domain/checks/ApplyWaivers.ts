import { pointTo, type Finding } from "../diagnostic/Finding.ts"
import type { Publish } from "../release/PublishRelease.ts"
import type { Waiver } from "../release/Waiver.ts"
import { getCheck } from "./CheckRegistry.ts"

/** What is left of the findings, and the waivers that were needed; one that was not is a finding itself. */
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
      ...unused.map(({ index, waiver }): Finding => ({
        rule: "waiver/unused",
        level: "error",
        subject: waiver.subject,
        message: `The waiver of ${waiver.rule} for ${waiver.subject} waives nothing in ${version}`,
        help: "Remove it, or correct its rule or its subject.",
        at: pointTo.waiver(index)
      }))
    ],
    used: used.map(({ waiver }) => waiver)
  }
}

const covers = (waiver: Waiver, { level, rule, subject }: Finding): boolean =>
  level === "error" && getCheck(rule).waivable && rule === waiver.rule && subject === waiver.subject

import { toPointer } from "../../../src/build/sources/SourceTree.ts"
import type { Finding } from "../../../src/domain/Finding.ts"
import { helpOf, messageOf, subjectOf } from "../../../src/report/FindingText.ts"

/** A finding as a reader of reports sees it, with the file and the path of its location. */
export const rendered = (finding: Finding) => ({
  rule: finding.rule,
  level: finding.level,
  subject: subjectOf(finding),
  message: messageOf(finding),
  help: helpOf(finding),
  at: finding.location === undefined ? undefined : toPointer(finding.location)
})

import type { RelatedSpan } from "../build/diagnostics/SourceLocation.ts"
import { getCheck } from "../domain/checks/CheckRegistry.ts"
import type { Finding } from "../domain/diagnostic/Finding.ts"
import { formatItem } from "../domain/taxonomy/ItemRef.ts"

/** What is wrong, in the words of the check. */
export const messageOf = ({ context, rule }: Finding): string => getCheck(rule).message(context)

/** How to fix it. */
export const helpOf = ({ context, rule }: Finding): string => getCheck(rule).help(context)

/** The item concerned, as reports and waivers name it. */
export const subjectOf = ({ item }: Finding): string | undefined => (item === undefined ? undefined : formatItem(item))

export const relatedMessageOf = ({ release }: RelatedSpan): string => `the removed item in ${release}`

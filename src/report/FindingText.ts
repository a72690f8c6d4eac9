import { getCheck } from "../domain/checks/CheckRegistry.ts"
import type { Finding } from "../domain/diagnostic/Finding.ts"
import { formatItem } from "../domain/taxonomy/ItemRef.ts"

/** What is wrong, as its check says it. */
export const messageOf = ({ context = {}, message, rule }: Finding): string =>
  message ?? getCheck(rule).message(context)

/** What to do about it. */
export const helpOf = ({ context, help, rule }: Finding): string | undefined =>
  context === undefined ? help : getCheck(rule).help(context)

/** The item concerned, as reports and waivers name it. */
export const subjectOf = ({ item, subject }: Finding): string | undefined =>
  item === undefined ? subject : formatItem(item)

import type { Finding, Pointer } from "../../domain/diagnostic/Finding.ts"

/** Two codes of one collection that are the same, or the same but for case. */
export const duplicateCode = (code: string, other: string, at: Pointer): Finding => ({
  rule: "source/duplicate",
  level: "error",
  message:
    code === other ? `The code "${code}" stands twice` : `The codes "${other}" and "${code}" differ only in case`,
  help: "Give one of the two another code.",
  at
})

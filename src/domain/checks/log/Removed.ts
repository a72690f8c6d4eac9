import type { Check } from "../Check.ts"

export const logRemoved: Check<"log/removed", { readonly revision: string }> = {
  id: "log/removed",
  title: "Removed checkpoint",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "A log that is signed stays signed. Without its checkpoint, nobody could tell whether the history was rewritten, and a release could be published without the key. Therefore the folder of the releases must contain a checkpoint if an earlier commit has one.",
  breaks: `$ npx taxonomy verify --base origin/main
# origin/main has releases/checkpoint; it is missing here`,
  keeps: `$ npx taxonomy verify --base origin/main
# origin/main has releases/checkpoint, and so has this folder`,
  message: ({ revision }) => `The checkpoint of the log is missing, and ${revision} has one`,
  help: ({ revision }) => `Restore releases/checkpoint from ${revision}.`
}

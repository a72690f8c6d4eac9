import type { Check } from "../Check.ts"

export const rewritten: Check<"ledger/rewritten", { readonly revision: string; readonly line: number }> = {
  id: "ledger/rewritten",
  title: "Rewritten ledger",
  level: "error",
  stage: "ledger",
  waivable: false,
  explanation:
    "A person who rewrites the whole ledger can make its hashes match again. Therefore it is also compared with the ledger of an earlier commit, which must be its beginning. Take the releases folder of the upstream branch and publish on top of it.",
  breaks: `$ npx taxonomy verify --base origin/main
# origin/main has 3 events; the third one differs here`,
  keeps: `$ npx taxonomy verify --base origin/main
# origin/main has 3 events; here are the same 3 and a fourth`,
  message: ({ line, revision }) => `The ledger differs from the one at ${revision}, from line ${line} on`,
  help: ({ revision }) =>
    `Restore releases/ from ${revision} and publish on top of it: published releases never change.`
}

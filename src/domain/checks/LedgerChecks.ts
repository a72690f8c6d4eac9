import { formatChainProblem, type ChainDamage } from "../ledger/HashChain.ts"
import type { Check } from "./Check.ts"

const ledger = { level: "error", stage: "ledger" } as const

const restoreLedger = "Restore releases/ from git or a backup: the ledger cannot be trusted from this line on."

const damage = { ...ledger, message: formatChainProblem, help: () => restoreLedger } as const

export const torn: Check<"ledger/torn", ChainDamage> = {
  id: "ledger/torn",
  title: "Truncated ledger",
  ...damage,
  explanation:
    "The ledger ends in the middle of an event. Publishing replaces the whole file, so no crash of this program has this effect; an interrupted copy or an editor can have it. Restore the ledger from git or a backup.",
  breaks: `{"data":{"base":"1.0.0", … },"hash":"sha256:4f`,
  keeps: `{"data":{"base":"1.0.0", … },"hash":"sha256:4f…", … }\\n`
}

export const brokenChain: Check<"ledger/broken-chain", ChainDamage> = {
  id: "ledger/broken-chain",
  title: "Broken hash chain",
  ...damage,
  explanation:
    "Each event contains its own hash and that of the event before it, so that no event can be altered, removed, inserted or moved unnoticed. Nothing can be trusted from the line on that the finding names. Restore the ledger from git or a backup, and find out who changed it.",
  breaks: `# line 2 was edited after it was written`,
  keeps: `# every line is as it was written`
}

export const newerVersion: Check<"ledger/newer-version", ChainDamage> = {
  id: "ledger/newer-version",
  title: "Event of a newer program version",
  ...damage,
  explanation:
    "The ledger contains an event of a type or schema that this version does not know. The ledger is intact, but skipping the event would give wrong snapshots and wrong dates. Update this program and run again.",
  breaks: `{ … ,"schema":1,"sequence":3,"type":"ReleaseRenamed"}`,
  keeps: `{ … ,"schema":1,"sequence":3,"type":"ReleasePublished"}`,
  help: () => "Update this program."
}

export const unreadableEvent: Check<"ledger/unreadable-event", ChainDamage> = {
  id: "ledger/unreadable-event",
  title: "Unreadable event",
  ...damage,
  explanation:
    "The hashes of the event match, but its data do not match the schema of its type, so another program wrote it, or a version of this one that was never released. Restore the ledger from git or a backup, or publish the release again from its sources.",
  breaks: `{"data":{ … ,"version":"one"}, … ,"type":"ReleasePublished"}`,
  keeps: `{"data":{ … ,"version":"1.0.0"}, … ,"type":"ReleasePublished"}`,
  help: ({ problem }) =>
    problem._tag === "UnreleasedVersion"
      ? "Publish its release again from its sources, into a folder without it."
      : restoreLedger
}

export const contradiction: Check<"ledger/contradiction", ChainDamage> = {
  id: "ledger/contradiction",
  title: "Contradictory event",
  ...damage,
  explanation:
    "Each event is readable, but together they are impossible: a version that is published twice, a base that was never published, the end of a major without a successor, a key that is revoked before it is issued. This program never writes such a ledger; a merge of two ledgers can create one. Take the ledger of the upstream branch and publish again.",
  breaks: `# line 2 publishes 1.1.0
# line 3 publishes 1.1.0 again`,
  keeps: `# line 2 publishes 1.1.0
# line 3 publishes 1.2.0`
}

export const rewritten: Check<"ledger/rewritten", { readonly revision: string; readonly line: number }> = {
  id: "ledger/rewritten",
  title: "Rewritten ledger",
  ...ledger,
  explanation:
    "A person who rewrites the whole ledger can make its hashes match again. Therefore it is also compared with the ledger of an earlier commit, which must be its beginning. Take the releases folder of the upstream branch and publish on top of it.",
  breaks: `$ node bin/taxonomy.js verify --base origin/main
# origin/main has 3 events; the third one differs here`,
  keeps: `$ node bin/taxonomy.js verify --base origin/main
# origin/main has 3 events; here are the same 3 and a fourth`,
  message: ({ line, revision }) => `The ledger differs from the one at ${revision}, from line ${line} on`,
  help: ({ revision }) =>
    `Restore releases/ from ${revision} and publish on top of it: published releases never change.`
}

import type { Rule } from "../Check.ts"

/** Whether `releases/ledger.ndjson` is what was written, event by event. */
export const ledgerRules = [
  {
    id: "ledger/torn",
    title: "The ledger's last line is incomplete",
    level: "error",
    breaks: `{"data":{"base":"1.0.0", … },"hash":"sha256:4f`,
    keeps: `{"data":{"base":"1.0.0", … },"hash":"sha256:4fse":"1.0.0", … }\\n`,
    explanation:
      "The ledger ends in the middle of an event. Publishing replaces the file as a whole, so no crash of this program leaves it so; a copy that broke off or an editor does. Restore the ledger from git or from a backup.",
    waivable: false
  },
  {
    id: "ledger/broken-chain",
    title: "An event is not the one that was written",
    level: "error",
    breaks: `# line 2 was edited after it was written`,
    keeps: `# every line is as it was written`,
    explanation:
      "Each event carries the hash of the event before it and a hash over itself, so that no event can be altered, removed, inserted or moved unnoticed. From the line that the finding names on, nothing can be trusted. Restore the ledger from git or from a backup, and find out who changed it.",
    waivable: false
  },
  {
    id: "ledger/newer-version",
    title: "An event was written by a newer version of this program",
    level: "error",
    breaks: `{ … ,"schema":1,"sequence":3,"type":"ReleaseRenamed"}`,
    keeps: `{ … ,"schema":1,"sequence":3,"type":"ReleasePublished"}`,
    explanation:
      "The ledger holds an event of a type or form that this version does not know. To skip it would give wrong snapshots and wrong dates. Update this program and run again.",
    waivable: false
  },
  {
    id: "ledger/unreadable-event",
    title: "An event is whole but cannot be read",
    level: "error",
    breaks: `{"data":{ … ,"version":"one"}, … ,"type":"ReleasePublished"}`,
    keeps: `{"data":{ … ,"version":"1.0.0"}, … ,"type":"ReleasePublished"}`,
    explanation:
      "The event's hashes fit, but its content is not what an event of its type holds, so it was written by something other than this program. Restore the ledger from git or from a backup.",
    waivable: false
  },
  {
    id: "ledger/contradiction",
    title: "An event cannot follow those before it",
    level: "error",
    breaks: `# line 2 publishes 1.1.0
# line 3 publishes 1.1.0 again`,
    keeps: `# line 2 publishes 1.1.0
# line 3 publishes 1.2.0`,
    explanation:
      "Each event can be read by itself, but together they say what cannot have happened: a version published twice, a base that was never published, a major ended that has no successor, a key revoked before it was issued. No run of this program writes such a ledger; a merge of two may. Take the ledger of the upstream branch as it is and publish again.",
    waivable: false
  },
  {
    id: "ledger/rewritten",
    title: "The ledger is not a continuation of an earlier one",
    level: "error",
    breaks: `$ npx taxonomy verify --base origin/main
# origin/main has 3 events; here the third is another one`,
    keeps: `$ npx taxonomy verify --base origin/main
# origin/main has 3 events; here the same 3 and a fourth`,
    explanation:
      "Whoever rewrites all of the ledger can make its hashes fit again, so it is also compared with the one at an earlier commit: that one has to be its beginning. Take upstream's releases folder and publish on top of it.",
    waivable: false
  }
] as const satisfies ReadonlyArray<Rule>

import type { ReleaseEntry } from "../data/Bodies.ts"

/** What the life cycle of a release is called. */
export const statusWords: Readonly<Record<ReleaseEntry["status"], string>> = {
  current: "current",
  superseded: "superseded",
  withdrawn: "withdrawn",
  "end-of-life": "end of life"
}

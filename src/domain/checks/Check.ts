/** What is said of a rule wherever rules are listed; the logic that finds where it is broken is elsewhere. */
export interface Rule {
  /** `area/name`. It is what waivers, baselines and other tools refer to, so it never changes its meaning. */
  readonly id: `${string}/${string}`
  readonly title: string
  readonly level: "error" | "warning"
  /** An example that breaks it, and one that keeps it. */
  readonly breaks: string
  readonly keeps: string
  /** What it says, why it matters, and what to do. */
  readonly explanation: string
  /** Whether `waivers.yaml` may make an exception of it. */
  readonly waivable: boolean
}

import { makeFinding } from "../../diagnostic/Finding.ts"
import { inHeader } from "../../diagnostic/Location.ts"
import type { Version } from "../../taxonomy/Version.ts"
import type { Check } from "../Check.ts"
import { adviceFor, formatAdvice, type VersionAdvice } from "./VersionAdvice.ts"

export const versionTaken: Check<
  "semver/version-taken",
  { readonly declared: Version; readonly advice: VersionAdvice }
> = {
  id: "semver/version-taken",
  title: "Published version declared for different content",
  level: "error",
  stage: "version",
  waivable: false,
  explanation:
    "A published version never changes: clients pin it and rely on getting the same bytes forever. The sources differ from the release of that version, so they need a version of their own. Declare the next one in taxonomy.yaml.",
  breaks: `# taxonomy.yaml, after 1.1.0 was published and a value was added
version: 1.1.0`,
  keeps: `# taxonomy.yaml, after 1.1.0 was published and a value was added
version: 1.2.0`,
  message: ({ declared }) => `Version ${declared} is already published with different content`,
  help: ({ advice }) => formatAdvice(advice),
  run: (proposal) => {
    const { base, command, published } = proposal
    if (base === undefined || published === undefined) return []
    const facts = { declared: command.version, advice: adviceFor(proposal, base) }
    return [makeFinding(versionTaken, facts, { location: inHeader("version") })]
  }
}

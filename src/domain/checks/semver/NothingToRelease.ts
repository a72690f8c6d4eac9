import { makeFinding, inHeader } from "../../Finding.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import type { Check } from "../Check.ts"
import { declareVersion } from "./VersionAdvice.ts"

export const nothingToRelease: Check<
  "semver/nothing-to-release",
  { readonly declared: Version; readonly base: Version }
> = {
  id: "semver/nothing-to-release",
  title: "Release without changes",
  level: "error",
  stage: "version",
  waivable: false,
  explanation:
    "A release with the content of its base announces an upgrade that changes nothing. Publishing the same version again is not an error and does nothing, so leave the version as it is until something changes.",
  breaks: `# taxonomy.yaml, after 1.1.0 and without any change
version: 1.1.1`,
  keeps: `# taxonomy.yaml, after 1.1.0 and without any change
version: 1.1.0`,
  message: ({ base, declared }) => `Version ${declared} has no changes since ${base}`,
  help: ({ base }) => `Declare ${base} again until something changes.`,
  run: ({ base, command, published, requiredBump }) => {
    if (base === undefined || published !== undefined || requiredBump !== undefined) return []
    const facts = { declared: command.version, base: base.version }
    return [
      makeFinding(nothingToRelease, facts, {
        location: inHeader("version"),
        fix: declareVersion(base.version, command.version)
      })
    ]
  }
}

import { makeFinding, inHeader } from "../../Finding.ts"
import type { Bump, Version } from "../../taxonomy/Scalars.ts"
import { compareBumps } from "../../taxonomy/VersionArithmetic.ts"
import type { Check } from "../Check.ts"
import { declareVersion } from "./VersionAdvice.ts"

export const bumpLargerThanNeeded: Check<
  "semver/bump-larger-than-needed",
  {
    readonly declared: Version
    readonly base: Version
    readonly declared_bump: Bump
    readonly required_bump: Bump
    readonly suggested_version: Version
  }
> = {
  id: "semver/bump-larger-than-needed",
  title: "Version bump larger than needed",
  level: "warning",
  stage: "version",
  waivable: false,
  explanation:
    "A larger bump than the changes require is allowed, but every client has to look for breaking changes that do not exist. Declare the smaller version, unless the larger bump is intended.",
  breaks: `# taxonomy.yaml, after 1.1.0 and with one label corrected
version: 2.0.0`,
  keeps: `# taxonomy.yaml, after 1.1.0 and with one label corrected
version: 1.1.1`,
  message: ({ base, declared, declared_bump, required_bump }) =>
    `Version ${declared} is a ${declared_bump} release of ${base}, but the changes require only a ${required_bump} release`,
  help: ({ suggested_version }) => `Declare ${suggested_version}, unless the larger bump is intended.`,
  run: ({ base, command, declaredBump, requiredBump, successor }) => {
    if (base === undefined || declaredBump === undefined || requiredBump === undefined) return []
    if (compareBumps(declaredBump, requiredBump) <= 0 || successor.version === command.version) return []
    const facts = {
      declared: command.version,
      base: base.version,
      declared_bump: declaredBump,
      required_bump: requiredBump,
      suggested_version: successor.version
    }
    return [
      makeFinding(bumpLargerThanNeeded, facts, {
        location: inHeader("version"),
        fix: declareVersion(successor.version, command.version)
      })
    ]
  }
}

import { artifactRules } from "./artifact/ArtifactRuleTexts.ts"
import type { Check, Rule, Stage } from "./Check.ts"
import { deprecationRules } from "./deprecation/DeprecationRuleTexts.ts"
import { ledgerRules } from "./ledger/LedgerRuleTexts.ts"
import { releaseRules } from "./lifecycle/ReleaseRuleTexts.ts"
import { referenceRules } from "./reference/ReferenceRuleTexts.ts"
import { semverRules } from "./semver/SemverRuleTexts.ts"
import { duplicate } from "./source/Duplicate.ts"
import { encoding } from "./source/Encoding.ts"
import { fileName } from "./source/FileName.ts"
import { link } from "./source/Link.ts"
import { missingFile } from "./source/MissingFile.ts"
import { missingKey } from "./source/MissingKey.ts"
import { notAFile } from "./source/NotAFile.ts"
import { size } from "./source/Size.ts"
import { syntax } from "./source/Syntax.ts"
import { uncommittedChanges } from "./source/UncommittedChanges.ts"
import { unknownKey } from "./source/UnknownKey.ts"
import { wrongType } from "./source/WrongType.ts"

/** Checks whose findings still carry their sentences. */
const unconverted = <const Rules extends ReadonlyArray<Rule>>(
  stage: Stage,
  rules: Rules
): ReadonlyArray<Check<Rules[number]["id"]>> =>
  rules.map((rule) => ({ ...rule, stage, message: () => "", help: () => "" }))

const registry = [
  syntax,
  unknownKey,
  missingKey,
  wrongType,
  duplicate,
  fileName,
  missingFile,
  size,
  encoding,
  link,
  notAFile,
  uncommittedChanges,
  ...unconverted("reference", referenceRules),
  ...unconverted("version", semverRules),
  ...unconverted("release", deprecationRules),
  ...unconverted("release", releaseRules),
  ...unconverted("ledger", ledgerRules),
  ...unconverted("artifact", artifactRules)
] as const

export type CheckId = (typeof registry)[number]["id"]

/** Every check, in the order in which they are documented. */
export const checks: ReadonlyArray<Check<CheckId>> = registry

export const getCheck = (id: CheckId): Check<CheckId> => {
  const check = byId.get(id)
  if (check === undefined) throw new Error(`${id} is a CheckId, so it is registered`)
  return check
}

/** The check with an id that somebody wrote. */
export const findCheck = (id: string): Check<CheckId> | undefined => byId.get(id)

/** `source` for `source/syntax`, to list checks by. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf("/"))

const byId: ReadonlyMap<string, Check<CheckId>> = new Map(checks.map((check) => [check.id, check]))

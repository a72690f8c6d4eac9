import { altered, extra, inTheWay, missing, newerFormat, notReproducible, unpublished } from "./ArtifactChecks.ts"
import type { Check } from "./Check.ts"
import { codeReused } from "./CodeReused.ts"
import { backdated, beforeBase, effectiveEarly, inFuture } from "./DateChecks.ts"
import { newUse, stillUsed } from "./deprecation/DeprecatedUses.ts"
import { removedBeforeMinorReleases, removedBeforeSixMonths, removedOutsideMajor } from "./deprecation/Removals.ts"
import { removedWithoutDeprecation } from "./deprecation/RemovedWithoutDeprecation.ts"
import { replacementCycle, replacementDeprecated } from "./deprecation/Replacements.ts"
import { brokenChain, contradiction, newerVersion, rewritten, torn, unreadableEvent } from "./LedgerChecks.ts"
import { adviceBroken, licenseConflict, unlistedCountry } from "./LicenseConflict.ts"
import { branchBehind, otherBranch } from "./lifecycle/Branches.ts"
import { endOfLife } from "./lifecycle/EndOfLife.ts"
import { missingHotfix } from "./lifecycle/MissingHotfix.ts"
import { olderLineAdds } from "./lifecycle/OlderLineAdds.ts"
import { sourcesOfNewerLine } from "./lifecycle/SourcesOfNewerLine.ts"
import { unusedNotes } from "./lifecycle/UnusedNotes.ts"
import {
  logFork,
  logMalformed,
  logQuorum,
  logRemoved,
  logRewritten,
  logRolledBack,
  logTruncated,
  logUnsigned,
  logUntrusted
} from "./LogChecks.ts"
import { contradiction as meaningContradiction } from "./meaning/Contradiction.ts"
import { meaningCycle } from "./meaning/Cycle.ts"
import { deprecatedTarget } from "./meaning/DeprecatedTarget.ts"
import { wrongInstead } from "./reference/Instead.ts"
import { missingDimension } from "./reference/MissingDimension.ts"
import { shapeChanged } from "./reference/ShapeChanged.ts"
import { unknownDimension, unknownLicense, unknownValue } from "./reference/UnknownNames.ts"
import { unknownText } from "./reference/UnknownText.ts"
import {
  impliedRule,
  narrowerNotNamed,
  neverMet,
  noValidConfig,
  outdatedList,
  unsettableDimension,
  unusableValue
} from "./RuleChecks.ts"
import { bumpLargerThanNeeded, bumpTooSmall } from "./semver/Bumps.ts"
import { notASuccessor, nothingToRelease, versionTaken } from "./semver/DeclaredVersion.ts"
import { definitionChanged, firstDefinition } from "./semver/Definitions.ts"
import { codeStyle } from "./source/CodeStyle.ts"
import { duplicate } from "./source/Duplicate.ts"
import { duplicateLabel, repeatedName } from "./source/DuplicateLabel.ts"
import { duplicateRule } from "./source/DuplicateRule.ts"
import { fileName } from "./source/FileName.ts"
import { missingKey, unknownKey } from "./source/Keys.ts"
import { languageTag, unknownLanguage } from "./source/LanguageTags.ts"
import { noValues } from "./source/NoValues.ts"
import { encoding, ignoredFile, link, missingFile, notAFile, size, uncommittedChanges } from "./source/SourceFiles.ts"
import { suspiciousText } from "./source/SuspiciousText.ts"
import { syntax } from "./source/Syntax.ts"
import { wrongType } from "./source/WrongType.ts"
import { looksRedefined } from "./text/LooksRedefined.ts"
import { saysDeprecated } from "./text/SaysDeprecated.ts"
import { translationsLost, translationStale } from "./text/Translations.ts"
import { selfApproved, waiverUnused } from "./WaiverChecks.ts"

/** Every check, by area, in the order in which they are documented. A new check is one line here. */
export const checksByArea = {
  source: [
    syntax,
    unknownKey,
    missingKey,
    wrongType,
    duplicate,
    languageTag,
    unknownLanguage,
    fileName,
    missingFile,
    size,
    encoding,
    link,
    notAFile,
    uncommittedChanges,
    ignoredFile,
    suspiciousText,
    codeStyle,
    duplicateLabel,
    repeatedName,
    duplicateRule,
    noValues
  ],
  reference: [
    unknownDimension,
    unknownValue,
    unknownLicense,
    missingDimension,
    shapeChanged,
    unknownText,
    wrongInstead
  ],
  license: [licenseConflict, unlistedCountry, adviceBroken],
  meaning: [meaningCycle, meaningContradiction, deprecatedTarget],
  rule: [noValidConfig, unsettableDimension, unusableValue, impliedRule, neverMet, outdatedList, narrowerNotNamed],
  semver: [
    versionTaken,
    notASuccessor,
    bumpTooSmall,
    definitionChanged,
    firstDefinition,
    bumpLargerThanNeeded,
    nothingToRelease
  ],
  deprecation: [
    removedOutsideMajor,
    removedWithoutDeprecation,
    removedBeforeMinorReleases,
    removedBeforeSixMonths,
    replacementDeprecated,
    replacementCycle,
    newUse,
    stillUsed
  ],
  code: [codeReused],
  text: [looksRedefined, saysDeprecated, translationStale, translationsLost],
  lifecycle: [endOfLife, olderLineAdds, missingHotfix, sourcesOfNewerLine, unusedNotes, branchBehind, otherBranch],
  date: [beforeBase, inFuture, effectiveEarly, backdated],
  waiver: [waiverUnused, selfApproved],
  ledger: [torn, brokenChain, newerVersion, unreadableEvent, contradiction, rewritten],
  log: [
    logMalformed,
    logRewritten,
    logFork,
    logTruncated,
    logUntrusted,
    logQuorum,
    logUnsigned,
    logRemoved,
    logRolledBack
  ],
  artifact: [altered, missing, extra, newerFormat, notReproducible, inTheWay, unpublished]
} as const

type CheckArea = keyof typeof checksByArea

export type CheckId = (typeof checksByArea)[CheckArea][number]["id"]

export const checks: ReadonlyArray<Check<CheckId>> = Object.values(checksByArea).flat()

export const getCheck = (id: CheckId): Check<CheckId> => {
  const check = byId.get(id)
  if (check === undefined) throw new Error(`${id} is a CheckId, so it is registered`)
  return check
}

/** The check with an id that a user wrote, if there is one. */
export const findCheck = (id: string): Check<CheckId> | undefined => byId.get(id)

const byId: ReadonlyMap<string, Check<CheckId>> = new Map(checks.map((check) => [check.id, check]))

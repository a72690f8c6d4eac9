import { altered } from "./artifact/Altered.ts"
import { extra } from "./artifact/Extra.ts"
import { inTheWay } from "./artifact/InTheWay.ts"
import { missing } from "./artifact/Missing.ts"
import { newerFormat } from "./artifact/NewerFormat.ts"
import { notReproducible } from "./artifact/NotReproducible.ts"
import { unpublished } from "./artifact/Unpublished.ts"
import type { Check } from "./Check.ts"
import { codeReused } from "./code/Reused.ts"
import { backdated } from "./date/Backdated.ts"
import { beforeBase } from "./date/BeforeBase.ts"
import { inFuture } from "./date/InFuture.ts"
import { newUse } from "./deprecation/NewUse.ts"
import { removedBeforeMinorReleases } from "./deprecation/RemovedBeforeMinorReleases.ts"
import { removedBeforeSixMonths } from "./deprecation/RemovedBeforeSixMonths.ts"
import { removedOutsideMajor } from "./deprecation/RemovedOutsideMajor.ts"
import { removedWithoutDeprecation } from "./deprecation/RemovedWithoutDeprecation.ts"
import { replacementCycle } from "./deprecation/ReplacementCycle.ts"
import { replacementDeprecated } from "./deprecation/ReplacementDeprecated.ts"
import { stillUsed } from "./deprecation/StillUsed.ts"
import { brokenChain } from "./ledger/BrokenChain.ts"
import { contradiction } from "./ledger/Contradiction.ts"
import { newerVersion } from "./ledger/NewerVersion.ts"
import { rewritten } from "./ledger/Rewritten.ts"
import { torn } from "./ledger/Torn.ts"
import { unreadableEvent } from "./ledger/UnreadableEvent.ts"
import { licenseConflict } from "./license/Conflict.ts"
import { branchBehind } from "./lifecycle/BranchBehind.ts"
import { endOfLife } from "./lifecycle/EndOfLife.ts"
import { missingHotfix } from "./lifecycle/MissingHotfix.ts"
import { olderLineAdds } from "./lifecycle/OlderLineAdds.ts"
import { otherBranch } from "./lifecycle/OtherBranch.ts"
import { sourcesOfNewerLine } from "./lifecycle/SourcesOfNewerLine.ts"
import { logFork } from "./log/Fork.ts"
import { logMalformed } from "./log/Malformed.ts"
import { logQuorum } from "./log/Quorum.ts"
import { logRemoved } from "./log/Removed.ts"
import { logRewritten } from "./log/Rewritten.ts"
import { logRolledBack } from "./log/RolledBack.ts"
import { logTruncated } from "./log/Truncated.ts"
import { logUnsigned } from "./log/Unsigned.ts"
import { logUntrusted } from "./log/Untrusted.ts"
import { missingDimension } from "./reference/MissingDimension.ts"
import { shapeChanged } from "./reference/ShapeChanged.ts"
import { unknownDimension } from "./reference/UnknownDimension.ts"
import { unknownLicense } from "./reference/UnknownLicense.ts"
import { unknownText } from "./reference/UnknownText.ts"
import { unknownValue } from "./reference/UnknownValue.ts"
import { bumpLargerThanNeeded } from "./semver/BumpLargerThanNeeded.ts"
import { bumpTooSmall } from "./semver/BumpTooSmall.ts"
import { definitionChanged } from "./semver/DefinitionChanged.ts"
import { firstDefinition } from "./semver/FirstDefinition.ts"
import { notASuccessor } from "./semver/NotASuccessor.ts"
import { nothingToRelease } from "./semver/NothingToRelease.ts"
import { versionTaken } from "./semver/VersionTaken.ts"
import { codeStyle } from "./source/CodeStyle.ts"
import { duplicate } from "./source/Duplicate.ts"
import { duplicateLabel } from "./source/DuplicateLabel.ts"
import { duplicateRule } from "./source/DuplicateRule.ts"
import { encoding } from "./source/Encoding.ts"
import { fileName } from "./source/FileName.ts"
import { ignoredFile } from "./source/IgnoredFile.ts"
import { languageTag } from "./source/LanguageTag.ts"
import { link } from "./source/Link.ts"
import { missingFile } from "./source/MissingFile.ts"
import { missingKey } from "./source/MissingKey.ts"
import { notAFile } from "./source/NotAFile.ts"
import { noValues } from "./source/NoValues.ts"
import { size } from "./source/Size.ts"
import { suspiciousText } from "./source/SuspiciousText.ts"
import { syntax } from "./source/Syntax.ts"
import { uncommittedChanges } from "./source/UncommittedChanges.ts"
import { unknownKey } from "./source/UnknownKey.ts"
import { unknownLanguage } from "./source/UnknownLanguage.ts"
import { wrongType } from "./source/WrongType.ts"
import { looksRedefined } from "./text/LooksRedefined.ts"
import { saysDeprecated } from "./text/SaysDeprecated.ts"
import { translationsLost } from "./text/TranslationsLost.ts"
import { translationStale } from "./text/TranslationStale.ts"
import { selfApproved } from "./waiver/SelfApproved.ts"
import { waiverUnused } from "./waiver/Unused.ts"

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
    duplicateRule,
    noValues
  ],
  reference: [unknownDimension, unknownValue, unknownLicense, missingDimension, shapeChanged, unknownText],
  license: [licenseConflict],
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
  lifecycle: [endOfLife, olderLineAdds, missingHotfix, sourcesOfNewerLine, branchBehind, otherBranch],
  date: [beforeBase, inFuture, backdated],
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

export type CheckArea = keyof typeof checksByArea

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

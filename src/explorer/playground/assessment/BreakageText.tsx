import type { Breakage } from "../../../domain/contracts/Assess.ts"
import { shapeInWords } from "../../../domain/taxonomy/ConfigValidation.ts"
import { conflictRuleRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../../model/Release.ts"
import { InsteadText } from "../../parts/InsteadText.tsx"
import { ItemName } from "../../parts/ItemName.tsx"
import { TaxonomyText } from "../../parts/TaxonomyText.tsx"

interface BreakageTextProps {
  readonly breakage: Breakage
  /** The release that does not accept the config. */
  readonly release: Release
}

/** Why a release does not accept what another one accepted, in sentences. The name of an item says if it was removed. */
export const BreakageText = ({ breakage, release }: BreakageTextProps) => {
  const item = <ItemName release={release} item={breakage.item} />
  switch (breakage._tag) {
    case "ItemRemoved":
    case "ItemUnknown":
      return (
        <>
          {item} is not part of this release.{" "}
          <InsteadText
            release={release}
            replacements={breakage.replacement?.items ?? []}
            isAllOf={breakage.replacement?.mode === "all_of"}
            reason={breakage.reason === undefined ? undefined : { text: breakage.reason, language: undefined }}
          />
        </>
      )
    case "ShapeChanged":
      return (
        <>
          {item} takes {shapeInWords[breakage.after]}, not {shapeInWords[breakage.before]}.
        </>
      )
    case "DimensionRequired":
      return (
        <>
          {item} is required{sinceText(breakage.since)}.
        </>
      )
    case "RuleBroken":
      return (
        <>
          The rule <ItemName release={release} item={conflictRuleRef(breakage.rule.id)} /> forbids this combination
          {sinceText(breakage.since)}: <TaxonomyText of={breakage.rule} name="description" />
        </>
      )
  }
}

const sinceText = (version: string | undefined): string => (version === undefined ? "" : ` since ${version}`)

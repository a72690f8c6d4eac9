import { asSentence } from "../../domain/Sentence.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../model/Release.ts"
import type { TranslatedText } from "../model/Translate.ts"
import { ReplacementLinks } from "./ReplacementLinks.tsx"

interface InsteadTextProps {
  readonly release: Release
  readonly replacements: ReadonlyArray<ItemRef>
  /** The replacements apply together. */
  readonly isAllOf: boolean
  readonly reason: TranslatedText | undefined
}

/** What to use instead of an item, and why. */
export const InsteadText = ({ isAllOf, reason, release, replacements }: InsteadTextProps) => (
  <>
    {replacements.length > 0 && (
      <>
        Use <ReplacementLinks release={release} replacements={replacements} isAllOf={isAllOf} />.
      </>
    )}
    {reason !== undefined && (
      <>
        {" "}
        Reason: <bdi lang={reason.language}>{asSentence(reason.text)}</bdi>
      </>
    )}
  </>
)

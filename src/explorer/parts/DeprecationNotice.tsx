import { asSentence } from "../../domain/Sentence.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { findNotice, formatRemovalSentence, formatSince, type Notice } from "../model/Notice.ts"
import type { TranslatedText } from "../model/Translate.ts"
import { ReplacementLinks } from "./ItemName.tsx"

interface DeprecationNoticeProps {
  readonly item: ItemRef
}

/** Since when an item is deprecated, what to use, and when it can be removed. Nothing for any other item. */
export const DeprecationNotice = ({ item }: DeprecationNoticeProps) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const notice = findNotice(catalog, release, item, languages, new Date().toISOString())
  return notice === undefined ? null : (
    <p class="notice notice-warning">
      <strong>{formatSince(notice)}</strong> <NoticeSentences notice={notice} />
    </p>
  )
}

/** What replaces an item, why, and its removal. */
export const NoticeSentences = ({ notice }: { readonly notice: Notice }) => {
  const { removal, replacements } = notice
  return (
    <>
      {replacements.length === 0 ? "It has no replacement." : ""}
      <InsteadText {...notice} />
      {removal === undefined ? null : ` ${formatRemovalSentence(removal)}`}
    </>
  )
}

interface InsteadTextProps {
  readonly replacements: ReadonlyArray<ItemRef>
  /** The replacements apply together. */
  readonly isAllOf: boolean
  readonly reason: TranslatedText | undefined
}

/** What to use instead of an item, and why. */
export const InsteadText = ({ isAllOf, reason, replacements }: InsteadTextProps) => (
  <>
    {replacements.length > 0 && (
      <>
        Use <ReplacementLinks replacements={replacements} isAllOf={isAllOf} />.
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

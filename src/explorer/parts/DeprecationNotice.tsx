import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { findNotice, formatSince, type Notice } from "../model/Notice.ts"
import type { Release } from "../model/Release.ts"
import { formatRemovalSentence } from "../model/Removal.ts"
import { InsteadText } from "./InsteadText.tsx"

interface DeprecationNoticeProps {
  readonly release: Release
  readonly item: ItemRef
}

/** Since when an item is deprecated, what to use, and when it can be removed. Nothing for any other item. */
export const DeprecationNotice = ({ item, release }: DeprecationNoticeProps) => {
  const { catalog, languages } = useExplorer()
  const notice = findNotice(catalog, release, item, languages, new Date().toISOString())
  return notice === undefined ? null : (
    <p class="notice notice-warning">
      <strong>{formatSince(notice)}</strong> <NoticeSentences release={release} notice={notice} />
    </p>
  )
}

/** What replaces an item, why, and its removal. */
export const NoticeSentences = ({ notice, release }: { readonly release: Release; readonly notice: Notice }) => {
  const { removal, replacements } = notice
  return (
    <>
      {replacements.length === 0 ? "It has no replacement." : ""}
      <InsteadText release={release} {...notice} />
      {removal === undefined ? null : ` ${formatRemovalSentence(removal)}`}
    </>
  )
}

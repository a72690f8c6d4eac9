import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { codeMarkdown, plainMarkdown } from "./MarkdownText.ts"

/** An item for a reader: `Quick-service restaurants (exclusive_categories/QSR)`, or its name alone without a label. */
export const formatItemText = (item: ItemRef, label: string | undefined): string => {
  const name = formatItem(item)
  return label === undefined || label === name ? name : `${label} (${name})`
}

/** The same for Markdown, with the name as code. */
export const formatItemMarkdown = (item: ItemRef, label: string | undefined): string => {
  const name = formatItem(item)
  return label === undefined || label === name ? codeMarkdown(name) : `${plainMarkdown(label)} (${codeMarkdown(name)})`
}

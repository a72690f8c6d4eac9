import { formatReplacements } from "../../../domain/taxonomy/Replacement.ts"
import type { SchemaDeprecation, SchemaItem } from "./SchemaItems.ts"

/** An item in Markdown: its label and what `textsMarkdown` says. */
export const itemMarkdown = (item: SchemaItem): string => `**${escapeMarkdown(item.label)}**\n\n${textsMarkdown(item)}`

/** The code, the texts and the deprecation of an item in Markdown, for a place that shows its label already. */
export const textsMarkdown = (item: SchemaItem): string =>
  [
    `\`${item.code}\``,
    ...(item.deprecated === undefined ? [] : [deprecationMarkdown(item.deprecated)]),
    ...(item.description === undefined ? [] : [escapeMarkdown(item.description)]),
    ...(item.definition === undefined ? [] : [`**Definition:** ${escapeMarkdown(item.definition)}`])
  ].join("\n\n")

const deprecationMarkdown = (deprecation: SchemaDeprecation): string => {
  const { reason, removal, replaced_by } = deprecation
  const advice = replaced_by.length === 0 ? [] : [`use ${escapeMarkdown(formatReplacements(deprecation))}`]
  return [
    `**Deprecated${advice.length === 0 ? "." : `, ${advice.join("")}.`}**`,
    ...(reason === undefined ? [] : [escapeMarkdown(reason)]),
    ...(removal === undefined ? [] : [escapeMarkdown(removal)])
  ].join(" ")
}

/** Escapes markup, so that a text is shown as it was written. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>#|~&!]/g, String.raw`\$&`).replaceAll(/\s+/g, " ")

import type { Check } from "../domain/checks/Check.ts"
import { areaOf } from "../domain/checks/CheckRegistry.ts"
import { codeBlock, plainMarkdown } from "./text/MarkdownText.ts"

/** Every rule, in Markdown. */
export const rulesMarkdown = (rules: ReadonlyArray<Check>): string => {
  const areas = [...new Set(rules.map(({ id }) => areaOf(id)))]
  return [
    "# Rules",
    "An error fails the run, a warning does not. Rules that can be waived take an exception in `waivers.yaml`, which a person approves and the release records.",
    ...areas.flatMap((area) => [
      `## ${area}`,
      ...rules.filter(({ id }) => areaOf(id) === area).map((rule) => `### ${rule.id}\n\n${ruleMarkdown(rule)}`)
    ])
  ].join("\n\n")
}

/** One rule in Markdown, without a heading. */
export const ruleMarkdown = (rule: Check): string =>
  [
    `**${plainMarkdown(rule.title)}** (${traitsOf(rule)})`,
    plainMarkdown(rule.explanation),
    "This breaks it:",
    codeBlock(rule.breaks, "text"),
    "This keeps it:",
    codeBlock(rule.keeps, "text")
  ].join("\n\n")

/** Every rule on a line of its own, for a terminal. */
export const rulesPretty = (rules: ReadonlyArray<Check>): string => {
  const width = Math.max(...rules.map(({ id }) => id.length))
  return rules
    .map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd("warning".length)}  ${title}`)
    .join("\n")
}

/** One rule, for a terminal. */
export const rulePretty = (rule: Check): string =>
  [
    `${rule.id} (${traitsOf(rule)})\n${rule.title}`,
    wrapped(rule.explanation),
    `Breaks it:\n${indented(rule.breaks)}`,
    `Keeps it:\n${indented(rule.keeps)}`
  ].join("\n\n")

export const rulesJson = (rules: ReadonlyArray<Check>): string => JSON.stringify({ rules })

const traitsOf = ({ level, waivable }: Check): string => (waivable ? `${level}, can be waived` : level)

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ")

/** In lines of at most 80 characters, as far as the words allow. */
const wrapped = (text: string): string => text.replaceAll(/(.{1,80})(?: +|$)/g, "$1\n").trimEnd()

import type { Check } from "../domain/checks/Check.ts"
import { checks, checksByArea } from "../domain/checks/CheckRegistry.ts"
import { codeBlock, plainMarkdown } from "./text/MarkdownText.ts"

/** The documentation of every check: a table of contents, then each check under its area. */
export const renderChecksMarkdown = (): string =>
  [
    "# Checks",
    "Errors make a run fail, warnings do not. For a check that can be waived, `waivers.yaml` can hold an exception that a person approves and the release records.",
    ["| check | title | level | can be waived |", "| --- | --- | --- | --- |", ...checks.map(tableRow)].join("\n"),
    ...Object.entries(checksByArea).flatMap(([area, members]: [string, ReadonlyArray<Check>]) => [
      `## ${area}`,
      ...members.map((check) => `### ${check.id}\n\n${renderCheckMarkdown(check)}`)
    ])
  ].join("\n\n")

const tableRow = ({ id, level, title, waivable }: Check): string =>
  `| [${id}](#${id.replace("/", "")}) | ${plainMarkdown(title)} | ${level} | ${waivable === true ? "yes" : "no"} |`

/** The documentation of one check, without a heading. */
export const renderCheckMarkdown = (check: Check): string =>
  [
    `**${plainMarkdown(check.title)}** (${formatTraits(check)})`,
    plainMarkdown(check.explanation),
    "Incorrect:",
    codeBlock(check.breaks, "text"),
    "Correct:",
    codeBlock(check.keeps, "text")
  ].join("\n\n")

/** Every check on a line of its own, for a terminal. */
export const renderChecksPretty = (): string => formatChecks(checks)

/** The checks of an area, and how to read about one of them. */
export const renderAreaPretty = (area: ReadonlyArray<Check>): string =>
  `${formatChecks(area)}\n\nRun taxonomy explain with one of these ids to read about it.`

const formatChecks = (listed: ReadonlyArray<Check>): string => {
  const width = Math.max(...listed.map(({ id }) => id.length))
  return listed
    .map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd("warning".length)}  ${title}`)
    .join("\n")
}

/** The documentation of one check, for a terminal. */
export const renderCheckPretty = (check: Check): string =>
  [
    `${check.id} (${formatTraits(check)})\n${check.title}`,
    wrapLines(check.explanation),
    `Incorrect:\n${indent(check.breaks)}`,
    `Correct:\n${indent(check.keeps)}`
  ].join("\n\n")

export const renderChecksJson = (): string =>
  JSON.stringify({
    rules: checks.map(({ breaks, explanation, id, keeps, level, title, waivable }) => ({
      id,
      title,
      level,
      breaks,
      keeps,
      explanation,
      waivable: waivable === true
    }))
  })

const formatTraits = ({ level, waivable }: Check): string => (waivable === true ? `${level}, can be waived` : level)

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ")

/** Wraps a text at 80 characters, as far as its words allow. */
const wrapLines = (text: string): string => text.replaceAll(/(.{1,80})(?: +|$)/g, "$1\n").trimEnd()

/** The address of the documentation of a check. */
export const ruleAddress = (id: string, linkBase: string): string =>
  `${linkBase}/docs/rules.md#${encodeURIComponent(id.replace("/", ""))}`

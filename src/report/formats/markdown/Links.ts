import type { SourceSpan } from "../../../build/diagnostics/SourceLocation.ts"
import { codeMarkdown } from "../../text/MarkdownText.ts"

/** A line of a source, linked if the address of the files is known. */
export const formatPlace = ({ end_column, end_line, file, line }: SourceSpan, linkBase: string | undefined): string => {
  const text = codeMarkdown(`${file}:${line}`)
  if (linkBase === undefined || !isInRepository(file)) return text
  const last = end_column === 1 ? end_line - 1 : end_line
  return formatLink(text, `${linkBase}/${encodePath(file)}#L${line}${last > line ? `-L${last}` : ""}`)
}

/** The id of a check, linked to its documentation if the address of the files is known. */
export const formatRule = (id: string, linkBase: string | undefined): string =>
  linkBase === undefined ? codeMarkdown(id) : formatLink(codeMarkdown(id), ruleAddress(id, linkBase))

/** The address of the documentation of a check. */
export const ruleAddress = (id: string, linkBase: string): string =>
  `${linkBase}/docs/rules.md#${encodeURIComponent(id.replace("/", ""))}`

const formatLink = (text: string, address: string): string => `[${text}](${address})`

/** A file outside of the repository has no address. */
const isInRepository = (file: string): boolean => !/^(?:\/|\.\.(?:\/|$)|[a-z]:)/i.test(file)

/** No part of a path can end the address of a link. */
const encodePath = (file: string): string =>
  file
    .toWellFormed()
    .split("/")
    .map((part) => encodeURIComponent(part).replaceAll(/[()!*']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`))
    .join("/")

import { isHidden, isSource } from "./SourceTree.ts"

/**
 * True for a file that its name makes nearly a source, so that its editor may believe that it counts: a text file, a copy
 * that a program left, or a file without an ending. Documents and pictures beside the sources are not.
 */
export const isNearSource = (path: string): boolean => {
  if (isHidden(path) || isSource(path)) return false
  const [name = "", ...folders] = path.split("/").toReversed()
  if (companions.test(name)) return false
  if (/\.ya?ml/i.test(name) || headerNames.test(name)) return true
  return folders.length > 0 && sourceFolders.test(folders.at(-1) ?? "") && nearEndings.test(name)
}

/** The file name that makes it a source, if it is none now because of its ending. */
export const sourceNameOf = (path: string): string => {
  const stem = path.replace(/\.ya?ml.*$/i, "").replace(nearEndings, (ending) => (ending.startsWith(".") ? "" : ending))
  return `${stem}.yaml`
}

const headerNames = /^(?:taxonomy|waivers)(?:\.[^.]*)?$/i

const sourceFolders = /^(?:dimension|license|licence|rule)s?$/i

/** The ending of a text, of a copy or of a word processor; or none. */
const nearEndings =
  /\.(?:te?xt|json5?|jsonc|bak|backup|copy|old|orig|save|tmp|docx?|odt|rtf|toml|ya|yam|yal|ymal)~?$|^[^.]+~?$/i

/** Files that many folders have. */
const companions =
  /^(?:readme|licen[cs]e|copying|notice|authors|changelog|changes|codeowners|contributing|makefile|todo)(?:\.\w+)?$|^(?:thumbs\.db|desktop\.ini|icon\r?)$/i

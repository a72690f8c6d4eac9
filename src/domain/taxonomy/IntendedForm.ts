/**
 * The name that an editor probably meant by a text of another form, or `undefined` if that is unclear. `form` is the
 * annotation of the schema that the text does not satisfy.
 */
export const intendedForm = (written: string, form: string): string | undefined => {
  const text = cleanText(written)
  const meant = Object.hasOwn(writers, form) ? writers[form]?.(text) : undefined
  return meant === undefined || meant === written ? undefined : meant
}

/** A text without what surrounds it by mistake: quotes, brackets, a comma, a comment of another language. */
export const cleanText = (written: string): string =>
  written
    .normalize("NFKC")
    .replace(/\s+\/\/.*$/, "")
    .replaceAll(/\u200b|\u200c|\u200d|\u2060|\ufeff/g, "")
    .replaceAll(/^[\s"'`´‘’“”„«»()[\]{}<>*_]+|[\s"'`´‘’“”„«»()[\]{}<>,;:.*]+$/g, "")

const join = (text: string, separator: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßẞæÆœŒøØłŁđĐðÐþÞ]/g, (letter) => latinLetters[letter] ?? "")
    .replaceAll("&", " and ")
    .replaceAll(/[\s/\\]+/g, separator)
    .replaceAll(/[^A-Za-z0-9._+-]/g, "")

/** Letters that are not another one with a mark. */
const latinLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "TH"
}

const matching = (text: string, pattern: RegExp): string | undefined => (pattern.test(text) ? text : undefined)

const writers: Readonly<Record<string, (text: string) => string | undefined>> = {
  code: (text) => matching(join(text, "_"), /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/),
  replacement: (text) =>
    matching(
      text
        .split("/")
        .map((part) => join(part, "_"))
        .join("/"),
      /^(?:[a-z][a-z0-9_]{0,63}\/)?[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/
    ),
  "dimension-name": (text) =>
    text.includes("/")
      ? undefined
      : matching(
          join(text, "_")
            .toLowerCase()
            .replaceAll(/[^a-z0-9_]/g, "_"),
          /^[a-z][a-z0-9_]{0,63}$/
        ),
  "dashed-name": (text) =>
    matching(
      join(text, "-")
        .toLowerCase()
        .replaceAll(/[^a-z0-9-]/g, "-"),
      /^[a-z][a-z0-9-]{0,63}$/
    ),
  version: (text) => {
    if (/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined
    const [, major, minor = "0", patch = "0"] =
      /^(?:v(?:ersion)?)?\s*(\d{1,9})(?:[.,](\d{1,9}))?(?:[.,](\d{1,9}))?(?:[-+][\w.-]*)?$/i.exec(text) ?? []
    return major === undefined ? undefined : [major, minor, patch].map(Number).join(".")
  }
}

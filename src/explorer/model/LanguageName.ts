/** The English name of a language by its tag; the tag if it has none. */
export const languageName = (tag: string): string => {
  try {
    return (names ??= new Intl.DisplayNames(["en"], { type: "language" })).of(tag) ?? tag
  } catch {
    // An address can contain any text.
    return tag
  }
}

let names: Intl.DisplayNames | undefined

/** Translations with a text named `label`, for bodies and licenses, which call it `name`. */
export const toLabelTranslations = <Texts extends { readonly name?: string }>(
  translations: Readonly<Record<string, Texts>>
) =>
  Object.fromEntries(
    Object.entries(translations).map(([language, { name, ...texts }]) => [
      language,
      { ...(name === undefined ? {} : { label: name }), ...texts }
    ])
  )

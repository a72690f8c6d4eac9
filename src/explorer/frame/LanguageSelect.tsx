import { useExplorer } from "../ExplorerContext.ts"
import { languageName } from "../model/LanguageName.ts"
import type { Release } from "../model/Release.ts"
import { languagesOf } from "../model/ReleaseLanguages.ts"
import { navigate } from "../routing/useRoute.ts"

/** The choice of the language of texts; nothing if the release has no translations. It is part of the address. */
export const LanguageSelect = ({ release }: { readonly release: Release }) => {
  const { route } = useExplorer()
  const languages = languagesOf(release.taxonomy)
  const { language: chosen = "" } = route.parameters
  if (languages.length === 0 && chosen === "") return null
  const show = (language: string): void =>
    navigate({ ...route, parameters: { ...route.parameters, language: language === "" ? undefined : language } })
  // A link may name a language that another release has.
  const isUnknown = chosen !== "" && !languages.includes(chosen)
  return (
    <label class="frame-choice">
      Language
      <select value={chosen} onChange={({ currentTarget }) => show(currentTarget.value)}>
        <option value="">As written</option>
        {[...(isUnknown ? [chosen] : []), ...languages].map((language) => (
          <option key={language} value={language}>
            {languageName(language)}
          </option>
        ))}
      </select>
    </label>
  )
}

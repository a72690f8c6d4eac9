import { foldText, wordsOf } from "./FoldText.ts"

/** The words of a query, without function words unless it has no others. */
export const searchedWords = (query: string): ReadonlyArray<string> => {
  const words = [...new Set(wordsOf(foldText(query.replaceAll("_", " "))))]
  const content = words.filter((word) => !functionWords.has(word))
  return content.length === 0 ? words : content
}

const functionWords: ReadonlySet<string> = new Set(
  "a an and any anything are can could did do does for from got has have how i in is it its of on one or our some something that the their there these this to us was we what where which who with you".split(
    " "
  )
)

import type { Mistake } from "./Mistake.ts"
import { referenceMistakes } from "./ReferenceMistakes.ts"
import { releaseMistakes } from "./ReleaseMistakes.ts"
import { sourceMistakes } from "./SourceMistakes.ts"
import { syntaxMistakes } from "./SyntaxMistakes.ts"

/** Every kind of mistake that sources can contain any number of times, at least one for each check of sources. */
export const allMistakes: ReadonlyArray<Mistake> = [
  ...syntaxMistakes,
  ...sourceMistakes,
  ...referenceMistakes,
  ...releaseMistakes
]

import * as Effect from "effect/Effect"
import { addLicense } from "../../../edit/draft/AddLicense.ts"
import { editSources } from "../EditSources.ts"
import { given } from "../Given.ts"
import { parseAssignments } from "./Assignments.ts"
import type { NewLicenseInput } from "./NewLicense.ts"

export const runNewLicense = Effect.fnUntraced(function* ({ config, like, ...input }: NewLicenseInput) {
  const settings = yield* parseAssignments("config", config)
  const { code, description, name } = input
  yield* editSources(input, (draft) =>
    addLicense(draft, { code, name, description, config: settings, ...given("like", like) })
  )
})

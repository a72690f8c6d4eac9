import * as Effect from "effect/Effect"
import { parseAssignment } from "../../../edit/draft/AssignedCodes.ts"
import { usageError } from "../../CommandRefused.ts"

/** Parses each `DIMENSION=CODES` of an option. */
export const parseAssignments = (option: string, texts: ReadonlyArray<string>) =>
  Effect.forEach(texts, (text) => {
    const assignment = parseAssignment(text)
    return assignment === undefined
      ? usageError(`Invalid --${option} "${text}". Write DIMENSION=CODE, such as use_type=editorial.`)
      : Effect.succeed(assignment)
  })

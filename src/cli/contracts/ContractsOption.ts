import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Decision } from "../../domain/release/commands/PublishRelease.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Report } from "../../report/Report.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"
import { withFile } from "../options/Options.ts"

/** The file of contracts that a report counts. An empty variable names none, since a workflow cannot leave one out. */
export const contractsOption = textOption(
  "contracts",
  "File with a contract in JSON per line. The report counts those that the release would break or deprecate",
  defaultNote("none")
).pipe(
  withFile,
  Flag.optional,
  Flag.map((file) => Option.getOrUndefined(Option.filter(file, (path) => path !== "")))
)

/** Adds the contracts to a report if a file of them is named. */
export const withContracts = (
  report: Report,
  file: string | undefined,
  decided: { readonly decision: Decision; readonly history: ReleaseHistory }
): Effect.Effect<Report> =>
  file === undefined
    ? Effect.succeed(report)
    : // Loaded when it is needed, since editors run a check after every save.
      Effect.flatMap(
        Effect.promise(() => import("./ReportContracts.ts")),
        ({ addContracts }) => addContracts(report, file, decided)
      )

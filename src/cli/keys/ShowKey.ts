import * as Command from "effect/cli/Command"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { plainFormatOption } from "../options/Options.ts"
import { selectKey } from "./ChosenKey.ts"
import { identifierArgument, keysOption } from "./KeyOptions.ts"
import { printView, toKeyView } from "./KeyView.ts"

/** `taxonomy keys show`: all that is known of a key, which is never the key itself. */
export const showKey = Command.make(
  "show",
  { identifier: identifierArgument, keys: keysOption, format: plainFormatOption },
  Effect.fnUntraced(function* ({ format, identifier }) {
    const { key, keys } = yield* selectKey(identifier)
    const view = toKeyView(keys, key, timestampOf(yield* DateTime.now))
    yield* printView(view, format)
  })
).pipe(
  Command.withDescription("Show what is known of a key, which is never the key itself"),
  Command.withExamples([
    { command: "taxonomy keys show nil_AbCdEfGh", description: "Whose key a log line names, and whether it is active" }
  ]),
  Command.provide(({ keys }) => keyStoreAt(keys))
)

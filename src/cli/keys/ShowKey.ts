import * as Command from "effect/cli/Command"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { plainFormatOption } from "../options/Options.ts"
import { identifierArgument, keysOption } from "./KeyOptions.ts"
import { printKeyView, toKeyView } from "./KeyView.ts"
import { selectKey } from "./SelectKey.ts"

/** `taxonomy keys show`: the record of a key, without the key itself. */
export const showKey = Command.make(
  "show",
  { identifier: identifierArgument, keys: keysOption, format: plainFormatOption },
  Effect.fnUntraced(function* ({ format, identifier }) {
    const { key, keys } = yield* selectKey(identifier)
    const view = toKeyView(keys, key, timestampOf(yield* DateTime.now))
    yield* printKeyView(view, format)
  })
).pipe(
  Command.withDescription("Show the record of an API key, without the key itself"),
  Command.withExamples([
    { command: "taxonomy keys show nil_AbCdEfGh", description: "Find holder and status of a key in a log line" }
  ]),
  Command.provide(({ keys }) => keyStoreAt(keys))
)

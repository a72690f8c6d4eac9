import * as Command from "effect/cli/Command"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { plainFormatOption } from "../options/Options.ts"
import { keyStoreAt, identifierArgument, keysOption } from "./KeyOptions.ts"
import { adminUrlOption, printKeyView, toKeyView, withUsage, readUsage } from "./KeyView.ts"
import { selectKey } from "./SelectKey.ts"

const showKeyOptions = {
  identifier: identifierArgument,
  adminUrl: adminUrlOption,
  keys: keysOption,
  format: plainFormatOption
}

type ShowKeyInput = Command.Command.Config.Infer<typeof showKeyOptions>

/** `taxonomy keys show`: the record of a key, without the key itself. */
export const showKey = Command.make("show", showKeyOptions, (input) => runShowKey(input)).pipe(
  Command.withExamples([
    { command: "taxonomy keys show nil_AbCdEfGh", description: "Find holder and status of a key in a log line" },
    {
      command: "taxonomy keys show nil_AbCdEfGh --admin-url http://127.0.0.1:8081",
      description: "Also show how much the key is used"
    }
  ])
)

/** Prints the record of a key. */
const runShowKey = Effect.fnUntraced(
  function* ({ adminUrl, format, identifier }: ShowKeyInput) {
    const { key, keys } = yield* selectKey(identifier)
    const usage = yield* readUsage(adminUrl, key.identifier)
    const view = withUsage(toKeyView(keys, key, timestampOf(yield* DateTime.now)), usage)
    yield* printKeyView(view, format)
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)

import { currentTime } from "../../platform/CurrentTime.ts"
import { plainFormatOption, makeCommand } from "../options/Options.ts"
import { identifierArgument, keysOption, selectKey, atKeyStore } from "./KeyOptions.ts"
import { adminUrlOption, printKeyView, toKeyView, withUsage, readUsage } from "./KeyView.ts"

const showKeyOptions = {
  identifier: identifierArgument,
  adminUrl: adminUrlOption,
  keys: keysOption,
  format: plainFormatOption
}

/** `taxonomy keys show`: prints the record of a key, without the key itself. */
export const showKey = makeCommand("show", showKeyOptions, {
  "taxonomy keys show nil_AbCdEfGh": "Find holder and status of a key in a log line",
  "taxonomy keys show nil_AbCdEfGh --admin-url http://127.0.0.1:8081": "Also show how much the key is used"
})(function* ({ adminUrl, format, identifier }) {
  const { key, keys } = yield* selectKey(identifier)
  const usage = yield* readUsage(adminUrl, key.identifier)
  const view = withUsage(toKeyView(keys, key, yield* currentTime), usage)
  yield* printKeyView(view, format)
}).pipe(atKeyStore)

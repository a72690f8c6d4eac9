import * as Flag from "effect/cli/Flag"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"

/** The admin server that knows the usage of keys. The counts are in the memory of a server, or in a Redis that it reads. */
export const adminUrlOption = textOption(
  "admin-url",
  "Admin server to ask for the usage of keys, such as http://127.0.0.1:8081",
  defaultNote("none, usage is not shown")
).pipe(
  Flag.withMetavar("url"),
  Flag.filter(
    (text) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text),
    () => "a URL such as http://127.0.0.1:8081"
  ),
  Flag.optional
)

import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"

/** `taxonomy mcp`: the tools of agents, over a folder of releases or a service. */
export const mcpCommand = Options.makeCommand(
  "mcp",
  {
    // Not "url": TAXONOMY_URL, which the client and the guides know, would then send questions about a folder to a service.
    url: Options.optionalOption(
      "service",
      "Base address of the service to ask, with the API key in TAXONOMY_API_KEY or --key-file",
      "none, which reads the releases",
      "url"
    ).pipe(
      Flag.filter(
        (url) => url === undefined || Options.isWebAddress(url),
        () => "a URL such as https://licensing.example/api/taxonomy"
      )
    ),
    keyFile: Options.fileOption("key-file", "File with the API key", "TAXONOMY_API_KEY"),
    releases: Options.releasesOption,
    version: Options.versionOption(
      "Release to read if a question names none, such as v1.2.0, v1.2 or v1",
      "v1",
      Options.VersionSelector
    )
  },
  {
    "taxonomy mcp": "Answer agents from releases/",
    "taxonomy mcp --service https://licensing.example/api/taxonomy": "Answer agents from a service"
  }
)(function* ({ keyFile, releases, url, version = "v1" }) {
  const key = url === undefined ? undefined : yield* readKey(keyFile)
  // Help and completions need nothing of it.
  const { runMcp } = yield* Effect.promise(() => import("./RunMcp.ts"))
  yield* runMcp(url === undefined || key === undefined ? { releases, version } : { url, key, version })
})

/** Reads the API key. It is no option, since other users of the machine can read those. */
const readKey = Effect.fnUntraced(function* (file: string | undefined) {
  const text =
    file === undefined ? process.env["TAXONOMY_API_KEY"] : yield* (yield* FileSystem.FileSystem).readFileString(file)
  const key = text?.trim()
  if (key === undefined || key === "") {
    return yield* usageError(
      file === undefined
        ? "The API key is missing. Set TAXONOMY_API_KEY or --key-file."
        : `${file} contains no API key.`
    )
  }
  // A header cannot contain other characters, and the error of one that does would show them.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return yield* usageError("The API key has characters that no API key has, such as spaces or line breaks.")
  }
  return Redacted.make(key)
})

import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, literalOption, textOption, textOptionOr } from "../options/EnvironmentOption.ts"
import { isPath, makeFormatOption, pathForm, releasesOption, sourcesOption, withFile } from "../options/Options.ts"

const fieldOption = (option: string, name: string, content: string) =>
  textOptionOr(option, `Field with ${content}. Dots lead into objects`, name).pipe(Flag.withMetavar("field"))

const impactOptions = {
  files: Argument.String("file").pipe(
    Argument.withDescription("Files with a contract in JSON per line, or - for standard input"),
    Argument.filter(isPath, pathForm),
    Argument.variadic({ min: 1 })
  ),
  to: textOption(
    "to",
    "Release to assess the contracts by, such as v1.2.0, v1.2 or v1",
    defaultNote("working-tree")
  ).pipe(Flag.withMetavar("version"), Flag.optional),
  idField: fieldOption("id-field", "id", "the id of the contract"),
  versionField: fieldOption("version-field", "version", "the release that the config was written for"),
  configField: fieldOption("config-field", "config", "the config"),
  ids: textOption(
    "ids",
    "File to write with a line of JSON for each contract that is deprecated, broken or invalid",
    defaultNote("none")
  ).pipe(withFile, Flag.optional),
  failOn: literalOption(
    "fail-on",
    ["broken", "deprecated"],
    "Exit with code 1 if a contract is broken or could not be assessed, or for deprecated also if it names a deprecated item",
    defaultNote("never")
  ).pipe(Flag.optional),
  src: sourcesOption,
  releases: releasesOption,
  format: makeFormatOption(["pretty", "json", "markdown"], "Format of the output")
}

export type ImpactInput = Command.Command.Config.Infer<typeof impactOptions>

/** `taxonomy impact`: what the working tree or a release does to contracts. */
export const impactCommand = Command.make(
  "impact",
  impactOptions,
  lazyHandler(async () => (await import("./RunImpact.ts")).runImpact)
).pipe(
  Command.withDescription("Count the contracts that the working tree or a release breaks or deprecates, by item"),
  Command.withExamples([
    { command: "taxonomy impact contracts.ndjson", description: "What the working tree does to contracts" },
    {
      command: "taxonomy impact contracts.ndjson --to v1.0.0 --ids affected.ndjson",
      description: "What a release does to them, with the ids in a file"
    },
    {
      command: "taxonomy impact - --config-field terms.config --fail-on broken",
      description: "Read standard input with another layout, and fail if a contract is broken"
    }
  ])
)

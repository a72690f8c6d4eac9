import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/**
 * An option that the environment variable `TAXONOMY_<NAME>` stands in for where it is not given; an empty variable is
 * none. The schema reads the variable, and holds for the option as well.
 */
export const option = <A>(
  flag: Flag.Flag<A>,
  options: { readonly name: string; readonly description: string; readonly schema: Schema.ConstraintCodec<A, string> }
): Flag.Flag<A> => {
  const variable = variableOf(options.name)
  const decode = Schema.decodeUnknownResult(options.schema)
  const fromEnvironment = Effect.gen(function* () {
    const text = yield* Effect.orDie(Config.option(Config.String(variable)))
    if (Option.isNone(text) || text.value === "") return yield* new CliError.MissingOption({ option: options.name })
    return yield* Effect.fromResult(
      Result.mapError(decode(text.value), (error) =>
        invalid(`${options.name} (${variable})`, text.value, error.message)
      )
    )
  })
  return flag.pipe(
    Flag.withDescription(`${options.description} [${variable}]`),
    Flag.optional,
    Flag.mapEffect(Option.match({ onNone: () => fromEnvironment, onSome: (value) => Effect.succeed(value) }))
  )
}

/** `expected-volume` is `TAXONOMY_EXPECTED_VOLUME`. */
const variableOf = (name: string): string => `TAXONOMY_${name.toUpperCase().replaceAll("-", "_")}`

const invalid = (option: string, value: string, expected: string) =>
  new CliError.InvalidValue({ option, value, expected, kind: "flag" })

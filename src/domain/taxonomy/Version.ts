import * as Schema from "effect/Schema"

/** The full version of a release, `MAJOR.MINOR.PATCH`, with no pre-release and no build (service spec, 9.1). */
export type Version = typeof Version.Type
export const Version = Schema.String.check(
  Schema.isPattern(/^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/u, {
    expected: "a version such as 1.4.0: three numbers, no v, no pre-release",
    hint: "Write three numbers, such as 1.4.0.",
    form: "version"
  })
).pipe(Schema.brand("Version"))

/** From the smallest to the largest. */
export type Bump = typeof Bump.Type
export const Bump = Schema.Literals(["patch", "minor", "major"])

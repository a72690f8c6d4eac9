import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

/** One of a few texts. */
export const pick = <const Text extends string>(...texts: ReadonlyArray<Text>): Arbitrary.Arbitrary<Text> =>
  Arbitrary.schema(Schema.Literals(texts))

/** A whole number from `minimum` to `maximum`, both included. */
export const whole = (minimum: number, maximum: number): Arbitrary.Arbitrary<number> =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** Some of a few texts, in any order, none twice. */
export const some = <const Text extends string>(
  minimum: number,
  ...texts: ReadonlyArray<Text>
): Arbitrary.Arbitrary<ReadonlyArray<Text>> =>
  Arbitrary.map(Arbitrary.array(pick(...texts), { minLength: minimum, maxLength: texts.length }), (picked) => [
    ...new Set(picked)
  ])

/** One of a few arbitraries' values, each as likely as the others. */
export const either = <A>(...options: ReadonlyArray<Arbitrary.Arbitrary<A>>): Arbitrary.Arbitrary<A> =>
  Arbitrary.flatMap(whole(0, options.length - 1), (index) => {
    const option = options[index]
    if (option === undefined) throw new RangeError("The index is that of an option")
    return option
  })

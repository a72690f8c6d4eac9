import * as Effect from "effect/Effect"

/** The handler of a command, loaded when the command runs: help and completions need declarations only. */
export const lazyHandler =
  <Input, A, E, R>(load: () => Promise<(input: Input) => Effect.Effect<A, E, R>>) =>
  (input: Input): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.promise(load), (handler) => handler(input))

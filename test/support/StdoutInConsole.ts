import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"

/** Output that is printed in pieces, as the lines of a console: each piece is text that ends in a line break. */
export const stdoutInConsole = Stdio.layerTest({
  stdout: () =>
    Sink.forEach((piece: string | Uint8Array) =>
      Effect.asVoid(
        Console.log((typeof piece === "string" ? piece : new TextDecoder().decode(piece)).replace(/\n$/, ""))
      )
    )
})

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyStore } from "../../keys/KeyStore.ts"
import { misused } from "../CommandRefused.ts"

/** The store that `--keys` names: a file. A URL is refused, or it would be taken for the name of a folder. */
export const keyStoreAt = (location: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (location === "") return yield* misused("--keys names no file")
      const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(location)?.[1]
      // The URL itself is not repeated, since it may hold a password.
      if (scheme !== undefined) return yield* misused(`--keys takes a file; ${scheme}:// is not supported`)
      return KeyStore.layer(location)
    })
  )

import * as Schema from "effect/Schema"
import { KeyPrefix } from "./ApiKey.ts"

export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", {
  keyPrefix: Schema.String,
  /** A question that suggests a similar key. */
  hint: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return `Unknown key "${this.keyPrefix}"${this.hint === undefined ? "" : `. ${this.hint}`}`
  }
}

export class KeyAlreadyRevoked extends Schema.TaggedError<KeyAlreadyRevoked>()("KeyAlreadyRevoked", {
  keyPrefix: KeyPrefix,
  date: Schema.String
}) {
  override get message() {
    return `The key ${this.keyPrefix} was already revoked at ${this.date}. Nothing changed.`
  }
}

export class KeyPrefixTaken extends Schema.TaggedError<KeyPrefixTaken>()("KeyPrefixTaken", {
  keyPrefix: KeyPrefix
}) {
  override get message() {
    return `The key ${this.keyPrefix} exists already`
  }
}

/** A change of a key to what it is already. */
export class KeyUnchanged extends Schema.TaggedError<KeyUnchanged>()("KeyUnchanged", {
  keyPrefix: KeyPrefix
}) {
  override get message() {
    return `The key ${this.keyPrefix} has this tier, contact and expiry already. Nothing changed.`
  }
}

/** An expiry that is no later than the command that sets it. */
export class ExpiryPassed extends Schema.TaggedError<ExpiryPassed>()("ExpiryPassed", {
  expires: Schema.String,
  date: Schema.String
}) {
  override get message() {
    return `The expiry ${this.expires} has passed: it is ${this.date}. Choose a later one, or revoke the key.`
  }
}

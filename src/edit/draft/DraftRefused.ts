import * as Schema from "effect/Schema"

/** Why a command does not change the sources. Nothing was written. */
export class DraftRefused extends Schema.TaggedError<DraftRefused>()("DraftRefused", {
  problem: Schema.Literals([
    "unknown",
    "ambiguous",
    "exists",
    "differs-in-case",
    "removed",
    "device-name",
    "name-of-other-kind",
    "rule-not-deprecated",
    "not-deprecated",
    "replaces-itself",
    "merges-itself",
    "replacement-deprecated",
    "replaced-by-it",
    "replacement-kind",
    "no-replacement-or-reason",
    "all-of-one",
    "same-name",
    "not-movable",
    "unknown-neighbor",
    "config-twice",
    "one-code",
    "one-condition",
    "flag-setting",
    "territory-setting",
    "texts-missing",
    "texts-unused",
    "different-kinds",
    "different-dimensions"
  ]),
  /** The item or setting concerned, as people write it. */
  name: Schema.String,
  /** What the problem names beside it: an existing item, a version, a dimension. */
  other: Schema.optionalKey(Schema.String),
  suggestion: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return this.suggestion === undefined ? this.sentence : `${this.sentence} ${this.suggestion}`
  }

  private get sentence(): string {
    const name = `"${this.name}"`
    const other = `"${this.other ?? ""}"`
    switch (this.problem) {
      case "unknown":
        return `The sources contain no ${this.other ?? "item"} ${name}.${this.suggestion === undefined ? " Search for it with taxonomy find." : ""}`
      case "ambiguous":
        return `${name} names several items: ${this.other ?? ""}. Write one of them.`
      case "exists":
        return `${name} exists already. Choose another code.`
      case "differs-in-case":
        return `${name} differs from ${other} only in case. Choose another code.`
      case "removed":
        return `${name} was removed in ${this.other ?? ""}, and a removed code stays reserved. Choose another code.`
      case "device-name":
        return `Windows reserves the name ${name}. Choose another.`
      case "name-of-other-kind":
        return `${name} is the name of a ${this.other ?? ""} already. Choose another.`
      case "rule-not-deprecated":
        return `${name} is a conflict rule, which is never deprecated. Delete its file in a minor release.`
      case "not-deprecated":
        return `${name} is not deprecated. Leave out --undo.`
      case "replaces-itself":
        return `${name} cannot replace itself. Name another item.`
      case "merges-itself":
        return `${name} cannot be merged into itself. Name the items that it replaces.`
      case "replacement-deprecated":
        return this.other === undefined
          ? `${name} is deprecated itself, without a replacement. Name another item.`
          : `${name} is deprecated itself. Write --replaced-by ${this.other}.`
      case "replaced-by-it":
        return `${name} is deprecated for ${other} itself. Undo that first: taxonomy deprecate ${this.name} --undo.`
      case "replacement-kind":
        return `${name} cannot replace ${other}. Name an item of the same kind.`
      case "no-replacement-or-reason":
        return `The deprecation of ${name} needs a replacement or a reason. Pass --replaced-by or --reason.`
      case "all-of-one":
        return `The deprecation of ${name} names fewer than two items that replace it together. Leave out --all-of.`
      case "same-name":
        return `${name} has this name already. Write --to with another dimension or code.`
      case "not-movable":
        return `${name} is not a value or a license. Write DIMENSION/CODE, or the code of a license.`
      case "unknown-neighbor":
        return `The file of ${other} contains no value ${name} after which a new one could go.`
      case "config-twice":
        return `${name} is set twice. Set each dimension once.`
      case "one-code":
        return `A config sets ${name} to one code. Write ${this.name}=CODE.`
      case "one-condition":
        return `A config sets ${name} to one code. Write ${this.name}=CODE, or ${this.name}=A,B for either of two.`
      case "flag-setting":
        return `${name} is not a flag. Write FLAG, FLAG:true or FLAG:false.`
      case "territory-setting":
        return `"global" stands alone in ${name}. Write ${this.name}=global or ${this.name}=US,CA.`
      case "texts-missing":
        return `${name} is a new value without a ${this.other ?? "label"}. Pass --${this.other ?? "label"}, once for each new value.`
      case "texts-unused":
        return `--${this.name} is given more often than there are new values. Leave out what existing values have.`
      case "different-kinds":
        return `${name} and ${other} are of different kinds. Merge items of one kind.`
      case "different-dimensions":
        return `${name} and ${other} are of different dimensions. Move one of them first.`
    }
  }
}

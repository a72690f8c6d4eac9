import * as Schema from "effect/Schema"

/** An edit that cannot be made safely. The text is left as it is. */
export class EditFailed extends Schema.TaggedError<EditFailed>()("EditFailed", {
  /** `syntax`: the text is not valid YAML. `missing`: the path leads nowhere. `structure`: anything else. */
  problem: Schema.Literals(["syntax", "missing", "structure"]),
  path: Schema.Array(Schema.Union([Schema.String, Schema.Finite]))
}) {
  override get message() {
    const at = this.path.length === 0 ? "the file" : `"${this.path.join("/")}"`
    switch (this.problem) {
      case "syntax":
        return "The file is not valid YAML. Correct it first."
      case "missing":
        return `The file has no ${at}.`
      case "structure":
        return `The layout of ${at} does not allow this edit. Edit the file by hand.`
    }
  }
}

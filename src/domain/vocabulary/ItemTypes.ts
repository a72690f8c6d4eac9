import type { Items } from "../taxonomy/Taxonomy.ts"
import type { Bump } from "../taxonomy/Version.ts"
import type { Noun, Reasons } from "./Field.ts"

interface ItemType {
  readonly noun: Noun
  readonly added: Requirement
  readonly removed: Requirement
}

/** The bump that an addition or a removal requires most often, and why. */
interface Requirement {
  readonly bump: Bump
  readonly why: Reasons
}

const breaks = "configs that use it become invalid"

/** The kinds of items that are added and removed, and why that requires its bump. */
export const itemTypes: Readonly<Record<Exclude<keyof Items, "taxonomy">, ItemType>> = {
  dimension: {
    noun: ["dimension", "dimensions"],
    // `diff` raises the bump if the dimension is required.
    added: {
      bump: "minor",
      why: { minor: "existing configs stay valid", major: "every config must set a required dimension" }
    },
    removed: { bump: "major", why: { major: breaks } }
  },
  value: {
    noun: ["value", "values"],
    added: { bump: "minor", why: { minor: "existing configs stay valid" } },
    removed: { bump: "major", why: { major: breaks } }
  },
  license: {
    noun: ["base license", "base licenses"],
    added: { bump: "minor", why: { minor: "existing licenses stay as they are" } },
    removed: { bump: "major", why: { major: "contracts based on it lose it" } }
  },
  rule: {
    noun: ["conflict rule", "conflict rules"],
    // `diff` lowers the bump if no existing config can meet the conditions.
    added: {
      bump: "major",
      why: { major: "configs that were valid can become invalid", minor: "it concerns a dimension that is new" }
    },
    removed: { bump: "minor", why: { minor: "more configs are valid" } }
  }
}

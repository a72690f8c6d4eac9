import type { Assessment } from "../../../domain/contracts/Assess.ts"
import type { Obstacle } from "../../../domain/contracts/Succession.ts"
import { formatCount } from "../../../report/text/PlainText.ts"

/** The verdict of a release on a config, in words. */
export const verdictText = ({ broken, deprecated, problems, verdict }: Assessment): string => {
  switch (verdict) {
    case "valid":
      return "Valid"
    case "deprecated":
      return `Valid, with ${formatCount(deprecated.length, "deprecated item")}`
    case "broken":
      return `Broken: ${formatCount(broken.length, "reason")}`
    case "invalid":
      return `Not valid: ${formatCount(problems.length, "problem")}, as in the release that it was written for`
  }
}

/** Why an item of a config has no replacement. */
export const obstacleText: { readonly [Name in Obstacle]: string } = {
  "no-replacement": "nothing replaces it",
  choice: "you have to choose between its replacements",
  cycle: "its replacements lead back to it",
  occupied: "the config sets the dimension of its replacement otherwise",
  shape: "the dimension of its replacement cannot hold it"
}

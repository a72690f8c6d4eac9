import type { Rule } from "../Check.ts"

/** Whether what the sources say of each other holds: names lead somewhere, and base licenses are valid. */
export const referenceRules = [
  {
    id: "reference/unknown-dimension",
    title: "A dimension is named that does not exist",
    level: "error",
    breaks: `# licenses/EDU.yaml
config:
  use_types: [educational]`,
    keeps: `# licenses/EDU.yaml
config:
  use_type: [educational]`,
    explanation:
      "A config, a rule or a replacement names a dimension for which there is no file. What it says would mean nothing to a reader of the release. Correct the name, or add the dimension.",
    waivable: false
  },
  {
    id: "reference/unknown-value",
    title: "A value is named that its dimension does not have",
    level: "error",
    breaks: `# licenses/EDU.yaml
config:
  use_type: [educatonal]`,
    keeps: `# licenses/EDU.yaml
config:
  use_type: [educational]`,
    explanation:
      "A config, a rule or a replacement names a code that the dimension does not list. Codes are compared letter by letter, case included. Use a value that is there, or add it to the dimension.",
    waivable: false
  },
  {
    id: "reference/unknown-license",
    title: "A license is replaced by one that does not exist",
    level: "error",
    breaks: `# licenses/EDU.yaml
deprecated:
  replaced_by: [EDU-2]   # and there is no licenses/EDU-2.yaml`,
    keeps: `# licenses/EDU.yaml
deprecated:
  replaced_by: [EDU-IMAGE]`,
    explanation:
      "Whoever uses a deprecated license is sent to its replacement, so the replacement has to exist, and cannot be the license itself. Name a license that is there; where nothing takes its place, leave replaced_by out and give a reason.",
    waivable: false
  },
  {
    id: "reference/missing-dimension",
    title: "A license leaves a required dimension unset",
    level: "error",
    breaks: `# dimensions/use_type.yaml
required: true

# licenses/EDU.yaml
config: {}`,
    keeps: `# dimensions/use_type.yaml
required: true

# licenses/EDU.yaml
config:
  use_type: [educational]`,
    explanation:
      "A required dimension is one without which a license does not say what it grants, so each base license sets it. Add it to the config of the license that the finding names.",
    waivable: false
  },
  {
    id: "license/conflict",
    title: "A base license is what a rule forbids",
    level: "error",
    breaks: `# rules/educational-not-full-commercial.yaml
forbid:
  use_type: { contains: educational }
  commercial_scope: { equals: full_commercial }

# licenses/EDU.yaml
config:
  use_type: [educational]
  commercial_scope: full_commercial`,
    keeps: `# licenses/EDU.yaml
config:
  use_type: [educational]
  commercial_scope: non_commercial`,
    explanation:
      "A config that meets every condition of a conflict rule is invalid, and clients will refuse it. A base license is offered as ready to use, so it has to be valid itself. Change the config, or narrow the rule if it forbids more than was meant.",
    waivable: false
  }
] as const satisfies ReadonlyArray<Rule>

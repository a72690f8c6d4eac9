import type { Check } from "../Check.ts"

export const missingKey: Check<"source/missing-key", { readonly key: string }> = {
  id: "source/missing-key",
  title: "Missing key",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "Clients rely on every item having its texts and its shape, so missing ones are never guessed. Add the key that the finding names.",
  breaks: `# dimensions/use_type.yaml
values:
  - code: educational
    label: Educational`,
  keeps: `# dimensions/use_type.yaml
values:
  - code: educational
    label: Educational
    description: Teaching and study.`,
  message: ({ key }) => `Missing key "${key}"`,
  help: ({ key }) => `Add ${key}: here.`
}

import type { Rule } from "../Check.ts"

/** The declared version against what is published, and against what the changes require (service spec, 9.1). */
export const semverRules = [
  {
    id: "semver/version-taken",
    title: "The declared version is published already, with other content",
    level: "error",
    breaks: `# taxonomy.yaml, after 1.1.0 was published and a value was added
version: 1.1.0`,
    keeps: `# taxonomy.yaml, after 1.1.0 was published and a value was added
version: 1.2.0`,
    explanation:
      "What is published never changes: clients pin a version and rely on getting the same bytes for good. The sources differ from the release of that version, so they need a version of their own. Declare the next one in taxonomy.yaml.",
    waivable: false
  },
  {
    id: "semver/not-a-successor",
    title: "The declared version does not follow its base",
    level: "error",
    breaks: `# taxonomy.yaml, after 1.1.0
version: 1.4.0`,
    keeps: `# taxonomy.yaml, after 1.1.0
version: 1.2.0`,
    explanation:
      "A release builds on the highest published version below it, and is its next patch, minor or major version. A gap in the numbers would make people look for releases that never were. Only the first release of all is free to choose. Declare the version that the finding suggests.",
    waivable: false
  },
  {
    id: "semver/bump-too-small",
    title: "The declared version promises less change than there is",
    level: "error",
    breaks: `# taxonomy.yaml, after 1.1.0 and with the definition of a value changed
version: 1.2.0`,
    keeps: `# taxonomy.yaml, after 1.1.0 and with the definition of a value changed
version: 2.0.0`,
    explanation:
      "The version tells clients whether they can upgrade without looking: a patch changes texts alone, a minor only adds or deprecates, and what can break a valid license is a major. The largest change decides. Declare the version that the finding names, or take the changes that need it back.",
    waivable: false
  },
  {
    id: "semver/bump-larger-than-needed",
    title: "The declared version promises more change than there is",
    level: "warning",
    breaks: `# taxonomy.yaml, after 1.1.0 and with one label corrected
version: 2.0.0`,
    keeps: `# taxonomy.yaml, after 1.1.0 and with one label corrected
version: 1.1.1`,
    explanation:
      "A larger step than the changes require is allowed, but it makes every client check for breaks that are not there. Declare the smaller version, unless the larger step is meant.",
    waivable: false
  },
  {
    id: "semver/nothing-to-release",
    title: "Nothing changed since the base",
    level: "error",
    breaks: `# taxonomy.yaml, after 1.1.0 and without any change
version: 1.1.1`,
    keeps: `# taxonomy.yaml, after 1.1.0 and without any change
version: 1.1.0`,
    explanation:
      "A release with the content of the one before it tells clients of an upgrade that is none. To publish the same content again is no error and does nothing, so leave the version as it was until something changes.",
    waivable: false
  }
] as const satisfies ReadonlyArray<Rule>

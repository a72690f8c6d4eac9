import type { SourceFiles } from "../Sources.ts"

/** A label with markup and bidirectional controls, which pages must show as text. */
export const hostileLabel = `<img src=x onerror="document.title='run'"> & \u202Eright to left\u202C 👩‍👩‍👧‍👦`

/** A description of 600 characters without a space. */
export const endlessText = "Endless".repeat(86)

const value = (code: string, label: string, description: string, more = ""): string =>
  `  - code: ${code}\n    label: ${JSON.stringify(label)}\n    description: ${JSON.stringify(description)}\n${more}`

const header = (version: string, more = ""): string => `namespace: sample
title: Image licensing
description: Terms on which images are licensed.
version: ${version}
${more}`

const dimension = (name: string, label: string, shape: string, required: boolean, values: string): string =>
  `name: ${name}\nlabel: ${label}\ndescription: ${label} of a license.\nshape: ${shape}\nrequired: ${required}\n${values}`

const useType = (...values: ReadonlyArray<string>): string =>
  dimension("use_type", "Use type", "multiple", true, `values:\n${values.join("")}`)

const editorial = value("EDITORIAL", "Editorial use", "News and commentary.")
const educational = value(
  "EDUCATIONAL",
  "Educational use",
  "Teaching and study.",
  "    definition: Use in a school, or by a person who learns.\n"
)
const advertising = (more = ""): string => value("ADVERTISING", "Advertising", "Promotion of goods and services.", more)
const translations = `    translations:
      fr: { label: Publicité, description: "Promotion de produits et de services." }
      de: { label: Werbung }
`
const tapes = (more = ""): string => value("TAPES", "Tapes and discs", "Music on tape or disc.", more)
const video = (more = ""): string => value("VIDEO_TAPES", "Video tapes", "Films on tape.", more)
const hostile = value("HOSTILE", hostileLabel, endlessText)
const games = (more = ""): string => value("GAMES", "Video games", "Play on a screen.", more)
const podcasts = (label: string): string => value("PODCASTS", label, "Speech and music on demand.")

const tapesDeprecated = tapes("    deprecated: { replaced_by: [GAMES], reason: Nobody sells tapes any more. }\n")
const videoDeprecated = video("    deprecated: { replaced_by: { all_of: [GAMES, EDITORIAL] } }\n")
const gamesDeprecated = games("    deprecated: { replaced_by: [ADVERTISING] }\n")

const license = (code: string, name: string, config: string): string =>
  `code: ${code}\nname: ${name}\ndescription: ${name} for tests.\nconfig:\n${config}`

export const firstSources: SourceFiles = {
  "taxonomy.yaml": header("1.0.0"),
  "dimensions/use_type.yaml": useType(editorial, educational, advertising(), tapes(), video(), games()),
  "dimensions/exclusivity.yaml": dimension(
    "exclusivity",
    "Exclusivity",
    "single",
    false,
    `values:\n${value("NONE", "Not exclusive", "Others may have the same license.")}${value("SOLE", "Sole", "Nobody else has a license.")}`
  ),
  "dimensions/synthetic_use.yaml": dimension(
    "synthetic_use",
    "Synthetic use",
    "flags",
    false,
    `values:\n${value("avatar", "Avatar", "A digital avatar.")}${value("replica", "Replica", "A lifelike replica.")}`
  ),
  "dimensions/territory.yaml": dimension(
    "territory",
    "Territory",
    "territory",
    true,
    "values_from: iso-3166-1-alpha-2\n"
  ),
  "licenses/NEWS.yaml": license(
    "NEWS",
    "News license",
    "  use_type: [EDITORIAL]\n  territory: { global: true, countries: [] }\n"
  ),
  "licenses/SCHOOL.yaml": license(
    "SCHOOL",
    "School license",
    "  use_type: [EDUCATIONAL]\n  exclusivity: NONE\n  territory: { global: false, countries: [FR, DE] }\n"
  ),
  "rules/avatar-not-replica.yaml": `id: avatar-not-replica
description: An avatar is no replica.
forbid:
  synthetic_use: { avatar: true, replica: true }
`,
  "rules/news-not-sole.yaml": `id: news-not-sole
description: News is never licensed to one licensee alone.
forbid:
  use_type: { contains: EDITORIAL }
  exclusivity: { equals: SOLE }
`
}

/** What each release changes, with its day. 2.2.0 is withdrawn later; version 1 has an end. */
export const richReleases: ReadonlyArray<{ readonly date: string; readonly files: SourceFiles }> = [
  { date: "2024-01-10", files: firstSources },
  {
    date: "2024-02-10",
    files: {
      "taxonomy.yaml": header("1.1.0"),
      "dimensions/use_type.yaml": useType(
        editorial,
        educational,
        advertising(),
        tapesDeprecated,
        videoDeprecated,
        games()
      )
    }
  },
  {
    date: "2024-03-10",
    files: {
      "taxonomy.yaml": header("1.1.1", "translations:\n  fr: { title: Licences d'images }\n"),
      "dimensions/use_type.yaml": useType(
        editorial,
        educational,
        advertising(translations),
        tapesDeprecated,
        videoDeprecated,
        games()
      )
    }
  },
  {
    date: "2024-04-10",
    files: {
      "taxonomy.yaml": header("1.2.0", "translations:\n  fr: { title: Licences d'images }\n"),
      "dimensions/use_type.yaml": useType(
        editorial,
        educational,
        advertising(translations),
        tapesDeprecated,
        videoDeprecated,
        games(),
        hostile
      )
    }
  },
  {
    date: "2024-05-10",
    files: {
      "taxonomy.yaml": header("1.3.0", "translations:\n  fr: { title: Licences d'images }\n"),
      "licenses/STUDIO.yaml": license(
        "STUDIO",
        "Studio license",
        "  use_type: [ADVERTISING]\n  exclusivity: SOLE\n  synthetic_use: { avatar: true }\n  territory: { global: true, countries: [] }\n"
      )
    }
  },
  {
    date: "2024-10-10",
    files: {
      "taxonomy.yaml": header("2.0.0", "translations:\n  fr: { title: Licences d'images }\n"),
      "dimensions/use_type.yaml": useType(editorial, educational, advertising(translations), games(), hostile)
    }
  },
  {
    date: "2025-01-10",
    files: {
      "taxonomy.yaml": header("2.1.0", "translations:\n  fr: { title: Licences d'images }\n"),
      "dimensions/use_type.yaml": useType(editorial, educational, advertising(translations), gamesDeprecated, hostile)
    }
  },
  {
    date: "2025-02-10",
    files: {
      "taxonomy.yaml": header("2.2.0", "translations:\n  fr: { title: Licences d'images }\n"),
      "dimensions/use_type.yaml": useType(
        editorial,
        educational,
        advertising(translations),
        gamesDeprecated,
        hostile,
        podcasts("Mistake")
      )
    }
  },
  {
    date: "2025-03-10",
    files: {
      "taxonomy.yaml": header("2.2.1", "translations:\n  fr: { title: Licences d'images }\n"),
      "dimensions/use_type.yaml": useType(
        editorial,
        educational,
        advertising(translations),
        gamesDeprecated,
        hostile,
        podcasts("Podcasts")
      )
    }
  }
]

/** The working tree: an added value, deprecated at once, and a changed description, which a patch cannot have. */
export const richDraft: SourceFiles = {
  "taxonomy.yaml": header("2.2.2", "translations:\n  fr: { title: Licences d'images }\n"),
  "dimensions/use_type.yaml": useType(
    editorial.replace("News and commentary.", "News, commentary and satire."),
    educational,
    advertising(translations),
    gamesDeprecated,
    hostile,
    podcasts("Podcasts"),
    value(
      "STREAMS",
      "Live streams",
      "Pictures and sound while they are made.",
      "    deprecated: { replaced_by: { all_of: [PODCASTS, EDITORIAL] } }\n"
    )
  )
}

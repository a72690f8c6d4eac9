import { makeFinding, type Finding, replaceNode, inItem, inWaiver, type Location } from "../../Finding.ts"
import type { Publish } from "../../release/PublishRelease.ts"
import { listNames } from "../../Sentence.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import { withArticle } from "../../text/Characters.ts"
import { findTextSlips, isUnusual, simpleSlips, type TextSlip } from "../../text/TextSlips.ts"
import { fieldsWith } from "../../vocabulary/ItemTypes.ts"
import { changedTexts, type ChangedText } from "../ChangedTexts.ts"
import type { Check } from "../Check.ts"

export const suspiciousText: Check<
  "source/suspicious-text",
  {
    /** `null` for the texts of the taxonomy itself. */
    readonly item: string | null
    readonly field: string
    /** The language of a translation. */
    readonly language: string | null
    readonly slips: ReadonlyArray<TextSlip>
    /** The text without the slips, if a program can tell. */
    readonly mended: string | null
  }
> = {
  id: "source/suspicious-text",
  title: "Text with a slip of typing",
  level: "warning",
  stage: "release",
  explanation:
    "A published text is served byte for byte, also with a space at its end, an invisible character from a word processor, a comma from JSON, or a note such as TODO. Readers do not see such slips, but searches, comparisons and contracts do. Only new and changed texts are looked at. Characters that a language needs, such as joiners in Persian or direction marks in Arabic, are accepted there.",
  breaks: `# dimensions/event_access.yaml
values:
  - code: meet_and_greet
    label: "Meet and greet, "
    description: Guests meet the athlete.`,
  keeps: `# dimensions/event_access.yaml
values:
  - code: meet_and_greet
    label: Meet and greet
    description: Guests meet the athlete.`,
  message: ({ field, item, language, slips }) => {
    const translation = language === null ? "" : `, in ${language},`
    const name =
      field === "reason" ? "reason for the deprecation" : field === "waiver" ? "reason for the waiver" : field
    const subject = name === "notes" ? "The text of the notes" : lists.has(name) ? `One of the ${name}` : `The ${name}`
    return `${subject} of ${item ?? "the taxonomy"}${translation} ${listNames(describeAll(slips))}`
  },
  help: ({ mended, slips }) => {
    const [{ slip } = {}] = slips
    if (mended === null && slip === "unpaired-quote") return "Close the quotation, or remove the mark."
    if (mended === null && slip === "too-long") return "Shorten it."
    if (mended === null) return "Write the text again without it."
    if (mended.length <= maxShownLength) return `Write ${JSON.stringify(mended)}.`
    return slips.length === 1 ? (slips.map(advise)[0] ?? "") : "Remove these characters, and write plain spaces."
  },
  run: (proposal) => [
    ...changedTexts(proposal, isUnusual).flatMap((changed): ReadonlyArray<Finding> => {
      const { item, language, path, text } = changed
      const field = String(path.findLast((key) => typeof key === "string"))
      const found = findTextSlips(text, { language, isLabel: labels.has(field) })
      if (found === undefined) return []
      const { excerpt, mended = null, slips } = found
      const facts = {
        item: item === undefined ? null : formatItem(item),
        field,
        language: language ?? null,
        slips,
        mended
      }
      const location = locationOf(changed, excerpt)
      // A text of several lines would become one line of source. Only spaces and invisible characters go without a decision.
      const fix =
        mended === null || mended.includes("\n") || visible(mended) !== visible(text)
          ? []
          : [replaceNode(locationOf(changed, undefined), JSON.stringify(mended))]
      return [makeFinding(suspiciousText, facts, { location, fix, ...(item === undefined ? {} : { item }) })]
    }),
    ...waiverSlips(proposal.command)
  ]
}

/** Slips in the reasons of this release's waivers. One entry of several subjects has one reason. */
const waiverSlips = ({ version, waivers }: Publish): ReadonlyArray<Finding> => {
  const entries = new Map(waivers.map((waiver, index) => [waiver.entry ?? index, waiver]))
  return [...entries].flatMap(([index, waiver]) => {
    const found =
      waiver.version === version ? findTextSlips(waiver.reason, { language: undefined, isLabel: false }) : undefined
    if (found === undefined) return []
    const { mended = null, slips } = found
    const facts = { item: waiver.subject, field: "waiver", language: null, slips, mended }
    return [makeFinding(suspiciousText, facts, { location: inWaiver(index) })]
  })
}

const visible = (text: string): string => text.normalize("NFC").replaceAll(/[\s\p{C}\p{Zs}]+/gu, "")

/** The fields with a text of one line. A reason is part of a header line. */
const labels: ReadonlySet<string> = new Set(
  (["taxonomy", "dimension", "value", "license", "rule", "deprecation"] as const).flatMap((type) =>
    fieldsWith(type, ({ form, isName }) => form === "line" || isName === true)
  )
)

/** The fields with several texts, which are named in the plural. */
const lists: ReadonlySet<string> = new Set(["alt_labels", "examples"])

const maxShownLength = 100

/** Points to the slip if it is within the text, otherwise to the text. */
const locationOf = ({ item, path }: ChangedText, excerpt: string | undefined): Location => {
  const within = excerpt === undefined || excerpt === " " || excerpt.includes("\n") ? {} : { within: excerpt }
  return item === undefined ? { _tag: "Header", path, ...within } : { ...inItem(item, ...path), ...within }
}

/** Residues of one kind are described together. */
const describeAll = (slips: ReadonlyArray<TextSlip>): ReadonlyArray<string> =>
  [...Map.groupBy(slips, (slip) => (slip.slip === "residue" ? slip.residue : slip)).values()].map((group) => {
    const texts = group.flatMap((slip) => (slip.slip === "residue" ? [slip.text] : []))
    return group
      .slice(0, 1)
      .map((slip) => describe(slip.slip === "residue" ? { ...slip, text: texts.join(", ") } : slip))
      .join("")
  })

const describe = (slip: TextSlip): string => {
  switch (slip.slip) {
    case "character":
      return `contains ${withArticle(slip.name)} (${slip.code_point})`
    case "decomposed":
      return `contains "${slip.character}" as separate characters (${slip.code_point})`
    case "residue":
      return `contains ${residues[slip.residue]} (${slip.text})`
    default:
      return simpleSlips[slip.slip]
  }
}

const residues = {
  placeholder: "a placeholder",
  markup: "HTML",
  escape: "an escape sequence that is not in double quotes",
  encoding: "a wrongly decoded character"
} as const

const advise = (slip: TextSlip): string => {
  switch (slip.slip) {
    case "decomposed":
      return "Type the character again, as one key."
    case "doubled-space":
      return "Write one space."
    case "line-break":
      return "Join the two lines with a space."
    case "enclosed-in-quotes":
      return "Remove the quotation marks."
    case "character":
      return `Remove the ${slip.name}, or replace it with a plain space.`
    default:
      return "Remove it."
  }
}

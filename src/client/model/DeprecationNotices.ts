import type { DeprecationNotice } from "../options/ClientOptions.ts"

/** What one answer says in its headers. */
export interface ToldDeprecation extends Pick<DeprecationNotice, "deprecatedAt" | "sunset"> {
  /** All of its sentences. */
  readonly text: string | undefined
  readonly url: string
  /** The taxonomy version of the answer. */
  readonly version: string | undefined
}

export interface KeyedNotice extends Pick<DeprecationNotice, "deprecatedAt" | "sunset" | "text"> {
  /** The same whenever the same thing is told. */
  readonly key: string
}

/** A notice for each thing that an answer says is going away. The dates are of the resource that was asked for alone. */
export const noticesIn = ({
  deprecatedAt,
  sunset,
  text,
  url,
  version
}: ToldDeprecation): ReadonlyArray<KeyedNotice> => {
  const sentences = text === undefined ? [] : sentencesIn(text)
  const dated = deprecatedAt !== undefined || sunset !== undefined
  const own = dated ? ownSentence(sentences, url) : undefined
  const notices = sentences.map((sentence): KeyedNotice => {
    const dates = sentence === own ? { deprecatedAt, sunset } : { deprecatedAt: undefined, sunset: undefined }
    return remainder.test(sentence)
      ? { key: `more in ${version}`, text: sentence.replace(/^and /, ""), ...dates }
      : { key: sentence, text: sentence, ...dates }
  })
  return dated && own === undefined
    ? [...notices, { key: url, text: "This resource is deprecated", deprecatedAt, sunset }]
    : notices
}

/** The service puts "; " between its sentences, and an editor's reason may have that within one. */
const sentencesIn = (text: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  for (const part of text.split("; ")) {
    const last = sentences.at(-1)
    if (last === undefined || beginning.test(part) || remainder.test(part)) sentences.push(part)
    else sentences[sentences.length - 1] = `${last}; ${part}`
  }
  return sentences
}

const beginning =
  /^(?:Release v\S+ was withdrawn on |Taxonomy v\d+ has its end of life on |\S+ is deprecated since v\d)/
const remainder = /^and \d+ more, see deprecations in the schema$/

/** The sentence on the resource itself: on the license at this address, or else on the major that all of it is of. */
const ownSentence = (sentences: ReadonlyArray<string>, url: string): string | undefined => {
  if (sentences.length === 1) return sentences[0]
  const code = /\/licenses\/([^/?]+)/.exec(url)?.[1]
  const ofLicense = code === undefined ? undefined : sentences.find((text) => text.startsWith(`${code} is deprecated `))
  return ofLicense ?? sentences.find((text) => /^Taxonomy v\d+ has its end of life /.test(text))
}

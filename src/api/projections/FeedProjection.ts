import { changedItem, isDeprecation, type Change } from "../../domain/change/Change.ts"
import { kindFacts } from "../../domain/change/Recording.ts"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/ReleaseLines.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { asSentence, listSome } from "../../domain/Sentence.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import { makeItemIris, placeholderBase, type ItemIris } from "../../export/ItemIris.ts"
import { empty, html, type Html } from "../docs/Html.ts"
import { maxFeedEntries } from "../parameters/QueryParameters.ts"

/** The addresses that a feed names, which depend on where it is served, and its length. */
export interface FeedOptions {
  /** Of the feed itself. */
  readonly self: string
  /** Of what a release changed, or of what shows it. */
  readonly release: (release: PublishedRelease) => string
  /** Of the list of all releases, or of the page that shows it. */
  readonly releases: string
  /** The number of entries at most. Default: `maxFeedEntries`. */
  readonly limit?: number | undefined
}

/** What happened to the taxonomy. */
interface FeedEntry {
  /** It stays, whatever follows. */
  readonly id: string
  readonly title: string
  readonly date: Timestamp
  readonly address: string
  readonly content: Html
}

/**
 * The Atom feed (RFC 4287) of all releases with what they add, change and remove, of their deprecations, of withdrawals and
 * of the ends of majors: the newest entries first.
 */
export const releasesFeed = (history: ReleaseHistory, options: FeedOptions): string => {
  const taxonomy = newestOf(history)?.taxonomy
  const [title, namespace] = [taxonomy?.title ?? "Taxonomy", taxonomy?.namespace ?? "taxonomy"]
  const iris = makeItemIris(placeholderBase(namespace))
  const entries = entriesOf(history, iris, options).slice(0, options.limit ?? maxFeedEntries)
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
    <id>${iris.taxonomy}releases</id>
    <title>${xmlText(title)}</title>
    <subtitle>Releases, deprecations, withdrawals and ends of life</subtitle>
    <updated>${entries[0]?.date ?? "1970-01-01T00:00:00Z"}</updated>
    <author><name>${xmlText(title)}</name></author>
    <link rel="self" type="application/atom+xml" href="${options.self}" />
    ${entries.map(
      ({ address, content, date, id, title }) => html`
        <entry>
          <id>${id}</id>
          <title>${xmlText(title)}</title>
          <updated>${date}</updated>
          <link href="${address}" />
          <content type="html">${xmlText(compact(content))}</content>
        </entry>
      `
    )}
  </feed>`
  return `<?xml version="1.0" encoding="utf-8"?>\n${compact(feed)}\n`
}

/** Without the space between tags, which means nothing in a feed. */
const compact = ({ html }: Html): string => html.trim().replaceAll(/>\s+</g, "><").replaceAll(/\s+>/g, ">")

/** The text without the characters that XML does not have (XML 1.0, 2.2). */
const xmlText = (text: string): string => text.replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")

const entriesOf = (history: ReleaseHistory, iris: ItemIris, options: FeedOptions): ReadonlyArray<FeedEntry> => {
  const { endedMajors, releases, withdrawn } = history
  const published = [...releases.values()].flatMap((release) => releaseEntries(release, iris, options))
  const newest = published.at(-1)?.date ?? ""
  const withdrawals = [...withdrawn].map(([version, { date, reason }]) => ({
    id: `${iris.release(version)}#withdrawal`,
    title: `Release ${version} was withdrawn`,
    date,
    address: options.releases,
    content: html`<p>${asSentence(reason)}</p>`
  }))
  const ends = [...endedMajors].map(([major, { date, reason }]) => ({
    id: `${iris.release(String(major))}#end-of-life`,
    title: `v${major} has its end of life on ${dayOf(date)}`,
    // The ledger does not say when it was announced, and readers hide what lies ahead.
    date: date < newest ? date : newest,
    address: options.releases,
    content: html`<p>${asSentence(reason)}</p>`
  }))
  // Of one time, the last in the ledger comes first.
  return [...published, ...withdrawals, ...ends].toReversed().sort((left, right) => byCodeUnits(right.date, left.date))
}

const releaseEntries = (release: PublishedRelease, iris: ItemIris, options: FeedOptions): ReadonlyArray<FeedEntry> => {
  const { changes, notes, published_at: date, version } = release
  const address = options.release(release)
  const deprecations = changes.filter(isDeprecation)
  const lists = Object.entries(namesOf).flatMap(([heading, isListed]) => {
    const names = changes.flatMap((change) => (isListed(change) ? (nameOf(change) ?? []) : []))
    return names.length === 0 ? [] : [html`<li>${heading}: ${listSome([...new Set(names)], maxNames)}</li>`]
  })
  const content = html`${notes === undefined ? empty : html`<p>${asSentence(notes.summary)}</p>`}
  ${notes?.effective === undefined ? empty : html`<p>Effective ${notes.effective}.</p>`}
  ${
    lists.length === 0
      ? empty
      : html`<ul>
          ${lists}
        </ul>`
  }`
  const own = { id: iris.release(version), title: `Release ${version}`, date, address, content }
  if (deprecations.length === 0) return [own]
  const names = deprecations.map((change) => ({ name: nameOf(change) ?? "", deprecation: change.after }))
  return [
    {
      id: `${iris.release(version)}#deprecations`,
      title: `Release ${version} deprecates ${listSome(
        names.map(({ name }) => name),
        3
      )}`,
      date,
      address,
      content: html`<ul>
        ${names.slice(0, maxNames).map(({ deprecation, name }) => html`<li>${name}: ${insteadOf(deprecation)}</li>`)}${
          names.length > maxNames ? html`<li>${names.length - maxNames} more</li>` : empty
        }
      </ul>`
    },
    own
  ]
}

/** Which changes a list names, by its heading. */
const namesOf: Readonly<Record<string, (change: Change) => boolean>> = {
  Added: ({ kind }) => kindFacts[kind].aspect === "added",
  Removed: ({ kind }) => kindFacts[kind].aspect === "removed",
  Changed: ({ kind }) => !["added", "removed", "deprecated"].includes(kindFacts[kind].aspect)
}

/** The name of the item that a change is about; `undefined` for a change of the taxonomy as a whole. */
const nameOf = (change: Change): string | undefined => {
  const item = changedItem(change)
  return item && formatItem(item)
}

const insteadOf = (deprecation: Deprecation): string => {
  const { reason, replaced_by } = deprecation
  const instead = replaced_by.length === 0 ? "nothing replaces it" : `use ${formatReplacements(deprecation)} instead`
  return asSentence(reason === undefined ? instead : `${instead}. ${reason}`)
}

const maxNames = 20

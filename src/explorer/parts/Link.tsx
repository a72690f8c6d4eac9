import type { ComponentChildren } from "preact"
import { useExplorer } from "../ExplorerContext.ts"
import { formatDate } from "../model/Catalog.ts"
import { formatRoute, type ReleaseName, type Segments } from "../routing/Route.ts"

interface LinkProps {
  readonly to: Segments
  /** The release of the current address if it is missing. */
  readonly release?: ReleaseName | undefined
  readonly parameters?: Readonly<Record<string, string>>
  readonly current?: boolean
  readonly class?: string
  readonly children: ComponentChildren
}

/** A link to another page of the Explorer. The language of the texts stays. */
export const Link = ({ children, class: className, current, parameters, release, to }: LinkProps) => {
  const { route } = useExplorer()
  const { language } = route.parameters
  const href = formatRoute({
    release: release ?? route.release,
    segments: to,
    parameters: { ...parameters, language }
  })
  return (
    <a href={href} class={className} aria-current={current === true ? "page" : undefined}>
      {children}
    </a>
  )
}

/** A link to a release, with the day of its publication. */
export const ReleaseLink = ({ version }: { readonly version: string }) => {
  const { catalog } = useExplorer()
  const entry = catalog.releaseOf.get(version)
  if (entry === undefined) return <>{version}</>
  return (
    <>
      <Link to={[]} release={version}>
        {version}
      </Link>{" "}
      (<DateText date={entry.published_at} />)
    </>
  )
}

/** A date in words. `date` is ISO 8601 in UTC. */
export const DateText = ({ date }: { readonly date: string }) => <time dateTime={date}>{formatDate(date)}</time>

/** Leads to a part of a page, which its address cannot name. */
export const showAndFocus = (part: HTMLElement): void => {
  part.tabIndex = -1
  part.focus({ preventScroll: true })
  part.scrollIntoView()
}

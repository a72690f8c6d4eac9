import type { ComponentChildren } from "preact"
import { useExplorer } from "../ExplorerContext.ts"
import { formatRoute, type ReleaseName, type Segments } from "../routing/Route.ts"

export interface LinkProps {
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

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { useExplorer } from "../ExplorerContext.ts"
import { Link } from "../parts/Link.tsx"
import { draft } from "../routing/Route.ts"
import { views, type View } from "../views.ts"

interface NavigationProps {
  readonly view: View | undefined
  /** The choices beside the links. */
  readonly children: ComponentChildren
}

/** The links to the pages, behind a button on narrow screens. */
export const Navigation = ({ children, view }: NavigationProps) => {
  const { route, store } = useExplorer()
  const [isOpen, setOpen] = useState(false)
  // After the paint, it would close a menu that a person has opened since.
  useLayoutEffect(() => setOpen(false), [route.segments.join("/")])
  const pages = views.filter(
    ({ isInNavigation, isOfDraft }) => isInNavigation && (isOfDraft !== true || store.draft !== undefined)
  )
  return (
    <div
      class="frame-menu"
      onKeyDown={({ currentTarget, key }) => {
        if (key !== "Escape" || !isOpen) return
        setOpen(false)
        currentTarget.querySelector("button")?.focus()
      }}
    >
      <button
        type="button"
        class="frame-menu-button"
        aria-expanded={isOpen}
        aria-controls="frame-menu"
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <div id="frame-menu" class="frame-menu-content" data-open={isOpen ? "" : undefined}>
        <nav aria-label="Pages">
          <ul>
            {pages.map((page) => (
              <li key={page.name}>
                <Link
                  to={page.name === "" ? [] : [page.name]}
                  release={page.isOfDraft === true ? draft : undefined}
                  current={page === view}
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div class="frame-choices">{children}</div>
      </div>
    </div>
  )
}

import type { ComponentChildren } from "preact"

interface PageProps {
  /** Dates and links about the page, beside its text or below it. */
  readonly rail: ComponentChildren
  readonly children: ComponentChildren
}

/** A page with a rail. */
export const Page = ({ children, rail }: PageProps) => (
  <div class="page">
    <article>{children}</article>
    <aside class="rail" aria-label="About this page">
      {rail}
    </aside>
  </div>
)

/** The way to a page: the pages above it, and not itself. */
export const Breadcrumbs = ({ children }: { readonly children: ReadonlyArray<ComponentChildren> }) => (
  <nav class="breadcrumbs" aria-label="Breadcrumbs">
    <ol>
      {children.map((crumb, index) => (
        <li key={index}>{crumb}</li>
      ))}
    </ol>
  </nav>
)

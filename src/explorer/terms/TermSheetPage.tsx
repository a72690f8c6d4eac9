import { useLayoutEffect, useMemo } from "preact/hooks"
import type { Config } from "../../domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../domain/taxonomy/ConfigValidation.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import type { SheetRelease } from "../../domain/terms/TermSheet.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { DataError } from "../data/DataSource.ts"
import { remember } from "../data/Store.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { UnreadPage } from "../frame/MissingPage.tsx"
import { findNotice } from "../model/Notice.ts"
import type { ShownRelease } from "../model/Release.ts"
import { Link, showAndFocus } from "../parts/Link.tsx"
import { asConfig, parseConfig } from "../playground/ConfigEditor.tsx"
import type { View, ViewProps } from "../views.ts"

/** The term sheet of a base license, `terms/CODE`, or of the config in the address. */
const TermSheetPage = ({ segments: [code] }: ViewProps) => {
  const { taxonomy } = useRelease()
  const { route } = useExplorer()
  const license = code === undefined ? undefined : snapshotOf(taxonomy).license(code)
  const parsed = parseConfig(route.parameters["config"] ?? "")
  const config = license?.config ?? (parsed._tag === "Config" ? parsed.config : undefined)
  const problems = configProblems(vocabularyOf(taxonomy.dimensions, taxonomy.rules), config)
  return config === undefined || problems.length > 0 ? (
    <>
      <h1>Term sheet</h1>
      <p>
        Only valid terms have a term sheet.{" "}
        <Link to={["playground"]} parameters={config === undefined ? {} : { config: JSON.stringify(config) }}>
          See what is wrong with these
        </Link>
      </p>
    </>
  ) : (
    <Sheet config={asConfig(config)} license={license} />
  )
}

export const termsView: View = {
  name: "terms",
  title: "Term sheet",
  area: "read",
  isHidden: true,
  component: TermSheetPage
}

interface SheetProps {
  readonly config: Config
  readonly license: License | undefined
}

const Sheet = ({ config, license }: SheetProps) => {
  const shown = useRelease()
  const { catalog, languages } = useExplorer()
  const { problem, value: writer } = useLoaded(loadWriter.get, [])
  const { value: release } = useLoaded(() => describeRelease(shown), [shown])
  const document = useMemo(() => {
    if (writer === undefined || release === undefined) return undefined
    const { taxonomy } = shown
    const today = new Date().toISOString()
    const sheet = writer.makeTermSheet(
      { config, license },
      {
        taxonomy,
        release,
        languages,
        deprecationOf: (item) => {
          const found = snapshotOf(taxonomy).get(item)
          const deprecation = found !== undefined && "deprecated" in found ? found.deprecated : undefined
          return deprecation && { deprecation, removal: findNotice(catalog, shown, item, [], today)?.removal }
        }
      }
    )
    return writer.makeSheetDocument(sheet, {})
  }, [writer, release, shown, config, license, languages])
  useStyle(writer?.sheetStyle)
  if (writer === undefined || document === undefined)
    return problem === undefined ? null : <UnreadPage problem={problem} />
  const name = license?.code ?? "terms"
  const save = (format: "docx" | "markdown") => {
    const content = writer.renderSheetAs[format](document)
    saveFile(
      `${name}${writer.sheetEndings[format]}`,
      new Blob([typeof content === "string" ? content : content.slice()])
    )
  }
  return (
    <>
      <p>
        <button type="button" onClick={() => print()}>
          Print
        </button>{" "}
        <button type="button" onClick={() => save("docx")}>
          Word
        </button>{" "}
        <button type="button" onClick={() => save("markdown")}>
          Markdown
        </button>
      </p>
      {/* The writer escapes every text. Its links lead to its own entries, which the address of the page cannot name. */}
      <div onClick={(event) => followEntry(event)} dangerouslySetInnerHTML={{ __html: writer.renderSheet(document) }} />
    </>
  )
}

const followEntry = (event: Event): void => {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  const entry = document.getElementById(link?.getAttribute("href")?.slice(1) ?? "")
  if (entry === null) return
  event.preventDefault()
  showAndFocus(entry)
}

/** Applies a style while a page is shown. The policy of the page allows no `style` element. */
const useStyle = (css: string | undefined): void =>
  useLayoutEffect(() => {
    if (css === undefined) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [css])

const saveFile = (name: string, content: Blob): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Browsers begin to read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Loads the script that the shell names. */
const loadWriter = remember(
  () =>
    new Promise<NonNullable<typeof globalThis.termSheets>>((resolve, reject) => {
      const script = document.createElement("script")
      script.src = document.querySelector<HTMLMetaElement>('meta[name="explorer-terms"]')?.content ?? ""
      script.addEventListener("error", () => reject(new DataError({ code: "unreachable" })))
      script.addEventListener("load", () =>
        globalThis.termSheets === undefined
          ? reject(new DataError({ code: "damaged" }))
          : resolve(globalThis.termSheets)
      )
      document.head.append(script)
    })
)

/** A release with the digest of its schema, which is compact JSON with a line break. Browsers hash on secure pages only. */
const describeRelease = async ({ body, isDraft, publishedAt, version }: ShownRelease): Promise<SheetRelease> => {
  if (isDraft) return { version }
  // Not every browser has it on a page without TLS.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (subtle === undefined) return { version, publishedAt }
  const bytes = new TextEncoder().encode(`${JSON.stringify(body)}\n`)
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes))
  const digest = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return { version, publishedAt, digest }
}

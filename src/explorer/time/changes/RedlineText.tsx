import { isVisibleChange, makeRedline, type RedlinePart } from "../../../report/text/Redline.ts"

/** A text before and after a change: removed and added words are marked, also for screen readers. */
export const RedlineText = ({ after, before }: { readonly before: string; readonly after: string }) => {
  if (!isVisibleChange(before, after)) {
    return (
      <>
        <span dir="auto">{after}</span> <span class="muted">(only white space changed)</span>
      </>
    )
  }
  // The order of 100,000 values is one text.
  const hidden = Math.max(before.length, after.length) - maxLength
  const parts = makeRedline(cut(before), cut(after))
  return (
    <span class="redline" dir="auto">
      {parts.map(renderPart)}
      {hidden > 0 && <span class="muted"> … {hidden.toLocaleString("en")} more characters</span>}
    </span>
  )
}

/** More than any definition has. */
const maxLength = 20_000

const cut = (text: string): string => text.slice(0, maxLength).toWellFormed()

const renderPart = ({ kind, text }: RedlinePart) => {
  if (kind === "kept") return text
  const Mark = kind === "removed" ? "del" : "ins"
  return (
    <Mark>
      <span class="visually-hidden">[{kind}: </span>
      {text}
      <span class="visually-hidden">] </span>
    </Mark>
  )
}

import { useState } from "preact/hooks"

interface CopyButtonProps {
  /** What is copied. */
  readonly text: string
  /** The text of the button, such as "Copy link". */
  readonly label: string
  /** True if the page does not show the text, so that a person cannot select it there. */
  readonly isElsewhere?: boolean
}

/** Copies a text, and says whether that worked. */
export const CopyButton = ({ isElsewhere = false, label, text }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<"copied" | "refused">()
  const copy = () =>
    // Browsers offer no clipboard to pages without TLS, except on this machine.
    Promise.resolve(
      globalThis.navigator.clipboard?.writeText(text) ?? Promise.reject(new TypeError("no clipboard"))
    ).then(
      () => setOutcome("copied"),
      () => setOutcome("refused")
    )
  return (
    <span class="copy">
      <button type="button" onClick={copy}>
        {label}
      </button>{" "}
      <span role="status">
        {outcome === "copied" && "Copied."}
        {outcome === "refused" && "The browser does not allow copying. Select the text and copy it by hand."}
      </span>
      {outcome === "refused" && isElsewhere && (
        <input
          readOnly
          aria-label="Text to copy"
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </span>
  )
}

interface JsonDetailsProps {
  /** Such as "Config as JSON". */
  readonly label: string
  readonly value: unknown
}

/** A value as JSON, to copy. Folded at first. */
export const JsonDetails = ({ label, value }: JsonDetailsProps) => {
  const json = JSON.stringify(value, undefined, 2)
  return (
    <details>
      <summary>{label}</summary>
      <CopyButton label="Copy" text={json} />
      <pre tabIndex={0} aria-label={label}>
        {json}
      </pre>
    </details>
  )
}

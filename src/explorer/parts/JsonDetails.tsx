import { CopyButton } from "./CopyButton.tsx"

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

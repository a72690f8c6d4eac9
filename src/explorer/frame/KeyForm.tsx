import { useRef, useState } from "preact/hooks"
import type { KeyProblem, KeySession } from "../data/DataSource.ts"
import { failureText } from "../parts/Failure.tsx"

interface KeyFormProps {
  readonly problem: KeyProblem
  readonly session: KeySession
}

/** Asks for an API key. It stays in this tab, and is neither in the address nor offered to be stored. */
export const KeyForm = ({ problem, session }: KeyFormProps) => {
  const [isShown, setShown] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isRefused = problem._tag !== "KeyMissing"
  const submit = (event: Event): void => {
    event.preventDefault()
    const key = field.current?.value.trim() ?? ""
    if (key !== "") session.signIn(key)
    field.current?.focus()
  }
  return (
    <form class="key-form" autocomplete="off" onSubmit={submit}>
      <p id="key-hint">
        The key is kept in this tab until you sign out or close the tab. It is sent to this server only.
      </p>
      <label for="key">API key</label>
      <div class="key-row">
        <input
          ref={field}
          id="key"
          {...(isShown ? { type: "text" as const } : { type: "password" as const })}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          required
          aria-describedby="key-problem key-hint"
          aria-invalid={isRefused}
        />
        <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          Show
        </button>
        <button type="submit" class="primary">
          Read the taxonomy
        </button>
      </div>
      <p id="key-problem" class={isRefused ? "key-problem" : undefined} role="alert">
        {isRefused && failureText(problem)}
      </p>
    </form>
  )
}

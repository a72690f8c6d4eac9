import { useRef, useState } from "preact/hooks"
import { type DataProblem, isKeyProblem, type KeySession } from "../data/DataSource.ts"
import type { DataStore } from "../data/Store.ts"
import { Failure, failureText, Loading } from "../parts/Failure.tsx"

interface StartPageProps {
  readonly store: DataStore
  /** Missing while the first data is read. */
  readonly problem: DataProblem | undefined
}

/** The page as long as there is nothing of a taxonomy to show. */
export const StartPage = ({ problem, store: { keySession } }: StartPageProps) => (
  <main class="start-page">
    <h1>Taxonomy Explorer</h1>
    {problem === undefined ? (
      <Loading />
    ) : keySession !== undefined && isKeyProblem(problem) ? (
      <KeyForm problem={problem} session={keySession} />
    ) : (
      <>
        <Failure problem={problem} />
        {keySession !== undefined && (
          <p>
            <button type="button" onClick={keySession.signOut}>
              Use another API key
            </button>
          </p>
        )}
      </>
    )}
  </main>
)

/** Asks for an API key. It stays in this tab, and is neither in the address nor offered to be stored. */
const KeyForm = ({ problem, session }: { readonly problem: DataProblem; readonly session: KeySession }) => {
  const [isShown, setShown] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isRefused = problem.code !== "key-missing"
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

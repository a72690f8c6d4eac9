import { isKeyProblem, type DataProblem } from "../data/DataSource.ts"
import type { Store } from "../data/Store.ts"
import { Failure } from "../parts/Failure.tsx"
import { Loading } from "../parts/Loading.tsx"
import { KeyForm } from "./KeyForm.tsx"

interface StartPageProps {
  readonly store: Store
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

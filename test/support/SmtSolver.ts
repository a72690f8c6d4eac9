import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { smtCommands, type SmtQuestion } from "./domain/SmtQuestions.ts"

/** Starts Z3, which answers one question after another until it is disposed of. */
export const startSolver = () => {
  const solver = spawn("z3", ["-in"], { stdio: ["pipe", "pipe", "inherit"] })
  const lines = createInterface(solver.stdout)[Symbol.asyncIterator]()
  const isSatisfiable = async (): Promise<boolean> => {
    const { done, value } = await lines.next()
    if (done !== true && value === "sat") return true
    if (done !== true && value === "unsat") return false
    throw new Error(`Z3 does not know: ${done === true ? "it has ended" : value}`)
  }
  return {
    /** The verdict of the definitions: `yes` if the claim holds in all worlds, `no` if it fails in all. */
    answer: async (question: SmtQuestion): Promise<"yes" | "no" | "unknown"> => {
      solver.stdin.write(`${smtCommands(question)}\n`)
      const [canHold, canFail] = [await isSatisfiable(), await isSatisfiable()]
      if (!canHold && !canFail) throw new Error("No world satisfies the formulas of this question")
      return canHold ? (canFail ? "unknown" : "yes") : "no"
    },
    [Symbol.dispose]: (): void => void solver.kill()
  }
}

import { writeFile } from "node:fs/promises"
import { renderTypes } from "../../api/typescript/RenderTypes.ts"
import { ExitCode, messageOf, ProgramFailure, toProgramFailure } from "./ProgramFailure.ts"
import { programHelp } from "./ProgramHelp.ts"
import { readSchema } from "./ReadSchema.ts"
import { parseTypesOptions, type Environment } from "./TypesOptions.ts"

/** Where the program writes to. */
export interface Output {
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** Runs the program and returns its exit code. */
export const runProgram = async (
  args: ReadonlyArray<string>,
  environment: Environment,
  { complain, print }: Output
): Promise<ExitCode> => {
  try {
    const options = parseTypesOptions(args, environment)
    if (options === "help") {
      print(programHelp)
      return ExitCode.success
    }
    const schema = await readSchema(options.source, (warning) => complain(`warning: ${warning}\n`))
    const types = renderTypes(schema)
    if (options.out === undefined) {
      print(types)
    } else {
      await write(options.out, types)
      print(`Wrote the types of ${schema.namespace} ${schema._meta.release} to ${options.out}.\n`)
    }
    return ExitCode.success
  } catch (error) {
    const failure = toProgramFailure(error)
    if (failure === undefined) throw error
    complain(`error: ${failure.message}\n`)
    return failure.exitCode
  }
}

const write = async (file: string, text: string): Promise<void> => {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new ProgramFailure(`${file} cannot be written: ${messageOf(error)}`, ExitCode.couldNotRun)
  }
}

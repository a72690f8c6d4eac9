import { spawn } from "node:child_process"
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { startCommandServer } from "../../support/CommandServer.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { holds, replaceExpressions, type Contexts, type Status } from "./Expression.ts"
import { workflow, type Step } from "./Workflow.ts"

export interface JobRun {
  readonly result: "success" | "failure" | "skipped"
  readonly outputs: Readonly<Record<string, string>>
  /** What the steps printed, both streams. */
  readonly log: string
  readonly summary: string
  /** Names, or actions, of the steps that ran. */
  readonly ran: ReadonlyArray<string>
  /** RUNNER_TEMP, which holds the reports. */
  readonly temp: string
}

export interface JobOptions {
  /** The checkout. */
  readonly cwd: string
  readonly github: Readonly<Record<string, unknown>>
  readonly needs?: Readonly<Record<string, Pick<JobRun, "result" | "outputs">>>
  /** A folder whose programs come before all others. */
  readonly programs: string
  readonly env?: Readonly<Record<string, string>>
  readonly secrets?: Readonly<Record<string, string>>
  /** RUNNER_TEMP, where a job is to find what another one has left there. */
  readonly temp?: string
}

const { NODE_COMPILE_CACHE = "", PATH = "", TMPDIR = "" } = process.env

const folder = await temporaryFolder()
const commandServer = await startCommandServer()

/**
 * Runs a job of the workflow as a runner of GitHub Actions would: its conditions and expressions are evaluated by GitHub's
 * own library, its scripts run by bash, each with the variables of its own. Actions are not run, but noted.
 */
export const runJob = async (name: string, options: JobOptions): Promise<JobRun> => {
  const job = workflow.jobs[name]
  if (job === undefined) throw new RangeError(`There is no job ${name}`)
  const temp = options.temp ?? (await mkdtemp(join(folder, "runner-")))
  const contexts = {
    github: options.github,
    needs: options.needs ?? {},
    secrets: options.secrets ?? {},
    runner: { temp }
  }
  const skipped: JobRun = { result: "skipped", outputs: {}, log: "", summary: "", ran: [], temp }
  const before = Object.values(options.needs ?? {}).map(({ result }) => result)
  if (!holds(job.if, contexts, before.every((result) => result === "success") ? "success" : "failure")) return skipped

  const jobEnv = evaluated(job.env, contexts)
  const steps: Record<string, { outcome: string; outputs: Readonly<Record<string, string>> }> = {}
  let status: Status = "success"
  let log = ""
  let summary = ""
  const ran: Array<string> = []
  for (const step of job.steps) {
    const now = { ...contexts, env: jobEnv, steps }
    const runs = holds(step.if, now, status)
    const done = runs ? await runStep(step, now, jobEnv, options, temp) : undefined
    if (runs) ran.push(step.name ?? step.uses?.replace(/@.*/, "") ?? "")
    if (done !== undefined && done.code !== 0) status = "failure"
    log += done?.log ?? ""
    summary += done?.summary ?? ""
    if (step.id !== undefined) {
      const outcome = !runs ? "skipped" : (done?.code ?? 0) === 0 ? "success" : "failure"
      steps[step.id] = { outcome, outputs: done?.outputs ?? {} }
    }
  }
  const outputs = evaluated(job.outputs, { ...contexts, steps })
  return { result: status, outputs, log, summary, ran, temp }
}

const runStep = async (
  step: Step,
  contexts: Contexts,
  jobEnv: Readonly<Record<string, string>>,
  { cwd, env, github, programs }: JobOptions,
  temp: string
) => {
  if (step.run === undefined) return undefined
  const own = await mkdtemp(join(folder, "step-"))
  const [script, output, summary] = [join(own, "script.sh"), join(own, "output"), join(own, "summary")]
  await writeFile(script, step.run)
  await Promise.all([output, summary].map((file) => writeFile(file, "")))
  await mkdir(join(folder, "home"), { recursive: true })
  const { code, log } = await bash(script, cwd, {
    PATH: [programs, dirname(process.execPath), PATH].join(":"),
    HOME: join(folder, "home"),
    LANG: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    NODE: process.execPath,
    COMMAND_SERVER: commandServer,
    COMMAND_USER: String(process.getuid?.()),
    NODE_COMPILE_CACHE,
    TMPDIR,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: String(github["repository"]),
    GITHUB_RUN_ID: "42",
    RUNNER_TEMP: temp,
    ...env,
    ...jobEnv,
    ...evaluated(step.env, contexts)
  })
  const set = (await readFile(output, "utf8")).matchAll(/^([^=\n]+)=(.*)$/gm)
  const outputs = Object.fromEntries([...set].map(([, name = "", value = ""]) => [name, value]))
  return { code, log, outputs, summary: await readFile(summary, "utf8") }
}

const evaluated = (values: Readonly<Record<string, unknown>> | undefined, contexts: Contexts) =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, replaceExpressions(String(value), contexts)])
  )

/** The options of `shell: bash`. */
const bash = (script: string, cwd: string, env: Readonly<Record<string, string>>) =>
  new Promise<{ readonly code: number | null; readonly log: string }>((resolve, reject) => {
    const args = ["--noprofile", "--norc", "-eo", "pipefail", script]
    const child = spawn("bash", args, { cwd, env: { ...env }, stdio: ["ignore", "pipe", "pipe"] })
    const chunks: Array<Buffer> = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, log: Buffer.concat(chunks).toString() }))
  })

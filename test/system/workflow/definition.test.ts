import { readdir, readFile } from "node:fs/promises"
import { registerHooks } from "node:module"
import { describe, it } from "vitest"
import { workflow, workflowFile, workflowText } from "./Workflow.ts"

// The parser imports JSON without import attributes, which only bundlers allow.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context)
})
const { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } = await import("@actions/workflow-parser")
// Other files run in the same process.
hooks.deregister()

const errorsIn = async (content: string) => {
  const { context, value } = parseWorkflow({ name: workflowFile, content }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

const workflows = new URL("../../../.github/workflows/", import.meta.url)
const allTexts = async () => {
  const names = await readdir(workflows)
  return Promise.all(names.map((name) => readFile(new URL(name, workflows), "utf8")))
}

const jobs = Object.entries(workflow.jobs)
const steps = jobs.flatMap(([, { steps }]) => steps)

describe("the workflow file", () => {
  it("is valid for GitHub's parser, as is every other workflow", async ({ expect }) => {
    for (const text of await allTexts()) expect(await errorsIn(text)).toEqual([])
  })

  it("is invalid with a misspelled key or expression", async ({ expect }) => {
    expect(await errorsIn(workflowText.replace("timeout-minutes", "timeout-minuets"))).not.toEqual([])
    expect(await errorsIn(workflowText.replace("!cancelled()", "!canceled()"))).not.toEqual([])
    expect(await errorsIn(workflowText.replace("needs.check", "need.check"))).not.toEqual([])
  })

  it("refers to existing steps and jobs only", ({ expect }) => {
    for (const [, job] of jobs) {
      const text = JSON.stringify(job)
      const ids = job.steps.flatMap(({ id }) => id ?? [])
      for (const [, named] of text.matchAll(/\bsteps\.([\w-]+)/g)) expect(ids).toContain(named)
      for (const [, needed, output = ""] of text.matchAll(/\bneeds\.([\w-]+)\.outputs\.([\w-]+)/g)) {
        expect(Object.keys(workflow.jobs[needed ?? ""]?.outputs ?? {})).toContain(output)
      }
    }
  })

  it("pins every action to a commit and names its version", async ({ expect }) => {
    const uses = (await allTexts()).flatMap((text) => text.split("\n").filter((line) => /\buses:/.test(line)))
    expect(uses.length).toBeGreaterThan(5)
    for (const line of uses) expect(line).toMatch(/uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it("gives each job the minimal permissions", ({ expect }) => {
    expect(workflow.permissions).toEqual({})
    expect(Object.fromEntries(jobs.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      check: { contents: "read" },
      explorer: { contents: "read" },
      comment: { "pull-requests": "write" },
      "code-scanning": { contents: "read", actions: "read", "security-events": "write" },
      release: { contents: "write" }
    })
    for (const [name, { steps }] of jobs) {
      const kept = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))
      for (const checkout of kept) expect(checkout.with?.["persist-credentials"]).toBe(name === "release")
    }
  })

  it("gives the key of the log to one step, which no pull request reaches", ({ expect }) => {
    const holders = jobs.flatMap(([name, { env, steps }]) =>
      [{ name: undefined, env }, ...steps]
        .filter(({ env = {} }) => Object.values(env).some((value) => String(value).includes("TAXONOMY_LOG_KEY")))
        .map((step) => [name, step.name])
    )
    expect(holders).toEqual([["release", "Publish"]])
    expect(workflow.jobs["release"]?.if).toBe("github.ref == 'refs/heads/main'")
    expect(workflowText.match(/secrets\.TAXONOMY_LOG_KEY/g)).toHaveLength(1)
  })

  it("puts no untrusted input into a script", ({ expect }) => {
    const scripts = steps.flatMap(({ run }) => run ?? [])
    expect(scripts.length).toBeGreaterThan(5)
    for (const script of scripts) expect(script).not.toContain("${{")
    expect(workflowText).not.toMatch(/pull_request_target|workflow_run/)
  })

  it("runs no code of a pull request in jobs with write access", ({ expect }) => {
    for (const name of ["comment", "code-scanning"]) {
      const scripts = workflow.jobs[name]?.steps.map(({ run }) => run ?? "").join("\n")
      expect(scripts).not.toMatch(/\b(?:npm|npx|node)\b/)
    }
  })
})

import { chmod, readFile, rename, stat, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { parse } from "yaml"
import { taxonomy } from "../../support/CommandLine.ts"
import { makePublishedProject } from "../../support/PublishedProject.ts"
import { commitAll, git, makeRepository } from "../../support/Repository.ts"
import { smallSources } from "../../support/Sources.ts"
import { makeStyledSources } from "../../support/StyledSources.ts"
import { makeRandom } from "../../support/YamlMutator.ts"

const useType = "taxonomy-src/dimensions/use_type.yaml"

const newValue = ["new", "value", "use_type/research", "--label", "Research", "--description", "Studies."]

const read = (cwd: string, file: string): Promise<string> => readFile(join(cwd, file), "utf8")

/** The version that a project declares, which is published, and the next minor version. */
const versionsOf = async (cwd: string): Promise<readonly [string, string]> => {
  const declared = /^version: (\S+)$/m.exec(await readFile(join(cwd, "taxonomy-src/taxonomy.yaml"), "utf8"))?.[1] ?? ""
  const [major, minor] = declared.split(".").map(Number)
  return [declared, `${major}.${Number(minor) + 1}.0`]
}

describe("a command that changes the sources", () => {
  it("writes the change, shows its lines and ends like check", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await chmod(join(cwd, useType), 0o640)
    const ran = await taxonomy(newValue, { cwd })
    expect(ran).toMatchObject({ code: 0, stderr: "" })
    expect(ran.stdout).toContain(`Added to ${useType}, line 13:\n  +   - code: research\n  +     label: Research\n`)
    expect(await read(cwd, useType)).toBe(
      `${smallSources["dimensions/use_type.yaml"]}  - code: research\n    label: Research\n    description: Studies.\n`
    )
    expect((await stat(join(cwd, useType))).mode & 0o777).toBe(0o640)
    const checked = await taxonomy(["check"], { cwd })
    expect(checked.code).toBe(0)
    expect(ran.stdout.endsWith(checked.stdout)).toBe(true)
  })

  it("works in a folder of the project, and writes nothing with --dry-run", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const shown = await taxonomy([...newValue, "--dry-run"], { cwd: join(cwd, "taxonomy-src") })
    expect(shown.stdout).toContain("Added to ../taxonomy-src/dimensions/use_type.yaml, line 13:")
    expect(shown.stdout).toContain("Dry run: nothing was written.")
    expect(shown.stdout).toContain("can be released")
    expect(shown.code).toBe(0)
    expect(await git(cwd, "status", "--porcelain")).toBe("")
  })

  it("leaves stdout to the report in other formats", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const { stderr, stdout } = await taxonomy([...newValue, "--format", "json"], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({ command: "check", ok: true })
    expect(stderr).toContain("+   - code: research")
  })

  it("raises the version if the changes require it, unless told otherwise", async ({ expect }) => {
    const cwd = await makePublishedProject()
    const value = ["new", "value", "product_categories/PADEL", "--label", "Padel", "--description", "Rackets."]
    const [declared, next] = await versionsOf(cwd)
    const kept = await taxonomy([...value, "--no-bump"], { cwd })
    expect(kept.code).toBe(1)
    expect(kept.stdout).toContain("semver/version-taken")
    await git(cwd, "checkout", "--quiet", ".")
    const raised = await taxonomy(value, { cwd })
    expect(raised.code).toBe(0)
    expect(raised.stdout).toContain(`- version: ${declared}\n  + version: ${next}\n`)
    const deprecated = await taxonomy(["deprecate", "product_categories/TICKETING", "--replaced-by", "QSR"], {
      cwd
    })
    expect(deprecated.code).toBe(0)
    expect(deprecated.stdout).not.toContain("+ version:")
    const undone = await taxonomy(["deprecate", "product_categories/TICKETING", "--undo"], { cwd })
    expect(undone.code).toBe(0)
    expect(await git(cwd, "diff", "--shortstat")).toContain("2 files changed, 4 insertions(+), 1 deletion(-)")
  })

  it.for([
    [1, ["new", "value", "use_type/Editorial", "--label", "x", "--description", "y"], "only in case"],
    [1, ["new", "value", "use_type/editorial", "--label", "x", "--description", "y"], "exists already"],
    [1, ["new", "value", "use_typ/research", "--label", "x", "--description", "y"], 'Did you mean "use_type"?'],
    [2, ["new", "value", "use_type/a b", "--label", "x", "--description", "y"], "letters, digits"],
    [2, ["new", "value", "use_type/research"], "--label is missing"],
    [2, ["new", "value", "use_type/research"], "--description is missing"],
    [
      2,
      ["new", "dimension", "envelope", "--label", "x", "--description", "y", "--shape", "single"],
      "does not reserve"
    ],
    [1, ["new", "license", "CON", "--name", "x", "--description", "y"], "Windows reserves"],
    [1, ["new", "license", "edu", "--name", "x", "--description", "y"], "only in case"],
    [1, ["new", "license", "NEW", "--name", "x", "--description", "y"], "the changed sources would break"],
    [2, ["new", "rule", "r", "--description", "y", "--forbid", "use_type"], "DIMENSION=CODE"],
    [1, ["new", "rule", "r", "--description", "y", "--forbid", "use_type=educational"], "license/conflict"],
    [1, ["deprecate", "use_type/editorial", "--replaced-by", "use_type"], 'no value "use_type/use_type"'],
    [1, ["deprecate", "use_type/editorial", "--replaced-by", "editorial"], "cannot replace itself"],
    [2, ["deprecate", "use_type/editorial", "--replaced-by", "educational", "--all-of"], "two or more"],
    [2, ["deprecate", "use_type/editorial"], "--replaced-by and --reason are missing"],
    [1, ["deprecate", "use_type/editorial", "--undo"], "is not deprecated"],
    [1, ["deprecate", "rules/never-both", "--reason", "x"], "conflict rule"],
    [1, ["move", "use_type", "--to", "use_type/other"], "is not a value or a license"],
    [1, ["move", "EDU", "--to", "EDU"], "has this name already"],
    [1, ["split", "use_type/editorial", "--into", "news,comment", "--label", "News"], "without a label"],
    [2, ["split", "use_type/editorial", "--into", "news"], "fewer than two"],
    [
      1,
      ["split", "editorial", "--into", "editorial,news", "--label", "x", "--description", "y"],
      "cannot replace itself"
    ],
    [1, ["move", "editorial", "--to", "use_type/editorial"], "has this name already"],
    [1, ["merge", "editorial", "--into", "editorial"], "cannot be merged into itself"],
    [1, ["merge", "EDU", "--into", "EDU"], "cannot be merged into itself"],
    [1, ["deprecate", "editorail", "--reason", "x"], 'Did you mean "use_type/editorial"?'],
    [1, ["merge", "use_type/editorial", "EDU", "--into", "educational"], 'no item "use_type/EDU"']
  ] as const)("exits with %i and writes nothing: %j", async ([code, args, text], { expect }) => {
    const cwd = await makeRepository(smallSources)
    const ran = await taxonomy(args, { cwd })
    expect(ran.stdout + ran.stderr).toContain(text)
    expect(ran.code).toBe(code)
    expect(await git(cwd, "status", "--porcelain")).toBe("")
  })

  it("finds its item by a bare code or a label, and lists the candidates if there are several", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    const press = ["--label", "Daily press", "--description", "Papers."]
    await taxonomy(["new", "value", "use_type/news", ...press], { cwd })
    await commitAll(cwd, "Press")
    for (const name of ["news", "daily press"]) {
      const { code } = await taxonomy(["deprecate", name, "--reason", "Unused."], { cwd })
      expect(code).toBe(0)
      expect(await read(cwd, useType)).toContain("Unused.")
      await git(cwd, "checkout", "--quiet", ".")
    }
    await taxonomy(["new", "value", "use_type/papers", ...press], { cwd })
    const before = await read(cwd, useType)
    const several = await taxonomy(["deprecate", "Daily press", "--reason", "x"], { cwd })
    expect([several.code, several.stderr]).toEqual([
      1,
      'error: "Daily press" names several items: use_type/news and use_type/papers. Write one of them.\n'
    ])
    expect(await read(cwd, useType)).toBe(before)
  })

  it("renames a value or a license with all its texts and its place", async ({ expect }) => {
    const cwd = await makePublishedProject()
    const categories = "taxonomy-src/dimensions/product_categories.yaml"
    const entryOf = (source: string, code: string) =>
      new RegExp(`  - code: ${code}\\n((?: {4}.*\\n)+)`).exec(source)?.[1] ?? `no ${code}`
    const before = entryOf(await read(cwd, categories), "TICKETING")
    const renamed = await taxonomy(["move", "product_categories/TICKETING", "--to", "product_categories/TICKETS"], {
      cwd
    })
    expect(renamed.code).toBe(0)
    const after = await read(cwd, categories)
    expect(parse(entryOf(after, "TICKETS"))).toEqual(parse(before))
    expect(entryOf(after, "TICKETING")).toBe(`${before}    deprecated:\n      replaced_by: [TICKETS]\n`)

    expect((await taxonomy(["move", "NIL-DOCUMENTARY", "--to", "NIL-FILM"], { cwd })).code).toBe(0)
    const bodyOf = async (code: string) => {
      const body = (await read(cwd, `taxonomy-src/licenses/${code}.yaml`)).replace(/^[^]*?(?=config:)/, "")
      return body.replace(/deprecated:[^]*/, "").replaceAll(/[[\]{},\s-]+/g, " ")
    }
    expect(await bodyOf("NIL-FILM")).toBe(await bodyOf("NIL-DOCUMENTARY"))
  })

  it("understands labels, and other names of exactly one country", async ({ expect }) => {
    const cwd = await makePublishedProject()
    const license = (name: string) => [
      "new",
      "license",
      "NIL-LOCAL",
      "--name",
      "Local",
      "--description",
      "Local use.",
      "--like",
      "NIL-DOCUMENTARY",
      "--config",
      `territory=${name}`
    ]
    for (const [name, code] of [
      ["France", "FR"],
      ["usa", "US"],
      ["UK", "GB"]
    ] as const) {
      const ran = await taxonomy([...license(name), "--dry-run"], { cwd })
      expect(ran.stdout).toContain(`countries: [${code}]`)
    }
    for (const [name, hint] of [
      ["England", 'Did you mean "GB"?'],
      ["Holland", 'Did you mean "NL"?']
    ] as const) {
      const ran = await taxonomy(license(name), { cwd })
      expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(hint)])
    }
    const rule = ["new", "rule", "no-fries", "--description", "Not both.", "--major", "--forbid", "territory=France"]
    const forbidden = await taxonomy([...rule, "--forbid", "exclusive_categories=Quick-service restaurants"], { cwd })
    expect(forbidden.stdout).toContain("territory: { countries: { contains: FR } }")
    expect(forbidden.stdout).toContain("exclusive_categories: { contains: QSR }")
    const labeled = ["deprecate", "TICKETING", "--replaced-by", "Quick-service restaurants"]
    expect((await taxonomy(labeled, { cwd })).stdout).toContain("replaced_by: [QSR]")
  })

  it("leaves out a copied setting", async ({ expect }) => {
    const cwd = await makePublishedProject()
    const license = ["new", "license", "NIL-LOCAL", "--name", "Local", "--description", "Local use."]
    const ran = await taxonomy([...license, "--like", "NIL-DOCUMENTARY", "--config", "attribution="], { cwd })
    expect(ran.code).toBe(0)
    expect(await read(cwd, "taxonomy-src/licenses/NIL-LOCAL.yaml")).not.toContain("attribution:")
  })

  it("names the command that has to come first", async ({ expect }) => {
    const cwd = await makePublishedProject()
    await taxonomy(["deprecate", "TICKETING", "--replaced-by", "EYEWEAR"], { cwd })
    const reverse = ["deprecate", "EYEWEAR", "--replaced-by", "TICKETING"]
    const refused = await taxonomy(reverse, { cwd })
    const [, advice = ""] = /: taxonomy (.*)\.\n$/.exec(refused.stderr) ?? []
    expect(advice).toBe("deprecate product_categories/TICKETING --undo")
    await taxonomy(advice.split(" "), { cwd })
    expect((await taxonomy(reverse, { cwd })).code).toBe(0)
  })

  it("writes nothing if the sources have mistakes, or if a source is a link", async ({ expect }) => {
    const cwd = await makeRepository(smallSources)
    await writeFile(join(cwd, "taxonomy-src/licenses/EDU.yaml"), "code: EDU\nlable: x\n")
    const broken = await taxonomy(newValue, { cwd })
    expect(broken).toMatchObject({ code: 1, stderr: "Nothing was written: correct the sources first.\n" })
    expect(broken.stdout).toContain("source/")
    expect(await read(cwd, useType)).toBe(smallSources["dimensions/use_type.yaml"])
    await git(cwd, "checkout", "--quiet", ".")
    await rename(join(cwd, useType), join(cwd, "elsewhere.yaml"))
    await symlink(join(cwd, "elsewhere.yaml"), join(cwd, useType))
    const linked = await taxonomy(newValue, { cwd })
    expect(linked.code).toBe(1)
    expect(linked.stdout).toContain("source/link")
    expect(await read(cwd, "elsewhere.yaml")).toBe(smallSources["dimensions/use_type.yaml"])
  })

  it("creates the folder of the first file of a kind", async ({ expect }) => {
    const { "rules/never-both.yaml": _, ...files } = smallSources
    const cwd = await makeRepository(files)
    const rule = ["new", "rule", "not-both", "--description", "Not both.", "--forbid", "use_type=editorial"]
    expect(await taxonomy(rule, { cwd })).toMatchObject({ code: 0 })
    expect(await read(cwd, "taxonomy-src/rules/not-both.yaml")).toBe(
      "# yaml-language-server: $schema=../../.taxonomy/schemas/rule.schema.json\nid: not-both\ndescription: Not both.\nforbid:\n  use_type: { contains: editorial }\n"
    )
  })
})

/** Commands of which each is carried out or refused, whatever the sources look like. */
const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ["new", "value", "goods/BREAD", "--label", "Bread: fresh", "--description", "It's bread."],
  ["new", "value", "scope/extreme", "--label", "Extreme", "--description", "More than high.", "--after", "low"],
  ["deprecate", "goods/CARS", "--replaced-by", "WATER", "--reason", "No cars."],
  ["deprecate", "place/NO", "--reason", "Nobody goes there."],
  ["move", "goods/SNACKS", "--to", "scope/snacks"],
  [
    "split",
    "goods/WATER",
    "--into",
    "STILL,SODA",
    ...["Still", "Soda"].flatMap((text) => ["--label", text, "--description", text])
  ],
  ["merge", "goods/BEER", "SNACKS", "--into", "FOOD", "--label", "Food", "--description", "Food."],
  ["new", "license", "THREE", "--name", "Three", "--description", "A third.", "--like", "ONE"],
  ["new", "rule", "third", "--description", "Not both.", "--forbid", "goods=CARS", "--forbid", "flags=avatar:false"],
  ["move", "goods/SNACKS", "--to", "goods/SNACK_FOOD"],
  ["move", "ONE", "--to", "FIRST"]
]

describe("the commands on random sources", () => {
  it("write what check accepts, or nothing", async ({ expect }) => {
    const codes: Array<number | null> = []
    for (const [index, args] of commands.entries()) {
      const tree = makeStyledSources(makeRandom(index + 1))
      const files = Object.fromEntries(
        tree.flatMap((entry) => (entry._tag === "File" ? [[entry.path, entry.bytes]] : []))
      )
      const cwd = await makeRepository(files)
      const { code: before } = await taxonomy(["check"], { cwd })
      const { code, stderr, stdout } = await taxonomy(args, { cwd })
      codes.push(code)
      if (/^(?:error|Nothing was written)/.test(stderr)) {
        expect(await git(cwd, "status", "--porcelain"), args.join(" ")).toBe("")
        continue
      }
      const after = await taxonomy(["check"], { cwd })
      expect(stdout.endsWith(after.stdout), args.join(" ")).toBe(true)
      expect([before, code], args.join(" ")).toEqual([code, after.code])
      // Nothing is lost but a line that now holds more, such as that of an empty list.
      const lines = (await git(cwd, "diff", "--numstat")).split("\n").filter((line) => line !== "")
      for (const line of lines) expect(Number(line.split("\t")[1]), args.join(" ")).toBeLessThanOrEqual(1)
    }
    expect(codes.filter((code) => code === 0).length).toBeGreaterThan(4)
  })
})

describe("two branches that add different values", () => {
  it("merge without a conflict, since each value goes where the alphabet wants it", async ({ expect }) => {
    const cwd = await makePublishedProject()
    const [, next] = await versionsOf(cwd)
    // Each value belongs to the dimension that keeps it and to the one that shares it.
    for (const [branch, code] of [
      ["padel", "PADEL"],
      ["candles", "CANDLES"]
    ] as const) {
      await git(cwd, "switch", "--quiet", "--create", branch, "main")
      const args = [
        "new",
        "value",
        `product_categories/${code}`,
        "--label",
        code.toLowerCase(),
        "--description",
        "Goods."
      ]
      expect(await taxonomy(args, { cwd })).toMatchObject({ code: 0 })
      await commitAll(cwd, `Add ${code}`)
    }
    await git(cwd, "merge", "--quiet", "--no-edit", "padel")
    const checked = await taxonomy(["check", "--format", "json"], { cwd })
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, version: next, changes: [{}, {}, {}, {}] })
  })
})

import { readFile } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import type { Plugin, PluginContext } from "rolldown"

/** Collects the style sheets that modules import, since the bundler takes JavaScript only. */
export const makeStyles = () => {
  let sheets: ReadonlyArray<string> = []
  const plugin: Plugin = {
    name: "explorer-styles",
    load: {
      filter: { id: isSheet },
      handler: () => ({ code: "export {}", moduleType: "js", moduleSideEffects: true })
    },
    buildEnd() {
      sheets = inOrder(this).filter((id) => isSheet.test(id))
    }
  }
  return { plugin, render: (targets: ReadonlyArray<string>) => renderSheets(sheets, targets) }
}

const isSheet = /\.css$/

/** All modules in the order in which they run, which is the order in which their styles apply. */
const inOrder = (build: PluginContext): ReadonlyArray<string> => {
  const ordered = new Set<string>()
  const visited = new Set<string>()
  const visit = (id: string): void => {
    if (visited.has(id)) return
    visited.add(id)
    for (const imported of build.getModuleInfo(id)?.importedIds ?? []) visit(imported)
    ordered.add(id)
  }
  for (const id of build.getModuleIds()) if (build.getModuleInfo(id)?.isEntry === true) visit(id)
  return [...ordered]
}

/** Bundles style sheets and what they import into one, in this order. */
const renderSheets = async (sheets: ReadonlyArray<string>, targets: ReadonlyArray<string>) => {
  const { bundleAsync } = await import("lightningcss")
  const { code } = await bundleAsync({
    filename: join("/", everything),
    minify: true,
    targets: Object.fromEntries(targets.map(toTarget)),
    resolver: {
      read: async (file) => {
        if (file === join("/", everything)) return sheets.map((sheet) => `@import ${JSON.stringify(sheet)};`).join("\n")
        return readFile(file, "utf8")
      },
      resolve: (specifier, from) => (isAbsolute(specifier) ? specifier : join(from, "..", specifier))
    }
  })
  return new TextDecoder().decode(code)
}

const everything = "explorer.css"

/** The form of a browser's version that the minifier takes: one number, the major version in its upper bytes. */
const toTarget = (target: string): readonly [string, number] => {
  const [, browser = "", major = "0", minor = "0"] = /^([a-z]+)(\d+)(?:\.(\d+))?$/.exec(target) ?? []
  return [browser, (Number(major) << 16) | (Number(minor) << 8)]
}

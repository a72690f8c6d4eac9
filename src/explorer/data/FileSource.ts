import { DataError, type DataSource, parseBody, readFiles } from "./DataSource.ts"

declare global {
  // What the files of a site call: `explorerData("v1.2.0", "…")`, with JSON as text.
  var explorerData: ((name: string, text: string) => void) | undefined
}

/**
 * Reads the files of a static site. They are scripts, since browsers do not let a page that was opened from a disk read
 * other files. `hasDraft` tells if the site has a draft.
 */
export const makeFileSource = (hasDraft: boolean): DataSource => {
  const texts = new Map<string, string>()
  globalThis.explorerData = (name, text) => void texts.set(name, text)

  const read = <A>(name: string): Promise<A> =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script")
      script.src = `data/${name}.js`
      script.addEventListener("error", () => {
        script.remove()
        reject(new DataError({ code: "unreachable" }))
      })
      script.addEventListener("load", () => {
        script.remove()
        const text = texts.get(name)
        texts.delete(name)
        // A file that does not end is not run.
        if (text === undefined) reject(new DataError({ code: "damaged" }))
        else resolve(parseBody<A>(text))
      })
      document.head.append(script)
    })

  const { draft, ...published } = readFiles(read)
  return hasDraft ? { ...published, draft } : published
}

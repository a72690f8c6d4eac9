import { readFileSync } from "node:fs"
import type { Place } from "./Nginx.ts"

/** Fills the placeholders of the configuration that operators are told to copy, for an origin on this machine. */
export const recommendedConfiguration =
  (origin: number, fresh: string, edit: (text: string) => string = (text) => text) =>
  (place: Place): string => {
    const values: Readonly<Record<string, string>> = { ...place, fresh, origin: `127.0.0.1:${origin}` }
    return edit(template).replaceAll(/^(?!#).*$/gm, (line) =>
      line.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
    )
  }

const template = readFileSync(new URL("../../../../docs/how-to/nginx/taxonomy.conf", import.meta.url), "utf8")

import { readFileSync, globSync } from "node:fs"
import { readPlainYaml } from "./src/build/yaml/PlainYaml.ts"
const files = globSync("/tmp/exp/big/taxonomy-src/**/*.yaml").map((f) => readFileSync(f))
const kind = process.argv[2]
let read = readPlainYaml as (t: string) => unknown
if (kind === "js-yaml") { const y = await import("js-yaml") as any; const schema = y.CORE_SCHEMA; read = (t) => y.load(t, { schema }) }
if (kind === "json") { const texts = files.map((f) => JSON.stringify(readPlainYaml(f.toString()))); let i = 0; read = () => JSON.parse(texts[i++]!) }
if (kind === "yaml") { const y = await import("yaml"); read = (t) => y.parseDocument(t, { version: "1.2", strict: true, uniqueKeys: false, prettyErrors: false, logLevel: "error" }) }
if (kind === "regex") { const r = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/; read = (t) => r.test(t) }
if (kind === "none") { read = (t) => t.length }
const kept: unknown[] = []
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000 }
let dec = 0, rd = 0
const m0 = process.memoryUsage()
for (const f of files) { const a = cpu(); const t = new TextDecoder("utf-8", { fatal: true }).decode(f); const b = cpu(); const v = read(t); const c = cpu(); dec += b - a; rd += c - b; if (v === undefined) throw 1; if (kind !== "yaml" && !process.env.DROP) kept.push(v) }
globalThis.gc?.()
const m1 = process.memoryUsage()
process.stdout.write(`${kind} decode ${dec.toFixed(0)} read ${rd.toFixed(0)} kept ${((m1.heapUsed - m0.heapUsed)/1e6).toFixed(1)} rss ${(m1.rss/1e6).toFixed(0)}\n`)

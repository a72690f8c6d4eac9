import project from "../../package.json" with { type: "json" }

/** The name of the package that contains the programs without their sources. */
export const serverPackage = "taxonomy-licensing-server"

/** The `package.json` of the package. It has no dependency and no script, so that nothing runs when it is installed. */
export const serverManifest = {
  name: serverPackage,
  version: project.version,
  description: project.description,
  license: project.license,
  type: "module",
  bin: project.bin,
  engines: { node: ">=24" }
}

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import type { NodeServices } from "@effect/platform-node/NodeServices"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import * as Scope from "effect/Scope"
import * as Stdio from "effect/Stdio"
import * as Terminal from "effect/Terminal"

/** Starts processes. Few commands do, so the implementation is loaded when the first process starts. */
const spawner = Layer.effect(
  ChildProcessSpawner.ChildProcessSpawner,
  Effect.map(Effect.context<FileSystem.FileSystem | Path.Path>(), (context) =>
    ChildProcessSpawner.make((command) =>
      Effect.promise(() => import("@effect/platform-node/NodeChildProcessSpawner")).pipe(
        Effect.flatMap(({ layer }) => Layer.build(layer)),
        Effect.provide(context),
        Effect.flatMap((services) => Context.get(services, ChildProcessSpawner.ChildProcessSpawner).spawn(command))
      )
    )
  )
)

/** Asks on the terminal. Few commands do, and it costs the start to open stdin, so it is opened for the first prompt. */
const terminal = Layer.effect(
  Terminal.Terminal,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const opened = yield* Effect.promise(() => import("@effect/platform-node/NodeTerminal")).pipe(
      Effect.flatMap(({ make }) => Scope.provide(make(), scope)),
      Effect.cached
    )
    return Terminal.make({
      columns: Effect.flatMap(opened, ({ columns }) => columns),
      rows: Effect.flatMap(opened, ({ rows }) => rows),
      size: Effect.flatMap(opened, ({ size }) => size),
      readInput: Effect.flatMap(opened, ({ readInput }) => readInput),
      readLine: Effect.flatMap(opened, ({ readLine }) => readLine),
      display: (text) => Effect.flatMap(opened, ({ display }) => display(text))
    })
  })
)

/** Looks at stdin only if stdout is a terminal: prompts need both, and it costs the start to look. */
const stdio = Layer.effect(
  Stdio.Stdio,
  Effect.map(Stdio.Stdio, (stdio): Stdio.Stdio => {
    const stdinIsTerminal = Effect.map(
      Effect.promise(() => import("node:tty")),
      ({ isatty }) => isatty(0)
    )
    return {
      ...stdio,
      stdinIsTerminal: Effect.flatMap(stdio.stdoutIsTerminal, (is) => (is ? stdinIsTerminal : Effect.succeed(false)))
    }
  })
).pipe(Layer.provide(NodeStdio.layer))

/** The services of Node that commands use. */
export const commandServices: Layer.Layer<NodeServices> = Layer.mergeAll(
  spawner,
  terminal,
  TerminalCapabilities.layer
).pipe(Layer.provideMerge(Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, stdio)))

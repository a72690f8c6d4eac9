#!/usr/bin/env node
import { launch } from "./launch.js"

await launch(new URL("../src/build/build-release.ts", import.meta.url))

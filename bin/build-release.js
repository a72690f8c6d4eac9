#!/usr/bin/env node
import { launch } from "./launch.js"

await launch("build-release", "src/build/build-release.ts")

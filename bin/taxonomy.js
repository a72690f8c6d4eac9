#!/usr/bin/env node
import { launch } from "./launch.js"

await launch(new URL("../src/main.ts", import.meta.url))

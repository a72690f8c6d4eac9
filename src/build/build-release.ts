#!/usr/bin/env node
import { buildRelease } from "../cli/BuildRelease.ts"
import { runCommand } from "../cli/Run.ts"

runCommand(buildRelease)

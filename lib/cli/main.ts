#!/usr/bin/env node
import "./supported-node";
import { runProgram } from "./command-line";
import { commandLine } from "./program";

runProgram(commandLine(), async () => (await import("./project/package-manager.js")).asTyped);

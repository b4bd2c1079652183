#!/usr/bin/env node
import "./supported-node";
import { Command } from "commander";
import { libraryVersion, runProgram } from "./command-line";
import { configureInit } from "./commands/project/init";

/** The program of the package `create-serverform`: `npm create serverform` is `serverform init`. */
const commandLine = (): Command =>
  configureInit(
    new Command("create-serverform")
      .description("Writes a new serverform app, or adds one to the project in the folder.")
      .version(libraryVersion(), "-v, --version", "print the version")
      .option("--verbose", "print the call stacks of errors")
      .option("--no-color", "print without colours")
      .showSuggestionAfterError()
      .exitOverride(),
  );

runProgram(commandLine());

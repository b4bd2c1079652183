#!/usr/bin/env node
import "../cli/supported-node";
import { Command } from "commander";
import { configureMigrate, libraryVersion, runProgram } from "../cli";
import { runMigration } from "./index";

/** The program of the package `serverform-migrate`, with the arguments and options of `serverform migrate`. */
const commandLine = (): Command =>
  configureMigrate(
    new Command("serverform-migrate")
      .description("Converts an application of another tool to stacks of serverform.")
      .version(libraryVersion(), "-v, --version", "print the version")
      .option("--verbose", "print the call stacks of errors")
      .option("--no-color", "print without colours")
      .showSuggestionAfterError()
      .exitOverride(),
    runMigration,
  );

runProgram(commandLine());

import { join } from "node:path";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { callCaller } from "../../kit/core/call-caller";
import { checkKeys, propKeys } from "../../kit/core/checks/check";
import { type NextjsSiteProps, nextjsSiteKeys, planServerSite } from "../../kit/site";
import { siteFolder } from "../../kit/site/folders";
import { fail } from "../../kit/site/server/errors";

const hookKeys = propKeys<NonNullable<NextjsSiteProps["commandHooks"]>>()({ afterBuild: "function" });

/** Refuses props that cannot work, before anything is created. */
export function planNextjsSite(site: Construct, given: NextjsSiteProps): ReturnType<typeof planServerSite> {
  attempt(() => checkKeys(site, "props", given, nextjsSiteKeys));
  const { nextBinPath = "./node_modules/.bin/next", commandHooks = {}, ...props } = given;
  attempt(() => checkKeys(site, "commandHooks", commandHooks, hookKeys));
  if (props.buildCommand === "") {
    fail(site, "prop-invalid", "buildCommand", { value: "", expected: "a command" });
  }
  if (nextBinPath === "") {
    fail(site, "prop-invalid", "nextBinPath", { value: "", expected: "the path of a program" });
  }
  const command = props.buildCommand ?? `${quoted(nextBinPath)} build`;
  const after = attempt(() => commandsOf(site, commandHooks, siteFolder(site, props.path))) ?? [];
  return planServerSite(site, {
    ...props,
    framework: "next",
    buildCommand: [command, ...after].join(" && "),
  });
}

function commandsOf(
  site: Construct,
  { afterBuild }: NonNullable<NextjsSiteProps["commandHooks"]>,
  folder: string,
): readonly string[] {
  const prop = "commandHooks.afterBuild";
  const call = () => afterBuild?.(folder, join(folder, ".next"));
  const commands: unknown = callCaller(site, prop, call) ?? [];
  if (Array.isArray(commands) && commands.every((each) => typeof each === "string")) return commands;
  const expected = "a function that returns a list of commands";
  return fail(site, "prop-invalid", prop, { value: commands, expected });
}

/** A path may contain spaces. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : JSON.stringify(path));

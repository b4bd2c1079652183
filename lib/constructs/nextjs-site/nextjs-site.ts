import { join } from "node:path";
import type { Construct, IConstruct } from "constructs";
import { attempt, collectProblems } from "../../facts/errors/problems";
import { type Binding, bindingTarget } from "../../kit/app";
import { acceptedKeys, callCaller, propKeys, refuseValue, withoutUndefined } from "../../kit/core";
import {
  createServerSite,
  type NextjsSiteProps,
  nextjsSiteKeys,
  planServerSite,
  siteFolder,
} from "../../kit/site";
import { ServerSite, type ServerSiteMetadata } from "../site";
import { nextjsSiteDescription } from "./library";

/**
 * A site that Next.js builds, with `output: "standalone"`, or with `output: "export"` and `server: false`.
 *
 * @example
 * new NextjsSite(stack, "Web", { path: "web", environment: { API_URL: api.url }, bind: [table] });
 */
export class NextjsSite extends ServerSite {
  constructor(scope: Construct, id: string, props: NextjsSiteProps) {
    const given = withoutUndefined(props);
    super(scope, id, given, (site) =>
      createServerSite(
        site,
        collectProblems(() => planNextjsSite(site, given)),
      ),
    );
  }

  [bindingTarget](consumer?: IConstruct): Binding {
    return this.urlBinding(nextjsSiteDescription, consumer);
  }

  getConstructMetadata(): ServerSiteMetadata<"NextjsSite"> {
    return this.serverMetadataOf("NextjsSite");
  }
}

const hookKeys = propKeys<NonNullable<NextjsSiteProps["commandHooks"]>>()({ afterBuild: "function" });

/** Refuses props that cannot work, before anything is created. */
function planNextjsSite(site: Construct, given: NextjsSiteProps): ReturnType<typeof planServerSite> {
  const accepted = acceptedKeys(site, "props", given, nextjsSiteKeys);
  const { nextBinPath = "./node_modules/.bin/next", commandHooks = {}, ...props } = accepted;
  const hooks = acceptedKeys(site, "commandHooks", commandHooks, hookKeys);
  if (nextBinPath === "") {
    const expected = "the path of a program";
    attempt(() => refuseValue(site, "nextBinPath", "", expected));
  }
  const command = props.buildCommand ?? `${quoted(nextBinPath)} build`;
  const after = attempt(() => commandsOf(site, hooks, siteFolder(site, props.path))) ?? [];
  const buildCommand = command === "" ? "" : [command, ...after].join(" && ");
  return planServerSite(site, { ...props, framework: "next", buildCommand });
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
  const expected = "a function that returns an array of commands";
  return refuseValue(site, prop, commands, expected);
}

/** A path may contain spaces. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : JSON.stringify(path));

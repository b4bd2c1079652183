import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IConstruct } from "constructs";
import { exportNameOf, findEntry, nodeVersionOf } from "../../../bundle";
import { Stack } from "../../app/stack";
import type { ArtifactOptions } from "../../app/synthesis/artifacts";
import { countParameters } from "./handler-parameters";

/** The first Node runtime whose handlers cannot answer through a third parameter. */
const firstWithoutCallbacks = 24;

/**
 * Adds a notice if Lambda will refuse to start a function: its handler takes a callback.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html#nodejs-handler-callback
 */
export function warnOfCallback(fn: IConstruct, runtime: string, artifact: ArtifactOptions, handler: string) {
  if ((nodeVersionOf(runtime) ?? 0) < firstWithoutCallbacks) return;
  const source = sourceOf(artifact, handler);
  if (
    source === undefined ||
    (countParameters(source, exportNameOf(handler, entryOf(artifact, handler))) ?? 0) < 3
  )
    return;
  Stack.of(fn).app.addNotice(
    `serverform: the handler "${handler}" has three parameters, and functions with the runtime ${runtime} whose handler ` +
      "takes a callback do not start; return a promise instead: async (event, context) => result. Until then, set " +
      'runtime: "nodejs22.x"',
    fn,
  );
}

/** The source of the caller's handler, if it is a file in the project. */
function sourceOf(artifact: ArtifactOptions, handler: string): string | undefined {
  const file = entryOf(artifact, handler);
  return file && readFileSync(join(artifact.appPath, artifact.srcPath, file), "utf8");
}

function entryOf(artifact: ArtifactOptions, handler: string): string | undefined {
  if (artifact.kind === "node") return artifact.isOfPackage === true ? undefined : artifact.entry;
  return artifact.kind === "prebuilt" ? findEntry(artifact.appPath, artifact.srcPath, handler) : undefined;
}

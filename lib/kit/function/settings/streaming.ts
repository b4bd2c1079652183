import { findRuntime } from "../../../bundle";
import type { Where } from "../../../facts/errors/error";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/** The facts that decide whether a function can stream its response. */
export interface StreamingFacts {
  /** The runtime as it is deployed. */
  readonly runtime: string;
  /** A layer may bring what the runtime lacks, as the Lambda Web Adapter does. */
  readonly hasLayers: boolean;
  /** The result of a durable function is kept, and returned as a whole. */
  readonly isDurable: boolean;
}

export function streamingFacts(
  { cdk, layers = [], durable }: FunctionProps,
  { runtime }: { readonly runtime: string },
): StreamingFacts {
  return {
    runtime: cdk?.function?.runtime ?? runtime,
    hasLayers: layers.length > 0,
    isDurable: durable !== undefined,
  };
}

/** The managed runtimes of other languages do not stream responses. */
const buffering: readonly string[] = ["python", "dotnet", "java"];

/**
 * Refuses a function that cannot stream its response.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html
 */
export function checkStreaming(
  where: Where,
  prop: string,
  { runtime, hasLayers, isDurable }: StreamingFacts,
): void {
  if (isDurable) fail(where, "durable-streaming", prop, {});
  const kind = findRuntime(runtime)?.kind;
  if (kind === undefined || !buffering.includes(kind) || hasLayers) return;
  fail(where, "streaming-runtime", prop, { runtime });
}

import type { DataSource } from "../../../../model";
import type { GatewayContext } from "../../gateway";
import { appSyncSession, integrationCredentials } from "../../send-request";
import type { DataSourceServices } from "../data-sources/data-source-call";
import { timedOut } from "../exchange";
import { type HandlerOutcome, InvalidCode } from "../runtime";
import type { HandlerEffects } from "../utilities/invocation";
import { EarlyReturn, ResolverError } from "../utilities/signals";

/** The parts that resolvers of GraphQL APIs and handlers of events have in common. */

/** Runs a handler, which may end early with a result. */
export function attempt(run: () => HandlerOutcome) {
  try {
    return { ...run(), isEarly: false, isEnd: false };
  } catch (error) {
    if (!(error instanceof EarlyReturn)) throw error;
    // At the end, the rest of a pipeline is skipped.
    return { value: error.value, stash: {}, isEarly: true, isEnd: error.skipTo === "END" };
  }
}

/** Loads the code of a handler. Code that cannot run is reported, and is an error of the request. */
export function loadHandler<Code>({ report }: GatewayContext, load: () => Code): Code {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof InvalidCode)) throw error;
    report({ event: "warning", text: error.message });
    throw new ResolverError(error.message, "Code");
  }
}

export function requireSource(source: DataSource | undefined, owner: string): DataSource {
  if (source === undefined) throw new ResolverError(`The data source of ${owner} does not exist.`, "Code");
  return source;
}

/** The services of a data source, with the credentials of its role. */
export function servicesFor(
  services: Omit<DataSourceServices, "credentials">,
  { roleArn }: DataSource,
): DataSourceServices {
  const credentials = integrationCredentials(services.context.accessKeys, roleArn, appSyncSession);
  return { ...services, credentials };
}

/** The answer of a data source, for the response handler. */
export interface SourceOutcome {
  readonly result: unknown;
  readonly error?: { readonly message: string; readonly type: string | null };
}

/** The outcome of a data source. Its error is for the response handler, which decides the result. */
export async function sourceOutcome(
  ask: () => Promise<unknown>,
): Promise<SourceOutcome & { readonly failure?: ResolverError }> {
  try {
    return { result: await ask() };
  } catch (error) {
    const failure = failureOf(error);
    const { message, errorType: type, data } = failure;
    return { result: data, error: { message, type }, failure };
  }
}

/** The failure of a data source in the form for the client. Throws an error of this server itself. */
export function failureOf(error: unknown): ResolverError {
  if (error instanceof ResolverError) return error;
  if (error instanceof Error && error.name === "AbortError")
    return new ResolverError(timedOut.message, timedOut.errorType);
  throw error;
}

/** The effects of handlers that only report. */
export function reportedEffects(
  { report, clock }: GatewayContext,
  handler: string,
): Pick<HandlerEffects, "clock" | "log" | "notHere"> {
  return {
    clock,
    log: (level, line) => {
      const stream = level === "error" || level === "warn" ? "stderr" : "stdout";
      report({ event: "log", function: handler, requestId: undefined, stream, line });
    },
    notHere: (what) => report({ event: "warning", text: `${handler}: ${what} has no effect here.` }),
  };
}

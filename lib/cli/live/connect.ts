import { hostname, userInfo } from "node:os";
import { isLibraryError } from "../../facts/errors/error";
import { AwsClock, AwsError, type CredentialsProvider } from "../../runtime/aws";
import { LeaseTable, payloadsIn, RelayRefusal, relayAt } from "../../runtime/live";
import { explainAwsError } from "../aws/aws-errors";
import { fail } from "../errors";
import { LiveClient } from "../live-client/client";
import type { LiveReport } from "../live-client/report";
import type { RelayOutputs } from "./deploy-live";
import type { LiveApp } from "./live-app";

export interface ConnectOptions {
  readonly region: string;
  readonly credentials: CredentialsProvider;
  readonly relay: RelayOutputs;
  readonly app: LiveApp;
  readonly only: readonly string[] | undefined;
  readonly report: LiveReport;
}

/** Larger differences between clocks are reported. AWS refuses signatures after 5 minutes. */
const notedSkewMs = 60_000;

/** Connects this machine with the stage. Problems are reported with a remedy. */
export async function connectClient(options: ConnectOptions): Promise<LiveClient> {
  const { region, credentials, relay, app, only, report } = options;
  const clock = new AwsClock();
  const aws = { region, credentials, clock };
  const client = new LiveClient({
    table: new LeaseTable(relay.tableName, aws),
    open: relayAt(relay.endpoint, aws),
    store: payloadsIn(relay.bucketName, aws),
    run: (request, chunk) => app.functions.run(request, chunk),
    report,
    owner: `${userName()}@${hostname()}`,
    awsClock: clock,
    ...(only !== undefined && { only }),
  });
  try {
    // Gets the time of AWS first: a handshake cannot be repeated with another time.
    await new LeaseTable(relay.tableName, aws).read();
    await client.start();
  } catch (error) {
    await client.stop().catch(() => {});
    throw explained(error, relay);
  }
  if (Math.abs(clock.skewMs) > notedSkewMs) {
    const text = `The clock of this machine is ${Math.round(Math.abs(clock.skewMs) / 1000)} seconds ${clock.skewMs > 0 ? "ahead" : "behind"}. Requests are signed with the time of AWS; set the clock, because other tools are refused.`;
    report({ event: "warning", text });
  }
  return client;
}

/** Adds the missing permission to an error of AWS. Other errors are unchanged. */
function explained(error: unknown, { endpoint, tableName }: RelayOutputs): unknown {
  try {
    if (error instanceof RelayRefusal && error.status === 403) {
      fail("serverform start", "live-right-missing", "credentials", {
        action: "execute-api:Invoke",
        resource: endpoint,
        reason: error.message,
      });
    }
    if (error instanceof AwsError && /AccessDenied/.test(error.code)) {
      const action =
        /not authorized to perform: ([\w-]+:\w+)/.exec(error.message)?.[1] ?? `${error.service}:*`;
      fail("serverform start", "live-right-missing", "credentials", {
        action,
        resource: tableName,
        reason: error.message,
      });
    }
    const told = explainAwsError(error, "serverform start");
    if (isLibraryError(told) && !/^aws-(refused|unreachable)$/.test(told.code)) return told;
    if (error instanceof AwsError) {
      fail("serverform start", "live-table-unreadable", tableName, {
        reason: `${error.code}: ${error.message}`,
      });
    }
    const reason = error instanceof Error ? error.message : String(error);
    fail("serverform start", "live-relay-unreachable", endpoint, { reason });
  } catch (failure) {
    return failure;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id may be missing in the user database.
    return "developer";
  }
}

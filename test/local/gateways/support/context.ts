import type { Functions, InvokeOutcome, LocalEvent } from "../../../../lib/local";
import type { GatewayContext } from "../../../../lib/local/gateways/gateway";
import type { InvokeRequest } from "../../../../lib/local/invoke";
import { accessKeys } from "../../../support/access-keys";
import { TestClock } from "../../support/clock";

export type Handler = (event: never) => unknown;

/** Functions of this process, by name: what they return or throw is the outcome. */
export class FakeFunctions implements Functions {
  readonly invoked: InvokeRequest[] = [];

  constructor(private readonly handlers: Readonly<Record<string, Handler>>) {}

  async invoke(request: InvokeRequest): Promise<InvokeOutcome> {
    this.invoked.push(request);
    const requestId = `invocation-${this.invoked.length}`;
    const handler = this.handlers[request.functionArn.split(":")[6] ?? ""];
    if (handler === undefined) return { status: "refused", requestId, reason: `no ${request.functionArn}` };
    try {
      const result = await handler(JSON.parse(request.payload) as never);
      return { status: "ok", requestId, payload: JSON.stringify(result) ?? "null", durationMs: 1 };
    } catch (error) {
      const { name: errorType, message: errorMessage } = error as Error;
      const payload = JSON.stringify({ errorType, errorMessage, trace: [] });
      return { status: "error", requestId, payload, errorType, errorMessage, durationMs: 1 };
    }
  }

  /** The events that a function was invoked with. */
  events(name: string): Record<string, unknown>[] {
    return this.invoked
      .filter(({ functionArn }) => functionArn.split(":")[6] === name)
      .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  }

  async replace(): Promise<void> {}

  async stop(): Promise<void> {}
}

export interface TestContext extends GatewayContext {
  readonly functions: FakeFunctions;
  readonly clock: TestClock;
  readonly reported: LocalEvent[];
}

export function testContext(
  handlers: Readonly<Record<string, Handler>> = {},
  given: Partial<Pick<GatewayContext, "endpoints" | "issuers" | "history">> = {},
): TestContext {
  const reported: LocalEvent[] = [];
  return {
    accessKeys,
    functions: new FakeFunctions(handlers),
    clock: new TestClock(Date.UTC(2026, 0, 2, 3, 4, 5)),
    report: (event) => reported.push(event),
    reported,
    endpoints: new Map(),
    issuers: { keysOf: async () => ({ keys: [] }) },
    ...given,
  };
}

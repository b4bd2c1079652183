import type { Functions, InvokeOutcome } from "../../../lib/local";
import type { InvokeRequest } from "../../../lib/local/invoke";

/** An invocation, with its event read. */
export interface Invoked {
  readonly functionArn: string;
  readonly source: string;
  readonly event: unknown;
}

/** Functions that answer as a test defines, and record their invocations. */
export class TestFunctions implements Functions {
  readonly invoked: Invoked[] = [];
  /** ARNs and names of functions that do not exist. */
  readonly unknown = new Set<string>();
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly answer: (event: never, functionArn: string) => unknown = () => null) {}

  async invoke({ functionArn, payload, source }: InvokeRequest): Promise<InvokeOutcome> {
    const event: unknown = JSON.parse(payload);
    if (this.unknown.has(functionArn)) {
      return {
        status: "refused",
        requestId: "",
        reason: `There is no function ${functionArn}.`,
        isUnknown: true,
      };
    }
    this.invoked.push({ functionArn, source, event });
    for (const done of this.waiting.splice(0)) done();
    const requestId = "00000000-0000-0000-0000-000000000000";
    try {
      const answer = JSON.stringify(await this.answer(event as never, functionArn)) ?? "null";
      return { status: "ok", requestId, payload: answer, durationMs: 1 };
    } catch (error) {
      const errorMessage = String(error);
      return { status: "error", requestId, payload: "{}", errorType: "Error", errorMessage, durationMs: 1 };
    }
  }

  /** Resolves when there have been that many invocations. */
  async count(wanted: number): Promise<readonly Invoked[]> {
    while (this.invoked.length < wanted) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.invoked;
  }

  async replace(): Promise<void> {}

  async stop(): Promise<void> {}
}

/** Lets everything run that is ready to run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

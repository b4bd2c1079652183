import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LiveClient, type LiveClientOptions } from "../../../lib/cli/live-client/client";
import type { LiveEvent } from "../../../lib/cli/live-client/report";
import {
  type ClientTable,
  type Lease,
  type LiveAnswer,
  type OpenRelay,
  type PayloadStore,
  Seal,
  type ToRelay,
} from "../../../lib/runtime/live";
import type { FromRelay } from "../../../lib/runtime/live/protocol/envelope";
import { leaseFor } from "../../../lib/runtime/live/protocol/leases";
import type { LiveRequest } from "../../../lib/runtime/live/protocol/messages";
import { newSecret } from "../../../lib/runtime/live/protocol/seal";
import { WrapperSession } from "../../../lib/runtime/live/wrapper/session";
import { TestClock } from "../../local/support/clock";

interface TestConnection {
  readonly id: string;
  isOpen: boolean;
  deliver(message: FromRelay): void;
  close(reason: string): void;
}

/** A relay in memory, whose connections a test can break. Messages arrive in a later turn, as over a network. */
export class TestRelay {
  readonly connections: TestConnection[] = [];
  /** Every message that was sent, as text. */
  readonly sent: string[] = [];
  isReachable = true;
  /** Lets a message vanish, as when a connection leads nowhere and does not tell. */
  loses: (from: TestConnection, message: ToRelay) => boolean = () => false;

  readonly open: OpenRelay = async (listener) => {
    if (!this.isReachable) throw new Error("connect ECONNREFUSED");
    const connection: TestConnection = {
      id: `connection-${this.connections.length + 1}`,
      isOpen: true,
      deliver: (message) => void setImmediate(() => connection.isOpen && listener.message(message)),
      close: (reason) => {
        if (!connection.isOpen) return;
        connection.isOpen = false;
        setImmediate(() => listener.closed(reason));
      },
    };
    this.connections.push(connection);
    return {
      send: (message) => this.receive(connection, message),
      close: () => connection.close("code 1006"),
    };
  };

  breakAll(): void {
    for (const each of this.connections) each.close("code 1006");
  }

  private receive(from: TestConnection, message: ToRelay): void {
    this.sent.push(JSON.stringify(message));
    if (!from.isOpen || this.loses(from, message)) return;
    if (message.action === "hello") return from.deliver({ event: "welcome", connection: from.id });
    if (message.action === "ping") return from.deliver({ event: "pong" });
    const to = this.connections.find(({ id, isOpen }) => isOpen && id === message.to);
    if (to === undefined) return from.deliver({ event: "gone", connection: message.to });
    to.deliver({ event: "message", from: from.id, body: message.body });
  }
}

/** The table of a debug stack, in memory. */
export class TestTable implements ClientTable {
  leases: Lease[] = [];
  readonly secrets = new Map<string, Buffer>();
  isReachable = true;

  async read(): Promise<readonly Lease[]> {
    this.check();
    return this.leases;
  }

  async register(lease: Lease, replaced: readonly Lease[], expired: readonly Lease[]): Promise<void> {
    this.check();
    const gone = new Set([lease.clientId, ...expired.map(({ clientId }) => clientId)]);
    const marked = new Set(replaced.map(({ clientId }) => clientId));
    const others = this.leases
      .filter(({ clientId }) => !gone.has(clientId))
      .map((each) => (marked.has(each.clientId) ? { ...each, replacedBy: lease.owner } : each));
    this.leases = [...others, lease];
  }

  async renew({ clientId, connection }: Lease, until: number): Promise<boolean> {
    this.check();
    const known = this.leases.find((each) => each.clientId === clientId);
    if (known === undefined || known.replacedBy !== undefined) return false;
    this.leases = this.leases.map((each) => (each === known ? { ...each, connection, until } : each));
    return true;
  }

  async release(clientId: string): Promise<void> {
    this.check();
    this.leases = this.leases.filter((each) => each.clientId !== clientId);
  }

  async readSecret(functionId: string, wrapperId: string): Promise<Buffer | undefined> {
    this.check();
    return this.secrets.get(`${functionId} ${wrapperId}`);
  }

  private check(): void {
    if (!this.isReachable) throw new Error("getaddrinfo ENOTFOUND");
  }
}

export class TestStore implements PayloadStore {
  readonly objects = new Map<string, Buffer>();

  async put(key: string, content: Buffer): Promise<void> {
    this.objects.set(key, content);
  }

  async get(key: string): Promise<Buffer> {
    const found = this.objects.get(key);
    if (found === undefined) throw new Error(`no object ${key}`);
    return found;
  }
}

export const functionId = "dev-notes-Main/Get";

export const roleVariables = {
  AWS_ACCESS_KEY_ID: "ASIAROLE",
  AWS_SECRET_ACCESS_KEY: "secret",
  AWS_SESSION_TOKEN: "token",
} as const;

export function requestOf(event: unknown, more: Partial<LiveRequest> = {}): LiveRequest {
  return {
    event: JSON.stringify(event),
    context: {
      functionName: "dev-notes-Main-Get",
      functionVersion: "$LATEST",
      invokedFunctionArn: "arn:aws:lambda:us-east-1:123456789012:function:dev-notes-Main-Get",
      memoryLimitInMB: "1024",
      logGroupName: "/aws/lambda/dev-notes-Main-Get",
      logStreamName: "2026/01/01/[$LATEST]1",
    },
    environment: roleVariables,
    remainingMs: 10_000,
    sentAt: Date.UTC(2026, 0, 1),
    ...more,
  };
}

/** Lets time pass in small steps, so that waiting code can work in between. */
export async function pass(stage: TestStage, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    stage.clock.advanceSeconds(1);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  }
}

const zip = promisify(gzip);

/** Waits for all pending work: in the event loop, and in the threads that compress. */
async function quiet(): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(Array.from({ length: 4 }, () => zip("")));
    await nextTurn();
  }
}

/** Lets time pass until something is so, from timer to timer. Running work is instant on this clock. */
export async function settleUntil(stage: TestStage, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await quiet();
    if (!isSo()) stage.clock.advanceToNext();
  }
}

/** The same until a promise is settled. */
export async function settle<Value>(stage: TestStage, promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const watched = promise.finally(() => {
    isSettled = true;
  });
  await settleUntil(stage, () => isSettled);
  return watched;
}

/** A relay, a table and a bucket, with the clients and wrappers that a test makes. */
export class TestStage {
  readonly clock = new TestClock();
  readonly relay = new TestRelay();
  readonly table = new TestTable();
  readonly store = new TestStore();
  readonly events: LiveEvent[] = [];
  private wrappers = 0;

  client(
    run: (event: never) => unknown = (event) => event,
    more: Partial<LiveClientOptions> = {},
  ): LiveClient {
    return new LiveClient({
      table: this.table,
      open: this.relay.open,
      store: this.store,
      timers: this.clock,
      awsClock: { now: () => this.clock.now(), skewMs: 0, learn: () => false } as never,
      owner: "ana@laptop",
      report: (event) => this.events.push(event),
      run: async ({ event }): Promise<LiveAnswer> => ({
        status: "ok",
        payload: JSON.stringify(await run(JSON.parse(event) as never)),
      }),
      ...more,
    });
  }

  /** A wrapper in its own environment. */
  wrapper(id = functionId): WrapperSession {
    this.wrappers += 1;
    const wrapperId = `wrapper-${this.wrappers}`;
    const secret = newSecret();
    return new WrapperSession({
      functionId: id,
      wrapperId,
      seal: new Seal(secret),
      register: async () => void this.table.secrets.set(`${id} ${wrapperId}`, secret),
      latestLease: async () => this.lease(id),
      open: this.relay.open,
      store: this.store,
      timers: this.clock,
    });
  }

  lease(id = functionId): Lease | undefined {
    return leaseFor(this.table.leases, id, this.clock.now());
  }

  /** Invokes as the wrapper does: the client answers, or else the deployed code. */
  async invoke(wrapper: WrapperSession, requestId: string, event: unknown): Promise<unknown> {
    const lease = this.lease();
    const sentAt = this.clock.now();
    const answer = lease && (await wrapper.ask(requestId, requestOf(event, { sentAt }), lease));
    return answer?.status === "ok" ? JSON.parse(answer.payload) : "deployed";
  }

  get states(): readonly string[] {
    return this.events.flatMap((each) => (each.event === "link" ? each.state : []));
  }
}

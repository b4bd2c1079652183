import { randomUUID } from "node:crypto";
import { inBackground, onFault, systemClock, type Timers } from "../../local";
import { AwsClock } from "../../runtime/aws";
import {
  type ClientTable,
  covers,
  type Frame,
  isLeaseNotice,
  lookAtLeases,
  type MessageName,
  type OpenRelay,
  type PayloadStore,
  parseFrame,
  Seal,
} from "../../runtime/live";
import { LeaseKeeper } from "./lease-keeper";
import { Link } from "./link";
import { ReceivedRequests, type RunRequest } from "./received-requests";
import type { LiveReport } from "./report";

export interface LiveClientOptions {
  readonly table: ClientTable;
  readonly open: OpenRelay;
  readonly store: PayloadStore;
  /** Runs an invocation on this machine. Never rejects. */
  readonly run: RunRequest;
  readonly report: LiveReport;
  /** The name of the developer, for other developers: `ana@laptop`. */
  readonly owner: string;
  /**
   * Patterns of the functions that run here: their construct paths, or the ends of those, with `*`.
   *
   * @default - all functions of the stage
   */
  readonly only?: readonly string[];
  readonly timers?: Timers;
  /** The clock for signatures. @default - the time of this machine */
  readonly awsClock?: AwsClock;
}

/** The maximum number of cached seals of wrappers. */
const maxSeals = 10_000;

/** The developer's side of `serverform start`: receives invocations from the relay, and sends their answers. */
export class LiveClient {
  /** Settles when another client replaces this one. */
  readonly replaced: Promise<void>;

  private readonly clientId = randomUUID();
  private readonly seals = new Map<string, Promise<Seal | undefined>>();
  private readonly link: Link;
  private readonly keeper: LeaseKeeper;
  private readonly requests: ReceivedRequests;
  private readonly told = new Set<string>();
  private isStopped = false;
  private isClosed = false;
  private end = (): void => {};
  private leaveFaults = (): void => {};

  constructor(private readonly options: LiveClientOptions) {
    const { table, open, store, run, owner, only, report, timers = systemClock } = options;
    const { awsClock = new AwsClock() } = options;
    const awsNow = (): number => awsClock.now();
    this.replaced = new Promise((resolve) => {
      this.end = resolve;
    });
    this.link = new Link(open, timers, {
      connected: async (connection) => {
        await this.keeper.hold(connection);
        this.requests.resend();
      },
      message: (from, body) => this.receive(from, body),
      // The wrapper repeats its request on a new connection.
      gone: () => {},
      lost: (reason) =>
        report({
          event: "link",
          state: "lost",
          text: `The connection is lost (${reason}); opening a new one.`,
        }),
    });
    this.keeper = new LeaseKeeper({
      table,
      awsNow,
      timers,
      clientId: this.clientId,
      owner,
      only,
      listener: {
        replaced: (others) => {
          const names = others.map((each) => each.owner).join(", ");
          report({ event: "notice", text: `This client replaces that of ${names}, which gets a notice.` });
          for (const { connection } of others) {
            this.link.send({ action: "send", to: connection, body: lookAtLeases });
          }
        },
        replacedBy: (other) => {
          const text = `The client of ${other} has replaced this one. To share a stage, name your functions: --only "*/Orders/*".`;
          report({ event: "link", state: "replaced", text });
          this.link.close();
          this.end();
        },
        expired: (reason) => {
          const text = `The lease could not be renewed (${reason}), so the deployed code answers. Trying again.`;
          report({ event: "link", state: "lost", text });
        },
        restored: () =>
          report({ event: "link", state: "live", text: "Invocations come to this machine again." }),
      },
    });
    this.requests = new ReceivedRequests({
      sealOf: (name) => this.sealOf(name),
      run: async (request, chunk) =>
        covers({ only }, request.name.functionId) ? run(request, chunk) : { status: "declined" },
      send: (to, frame) => this.send(to, frame),
      store,
      timers,
      awsNow,
      refused: (text) => this.warnOnce(text),
    });
  }

  /** Connects and acquires the lease. Rejects if that is not possible. */
  async start(): Promise<void> {
    const { report } = this.options;
    this.leaveFaults = onFault(({ text }) => report({ event: "warning", text }));
    try {
      await this.link.start();
    } catch (error) {
      this.leaveFaults();
      throw error;
    }
    report({ event: "link", state: "live", text: "Invocations come to this machine." });
  }

  /** Breaks the connection, as a network failure would. For tests. */
  disconnect(): void {
    this.link.disconnect();
  }

  /** Releases the lease, and waits for the invocations that run here. */
  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    await this.keeper.release().catch((error: unknown) => {
      const text = `The lease could not be given back (${String(error)}); it expires within 15 seconds.`;
      this.options.report({ event: "warning", text });
    });
    await this.requests.idle();
    this.close();
  }

  /** Ends without waiting for the invocations that run here: the deployed code runs them again. */
  async abandon(): Promise<void> {
    await this.requests.abandon().catch(() => {});
    this.close();
  }

  private close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.link.close();
    this.leaveFaults();
    this.options.report({ event: "link", state: "ended", text: "The deployed code answers." });
  }

  private receive(from: string, body: unknown): void {
    if (isLeaseNotice(body)) return inBackground("live client", this.keeper.look());
    const frame = parseFrame(body);
    if (frame !== undefined)
      inBackground(
        "live client",
        this.requests.take(from, frame).catch((error: unknown) => this.warnOnce(String(error))),
      );
  }

  private send(to: string, frame: Frame): boolean {
    return this.link.send({ action: "send", to, body: frame });
  }

  private sealOf(name: MessageName): Promise<Seal | undefined> {
    const key = `${name.functionId} ${name.wrapperId}`;
    const known = this.seals.get(key);
    if (known !== undefined) return known;
    const reading = this.options.table
      .readSecret(name.functionId, name.wrapperId)
      .then((secret) => secret && new Seal(secret));
    this.seals.set(key, reading);
    // A missing file may appear, and a failed read may succeed later.
    const forget = (): void => void this.seals.delete(key);
    inBackground(
      "live client",
      reading.then((seal) => (seal === undefined ? forget() : undefined)),
      forget,
    );
    const [oldest] = this.seals.keys();
    if (this.seals.size > maxSeals && oldest !== undefined) this.seals.delete(oldest);
    return reading;
  }

  private warnOnce(text: string): void {
    if (!this.told.has(text) && this.told.size < maxReported) this.options.report({ event: "warning", text });
    this.told.add(text);
  }
}

/** Clients of the relay choose the texts, so their number is limited. */
const maxReported = 100;

import { fail } from "../cli/errors";
import { functionNameIn } from "../facts/aws/arns";
import { jsonOrText } from "../facts/text/json";
import {
  type AccessKeys,
  appendUse,
  findFunction,
  functionNames,
  isMeasuredService,
  type ListedUser,
  type Local,
  type PermissionsReport,
  type PoolKeys,
  permissionsReport,
} from "../local";
import type { Model } from "../model";
import { apiUrl } from "./apis";
import { AsyncWork } from "./async-work";
import { TestInbox } from "./inbox";
import { requireQueue, TestQueue } from "./queues";
import type { Denial, Reported } from "./reported";
import { parseTime, TestClock } from "./test-clock";
import type { TestTime } from "./test-time";
import { type SignedUpUser, type TestUser, TestUsers, type UserToken } from "./users";

/** A request to an API: the options of `fetch`, and the user who sends it. */
export interface TestRequest extends RequestInit, Partial<UserToken> {
  /** Name, construct path, or a part of the path. @default - the only API */
  readonly api?: string;
}

/** Settings of a client of the AWS SDK. */
export interface AwsSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Buckets are in paths, since their names have no addresses on this machine. */
  readonly forcePathStyle: true;
}

interface ServerParts {
  readonly local: Local;
  readonly reported: Reported;
  readonly json: string;
  readonly time: TestTime;
  readonly accessKeys: AccessKeys;
  readonly model: Model;
  readonly keys: PoolKeys;
  readonly endpoints: ReadonlyMap<string, string>;
  /** Receives the use of permissions at the end. */
  readonly permissionsFile: string | undefined;
  /** Lets another server have the folder. */
  readonly release: () => void;
}

/** An app that is served in this process. */
export class TestServer {
  /** The mails and messages that would have left the machine. */
  readonly inbox: TestInbox;
  /** The time of the server. */
  readonly clock: TestClock;
  private readonly users: TestUsers;
  private readonly work: AsyncWork;

  /** @internal */
  constructor(private readonly parts: ServerParts) {
    const { local, time } = parts;
    this.inbox = new TestInbox(local);
    this.work = new AsyncWork(local, time);
    this.clock = new TestClock(time, this.work);
    this.users = new TestUsers(parts);
  }

  /**
   * The address of an API, without a slash at the end.
   *
   * @param api - name, construct path, or a part of the path. By default, the only API
   * @throws ServerformError with the code `part-not-found` or `local-several`
   */
  url(api?: string): string {
    return apiUrl(this.parts.local.served, this.parts.model, api);
  }

  /**
   * Settings of clients of the AWS SDK, which may do everything: `new DynamoDBClient(server.aws)` reads and writes the data of the
   * server.
   */
  get aws(): AwsSettings {
    const { local, accessKeys } = this.parts;
    const { accessKeyId, secretAccessKey } = accessKeys.administrator;
    return {
      endpoint: local.servicesUrl,
      region: local.model.region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
    };
  }

  /**
   * Sends a request to an API. With `as`, it carries a token of this user.
   *
   * The token is one that the user pool would issue, but the trigger before tokens does not run. The user need not exist.
   *
   * @param path - begins with a slash, without the path of the stage: `/notes?limit=2`
   */
  async fetch(path: string, request: TestRequest = {}): Promise<Response> {
    const { api, as, pool, client, groups, scopes, use, authorizer, claims, ...init } = request;
    const ofUser = { pool, client, groups, scopes, use, authorizer, claims };
    const headers = new Headers(init.headers);
    if (as === undefined) checkWithoutUser(ofUser);
    else headers.set("authorization", `Bearer ${await this.users.token({ as, ...given(ofUser) })}`);
    return fetch(`${this.url(api)}${path}`, { ...init, headers });
  }

  /**
   * Creates a user, whose addresses are verified.
   *
   * @throws ServerformError with the code `local-users-refused` if the pool refuses, for example the password
   */
  createUser(user: TestUser): Promise<ListedUser> {
    return this.users.create(user);
  }

  /**
   * Signs up, as a browser does: the triggers of the pool run, and a code is sent to the inbox.
   *
   * @throws ServerformError with the code `local-users-refused` if the pool or a trigger refuses
   */
  signUp(user: SignedUpUser): Promise<void> {
    return this.users.signUp(user);
  }

  /**
   * Confirms an address with the code that was sent to it.
   *
   * @throws ServerformError with the code `local-users-refused` if the pool or a trigger refuses
   */
  confirmSignUp(
    user: Omit<SignedUpUser, "password" | "attributes"> & { readonly code: string },
  ): Promise<void> {
    return this.users.confirm(user);
  }

  /**
   * Invokes a function, and returns what it returns. A text of a streaming handler that is not JSON is returned unchanged.
   *
   * @param name - name of the function, its construct path, or the end of that path
   * @param event - by default, what its schedule or a skill sends, if it has one, else an empty object
   * @throws Error with the name and the message of the error that the function has thrown
   */
  async invoke(name: string, event?: unknown): Promise<unknown> {
    const outcome = await this.parts.local.invoke(name, event);
    if ("unknown" in outcome)
      return fail("serveLocal", "local-function-unknown", "invoke", { value: name, names: outcome.unknown });
    switch (outcome.status) {
      case "ok":
        return jsonOrText(outcome.payload);
      case "error":
        throw named(
          new Error(outcome.errorMessage, { cause: jsonOrText(outcome.payload) }),
          outcome.errorType,
        );
      case "refused":
        throw new Error(outcome.reason);
    }
  }

  /**
   * A queue.
   *
   * @param name - name of the queue, its construct path, or the end of that path
   * @throws ServerformError with the code `part-not-found`
   */
  queue(name: string): TestQueue {
    return new TestQueue(requireQueue(this.parts.local, name), this.work);
  }

  /**
   * Resolves when all asynchronous work is done: consumers of queues and streams, deliveries, retries and delayed messages. The
   * clock advances to waiting timers, so tests do not wait for a retry that comes in a minute.
   *
   * @param options.within - how far the clock may advance. By default, 1 hour
   * @throws ServerformError with the code `local-not-settled` if something is left then, such as a message that always fails
   */
  settled({ within = "1 hour" }: { readonly within?: string } = {}): Promise<void> {
    return this.work.settled(parseTime("settled within", within));
  }

  /** The folder with the Terraform JSON that is served: `find(server.json, "aws_dynamodb_table")`. */
  get json(): string {
    return this.parts.json;
  }

  /**
   * The last 10000 lines that functions have written.
   *
   * @param name - name of the function, its construct path, or the end of that path. By default, all functions
   * @throws ServerformError with the code `local-function-unknown`
   */
  logs(name?: string): readonly string[] {
    if (name === undefined) return this.parts.reported.linesOf();
    const { model } = this.parts.local;
    const arn = findFunction(model, name);
    if (arn === undefined)
      return fail("serveLocal", "local-function-unknown", "logs", {
        value: name,
        names: functionNames(model),
      });
    return this.parts.reported.linesOf(functionNameIn(arn));
  }

  /** The token that `fetch` sends for a user, for clients of other protocols: WebSockets, GraphQL. */
  token(user: UserToken): Promise<string> {
    return this.users.token(user);
  }

  /** The calls so far that no permission of their callers allows. */
  denials(): readonly Denial[] {
    return this.parts.reported.denials;
  }

  /**
   * The permissions of each function: those that it has used so far, those that it has and did not use, and those that it misses.
   *
   * With `permissions: "off"`, nothing is counted.
   */
  permissions(): PermissionsReport {
    const { local, endpoints } = this.parts;
    return permissionsReport(local.model, local.usedPermissions ?? {}, isMeasuredService(endpoints));
  }

  /** Ends the server and its functions. Its data is gone. */
  async stop(): Promise<void> {
    const { local, permissionsFile } = this.parts;
    try {
      await local.stop();
      if (permissionsFile !== undefined) appendUse(permissionsFile, local.usedPermissions ?? {});
    } finally {
      this.parts.release();
    }
  }
}

function given<Options extends object>(
  options: Options,
): { [Key in keyof Options]?: NonNullable<Options[Key]> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Options]?: NonNullable<Options[Key]> };
}

function checkWithoutUser(options: object): void {
  const [useless] = Object.keys(given(options));
  if (useless !== undefined) fail("serveLocal", "option-needs", `fetch ${useless}`, { other: "as" });
}

const named = (error: Error, name: string): Error => Object.assign(error, { name });

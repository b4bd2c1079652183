import { fail } from "../cli/errors";
import type { PoolKeys } from "../local/identities";
import { jsonOrText } from "../local/json";
import type { Local } from "../local/local";
import type { Model } from "../local/model/model";
import type { ListedUser } from "../local/services/cognito-idp/commands";
import { apiUrl } from "./apis";
import type { Denial, Denials } from "./denials";
import { TestInbox } from "./inbox";
import { type SignedUpUser, type TestUser, TestUsers, type UserToken } from "./users";

/** A request to an API: the options of `fetch`, and the user who sends it. */
export interface TestRequest extends RequestInit, Partial<UserToken> {
  /** Name, construct path, or a part of the path. @default - the only API */
  readonly api?: string;
}

interface ServerParts {
  readonly local: Local;
  readonly denials: Denials;
  readonly model: Model;
  readonly keys: PoolKeys;
  /** Lets another server have the folder. */
  readonly release: () => void;
}

/** An app that is served in this process. */
export class TestServer {
  /** The mails and messages that would have left the machine. */
  readonly inbox: TestInbox;
  private readonly users: TestUsers;

  /** @internal */
  constructor(private readonly parts: ServerParts) {
    this.inbox = new TestInbox(parts.local);
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
   * Sends a request to an API. With `as`, it carries a token of this user.
   *
   * The token is one that the user pool would issue, but the trigger before tokens does not run. The user need not exist.
   *
   * @param path - begins with a slash, without the path of the stage: `/notes?limit=2`
   */
  async fetch(path: string, request: TestRequest = {}): Promise<Response> {
    const { api, as, pool, client, groups, scopes, use, ...init } = request;
    const ofUser = { pool, client, groups, scopes, use };
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

  /** The calls so far that no permission of their callers allows. */
  denials(): readonly Denial[] {
    return this.parts.denials.all;
  }

  /** Ends the server and its functions. Its data is gone. */
  async stop(): Promise<void> {
    try {
      await this.parts.local.stop();
    } finally {
      this.parts.release();
    }
  }
}

/** Leaves out the options that are undefined. */
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

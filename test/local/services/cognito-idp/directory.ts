import * as sdk from "@aws-sdk/client-cognito-identity-provider";
import type { InboxMessage } from "../../../../lib/local";
import { AccessControl } from "../../../../lib/local/permissions/access-control";
import { cognitoIdp } from "../../../../lib/local/services/cognito-idp";
import type { UserPools } from "../../../../lib/local/services/cognito-idp/user-pools";
import type { Service } from "../../../../lib/local/services/contract/service";
import type { Values } from "../../../../lib/model";
import { accessKeys } from "../../../support/access-keys";
import { TestClock } from "../../support/clock";
import { TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";
import { serviceContext } from "../context";
import { errorNames, problemsIn } from "./contract";
import { deviceVerifier, type SrpSession } from "./srp-client";

export const poolId = "us-east-1_TestPool1";
export const clientId = "testclient0000000000000001";
export const password = "Correct-horse-1";
export const ada = "ada@example.com";

const allFlows = ["SRP", "PASSWORD"].map((kind) => `ALLOW_USER_${kind}_AUTH`);
const usual = [
  ...allFlows,
  "ALLOW_USER_AUTH",
  "ALLOW_CUSTOM_AUTH",
  "ALLOW_REFRESH_TOKEN_AUTH",
  "ALLOW_ADMIN_USER_PASSWORD_AUTH",
];

export interface DirectoryOptions {
  readonly pool?: Values;
  readonly client?: Values;
  /** Further resources of the JSON. */
  readonly more?: Parameters<typeof testModel>[0];
  /** Answers of triggers, by the source of their event: what it changes in the `response`. */
  readonly triggers?: Readonly<Record<string, (event: TriggerEvent) => unknown>>;
  readonly dataFolder?: string;
  /** Whether the permissions of functions decide about triggers. @default false */
  readonly enforces?: boolean;
}

export interface TriggerEvent {
  readonly triggerSource: string;
  readonly userName?: string;
  readonly version: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: Readonly<Record<string, unknown>>;
}

/** A running user pool, whose every request and answer is held against the model of the service. */
export class Directory {
  readonly clock = new TestClock();
  readonly functions: TestFunctions;
  readonly events: TriggerEvent[] = [];
  readonly client: sdk.CognitoIdentityProviderClient;
  readonly problems: string[] = [];
  service!: Service<UserPools>;

  private constructor(private readonly options: DirectoryOptions) {
    this.functions = new TestFunctions((event: TriggerEvent) => {
      this.events.push(event);
      const answer = options.triggers?.[event.triggerSource]?.(event);
      return answer === undefined ? event : { ...event, response: answer };
    });
    this.client = new sdk.CognitoIdentityProviderClient({
      region: "us-east-1",
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
      maxAttempts: 1,
      requestHandler: { handle: (request: SdkRequest) => this.handle(request) } as never,
    });
  }

  static async start(options: DirectoryOptions = {}): Promise<Directory> {
    const directory = new Directory(options);
    await directory.restart();
    return directory;
  }

  /** A directory with a confirmed user. */
  static async withAda(options: DirectoryOptions = {}): Promise<Directory> {
    const directory = await Directory.start(options);
    await directory.signUp();
    await directory.confirm();
    return directory;
  }

  /** Starts the service again, with its kept data. */
  async restart(): Promise<void> {
    const { clock, functions, options } = this;
    const model = directoryModel(options);
    const access = new AccessControl({ accessKeys, mode: "enforce", model, clock, report: () => {} });
    const { dataFolder, enforces = false } = options;
    const service = await cognitoIdp.start(
      serviceContext({ model, clock, functions, dataFolder, ...(enforces && { access }) }),
    );
    this.service = service as Service<UserPools>;
  }

  get pools(): UserPools {
    return this.service.resources;
  }

  get inbox(): readonly InboxMessage[] {
    return this.pools.inbox.all;
  }

  /** The code of the latest message. */
  get code(): string {
    return this.inbox.at(-1)?.code ?? "";
  }

  /** Sends an input as it is written; returns the answer with its status. */
  async raw(
    operation: string,
    input: object | string,
  ): Promise<{ status: number; body: Record<string, never> }> {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    const { status, body = "" } = await this.service.handle({
      service: "cognito-idp",
      method: "POST",
      url: "/",
      headers: {},
      body: Buffer.from(text),
      operation,
    });
    return { status, body: JSON.parse(body.toString()) };
  }

  /** Performs an operation; the answer is that of the SDK. */
  async ask<Answer = Record<string, never>>(operation: string, input: object): Promise<Answer> {
    const Command = (sdk as unknown as Record<string, new (input: object) => never>)[`${operation}Command`];
    if (Command === undefined) throw new Error(`The client has no operation ${operation}.`);
    return (await this.client.send(new Command({ ...input }))) as Answer;
  }

  /** The name and the message of a refusal. */
  async refusal(operation: string, input: object): Promise<string> {
    try {
      await this.ask(operation, input);
      return "accepted";
    } catch (error) {
      const { name, message } = error as Error;
      return `${name}: ${message}`;
    }
  }

  async signUp(name = ada, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
    const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
    await this.ask("SignUp", { ClientId: clientId, Username: name, Password: password, UserAttributes });
  }

  async confirm(name = ada): Promise<void> {
    await this.ask("ConfirmSignUp", { ClientId: clientId, Username: name, ConfirmationCode: this.code });
  }

  async initiate(AuthFlow: string, AuthParameters: object, more: object = {}): Promise<Answer> {
    return this.ask<Answer>("InitiateAuth", { ClientId: clientId, AuthFlow, AuthParameters, ...more });
  }

  async respond({ ChallengeName, Session }: Answer, responses: object, more: object = {}): Promise<Answer> {
    const ChallengeResponses = { USERNAME: ada, ...responses };
    return this.ask<Answer>("RespondToAuthChallenge", {
      ClientId: clientId,
      ChallengeName,
      Session,
      ChallengeResponses,
      ...more,
    });
  }

  async signIn(name = ada, secret = password): Promise<Tokens> {
    const { AuthenticationResult } = await this.initiate("USER_PASSWORD_AUTH", {
      USERNAME: name,
      PASSWORD: secret,
    });
    if (AuthenticationResult === undefined) throw new Error("The sign-in asks for more.");
    return AuthenticationResult;
  }

  /** Confirms the new device of a sign-in, whose secret is `device secret`. */
  async confirmDevice({ AccessToken, NewDeviceMetadata }: Tokens): Promise<{
    readonly key: string;
    readonly group: string;
    readonly isAsked: boolean | undefined;
  }> {
    const { DeviceKey: key = "", DeviceGroupKey: group = "" } = NewDeviceMetadata ?? {};
    const { UserConfirmationNecessary } = await this.ask<{ UserConfirmationNecessary?: boolean }>(
      "ConfirmDevice",
      {
        AccessToken,
        DeviceKey: key,
        DeviceSecretVerifierConfig: deviceVerifier(group, key, "device secret"),
        DeviceName: "desk",
      },
    );
    return { key, group, isAsked: UserConfirmationNecessary };
  }

  /** Signs in by a proof of the password. */
  async proveWith(session: SrpSession, answer: Answer, name = ada): Promise<Answer> {
    const {
      SALT = "",
      SRP_B = "",
      SECRET_BLOCK = "",
      USER_ID_FOR_SRP = name,
    } = answer.ChallengeParameters ?? {};
    const proof = session.proof({ group: "TestPool1", id: USER_ID_FOR_SRP }, { SALT, SRP_B, SECRET_BLOCK });
    return this.respond(answer, { USERNAME: USER_ID_FOR_SRP, ...proof });
  }

  private async handle({ headers, body: bytes = "" }: SdkRequest): Promise<unknown> {
    const operation = headers["x-amz-target"]?.split(".").at(-1) ?? "";
    const body = typeof bytes === "string" ? bytes : Buffer.concat([bytes]).toString("utf8");
    this.problems.push(...problemsIn(operation, "input", JSON.parse(body)));
    const answer = await this.raw(operation, body);
    if (answer.status === 200) this.problems.push(...problemsIn(operation, "output", answer.body));
    else if (!errorNames.has(answer.body.__type ?? ""))
      this.problems.push(`${answer.body.__type} is not an error`);
    return {
      response: {
        statusCode: answer.status,
        headers: { "content-type": "application/x-amz-json-1.1" },
        body: Buffer.from(JSON.stringify(answer.body)),
      },
    };
  }
}

interface SdkRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Tokens {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken: string;
  readonly ExpiresIn: number;
  readonly NewDeviceMetadata?: { readonly DeviceKey: string; readonly DeviceGroupKey: string };
}

/** The answer to a step of a sign-in. */
export interface Answer {
  readonly ChallengeName?: string;
  readonly Session?: string;
  readonly ChallengeParameters?: Readonly<Record<string, string>>;
  readonly AvailableChallenges?: readonly string[];
  readonly AuthenticationResult?: Tokens;
}

export const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

function directoryModel({ pool = {}, client = {}, more = {}, triggers = {} }: DirectoryOptions) {
  const arn = "arn:aws:lambda:us-east-1:123456789012:function:triggers";
  const names = [
    "pre_sign_up",
    "post_confirmation",
    "pre_authentication",
    "post_authentication",
    "pre_token_generation",
    "custom_message",
    "define_auth_challenge",
    "create_auth_challenge",
    "verify_auth_challenge_response",
    "user_migration",
  ];
  const named = (source: string) =>
    names.find((name) => source.toLowerCase().startsWith(name.replaceAll("_", ""))) ?? tokens;
  const tokens = "pre_token_generation";
  const config = Object.fromEntries(Object.keys(triggers).map((source) => [named(source), arn]));
  const { client: _, ...others } = { client: undefined, ...more };
  return testModel({
    ...others,
    aws_cognito_user_pool: {
      Users: {
        id: poolId,
        name: "users",
        arn: `arn:aws:cognito-idp:us-east-1:123456789012:userpool/${poolId}`,
        endpoint: `cognito-idp.us-east-1.amazonaws.com/${poolId}`,
        auto_verified_attributes: ["email"],
        username_attributes: ["email"],
        username_configuration: { case_sensitive: false },
        ...(Object.keys(config).length > 0 && { lambda_config: config }),
        ...pool,
      },
    },
    aws_cognito_user_pool_client: {
      Web: {
        id: clientId,
        name: "web",
        user_pool_id: poolId,
        explicit_auth_flows: usual,
        prevent_user_existence_errors: "ENABLED",
        ...client,
      },
      ...(more.aws_cognito_user_pool_client ?? {}),
    },
  });
}

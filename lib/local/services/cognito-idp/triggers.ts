import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { servicePrincipal } from "../../../facts/aws/principals";
import { jsonOf } from "../../../facts/text/json";
import { block, isValues, text, type Values } from "../../../model";
import { withTimeout } from "../../wire/with-timeout";
import { ServiceError } from "../contract/define-service";
import { encryptWith } from "../kms/ciphertext";
import { refusals } from "./errors";
import { storePassword } from "./passwords";
import type { MessageTemplate, Pool, Sending } from "./pool";
import type { ClientSettings } from "./settings";
import { type Attributes, checkRequiredAttributes, type User } from "./users";

/** The keys of `lambda_config`, with the names that the service's errors have for the triggers. */
const triggers = {
  pre_sign_up: "PreSignUp",
  post_confirmation: "PostConfirmation",
  pre_authentication: "PreAuthentication",
  post_authentication: "PostAuthentication",
  pre_token_generation: "PreTokenGeneration",
  custom_message: "CustomMessage",
  define_auth_challenge: "DefineAuthChallenge",
  create_auth_challenge: "CreateAuthChallenge",
  verify_auth_challenge_response: "VerifyAuthChallengeResponse",
  user_migration: "UserMigration",
  custom_email_sender: "CustomEmailSender",
  custom_sms_sender: "CustomSMSSender",
} as const;

type PoolTrigger = keyof typeof triggers;

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html */
const timeoutMs = 5000;
const attempts = 3;

/** The event of a trigger beside the common part. */
interface TriggerEvent {
  /** The source of the event: `PreSignUp_SignUp`. */
  readonly source: string;
  readonly userName: string | undefined;
  readonly clientId: string | undefined;
  readonly request: Values;
  /** The members of the answer, before the function sets them. @default - the event has no `response` */
  readonly response?: Values;
  /** @default "1" */
  readonly version?: string;
}

/** The function of a trigger; undefined where the pool has none. */
function triggerArn({ settings }: Pool, key: PoolTrigger): string | undefined {
  const config = block(settings.values, "lambda_config") ?? {};
  const blockName = key === "pre_token_generation" ? "pre_token_generation_config" : key;
  return text(block(config, blockName) ?? {}, "lambda_arn") ?? text(config, key);
}

/**
 * Invokes the function of a trigger, and returns the `response` of its answer; undefined if the pool has no such trigger. A
 * function that throws refuses the operation.
 */
export async function invokeTrigger(
  pool: Pool,
  key: PoolTrigger,
  { source, userName, clientId, request, response, version = "1" }: TriggerEvent,
): Promise<Values | undefined> {
  const functionArn = triggerArn(pool, key);
  if (functionArn === undefined) return undefined;
  const { region, id } = pool.settings;
  const payload = JSON.stringify({
    version,
    region,
    userPoolId: id,
    userName,
    callerContext: {
      awsSdkVersion: "aws-sdk-unknown-unknown",
      clientId: clientId ?? "CLIENT_ID_NOT_APPLICABLE",
    },
    triggerSource: source,
    request,
    response,
  });
  const name = triggers[key];
  const notInvoked = (reason: string) =>
    new ServiceError("UnexpectedLambdaException", `${name} invocation failed due to ${reason}`);
  const invoker = { service: servicePrincipal("cognito-idp"), sourceArn: pool.settings.arn };
  if (pool.access?.refusesInvocation(invoker, functionArn) !== undefined)
    throw notInvoked("error AccessDeniedException.");
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const invocation = pool.functions.invoke({ functionArn, payload, source: `trigger ${name}` });
    const outcome = await withTimeout(pool.clock, timeoutMs, invocation);
    if (outcome === undefined) continue;
    if (outcome.status === "refused") throw notInvoked(`configuration: ${outcome.reason}`);
    if (outcome.status === "error")
      throw new ServiceError(
        "UserLambdaValidationException",
        `${name} failed with error ${sentence(outcome.errorMessage)}`,
      );
    // The service ignores what a sender returns.
    if (response === undefined) return {};
    const answer = jsonOf(outcome.payload);
    const answered = isValues(answer) ? answer.response : undefined;
    if (!isValues(answered)) throw invalidAnswer();
    return answered;
  }
  throw notInvoked("error Socket timeout while invoking Lambda function.");
}

export const invalidAnswer = (): ServiceError =>
  new ServiceError("InvalidLambdaResponseException", "Unrecognizable lambda output");

const sentence = (message: string): string => (message.endsWith(".") ? message : `${message}.`);

/**
 * The attributes of a user in the events of triggers; none of a user who does not exist.
 *
 * Source: captures of AWS, `test/local/captures/events`
 */
export function triggerAttributes(
  { settings }: Pool,
  user: User | undefined,
): Readonly<Record<string, string>> {
  if (user === undefined) return {};
  const { sub, status, attributes, mfa } = user;
  const { email, phone_number: phone } = attributes;
  const signsInBy = (name: string): boolean =>
    status === "CONFIRMED" && [...settings.usernameAttributes, ...settings.aliasAttributes].includes(name);
  return {
    sub,
    ...(email !== undefined && signsInBy("email") && { "cognito:email_alias": email }),
    ...(phone !== undefined && signsInBy("phone_number") && { "cognito:phone_number_alias": phone }),
    "cognito:user_status": status,
    ...(mfa.enabled.length > 0 && { "cognito:mfa_enabled": "true" }),
    ...(email !== undefined && { email_verified: "false" }),
    ...(phone !== undefined && { phone_number_verified: "false" }),
    ...attributes,
  };
}

interface SigningUp {
  readonly source: "PreSignUp_SignUp" | "PreSignUp_AdminCreateUser" | "PreSignUp_ExternalProvider";
  readonly userName: string;
  readonly clientId: string | undefined;
  readonly attributes: Attributes;
  readonly validationData?: Attributes | undefined;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/**
 * The decision of the function about a new user.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-sign-up.html
 */
export async function preSignUp(pool: Pool, signingUp: SigningUp) {
  const { source, userName, clientId, attributes, validationData = {}, clientMetadata } = signingUp;
  const answer = await invokeTrigger(pool, "pre_sign_up", {
    source,
    userName,
    clientId,
    request: {
      userAttributes: attributes,
      validationData: Object.keys(validationData).length === 0 ? null : validationData,
      clientMetadata,
    },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  });
  const isTrue = (name: string): boolean => answer?.[name] === true;
  return {
    isConfirmed: isTrue("autoConfirmUser"),
    verified: {
      ...(isTrue("autoVerifyEmail") && attributes.email !== undefined && { email_verified: "true" }),
      ...(isTrue("autoVerifyPhone") &&
        attributes.phone_number !== undefined && { phone_number_verified: "true" }),
    },
  };
}

type Metadata = Readonly<Record<string, string>> | undefined;

interface Caller {
  readonly clientId: string | undefined;
  readonly clientMetadata?: Metadata;
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html */
export async function postConfirmation(
  pool: Pool,
  user: User,
  source: "PostConfirmation_ConfirmSignUp" | "PostConfirmation_ConfirmForgotPassword",
  { clientId, clientMetadata }: Caller,
): Promise<void> {
  await invokeTrigger(pool, "post_confirmation", {
    source,
    userName: user.username,
    clientId,
    request: { userAttributes: triggerAttributes(pool, user), clientMetadata },
    response: {},
  });
}

/** The part of a sign-in that triggers receive. */
export interface SigningIn {
  readonly pool: Pool;
  readonly client: ClientSettings;
  /** Undefined for an unknown name that the client hides. */
  readonly user: User | undefined;
  /** The name that was given. */
  readonly name: string;
}

/** Invokes the function of a trigger about a sign-in. */
export function invokeAtSignIn(
  { pool, client, user, name }: SigningIn,
  key: PoolTrigger,
  request: Values,
  response: Values = {},
): Promise<Values | undefined> {
  return invokeTrigger(pool, key, {
    source: `${triggers[key]}_Authentication`,
    userName: user?.username ?? name,
    clientId: client.id,
    request: { userAttributes: triggerAttributes(pool, user), ...request },
    response,
  });
}

/** Only the functions of clients that hide users receive whether the user exists. */
export const userNotFound = ({ client, user }: SigningIn): boolean | undefined =>
  client.hidesUsers ? user === undefined : undefined;

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-authentication.html */
export async function preAuthentication(signIn: SigningIn, validationData: Metadata): Promise<void> {
  const request = { validationData: validationData ?? null, userNotFound: userNotFound(signIn) };
  await invokeAtSignIn(signIn, "pre_authentication", request);
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-authentication.html */
export async function postAuthentication(
  signIn: SigningIn,
  newDeviceUsed: boolean,
  clientMetadata?: Metadata,
): Promise<void> {
  await invokeAtSignIn(signIn, "post_authentication", { newDeviceUsed, clientMetadata });
}

type CustomTexts = { readonly [Part in keyof MessageTemplate]?: string | undefined };

/**
 * The texts of the app's trigger for a message; those that it leaves are the pool's.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 */
export async function customTexts(sending: Sending): Promise<CustomTexts> {
  const { pool, user, occasion, clientId, clientMetadata } = sending;
  const isInvitation = occasion === "AdminCreateUser";
  const answer = await invokeTrigger(pool, "custom_message", {
    source: `CustomMessage_${occasion}`,
    userName: user.username,
    clientId,
    request: {
      userAttributes: triggerAttributes(pool, user),
      codeParameter: "{####}",
      linkParameter: "{##Click Here##}",
      usernameParameter: isInvitation ? "{username}" : null,
      clientMetadata,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  });
  if (answer === undefined) return {};
  const [email, sms, subject] = ["emailMessage", "smsMessage", "emailSubject"].map((name) =>
    text(answer, name),
  );
  const hasCode = (message = "{####}"): boolean => /\{####\}|\{##[^#]*##\}/.test(message);
  if (hasCode(email) && hasCode(sms)) return { email, sms, subject };
  throw new ServiceError("CustomMessageException", "The message has no code: write {####} where it belongs.");
}

/**
 * Lets the app's own function send a message; returns the function's name, or undefined where the pool has none.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-email-sender.html
 */
export async function sentBy(sending: Sending, medium: "EMAIL" | "SMS"): Promise<string | undefined> {
  const { pool, user, occasion, clientId, clientMetadata, code } = sending;
  const key = medium === "EMAIL" ? "custom_email_sender" : "custom_sms_sender";
  const arn = triggerArn(pool, key);
  if (arn === undefined) return undefined;
  const [name, type] =
    medium === "EMAIL"
      ? (["CustomEmailSender", "customEmailSenderRequestV1"] as const)
      : (["CustomSMSSender", "customSMSSenderRequestV1"] as const);
  const keyArn = text(block(pool.settings.values, "lambda_config") ?? {}, "kms_key_id");
  await invokeTrigger(pool, key, {
    source: `${name}_${occasion}`,
    userName: user.username,
    clientId,
    request: {
      type,
      // A pool cannot be deployed with a sender and without a key.
      code: keyArn === undefined ? Buffer.from(code).toString("base64") : encryptedCode(keyArn, code),
      clientMetadata: clientMetadata ?? null,
      userAttributes: triggerAttributes(pool, user),
    },
  });
  return arn.split(":")[6] ?? arn;
}

/** AES-256-GCM with HKDF and a commitment of the key. */
const suite = uint16(0x0478);
const frameBytes = 4096;
const finalFrame = "AWSKMSEncryptionClient Final Frame";

/**
 * A code as the pool encrypts it for its sender: a message of the AWS Encryption SDK, whose data key is encrypted with the
 * KMS key.
 *
 * Source: https://docs.aws.amazon.com/encryption-sdk/latest/developer-guide/message-format.html
 */
function encryptedCode(keyArn: string, code: string): string {
  const [messageId, dataKey] = [randomBytes(32), randomBytes(32)];
  const derive = (info: Buffer): Buffer => Buffer.from(hkdfSync("sha512", dataKey, messageId, info, 32));
  const key = derive(Buffer.concat([suite, Buffer.from("DERIVEKEY")]));
  const header = Buffer.concat([
    Buffer.from([2]),
    suite,
    messageId,
    // No encryption context.
    uint16(0),
    uint16(1),
    ...["aws-kms", keyArn, encryptWith(keyArn, dataKey, {})].flatMap((part) => sized(Buffer.from(part))),
    // Frames.
    Buffer.from([2]),
    uint32(frameBytes),
    derive(Buffer.from("COMMITKEY")),
  ]);
  const plaintext = Buffer.from(code);
  const iv = Buffer.concat([Buffer.alloc(8), uint32(1)]);
  const length = Buffer.concat([uint32(0), uint32(plaintext.length)]);
  const about = Buffer.concat([messageId, Buffer.from(finalFrame), uint32(1), length]);
  const { encrypted, tag } = seal(key, iv, about, plaintext);
  return Buffer.concat([
    header,
    seal(key, Buffer.alloc(12), header, Buffer.alloc(0)).tag,
    uint32(0xffffffff),
    uint32(1),
    iv,
    uint32(plaintext.length),
    encrypted,
    tag,
  ]).toString("base64");
}

function seal(key: Buffer, iv: Buffer, about: Buffer, plaintext: Buffer) {
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(about);
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { encrypted, tag: cipher.getAuthTag() };
}

const sized = (bytes: Buffer): readonly Buffer[] => [uint16(bytes.length), bytes];

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

interface Migrating {
  readonly source: "UserMigration_Authentication" | "UserMigration_ForgotPassword";
  readonly userName: string;
  readonly clientId: string;
  readonly password?: string | undefined;
  readonly validationData?: Readonly<Record<string, string>> | undefined;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/**
 * Asks the app's function for a user that the pool does not have; undefined without such a function. The function names
 * a user who signs in with an alias.
 *
 * Sources: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-migrate-user.html and
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-import-using-lambda.html for the name
 */
export async function migrateUser(pool: Pool, migrating: Migrating): Promise<User | undefined> {
  const { source, userName, clientId, password, validationData, clientMetadata } = migrating;
  const answer = await invokeTrigger(pool, "user_migration", {
    source,
    userName,
    clientId,
    request: { password, validationData: validationData ?? null, clientMetadata, userAttributes: null },
    response: {
      userAttributes: null,
      forceAliasCreation: null,
      finalUserStatus: null,
      messageAction: null,
      desiredDeliveryMediums: null,
      enableSMSMFA: null,
    },
  });
  if (answer === undefined) return undefined;
  if (!isValues(answer.userAttributes)) throw invalidAnswer();
  const { username, ...given } = Object.fromEntries(
    Object.entries(answer.userAttributes).map(([name, value]) => [name, String(value)]),
  );
  checkRequiredAttributes(pool.settings, given);
  const getsSms = answer.enableSMSMFA === true;
  if (getsSms && given.phone_number === undefined) throw refusals.noDelivery("SMS_MFA");
  const isConfirmed = text(answer, "finalUserStatus") === "CONFIRMED";
  const isAlias = pool.settings.aliasAttributes.some((alias) => given[alias] === userName);
  const user = pool.users.add(
    {
      name: (isAlias ? username : undefined) ?? userName,
      attributes: given,
      status: source === "UserMigration_Authentication" && !isConfirmed ? "RESET_REQUIRED" : "CONFIRMED",
      takesAliases: answer.forceAliasCreation === true,
    },
    pool.clock.now(),
  );
  // The policy does not apply to passwords of another directory.
  if (password !== undefined && isConfirmed) storePassword(pool.settings, user, password);
  if (getsSms) user.mfa = { enabled: ["SMS_MFA"], preferred: "SMS_MFA" };
  return user;
}

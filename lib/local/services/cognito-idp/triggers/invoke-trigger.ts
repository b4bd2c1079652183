import { servicePrincipal } from "../../../../facts/aws/principals";
import { jsonOf } from "../../../../facts/text/json";
import { block, isValues, text, type Values } from "../../../../model";
import { withTimeout } from "../../../wire/with-timeout";
import { ServiceError } from "../../contract/define-service";
import type { Pool } from "../pool";
import type { User } from "../state/user";

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
export interface TriggerEvent {
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
export function triggerArn({ settings }: Pool, key: PoolTrigger): string | undefined {
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
    ...(userName !== undefined && { userName }),
    callerContext: {
      awsSdkVersion: "aws-sdk-unknown-unknown",
      clientId: clientId ?? "CLIENT_ID_NOT_APPLICABLE",
    },
    triggerSource: source,
    request,
    response,
  });
  const name = triggers[key];
  const invoker = {
    service: servicePrincipal("cognito-idp"),
    sourceArn: text(pool.settings.values, "arn") ?? "",
  };
  if (pool.access?.refusesInvocation(invoker, functionArn) !== undefined)
    throw new ServiceError(
      "UnexpectedLambdaException",
      `${name} invocation failed due to error AccessDeniedException.`,
    );
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const invocation = pool.functions.invoke({ functionArn, payload, source: `trigger ${name}` });
    const outcome = await withTimeout(pool.clock, timeoutMs, invocation);
    if (outcome === undefined) continue;
    if (outcome.status === "refused")
      throw new ServiceError(
        "UnexpectedLambdaException",
        `${name} invocation failed due to configuration: ${outcome.reason}`,
      );
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
  throw new ServiceError(
    "UnexpectedLambdaException",
    `${name} invocation failed due to error Socket timeout while invoking Lambda function.`,
  );
}

export const invalidAnswer = (): ServiceError =>
  new ServiceError("InvalidLambdaResponseException", "Unrecognizable lambda output");

const sentence = (message: string): string => (message.endsWith(".") ? message : `${message}.`);

/**
 * The attributes of a user in the events of triggers.
 *
 * Source: captures of AWS, `test/local/captures/events`
 */
export function triggerAttributes(
  { settings }: Pool,
  { sub, status, attributes, mfa }: User,
): Readonly<Record<string, string>> {
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

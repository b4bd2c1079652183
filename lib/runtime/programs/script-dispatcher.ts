import { type JsonResponse, sendSigned, untilRoleIsReady } from "../aws/signed-request";

/** The event of Terraform: the input of the invocation, and the lifecycle action. */
export interface ScriptStep {
  readonly createFunction?: string;
  readonly updateFunction?: string;
  readonly deleteFunction?: string;
  readonly params?: unknown;
  readonly tf: { readonly action: "create" | "update" | "delete" };
}

const longestMessage = 1000;

/** Runs the function of a script for one lifecycle action. An action without a function succeeds. */
export async function handler(event: ScriptStep): Promise<void> {
  const { action } = event.tf;
  const name = event[`${action}Function`];
  if (name === undefined) return;
  const response = await invoke(name, JSON.stringify({ params: event.params ?? {} }));
  if (response.status >= 300) {
    const { message, Message = message } = parsed<{ readonly message?: string; readonly Message?: string }>(
      response,
    );
    throw new Error(`${action}: ${name} cannot be invoked: ${shortened(Message ?? response.body)}`);
  }
  if (response.headers["x-amz-function-error"] === undefined) return;
  const { errorType = "Error", errorMessage = response.body } = parsed<{
    readonly errorType?: string;
    readonly errorMessage?: string;
  }>(response);
  const text = shortened(`${errorType}: ${errorMessage}`);
  throw new Error(`${action}: ${name} failed: ${text} (log group /aws/lambda/${name})`);
}

function invoke(name: string, body: string): Promise<JsonResponse> {
  const path = `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`;
  return untilRoleIsReady(() => sendSigned({ service: "lambda", path, body }));
}

function parsed<Body extends object>({ body }: JsonResponse): Partial<Body> {
  try {
    return Object(JSON.parse(body)) as Partial<Body>;
  } catch {
    return {};
  }
}

const shortened = (text: string): string => text.slice(0, longestMessage);

import { type Model, text, type Values } from "../../model";
import type { FunctionSettings } from "../invoke";
import type { AccessKeys, LocalCredentials, LocalSession } from "../wire/local-credentials";
import { functionsOf } from "./read-settings";

/** The settings of all functions and jobs, with credentials of their role. The session has the function's name. */
export function functionsWithRoles(model: Model, keys: AccessKeys): readonly FunctionSettings[] {
  const resources = new Map(model.resources.map((each) => [each.address, each]));
  return functionsOf(model).map((settings) => {
    const values = resources.get(settings.id)?.values ?? {};
    const session = sessionFor(values, settings.name);
    if (session === undefined) return settings;
    const credentials = keys.ofSession(session);
    return { ...settings, variables: { ...credentialVariables(credentials), ...settings.variables } };
  });
}

/** The session of a function, by its ARN, even with a version or an alias; undefined for an unknown function. */
export function functionSession(model: Model, functionArn: string): LocalSession | undefined {
  const arn = functionArn.split(":").slice(0, 7).join(":");
  const values = model.find("aws_lambda_function", "arn", arn)?.values;
  return values && sessionFor(values, text(values, "function_name") ?? "");
}

function sessionFor(values: Values, sessionName: string): LocalSession | undefined {
  const roleArn = text(values, "role") ?? text(values, "service_role");
  return roleArn === undefined ? undefined : { roleArn, sessionName };
}

export function credentialVariables(
  credentials: LocalCredentials | undefined,
): Readonly<Record<string, string>> {
  if (credentials === undefined) return {};
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
  };
}

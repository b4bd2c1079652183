import type { FunctionSettings } from "../../invoke";
import type { Model } from "../model/model";
import { text } from "../model/values";
import { sessionCredentials } from "../wire/local-credentials";
import { functionsOf } from "./read-settings";

/** The settings of all functions and jobs, with credentials of their own role: the session has the function's name. */
export function functionsWithRoles(model: Model): readonly FunctionSettings[] {
  const resources = new Map(model.resources.map((each) => [each.address, each]));
  return functionsOf(model).map((settings) => {
    const values = resources.get(settings.id)?.values ?? {};
    const roleArn = text(values, "role") ?? text(values, "service_role");
    if (roleArn === undefined) return settings;
    const credentials = sessionCredentials({ roleArn, sessionName: settings.name });
    return { ...settings, variables: { ...credentialVariables(credentials), ...settings.variables } };
  });
}

/** Credentials as a process finds them in its environment. */
export function credentialVariables(
  credentials:
    | {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly sessionToken?: string | undefined;
      }
    | undefined,
): Readonly<Record<string, string>> {
  if (credentials === undefined) return {};
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
  };
}

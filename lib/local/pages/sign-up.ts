import { cognitoOperations } from "../services/cognito-idp/operations";
import { passwordRules, secretHash } from "../services/cognito-idp/passwords";
import type { ClientSettings, PoolSettings } from "../services/cognito-idp/settings";
import { type PageAnswer, type PageExchange, refusalText } from "./exchange";
import { isProblem, readAuthorizationRequest } from "./oauth/authorization-request";
import { refuseAuthorization } from "./oauth/authorize";
import type { FormField } from "./views/layout";
import { signUpPage } from "./views/sign-up";

/** The label of the name with which users of a pool sign in. */
export function nameLabel({ usernameAttributes }: PoolSettings): string {
  const names = usernameAttributes.map((each) => (each === "email" ? "Email address" : "Phone number"));
  return names.length === 0 ? "User name" : names.join(" or ");
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-hosted-ui-user-experience.html */
export async function signUp(exchange: PageExchange): Promise<PageAnswer> {
  const request = readAuthorizationRequest(exchange);
  if (isProblem(request)) return refuseAuthorization(exchange, request);
  const { settings } = exchange.pool;
  if (settings.isAdminOnly) return exchange.redirect(exchange.pathOf("/login"));
  if (!exchange.isPost) return showSignUp(exchange);
  const { form, pools } = exchange;
  const name = (form.get("username") ?? "").trim();
  const names = attributeNames(settings);
  const UserAttributes = names.flatMap((Name) => {
    const Value = form.get(`attribute.${Name}`) ?? "";
    return Value === "" ? [] : [{ Name, Value }];
  });
  try {
    const input = {
      ...asClient(request.client, name),
      Username: name,
      Password: form.get("password") ?? "",
      UserAttributes,
    };
    const answer = await cognitoOperations.SignUp(pools, input);
    const isConfirmed = "UserConfirmed" in answer && answer.UserConfirmed === true;
    const query = new URLSearchParams(exchange.query);
    query.set(isConfirmed ? "confirmed" : "username", isConfirmed ? "1" : name);
    return exchange.redirect(`${isConfirmed ? "/login" : "/confirm"}?${query}`);
  } catch (error) {
    return showSignUp(exchange, refusalText(error));
  }
}

/** The input members with which the pages act for a client, whose secret they know. */
export function asClient({ id, secret }: ClientSettings, name: string) {
  return { ClientId: id, ...(secret !== undefined && { SecretHash: secretHash(secret, name, id) }) };
}

export function newPasswordField({ passwordPolicy }: PoolSettings, name: string, label: string): FormField {
  const rules = passwordRules(passwordPolicy);
  return { name, label, type: "password", autocomplete: "new-password", rules };
}

/** Attributes of a new user besides the name: required ones, and the address to verify. */
function attributeNames({ attributes, usernameAttributes, autoVerified }: PoolSettings): readonly string[] {
  const required = [...attributes.values()]
    .filter(({ name, isRequired }) => isRequired && name !== "sub")
    .map(({ name }) => name);
  return [...new Set([...required, ...autoVerified])].filter((name) => !usernameAttributes.includes(name));
}

/** `Given name` for `given_name`. */
export const attributeLabel = (name: string): string =>
  labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

const labels: Readonly<Record<string, string>> = { email: "Email address", phone_number: "Phone number" };

function showSignUp(exchange: PageExchange, problem?: string): PageAnswer {
  const { pool, form } = exchange;
  const { settings } = pool;
  const fields: readonly FormField[] = [
    {
      name: "username",
      label: nameLabel(settings),
      autocomplete: "username",
      value: form.get("username") ?? "",
    },
    ...attributeNames(settings).map((name) => ({
      name: `attribute.${name}`,
      label: attributeLabel(name),
      value: form.get(`attribute.${name}`) ?? "",
    })),
    newPasswordField(settings, "password", "Password"),
  ];
  return exchange.showForm("/signup", signUpPage, { fields, problem, loginUrl: exchange.pathOf("/login") });
}

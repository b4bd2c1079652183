import type { CognitoUserPool, CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { checkList, checkLiterals, guardValue, isUnresolved, nonEmpty, refuseValue } from "../../../kit/core";
import { fail } from "../errors";
import type { UserbaseProps } from "../props";

/** The name with which a user signs in. */
export type UserbaseLogin = "email" | "phone" | "username" | "preferredUsername";

/** The user attribute of each kind of sign-in; the output keeps this order. */
const attributeOf = {
  username: undefined,
  email: "email",
  phone: "phone_number",
  preferredUsername: "preferred_username",
} as const satisfies Record<UserbaseLogin, string | undefined>;

const kinds = Object.keys(attributeOf) as readonly UserbaseLogin[];
const verifiable: readonly string[] = ["email", "phone_number"];

/** Refuses sign-in models that the service does not support. */
export function checkLogin(userbase: Construct, login: UserbaseProps["login"]): void {
  if (login === undefined) return;
  checkList(userbase, "login", login);
  if (isUnresolved(login) || login.some((each) => isUnresolved(each))) {
    refuseValue(userbase, "login", login, 'an array of strings, such as ["email"]');
  }
  checkLiterals(userbase, "login", login, kinds);
  if (login.length === 0) fail(userbase, "login-empty", "login", {});
  if (login.includes("preferredUsername") && !login.includes("username")) {
    fail(userbase, "login-preferred-username", "login", { value: login });
  }
}

/** The config for the sign-in model. */
export function loginConfig(
  login: UserbaseProps["login"],
): Pick<CognitoUserPoolConfig, "usernameAttributes" | "aliasAttributes" | "autoVerifiedAttributes"> {
  const listed = listedKinds(login);
  const attributes = listed.flatMap((kind) => attributeOf[kind] ?? []);
  const verified = attributes.filter((each) => verifiable.includes(each));
  const isAlias = listed.includes("username");
  return {
    usernameAttributes: isAlias ? undefined : nonEmpty(attributes),
    aliasAttributes: isAlias ? nonEmpty(attributes) : undefined,
    autoVerifiedAttributes: nonEmpty(verified),
  };
}

/** Fails a plan that would replace the pool because of another sign-in model. */
export function guardLogin(userbase: Construct, pool: CognitoUserPool, login: UserbaseProps["login"]): void {
  guardValue(userbase, "Login", {
    resource: pool,
    value: listedKinds(login).join(", "),
    prop: "login",
    reason:
      "It cannot change: the user pool would be replaced, and its users lost. Put the first value back, or declare a " +
      "second Userbase and move the users with its trigger userMigration.",
  });
}

/** Whether users sign in by phone; the directory then sends SMS. */
export function hasPhoneLogin(login: UserbaseProps["login"]): boolean {
  return listedKinds(login).includes("phone");
}

function listedKinds(login: UserbaseProps["login"]): readonly UserbaseLogin[] {
  const given = login ?? ["username"];
  return kinds.filter((kind) => given.includes(kind));
}

import { Userbase, type UserbaseProps } from "../../../lib/constructs/userbase";
import { type App, Stack } from "../../../lib/kit/app";
import { checkOutput } from "../../support/reference-check";
import { addresses, type Block, synthesized, testApp, testStack } from "../../support/stack";

export const handler = "functions/notes.get";
export const account = "123456789012";

/** A user directory called Auth in a separate stack, of an account that is known. */
export function directory(props: UserbaseProps = {}, stack = testStack({ account })) {
  return { stack, userbase: new Userbase(stack, "Auth", props) };
}

/** An app of three stacks. */
export function apps() {
  const app = testApp({ account });
  const [main, other, third] = [new Stack(app, "Main"), new Stack(app, "Other"), new Stack(app, "Third")];
  return { app, main, other, third };
}

/** The problems in the output of the whole app. */
export function problemsOf(app: App): string[] {
  app.synth();
  return checkOutput(app.outdir);
}

/** Addresses without the hashes that CDKTF puts at their ends. */
export function plain(stack: Stack): string[] {
  return addresses(stack).map((address) => address.replace(/_[0-9A-F]{8}$/, ""));
}

/** The one resource of a type whose address begins with a text. */
export function named(stack: Stack, type: string, start: string): Block {
  const found = Object.entries(synthesized(stack).resource[type] ?? {}).filter(([name]) =>
    name.startsWith(start),
  );
  const [first] = found;
  if (first === undefined || found.length !== 1)
    throw new Error(`${found.length} of ${type} named ${start}...`);
  return first[1];
}

/** The statements of a policy, of a role or of a trust. */
export function statementsOf(policy: unknown): unknown[] {
  return (JSON.parse(String(policy)) as { Statement: unknown[] }).Statement;
}

/** A text with every reference shortened to its type: `${aws_cognito_user_pool.arn}`. */
export function short(value: unknown): unknown {
  const text = JSON.stringify(value).replace(
    /\$\{(\w+)\.[\w-]+\.(\w+)\}/g,
    (_, type, key) => `\${${type}.${key}}`,
  );
  return JSON.parse(text);
}

import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Userbase, type UserbaseProps } from "../../../../lib/constructs/userbase";
import { resources, testStack } from "../../../support/stack";

const providers = { google: { clientId: "a", clientSecret: "b" } };
const literal = { supportedIdentityProviders: ["COGNITO", "Google"] };

type Make = (own: SqsQueue) => UserbaseProps;

function dependencies(make: Make): string[] {
  const stack = testStack();
  const props = { domain: "notes-login", identityProviders: providers, ...make(new SqsQueue(stack, "Own")) };
  new Userbase(stack, "Auth", props);
  const clients = Object.values(resources(stack, "aws_cognito_user_pool_client"));
  return clients.flatMap((each) => (each.depends_on ?? []) as string[]);
}

const provider = expect.stringMatching(/^aws_cognito_identity_provider\./);

test.each<[string, Make, unknown[]]>([
  ["the main client", () => ({ cdk: { userPoolClient: literal } }), [provider]],
  [
    "the main client with its own dependsOn",
    (own) => ({ cdk: { userPoolClient: { ...literal, dependsOn: [own] } } }),
    ["aws_sqs_queue.Own", provider],
  ],
  ["another client", () => ({ clients: { web: { cdk: { userPoolClient: literal } } } }), [provider]],
  [
    "another client with its own dependsOn",
    (own) => ({ clients: { web: { cdk: { userPoolClient: { ...literal, dependsOn: [own] } } } } }),
    ["aws_sqs_queue.Own", provider],
  ],
])("%s that names providers as text waits for them", (_, make, expected) => {
  expect(dependencies(make)).toEqual(expected);
});

test("a client that names providers by reference needs no more", () => {
  expect(dependencies(() => ({}))).toEqual([]);
});

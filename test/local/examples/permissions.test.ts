/** @group processes */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sha256 } from "@aws-crypto/sha256-js";
import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { SignatureV4 } from "@smithy/signature-v4";
import { cognitoCaller } from "../../../lib/local/identities/cognito-caller";
import { identityCredentials } from "../../../lib/local/identities/identity-pools";
import { indexedModel } from "../../../lib/local/model/indexed-model";
import type { Model, Resource } from "../../../lib/local/model/model";
import { readModel } from "../../../lib/local/model/read/read-model";
import { AccessControl } from "../../../lib/local/permissions/access-control";
import type { Caller } from "../../../lib/local/permissions/caller";
import type { LocalEvent } from "../../../lib/local/report";
import { accessKeys, localCredentials } from "../../support/access-keys";
import { until } from "../../support/until";
import { TestClock } from "../support/clock";
import { ServedExample } from "./served-example";

type Statement = Readonly<Record<string, unknown>>;
type Denial = Extract<LocalEvent, { event: "denial" }>;

/** Policies of roles, and of resources. */
const policyTypes = ["aws_iam_role_policy", "aws_iam_policy", "aws_sqs_queue_policy", "aws_sns_topic_policy"];

const statementsOf = ({ values }: Resource): readonly Statement[] =>
  (JSON.parse(String(values.policy)) as { Statement: readonly Statement[] }).Statement;

/** Takes all permissions away, in the files. */
function withoutPermissions(from: string): void {
  for (const stack of readdirSync(join(from, "stacks"))) {
    const file = join(from, "stacks", stack, "cdk.tf.json");
    const json = JSON.parse(readFileSync(file, "utf8")) as {
      resource?: Record<string, Record<string, object>>;
    };
    for (const type of policyTypes) {
      for (const each of Object.values(json.resource?.[type] ?? {})) {
        Object.assign(each, { policy: JSON.stringify({ Version: "2012-10-17", Statement: [] }) });
      }
    }
    delete json.resource?.aws_lambda_permission;
    writeFileSync(file, JSON.stringify(json));
  }
}

/** A model in which one policy has other statements, or one resource is gone. */
function changed(model: Model, policy: Resource, statements: readonly Statement[] | undefined): Model {
  const resources = model.resources.flatMap((each) => {
    if (each !== policy) return [each];
    if (statements === undefined) return [];
    const values = {
      ...each.values,
      policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }),
    };
    return [{ ...each, values }];
  });
  return indexedModel(resources, model);
}

/** The caller that a denial tells of. */
function callerIn(model: Model, { who }: Denial): Caller {
  const [, roleName, sessionName] = /assumed-role\/([^/]+)\/(.+)$/.exec(who) ?? [];
  if (roleName !== undefined && sessionName !== undefined) {
    const role = model.find("aws_iam_role", "name", roleName);
    return { type: "session", session: { roleArn: String(role?.values.arn), sessionName } };
  }
  const fn = model.resources.find(
    ({ type, constructPath }) => type === "aws_lambda_function" && constructPath === `${who}/Function`,
  );
  if (fn === undefined) throw new Error(`no function ${who}`);
  const { role, function_name: name } = fn.values;
  return { type: "session", session: { roleArn: String(role), sessionName: String(name) } };
}

/** What is denied of these calls, with the permissions of a model. */
function deniedBy(model: Model, calls: readonly Denial[]): readonly Denial[] {
  const denials: Denial[] = [];
  const report = (event: LocalEvent) => void (event.event === "denial" && denials.push(event));
  const access = new AccessControl({ accessKeys, mode: "enforce", model, report, clock: new TestClock() });
  for (const call of calls) {
    access.check(callerIn(model, call), [{ action: call.action, resource: call.resource }]);
  }
  return denials;
}

/**
 * Not those for logs, traces and lists of streams, which this machine does not serve, and not those of `bind` for names
 * that the code of a trigger finds in its event already.
 */
function isOfTheApp({ Effect, Action }: Statement): boolean {
  const actions = [Action].flat().map(String);
  return Effect === "Allow" && !actions.every((each) => /^(?:logs|xray|ssm):|:ListStreams$/.test(each));
}

interface Example {
  readonly name: string;
  /** Uses everything that the example can do; what is refused for another reason does not matter. */
  use(served: ServedExample, model: Model): Promise<void>;
}

const json = (body: object) => ({ method: "POST", body: JSON.stringify(body) });

const examples: readonly Example[] = [
  {
    name: "notes",
    use: async (served) => {
      const token = await served.token({ user: "ada", scopes: ["notes/delete"] });
      const headers = { authorization: `Bearer ${token}` };
      const url = `${served.url("Api")}/notes`;
      const { id } = (await (await fetch(url, { ...json({ text: "a", title: "a" }), headers })).json()) as {
        id?: string;
      };
      await fetch(url);
      await fetch(`${url}/${id}`);
      await fetch(`${url}/${id}`, {
        method: "PUT",
        body: JSON.stringify({ text: "b", title: "b" }),
        headers,
      });
      await fetch(`${url}/${id}`, { method: "DELETE", headers });
    },
  },
  {
    name: "orders",
    use: async (served, model) => {
      const order = { customer: "ada@example.com", lines: [{ product: "tea", quantity: 2 }] };
      const placed = await fetch(`${served.url("Api")}/orders`, json(order));
      const { id } = (await placed.json()) as { id: string };
      await until(() =>
        served.events.some((each) => each.event === "log" && each.line.includes("is on its way")),
      );
      await fetch(`${served.url("Api")}/orders/${id}`);
      await delayOrder(id, served, model);
      await served.local.invoke("Overdue/Job", undefined);
      // The last steps of an order take place one after the other.
      await until(() => usersOf(served.events, "Receipts") && usersOf(served.events, "sales"));
    },
  },
  {
    name: "auth",
    use: async (served, model) => {
      const token = await served.token({ user: "ada@example.com", groups: ["admins"] });
      await fetch(`${served.url("Api")}/users`, { headers: { authorization: `Bearer ${token}` } });
      const caller = cognitoCaller(model, "ada@example.com", undefined);
      const credentials = caller && identityCredentials(model, caller, accessKeys);
      if (credentials === undefined) throw new Error("no identity pool");
      const signer = new SignatureV4({
        credentials,
        region: "us-east-1",
        service: "execute-api",
        sha256: Sha256,
      });
      const { host, hostname } = new URL(served.url("Api"));
      const request = { method: "GET", protocol: "http:", hostname, path: "/identity", headers: { host } };
      const { headers } = await signer.sign(request, { signingDate: new Date(served.clock.now()) });
      expect((await fetch(`${served.url("Api")}/identity`, { headers })).status).toBe(200);
      const userPoolId = String(model.ofType("aws_cognito_user_pool")[0]?.values.id);
      const event = { userPoolId, userName: "ada", triggerSource: "PostConfirmation_ConfirmSignUp" };
      await served.local.invoke("Users/postConfirmation", {
        ...event,
        request: { userAttributes: {} },
        response: {},
      });
    },
  },
];

/** Makes an order wait for years, as the developer changes the table. */
async function delayOrder(id: string, { local }: ServedExample, model: Model): Promise<void> {
  const table = model
    .ofType("aws_dynamodb_table")
    .find(({ values }) => String(values.name).endsWith("Orders"));
  const settings = { endpoint: local.servicesUrl, region: "us-east-1", credentials: localCredentials };
  await new DynamoDBClient(settings).send(
    new UpdateItemCommand({
      TableName: String(table?.values.name),
      Key: { id: { S: id } },
      UpdateExpression: "SET #status = :placed, placedAt = :then",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":placed": { S: "placed" }, ":then": { S: "2020-01-01T00:00:00.000Z" } },
    }),
  );
}

const usersOf = (events: readonly LocalEvent[], part: string): boolean =>
  events.some((each) => each.event === "denial" && each.who.includes(part));

describe.each(examples)("the permissions of the example $name", ({ name, use }) => {
  let model: Model;
  let calls: readonly Denial[] = [];

  beforeAll(async () => {
    let full: Model | undefined;
    const served = await ServedExample.start(`examples/${name}`, {
      permissions: "warn",
      edit: (from) => {
        full = readModel(from);
        withoutPermissions(from);
      },
    });
    if (full === undefined) throw new Error("no model");
    model = full;
    await use(served, model).finally(() => served.stop());
    // Topics, rules and buckets are no functions.
    calls = served.events.flatMap((each) =>
      each.event === "denial" && !/\.amazonaws\.com$/.test(each.who) ? [each] : [],
    );
  });

  test("allow everything that the example does", () => {
    expect(calls.length).toBeGreaterThan(2);
    expect(deniedBy(model, calls)).toEqual([]);
  });

  test("are all needed: without any of them, a call is denied, and the denial names it", () => {
    const policies = policyTypes.slice(0, 2).flatMap((type) => model.ofType(type));
    let removed = 0;
    for (const policy of policies) {
      const statements = statementsOf(policy);
      for (const statement of statements.filter(isOfTheApp)) {
        const without = changed(
          model,
          policy,
          statements.filter((each) => each !== statement),
        );
        const where = `${policy.address}: ${JSON.stringify(statement.Action)}`;
        const denied = deniedBy(without, calls);
        expect([where, denied.length > 0]).toEqual([where, true]);
        for (const { text, action, resource, add } of denied) {
          // A resource of the app is named by its construct, any other one by its ARN, without the account of this machine.
          const arn = resource.replace(/[^\w-]/g, ".").replace(/\d{12}/, "\\*");
          const named = `(?:(?:the [\\w ]+ of )?dev-[\\w/-]+(?: \\([^)]+\\))?|${arn})`;
          expect(text).toMatch(new RegExp(`may not ${action} on ${named}\\. `));
          expect(add).toMatch(/^(?:permissions: \[|bind: \[)/);
        }
        removed += 1;
      }
    }
    expect(removed).toBeGreaterThan(2);
  });
});

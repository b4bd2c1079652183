/** @group processes */

import { mkdirSync } from "node:fs";
import { ExampleCopy } from "./example-copy";
import { type Line, type StartedCommand, urlIn } from "./support";

const isReady = ({ event }: Line): boolean => event === "ready";

const app = `
import { Api, App, Auth, Script, type StackContext, Table } from "serverform";
export function Main({ stack }: StackContext) {
  const table = new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
  const api = new Api(stack, "Api", { routes: { "GET /{id}": { function: { handler: "functions/seed.read", bind: [table] } } } });
  const seed = new Script(stack, "Seed", {
    onCreate: "functions/seed.create",
    onUpdate: "functions/seed.update",
    onDelete: "functions/seed.remove",
    params: { word: "one", url: api.url },
  });
  seed.bind([table]);
  api.addRoutes(stack, { "GET /me": "functions/session.me" });
  new Auth(stack, "Auth", { authenticator: "functions/session.signIn" }).attach(stack, { api });
}
new App({ name: "scripted" }).stack(Main).synth();
`;

const handlers = `
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { Table } from "serverform/node/table";
const client = new DynamoDBClient({});
const TableName = () => (Table as any).Notes.tableName;
const write = (id: string, text: string) =>
  client.send(new PutItemCommand({ TableName: TableName(), Item: { id: { S: id }, text: { S: text } } }));
export const create = async ({ params }: any) => {
  await write("created", params.word);
  // The app's own API answers already.
  await write("read", await (await fetch(params.url + "/created")).text());
};
export const update = ({ params }: any) => write("updated", params.word + " first");
export const remove = () => { console.log("removed"); };
export const read = async ({ pathParameters }: any) => {
  const { Item } = await client.send(new GetItemCommand({ TableName: TableName(), Key: { id: { S: pathParameters.id } } }));
  return Item?.text?.S ?? "none";
};
`;

const session = `
import { ApiHandler } from "serverform/node/api";
import { AuthHandler, fetchAuth, LinkAdapter, Session, useSession } from "serverform/node/auth";
export const signIn = AuthHandler({ providers: { mail: LinkAdapter({
  onLink: (link) => ({ statusCode: 200, body: link }),
  onSuccess: ({ email }) => Session.cookie({ type: "user", properties: { email }, redirect: "/me" }),
}) } });
export const me = ApiHandler(async () => {
  await fetchAuth();
  return { statusCode: 200, body: JSON.stringify(useSession()) };
});
`;

describe("a script under the local server", () => {
  let copy: ExampleCopy;
  let server: StartedCommand;
  let url: string;

  const get = async (id: string): Promise<string> => (await fetch(`${url}/${id}`)).text();
  /** The steps that have been taken, as the server reports them. */
  const steps = (): readonly string[] =>
    server.lines.flatMap(
      ({ event, text }) => /Seed: (\w+) succeeded/.exec(event === "notice" ? String(text) : "")?.[1] ?? [],
    );
  const stepped = (times: number): Promise<true> =>
    server.until(() => (steps().length >= times ? true : undefined));

  beforeAll(async () => {
    copy = new ExampleCopy("examples/scripted");
    mkdirSync(copy.path("functions"), { recursive: true });
    copy.write("cdktf.json", JSON.stringify({ language: "typescript", app: "npx tsx main.ts" }));
    copy.write("main.ts", app);
    copy.write("functions/seed.ts", handlers);
    copy.write("functions/session.ts", session);
    server = copy.start(["--json"]);
    url = urlIn(await server.line(isReady), "Api");
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    // The end of the server is not the end of the deployment.
    expect(server.texts.join("\n")).not.toContain("removed");
    copy.remove();
  });

  test("has run before the server is ready, with its services and APIs", async () => {
    expect(steps()).toEqual(["create"]);
    expect([await get("created"), await get("read"), await get("updated")]).toEqual(["one", "one", "none"]);
  });

  test("a deployment makes the keys of an Auth, with which a user signs in", async () => {
    expect(await get("auth")).toBe('{"providers":["mail"]}');
    const link = await get("auth/mail/authorize?email=ada@example.com");
    expect(link).toMatch(new RegExp(`^${url}/auth/mail/callback\\?token=`));
    const response = await fetch(link, { redirect: "manual" });
    const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";");
    const me = await fetch(`${url}/me`, { headers: { cookie } });
    expect(await me.json()).toEqual({ type: "user", properties: { email: "ada@example.com" } });
    expect(await get("me")).toBe('{"type":"public","properties":{}}');
  });

  test("runs again after a change of its params, once", async () => {
    copy.edit("main.ts", 'word: "one"', 'word: "two"');
    await stepped(2);
    expect(await get("updated")).toBe("two first");
  });

  test("runs again after a change of its code, once", async () => {
    copy.write("functions/seed.ts", handlers.replace('" first"', '" second"'));
    await stepped(3);
    expect(await get("updated")).toBe("two second");
    expect(steps()).toEqual(["create", "update", "update"]);
  });

  test("that fails is reported, and the server continues", async () => {
    copy.edit(
      "functions/seed.ts",
      'write("updated"',
      'Promise.reject(new Error("no ink")) ?? write("updated"',
    );
    await server.line(({ text }) => /Seed: update failed.*no ink/.test(String(text)));
    expect(await get("updated")).toBe("two second");
  });
});

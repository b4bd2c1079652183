import { parameterName } from "../../../lib/facts/bindings";
import { bindingEnvironment } from "../../../lib/kit/app";
import { ownScope } from "../../../lib/runtime/bindings/placeholders";
import { Api, AppSyncApi, GraphQLApi, RestV1Api, WebSocketApi } from "../../../lib/runtime/node/api";
import { Bucket } from "../../../lib/runtime/node/bucket";
import { EventBus } from "../../../lib/runtime/node/event-bus";
import { Function } from "../../../lib/runtime/node/function";
import { KinesisStream } from "../../../lib/runtime/node/kinesis-stream";
import { Queue } from "../../../lib/runtime/node/queue";
import { Table } from "../../../lib/runtime/node/table";
import { Topic } from "../../../lib/runtime/node/topic";
import { Userbase } from "../../../lib/runtime/node/userbase";
import { functionEnvironment } from "../support";

functionEnvironment();

type Client = Readonly<Record<string, Readonly<Record<string, string>>>>;

const clients: readonly [className: string, client: object, ...variables: string[]][] = [
  ["Api", Api, "url"],
  ["GraphQLApi", GraphQLApi, "url"],
  ["RestV1Api", RestV1Api, "url"],
  ["WebSocketApi", WebSocketApi, "url"],
  ["AppSyncApi", AppSyncApi, "url"],
  ["Bucket", Bucket, "bucketName"],
  ["Topic", Topic, "topicArn"],
  ["Queue", Queue, "queueUrl"],
  ["EventBus", EventBus, "eventBusName"],
  ["KinesisStream", KinesisStream, "streamName"],
  ["Table", Table, "tableName"],
  ["Function", Function, "functionName"],
  ["Userbase", Userbase, "userPoolId", "userPoolClientId"],
];

/** The variables that `bind` of a function writes for a construct. */
function bind(className: string, id: string, variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, bindingEnvironment({ className, id, variables }));
}

describe.each(clients)("%s", (className, client, ...variables) => {
  const values = Object.fromEntries(variables.map((variable) => [variable, `value of ${variable}`]));
  const of = (id: string) => (client as Client)[id];

  test("returns the values that bind has written", () => {
    bind(className, "notes", values);
    expect(of("notes")).toEqual(values);
  });

  test("takes an id with - in either form", () => {
    bind(className, "my-notes", values);
    expect([of("my-notes"), of("my_notes")]).toEqual([values, values]);
  });

  test("an id that is not bound throws", () => {
    expect(() => of("nobody")).toThrow(`${className}.nobody: this function is not bound to ${className}`);
  });
});

describe("a name that is not bound", () => {
  test("is reported with those that are, and how to bind it", () => {
    bind("Table", "users", { tableName: "u" });
    bind("Table", "orders", { tableName: "o" });
    bind("Bucket", "files", { bucketName: "f" });
    expect(() => (Table as Client).notes).toThrow(
      'Table.notes: this function is not bound to Table "notes". It is bound to "orders", "users". ' +
        "Add the construct to bind of the function. In a test, set SERVERFORM_Table_tableName_notes.",
    );
  });

  test("is reported when no construct of its class is bound", () => {
    expect(() => (Table as Client)["my-notes"]).toThrow(
      'Table["my-notes"]: this function is not bound to Table "my-notes". It is bound to no Table. ',
    );
  });

  test("can be looked for before", () => {
    bind("Table", "notes", { tableName: "n" });
    expect(["notes" in Table, "users" in Table]).toEqual([true, false]);
  });
});

test("a table may have the names that promises and JSON look for", () => {
  expect([(Table as Client).then, (Table as Client).toJSON]).toEqual([undefined, undefined]);
  bind("Table", "then", { tableName: "t" });
  expect((Table as Client).then).toEqual({ tableName: "t" });
});

test("read values cannot be changed", () => {
  bind("Table", "notes", { tableName: "n" });
  expect(() => Object.assign((Table as Client).notes ?? {}, { tableName: "other" })).toThrow(TypeError);
});

test("values are those of the environment at the time of use", () => {
  bind("Table", "notes", { tableName: "before" });
  const { notes } = Table as Client;
  bind("Table", "notes", { tableName: "after" });
  expect(notes?.tableName).toBe("after");
});

test("a value that is in SSM is an error with that reason, instead of an unknown name", () => {
  bind("Table", "notes", { tableName: "__FETCH_FROM_SSM__" });
  expect(() => (Table as Client).notes?.tableName).toThrow("Table.notes.tableName is in SSM");
});

test("one missing variable is named", () => {
  bind("Userbase", "users", { userPoolId: "pool" });
  expect(() => (Userbase as Client).users?.userPoolClientId).toThrow(
    "Userbase.users.userPoolClientId: SERVERFORM_Userbase_userPoolClientId_users is not set.",
  );
});

describe("names of SSM parameters", () => {
  test.each([
    ["", "notes", "/serverform/notes/dev/Secret/my_key/value"],
    ["/team", "notes", "/team/serverform/notes/dev/Secret/my_key/value"],
    ["", "", "/serverform/dev/Secret/my_key/value"],
  ])("come from the variables of the function: prefix %j, app %j", (ssmPrefix, name, expected) => {
    Object.assign(process.env, { SERVERFORM_SSM_PREFIX: ssmPrefix, SERVERFORM_APP: name });
    expect(parameterName(ownScope(), { className: "Secret", id: "my-key" }, "value")).toBe(expected);
  });

  test("are unknown outside of a function of an app", () => {
    delete process.env.SERVERFORM_STAGE;
    expect(() => ownScope()).toThrow("SERVERFORM_STAGE is not set.");
  });
});

/** @group processes */

import { createHash } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notesApi } from "../../examples/notes/web/api";
import { httpEvent } from "../../examples/orders/test/events";
import { itemTypes } from "../../lib/cli/types/items";
import { routeTypes } from "../../lib/cli/types/route-types";
import { readFacts } from "../../lib/model";
import { serveLocal } from "../../lib/testing";
import { filesIn } from "../support/files";
import { checkOutput } from "../support/reference-check";
import { temporaryFolder } from "../support/stack";
import { FakeDynamoDb } from "./dynamodb";
import { invokePackage } from "./invoke";
import { type Block, copyExamples, functionOfRoute, root, synthesizeNotes, template } from "./support";

const service = "dev-notes-Service";
const outdir = temporaryFolder();

beforeAll(() => {
  synthesizeNotes(root, outdir);
});

test("the output of the example is sound Terraform JSON", () => {
  expect(checkOutput(outdir)).toEqual([]);
});

test("the records of the table have the type of their schema", async () => {
  const { text, notes } = await itemTypes(readFacts(outdir), outdir, root);
  expect(notes).toEqual([]);
  expect(text).toMatch(/Notes: \{\s+title: string;\s+text: string;\s+id: string;\s+changedAt: string;/);
});

describe("packaged functions run", () => {
  const database = new FakeDynamoDb();
  let endpoint: string;
  let id: string;

  beforeAll(async () => {
    endpoint = await database.start();
  });
  afterAll(() => database.stop());

  /** Invokes the function of a route. */
  async function invoke(routeKey: string, parts: Parameters<typeof httpEvent>[1] = {}) {
    const { statusCode, body } = await invokePackage({
      outdir,
      stack: service,
      fn: functionOfRoute(template(outdir, service), routeKey),
      event: httpEvent(routeKey, parts),
      environment: { TABLE_NAME: "notes-table", AWS_ENDPOINT_URL_DYNAMODB: endpoint },
    });
    return { statusCode, body: body === undefined ? undefined : JSON.parse(body) };
  }

  test("a note is created", async () => {
    const { statusCode, body } = await invoke("POST /notes", { body: '{"title":"Buy milk"}' });
    expect([statusCode, body]).toEqual([201, expect.objectContaining({ title: "Buy milk", text: "" })]);
    ({ id } = body);
  });

  test("it is read by its id", async () => {
    const { statusCode, body } = await invoke("GET /notes/{id}", { pathParameters: { id } });
    expect([statusCode, body.title]).toEqual([200, "Buy milk"]);
  });

  test("it is listed", async () => {
    const { statusCode, body } = await invoke("GET /notes");
    expect([statusCode, body.map((note: { id: string }) => note.id)]).toEqual([200, [id]]);
  });

  test("it is replaced", async () => {
    const parts = { pathParameters: { id }, body: '{"title":"Buy bread"}' };
    expect((await invoke("PUT /notes/{id}", parts)).body).toMatchObject({ id, title: "Buy bread" });
  });

  test("it is removed, and then not there", async () => {
    expect(await invoke("DELETE /notes/{id}", { pathParameters: { id } })).toEqual({ statusCode: 204 });
    expect((await invoke("DELETE /notes/{id}", { pathParameters: { id } })).statusCode).toBe(404);
  });

  test("a body that is not a note is refused without reading the table", async () => {
    const before = database.requests.length;
    expect((await invoke("POST /notes", { body: "{" })).statusCode).toBe(400);
    expect(database.requests).toHaveLength(before);
  });

  test("the table was asked by the name in the environment", () => {
    expect(database.requests).toEqual([
      "PutItem notes-table",
      "GetItem notes-table",
      "Scan notes-table",
      "PutItem notes-table",
      "DeleteItem notes-table",
      "DeleteItem notes-table",
    ]);
  });
});

describe("the same source", () => {
  const inExample = (file: string) => `examples/notes/${file}`;

  function copyOfProject(folder: string, change: (file: string, text: string) => string = (_, text) => text) {
    copyExamples(folder);
    for (const file of ["main.ts", "stacks/service.ts", "stacks/database.ts"].map(inExample)) {
      const text = readFileSync(join(folder, file), "utf8");
      const changed = change(file, text);
      writeFileSync(join(folder, file), changed);
    }
    return folder;
  }

  const outputOf = (project: string) => {
    synthesizeNotes(project, "cdktf.out");
    return filesIn(join(project, "cdktf.out"));
  };
  const first = join(temporaryFolder(), "a");
  let expected: Record<string, string>;

  beforeAll(() => {
    expected = outputOf(copyOfProject(first));
  });

  test("gives the same bytes in another folder, and no path of either", () => {
    const second = join(temporaryFolder(), "somewhere/deeper");
    expect(outputOf(copyOfProject(second))).toEqual(expected);
    for (const text of Object.values(expected))
      for (const folder of [first, second, root]) expect(text).not.toContain(folder);
  });

  test("gives the same zips with packaging: synth, named with their hashes in the JSON", () => {
    const [one, two] = ["c", "d/e"].map((place) => {
      const project = copyOfProject(join(temporaryFolder(), place), (_file, text) =>
        text.replace('name: "notes" }', 'name: "notes", packaging: "synth" }'),
      );
      const files = outputOf(project);
      expect(checkOutput(join(project, "cdktf.out"))).toEqual([]);
      return files;
    });
    expect(two).toEqual(one);
    const zips = Object.keys(one ?? {}).filter((name) => name.endsWith(".zip"));
    const hashes = zips.map((name) =>
      createHash("sha256")
        .update(one?.[name] ?? "", "latin1")
        .digest("base64"),
    );
    const { aws_lambda_function: functions = {} } = JSON.parse(
      one?.[`stacks/${service}/cdk.tf.json`] ?? "",
    ).resource;
    expect(zips).toHaveLength(1);
    expect(new Set(Object.values<Block>(functions).map((fn) => fn.source_code_hash))).toEqual(
      new Set(hashes),
    );
  });

  test("gives the same bytes with object keys in another order; metadata lists routes as they are declared", () => {
    const shuffled = copyOfProject(join(temporaryFolder(), "b"), (file, text) => {
      if (file.includes("main")) return text;
      const other = reverseMembers(text, file.includes("service") ? "routes: {" : '"Notes", {');
      expect(other).not.toBe(text);
      return other;
    });
    const { "serverform.json": metadata = "", ...files } = outputOf(shuffled);
    const { "serverform.json": expectedMetadata = "", ...expectedFiles } = expected;
    expect(files).toEqual(expectedFiles);
    expect(sortedLines(metadata)).toEqual(sortedLines(expectedMetadata));
  });
});

/** The lines of a JSON text as a set: the same entries in another order have the same. */
const sortedLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replace(/,$/, ""))
    .sort();

/** Reverses the members of the object that `opening` begins; each begins at its smallest indentation. */
function reverseMembers(text: string, opening: string): string {
  const start = text.indexOf(opening) + opening.length + 1;
  const margin = /^ */.exec(text.slice(start))?.[0] ?? "";
  const end = text.indexOf(`\n${margin.slice(2)}}`, start) + 1;
  const members = text.slice(start, end).split(new RegExp(`^(?=${margin}[^ }])`, "m"));
  return text.slice(0, start) + members.reverse().join("") + text.slice(end);
}

describe("the page", () => {
  const folder = join(root, "examples/notes/web");

  beforeAll(() => {
    // The SDK is not bundled; functions find it above their code, as in a project.
    symlinkSync(join(root, "node_modules"), join(outdir, "node_modules"));
  });

  test("has the types of the routes", () => {
    const { text, notes } = routeTypes(readFacts(outdir), { root, folder });
    expect(text).toBe(readFileSync(join(folder, "routes.ts"), "utf8"));
    expect(notes).toEqual([]);
  });

  test("calls the API through the typed client", async () => {
    const server = await serveLocal(outdir);
    try {
      const as = "ada@example.com";
      const guest = notesApi(server.url());
      const user = notesApi(server.url(), {
        fetch: (url, init) => server.fetch(url.replace(server.url(), ""), { ...init, as }),
      });
      expect(await user.add("")).toMatch(/\S/);
      expect(await user.add("Buy milk")).toBeUndefined();
      expect(await guest.titles()).toEqual(["Buy milk"]);
      await expect(guest.add("Buy bread")).rejects.toMatchObject({ route: "POST /notes", status: 401 });
      expect(server.denials()).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});

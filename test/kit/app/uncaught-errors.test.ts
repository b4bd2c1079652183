/** @group processes */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiledLibrary } from "../../support/compiled";
import { project } from "../../support/environment";

const library = JSON.stringify(compiledLibrary());

const declaration = `
const app = new App();
app.stack(({ stack }) => {
  new Queue(stack, "A", { cdk: { queue: { delaySeconds: 9999 } } });
}, { id: "Main" });
app.stack(({ stack }) => {
  new Queue(stack, "B", { consumr: 1 });
}, { id: "Other" });
app.synth();
`;

const text = `2 problems:

dev-notes-Main/A: cdk.queue.delaySeconds is 9999, outside 0 to 900.
  Choose a value within 0 to 900.
  [out-of-range]

dev-notes-Other/B: props has the key "consumr", which does not exist.
  Did you mean "consumer"? Known keys: cdk, consumer, deadLetter, deadLetterQueue.
  [key-unknown]
`;

describe("An app that Node.js runs alone", () => {
  /** Runs a program in a separate project, as users do outside of tests. */
  const run = (program: string, variables: Readonly<Record<string, string>> = {}) => {
    const folder = project({ "package.json": '{ "name": "notes" }' });
    writeFileSync(join(folder, "app.cjs"), `const { App, Queue } = require(${library});${program}`);
    const { JEST_WORKER_ID: _, NODE_ENV: __, ...environment } = process.env;
    return spawnSync(process.execPath, ["app.cjs"], {
      cwd: folder,
      env: { ...environment, ...variables },
      encoding: "utf8",
    });
  };

  test("prints its problems as the command line does: no call stack, each once", () => {
    const { stderr, status } = run(declaration);
    expect(stderr).toBe(text);
    expect(status).toBe(1);
  });

  test("prints what is thrown at once in the same form, also from a promise", () => {
    const { stderr, status } = run(`Promise.resolve().then(() => new App({ stage: "1" }));`);
    expect(stderr).toMatch(/^app: stage is "1"\.\n.*\n {2}\[prop-invalid\]\n$/);
    expect(status).toBe(1);
  });

  test("describes its problems to the command line, each with its parts", () => {
    const folder = project({});
    const file = join(folder, "problems.json");
    const { stderr } = run(declaration, { SERVERFORM_PROBLEMS_FILE: file, SERVERFORM_CALL_STACKS: "true" });
    expect(stderr).toContain("2 problems:");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([
      {
        code: "out-of-range",
        path: "dev-notes-Main/A",
        prop: "cdk.queue.delaySeconds",
        value: 9999,
        problem: "is 9999, outside 0 to 900.",
        remedy: "Choose a value within 0 to 900.",
        message: expect.stringMatching(/^dev-notes-Main\/A: .*\n.*\n {2}\[out-of-range\]$/),
      },
      expect.objectContaining({ code: "key-unknown", path: "dev-notes-Other/B", prop: "props" }),
    ]);
  });

  test("leaves other errors to Node.js, and those that the program handles", () => {
    expect(run(`new App(); throw new TypeError("mine");`).stderr).toMatch(/TypeError: mine\n {4}at /);
    const handled = run(`process.on("uncaughtException", () => console.log("handled"));${declaration}`);
    expect([handled.stdout, handled.status]).toEqual(["handled\n", 0]);
  });

  test("shows call stacks under DEBUG", () => {
    expect(run(declaration, { DEBUG: "1" }).stderr).toMatch(/^ {4}at /m);
  });
});

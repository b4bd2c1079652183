import * as fs from "node:fs";
import * as path from "node:path";
import { temporaryFolder } from "./stack";

const before: Record<string, string | undefined> = {};

/** Sets environment variables until the test is done; `undefined` takes one away. */
export function setEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!(name in before)) before[name] = process.env[name];
    assign(name, value);
  }
}

afterEach(() => {
  for (const [name, value] of Object.entries(before)) {
    assign(name, value);
    delete before[name];
  }
});

function assign(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** A project folder with these files, as the working directory. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = fs.realpathSync(temporaryFolder());
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  process.chdir(folder);
  return folder;
}

/** The lines that a call writes to standard error. */
export function standardErrorOf(run: () => void): string {
  let text = "";
  const spy = jest.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    run();
  } finally {
    spy.mockRestore();
  }
  return text;
}

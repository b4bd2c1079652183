import * as fs from "node:fs";
import * as path from "node:path";
import { type Model, type Resource, readModel } from "../../../lib/model";
import { temporaryFolder } from "../../support/stack";

/** A folder with Terraform JSON, by the path of each file. */
export function outputFolder(files: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(
      path.join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  return folder;
}

/** A model, and the warnings while it was read. */
export interface Read {
  readonly model: Model;
  readonly warnings: readonly string[];
}

export function read(folder: string): Read {
  const warnings: string[] = [];
  const model = readModel(folder, {
    report: (event) => {
      if (event.event === "warning") warnings.push(event.text);
    },
  });
  return { model, warnings };
}

/** The model of one stack, `app`, without warnings. */
export function modelOf(json: unknown): Model {
  const { model, warnings } = read(outputFolder({ "app/cdk.tf.json": json }));
  expect(warnings).toEqual([]);
  return model;
}

/** The one resource of a type. */
export function onlyOf(model: Model, type: string): Resource {
  const [first, ...others] = model.ofType(type);
  if (first === undefined || others.length > 0) throw new Error(`${others.length} others of ${type}`);
  return first;
}

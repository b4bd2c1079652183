import { App } from "../../../../lib/kit/app";
import { project } from "../../../support/environment";
import { temporaryFolder } from "../../../support/stack";

const files = (cdktf: string, description = '{ "name": "notes" }') =>
  project({ "cdktf.json": cdktf, "package.json": description });
const newApp = (props = {}) => new App({ outdir: temporaryFolder(), ...props });

test("files that begin with a byte order mark are read", () => {
  files('\uFEFF{ "context": { "serverform": { "stage": "prod" } } }', '\uFEFF{ "name": "shop" }');
  expect(newApp()).toMatchObject({ name: "shop", stage: "prod" });
});

test.each([
  ["", "it is empty"],
  ["\uFEFF", "it is empty"],
  ["{", "Expected property name"],
  ["[]", "its content is not an object"],
  ["null", "its content is not an object"],
])("a file with the content %j is refused with its name", (text, reason) => {
  for (const [name, folder] of [
    ["cdktf.json", () => files(text)],
    ["package.json", () => files("{}", text)],
  ] as const) {
    const path = `${folder()}/${name}`;
    expect(newApp).toThrow(expect.objectContaining({ code: "json-invalid", path: "app", prop: path }));
    expect(newApp).toThrow(reason);
  }
});

test("package.json is not needed where the app has a name", () => {
  files("{}", "{");
  expect(newApp({ name: "shop" }).name).toBe("shop");
});

test.each([
  [{ context: [] }, "prop-invalid", "context"],
  [{ context: { serverform: "x" } }, "prop-invalid", "context.serverform"],
  [{ context: { serverform: { stage: 1 } } }, "prop-invalid", "context.serverform.stage"],
  [{ context: { serverform: { nmae: "x" } } }, "key-unknown", "context.serverform"],
])("of cdktf.json, %j is refused", (settings, code, prop) => {
  const folder = files(JSON.stringify(settings));
  expect(newApp).toThrow(expect.objectContaining({ code, path: `${folder}/cdktf.json`, prop }));
});

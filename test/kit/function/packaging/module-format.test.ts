import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type FunctionProps, packagingOf } from "../../../../lib/kit/function";
import { folderWith } from "../../../bundle/support";

/** The format of `functions/a.handler` in an app with these files. */
function formatIn(
  files: Record<string, string>,
  props: Partial<FunctionProps> = {},
  file = "functions/a.ts",
): string {
  const app = folderWith({ [file]: "export const handler = () => 1;", ...files });
  return formatOf(app, props);
}

function formatOf(app: string, props: Partial<FunctionProps> = {}, handler = "functions/a.handler"): string {
  const { artifact } = packagingOf(
    "dev-notes-Main/Get",
    app,
    { handler, ...props } as FunctionProps,
    handler,
  );
  return artifact.kind === "node" ? artifact.format : artifact.kind;
}

const type = (name: string, more: object = {}) => JSON.stringify({ name: "app", ...more, type: name });

describe("The format of a bundle is what Node takes the handler for", () => {
  test.each([".mts", ".mjs", ".cts", ".cjs"])("by the extension %s, whatever package.json says", (ending) => {
    const expected = ending.startsWith(".m") ? "esm" : "cjs";
    for (const name of ["module", "commonjs", "nothing"])
      expect(formatIn({ "package.json": type(name) }, {}, `functions/a${ending}`)).toBe(expected);
  });

  test.each([".ts", ".tsx", ".js", ".jsx"])("by the type of package.json for %s", (ending) => {
    expect(formatIn({ "package.json": type("module") }, {}, `functions/a${ending}`)).toBe("esm");
    expect(formatIn({ "package.json": type("commonjs") }, {}, `functions/a${ending}`)).toBe("cjs");
    expect(formatIn({ "package.json": "{}" }, {}, `functions/a${ending}`)).toBe("cjs");
  });

  test("by the nearest package.json, also one without a type and one above the app", () => {
    expect(formatIn({ "package.json": type("module"), "functions/package.json": type("commonjs") })).toBe(
      "cjs",
    );
    expect(formatIn({ "package.json": type("module"), "functions/package.json": "{}" })).toBe("cjs");
    expect(formatIn({ "package.json": "{}", "functions/package.json": type("module") })).toBe("esm");
    const root = folderWith({ "package.json": type("module"), "services/app/functions/a.ts": "" });
    expect(formatOf(join(root, "services/app"))).toBe("esm");
  });

  test("regardless of files above a folder of installed packages", () => {
    const app = folderWith({
      "package.json": type("module"),
      "node_modules/old/a.js": "exports.handler = 1;",
    });
    expect(formatOf(app, {}, "node_modules/old/a.handler")).toBe("cjs");
  });

  test("at the place that a link leads to", () => {
    const app = folderWith({
      "package.json": type("module"),
      "shared/package.json": "{}",
      "shared/a.ts": "",
    });
    mkdirSync(join(app, "functions"));
    symlinkSync(join(app, "shared/a.ts"), join(app, "functions/a.ts"));
    expect(formatOf(app)).toBe("cjs");
  });

  test("unless the caller sets it", () => {
    for (const format of ["cjs", "esm"] as const) {
      expect(formatIn({ "package.json": type("module") }, { bundle: { format } })).toBe(format);
      expect(formatIn({ "package.json": type("esm") }, { nodejs: { format } })).toBe(format);
    }
  });

  test("and CommonJS for runtimes that load no ES modules", () => {
    expect(formatIn({ "package.json": type("module") }, { runtime: "nodejs12.x" })).toBe("cjs");
    expect(formatIn({ "package.json": type("module") }, { runtime: "nodejs14.x" })).toBe("esm");
  });
});

describe("A format that cannot be", () => {
  const refusal = (
    files: Record<string, string>,
    props: Partial<FunctionProps> = {},
    file?: string,
  ): string => {
    try {
      formatIn(files, props, file);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };

  test.each([
    ["esm", ".cts"],
    ["esm", ".cjs"],
    ["cjs", ".mts"],
    ["cjs", ".mjs"],
  ] as const)("%s for a %s file is refused with the file and the remedy", (format, ending) => {
    const message = refusal({}, { bundle: { format } }, `functions/a${ending}`);
    expect(message).toContain(`dev-notes-Main/Get: bundle.format is "${format}", but `);
    expect(message).toContain(`functions/a${ending} is `);
    expect(message).toContain("Rename the file to ");
    expect(message).toContain("[format-contradiction]");
  });

  test.each([
    ['{\n  "repository": { "type": "git" },\n  "type": "esm"\n}', 3, '"esm"'],
    ['{ "type": "Module" }', 1, '"Module"'],
    ['{\n\n"type":\n5 }', 3, "5"],
    ['{\n"files": ["type", "a"], "name": "type",\n"type": null}', 3, "null"],
  ])("in package.json is refused with its line: %j", (text, line, value) => {
    const message = refusal({ "package.json": text });
    expect(message).toMatch(/^dev-notes-Main\/Get: handler is in \S+functions\/a\.ts, and /);
    expect(message).toContain(`/package.json:${line} sets the type ${value}, which does not exist.`);
    expect(message).toContain('Set "type" to "module" or "commonjs"');
    expect(message).toContain("bundle.format");
    expect(message).toContain("[module-type-unknown]");
  });

  test("in a package.json that is not JSON is refused with the file", () => {
    const message = refusal({ "package.json": '{ "type": module }' });
    expect(message).toMatch(/package\.json, whose type .* cannot be read as JSON: /);
    expect(message).toContain("[module-type-unreadable]");
  });
});

test("A handler file may have dots in its name", () => {
  const app = folderWith({
    "functions/a.b.ts": "",
    "functions/n.b.ts": "",
    "functions/n.ts": "",
    "functions/v1.2/c.d.e.mts": "",
  });
  const deployed = (handler: string) => {
    const { artifact, handler: name } = packagingOf("dev-notes-Main/Get", app, { handler }, handler);
    return [artifact.kind === "node" && artifact.entry, name];
  };
  expect(deployed("functions/a.b.handler")).toEqual(["functions/a.b.ts", "functions/a_b.handler"]);
  expect(deployed("functions/n.b.get")).toEqual(["functions/n.ts", "functions/n.b.get"]);
  expect(deployed("functions/v1.2/c.d.e.handler")).toEqual([
    "functions/v1.2/c.d.e.mts",
    "functions/v1.2/c_d_e.handler",
  ]);
});

test("An ES module leaves the SDK to the runtime, as CommonJS does", () => {
  const app = folderWith({ "package.json": type("module"), "functions/a.ts": "" });
  const external = (props: Partial<FunctionProps>) => {
    const { artifact } = packagingOf(
      "dev-notes-Main/Get",
      app,
      { handler: "functions/a.handler", ...props },
      "functions/a.handler",
    );
    return artifact.kind === "node" ? artifact.externalModules : undefined;
  };
  expect(external({})).toEqual(["@aws-sdk/*"]);
  expect(external({ bundle: { externalModules: ["sharp"] } })).toEqual(["sharp", "@aws-sdk/*"]);
  expect(external({ runtime: "nodejs16.x" })).toEqual(["aws-sdk"]);
  expect(external({ bundle: { format: "cjs" } })).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nodesOf, parseSource } from "../support/parse-source";

const lib = resolve(__dirname, "../../lib");

/** A method of a class, as the parser gives it. */
interface Method {
  readonly type: string;
  readonly accessibility?: string;
  readonly computed?: boolean;
  readonly key: { readonly name?: string };
  readonly params: readonly {
    readonly type: string;
    readonly name?: string;
    readonly left?: { name?: string };
  }[];
}

/** Classes whose members an editor shows: those of constructs, and what they extend. */
const publicClasses = readdirSync(lib, { recursive: true, encoding: "utf8" })
  .filter((file) => /^(?:constructs|kit\/(?:app|function|site))\/.*\.ts$/.test(file))
  .filter((file) => /^export (?:abstract )?class \w+ extends /m.test(readFileSync(join(lib, file), "utf8")));

test("public classes are found", () => {
  expect(publicClasses.length).toBeGreaterThan(25);
});

test.each(publicClasses)("%s names its parameters as its documents do", (file) => {
  const methods = nodesOf(parseSource(readFileSync(join(lib, file), "utf8"), file)).flatMap((node) => {
    const method = node as unknown as Method;
    const isPublic = method.type === "ClassMethod" && method.accessibility !== "private";
    return isPublic && method.computed !== true ? [method] : [];
  });
  const names = methods.map(({ key, params }) => [
    key.name,
    params.map(({ name, left }) => name ?? left?.name),
  ]);
  expect(names.filter(([, params]) => params?.includes("given"))).toEqual([]);
});

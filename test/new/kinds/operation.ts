import { namesOf } from "../names";
import { NewError, type Tree } from "../plan";
import type { NewKind } from "./kind";

const services = "lib/local/services";

/** The services whose operations and permissions are in two tables with the same keys. */
export const servicesWithTables = [
  "codebuild",
  "events",
  "kinesis",
  "kms",
  "secretsmanager",
  "sns",
  "sqs",
  "ssm",
] as const;

export const operation: NewKind = {
  form: /^[a-z]+[a-z0-9-]*\.[A-Z][A-Za-z0-9]+$/,
  formInWords: "the service and the operation of AWS",
  example: "sqs.AddPermission",
  summary: "an operation of a local service",
  plan(given, tree) {
    const [service = "", name = ""] = given.split(".");
    const tables = tablesOf(service, tree);
    if (new RegExp(`^ {2}${name}[:,(]`, "m").test(tree.read(tables.path)))
      throw new NewError(`${tables.path} has ${name} already.`);
    const { camel, kebab } = namesOf(name);
    const file = `${services}/${service}/${tables.folder}${kebab}`;
    return {
      files: {
        [`${file}.ts`]: operationFile(name, camel, service),
        [`test/local/services/${service}/${kebab}.test.ts`]: testFile(given, tables, name, service),
      },
      insertions: [
        {
          path: tables.path,
          after: '/contract/define-service";\n',
          text: `import { ${camel} } from "./${kebab}";\n`,
        },
        { path: tables.path, before: tables.end, text: `  ${name}: ${camel},\n` },
        {
          path: `${services}/${service}/access.ts`,
          before: "} satisfies Record<keyof typeof",
          text: `  ${name}: () => [{ action: "${service}:${name}", resource: "*" }],\n`,
        },
      ],
      next: [
        `Write the answer in ${file}.ts, with the recorded answer of AWS in test/local/recorded.`,
        `Name the resource that the operation needs in ${services}/${service}/access.ts.`,
        'Run "npm run docs", which adds its members to the model of AWS.',
        "Write a line in CHANGELOG.md.",
      ],
    };
  },
};

interface Tables {
  readonly path: string;
  /** Folder of the operations, below that of the service. */
  readonly folder: string;
  /** The end of the table of operations. */
  readonly end: string;
  readonly operations: string;
  readonly access: string;
}

function tablesOf(service: string, tree: Tree): Tables {
  if (!servicesWithTables.some((each) => each === service)) {
    if (service === "cognito-idp")
      throw new NewError(
        `Write the operation in the table of its concern in ${services}/cognito-idp/operations. Then run "npm run docs", which writes its shape.`,
      );
    const known = servicesWithTables.join(", ");
    throw new NewError(`"${service}" is not a service with a table of operations. Known: ${known}.`);
  }
  const folder = tree.has(`${services}/${service}/operations/index.ts`) ? "operations/" : "";
  const path = `${services}/${service}/${folder === "" ? "operations.ts" : "operations/index.ts"}`;
  const nameOf = (file: string, form: RegExp) => form.exec(tree.read(file))?.[1] ?? "";
  return {
    path,
    folder,
    end: "} satisfies Record<string, ",
    operations: nameOf(path, /^export const (\w+Operations) = \{$/m),
    access: nameOf(`${services}/${service}/access.ts`, /^export const (\w+Access) = \{$/m),
  };
}

const operationFile = (name: string, camel: string, service: string) => `/**
 * The answer to \`${name}\` of ${service}: a sample without members.
 *
 * Source: https://docs.aws.amazon.com/search/doc-search.html?searchQuery=${name}
 */
export const ${camel} = () => ({});
`;

const testFile = (
  given: string,
  tables: Tables,
  name: string,
  service: string,
) => `import { ${tables.access} } from "../../../../${services}/${service}/access";
import { ${tables.operations} } from "../../../../${services}/${service}/operations";

describe("${given}", () => {
  test("answers", () => {
    expect(${tables.operations}.${name}()).toEqual({});
  });

  test("needs the permission of the same name", () => {
    expect(${tables.access}.${name}()).toEqual([{ action: "${service}:${name}", resource: "*" }]);
  });
});
`;

import { namesOf } from "../names";
import { NewError } from "../plan";
import type { NewKind } from "./kind";

const table = "lib/local/services/service-table.ts";

export const service: NewKind = {
  form: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  formInWords: "the name that SDKs sign with",
  example: "xray",
  summary: "a service of the local server",
  plan(name, tree) {
    const names = namesOf(name);
    const { camel, pascal } = names;
    const folder = `lib/local/services/${name}`;
    if (tree.has(folder)) throw new NewError(`${folder} exists. Choose another name.`);
    const key = camel === name ? camel : `"${name}": ${camel}`;
    return {
      files: {
        [`${folder}/index.ts`]: indexFile(camel, pascal),
        [`${folder}/resources.ts`]: resourcesFile(pascal),
        [`${folder}/operations.ts`]: operationsFile(camel, pascal),
        [`${folder}/access.ts`]: accessFile(camel, pascal, name),
        [`test/local/services/${name}.test.ts`]: testFile(camel, name),
      },
      insertions: [
        {
          path: table,
          after: 'import { sts } from "./sts";\n',
          text: `import { ${camel} } from "./${name}";\n`,
        },
        { path: table, before: "} satisfies Record<string, ServiceKind>;", text: `  ${key},\n` },
      ],
      next: [
        `Write the operations of ${name} in ${folder}/operations.ts, each with the recorded answer of AWS.`,
        "Describe the service in lib/local/README.md, and write a line in CHANGELOG.md.",
      ],
    };
  },
};

const indexFile = (
  camel: string,
  pascal: string,
) => `import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { ${camel}Access } from "./access";
import { ${camel}Operations } from "./operations";
import { ${pascal}Resources } from "./resources";

/** A sample: the tags of the groups of schedules that the JSON declares. */
export const ${camel} = defineService({
  protocol: jsonProtocol("1.1"),
  operations: ${camel}Operations,
  access: ${camel}Access,
  start: (context) => new ${pascal}Resources(context),
  isRouteTarget: false,
});
`;

const resourcesFile = (pascal: string) => `import { textMap } from "../../../model";
import { ModelResources } from "../contract/model-resources";

/** The resources of the service that the JSON declares. */
export class ${pascal}Resources extends ModelResources {
  /** The tags of a resource; undefined if the JSON does not declare it. */
  tagsOf(arn: string): Readonly<Record<string, string>> | undefined {
    const found = this.model.find("aws_scheduler_schedule_group", "arn", arn);
    return found && textMap(found.values, "tags");
  }

  async stop(): Promise<void> {}
}
`;

const operationsFile = (camel: string, pascal: string) => `import { text, type Values } from "../../../model";
import { type Operation, ServiceError } from "../contract/define-service";
import { tagList } from "../contract/described";
import type { ${pascal}Resources } from "./resources";

/** Source: https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Operations.html */
export const ${camel}Operations = {
  ListTagsForResource: (resources, input) => {
    const arn = text(input, "ResourceArn") ?? "";
    const tags = resources.tagsOf(arn);
    if (tags === undefined) throw new ServiceError("ResourceNotFoundException", \`Resource \${arn} does not exist.\`);
    return { Tags: tagList(tags) };
  },
} satisfies Record<string, Operation<${pascal}Resources, Values, object>>;
`;

const accessFile = (
  camel: string,
  pascal: string,
  name: string,
) => `import { text, type Values } from "../../../model";
import type { AccessOf } from "../contract/define-service";
import type { ${camel}Operations } from "./operations";
import type { ${pascal}Resources } from "./resources";

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html */
export const ${camel}Access = {
  ListTagsForResource: (input) => [
    { action: "${name}:ListTagsForResource", resource: text(input, "ResourceArn") ?? "*" },
  ],
} satisfies Record<keyof typeof ${camel}Operations, AccessOf<${pascal}Resources, Values>>;
`;

const testFile = (
  camel: string,
  name: string,
) => `import { ${camel} } from "../../../lib/local/services/${name}";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { testModel } from "../support/model";
import { serviceContext, startService } from "./context";

const arn = "arn:aws:scheduler:us-east-1:123456789012:schedule-group/nightly";
const model = testModel({ aws_scheduler_schedule_group: { Nightly: { name: "nightly", arn, tags: { team: "red" } } } });

let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  await startService(router, "${name}", ${camel}, serviceContext({ model }));
});
afterAll(() => router.close());

async function call(operation: string, input: object) {
  const response = await fetch(router.url, {
    method: "POST",
    headers: {
      authorization:
        "AWS4-HMAC-SHA256 Credential=a/20260102/us-east-1/${name}/aws4_request, SignedHeaders=host, Signature=0",
      "x-amz-target": \`Sample.\${operation}\`,
    },
    body: JSON.stringify(input),
  });
  return [response.status, await response.json()];
}

describe("${name}", () => {
  test("lists the tags of a resource that the JSON declares", async () => {
    expect(await call("ListTagsForResource", { ResourceArn: arn })).toEqual([200, { Tags: [{ Key: "team", Value: "red" }] }]);
  });

  test("refuses a resource that the JSON does not declare", async () => {
    const refusal = { __type: "ResourceNotFoundException", message: \`Resource \${arn}2 does not exist.\` };
    expect(await call("ListTagsForResource", { ResourceArn: \`\${arn}2\` })).toEqual([400, refusal]);
  });
});
`;

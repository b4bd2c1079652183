import { Construct } from "constructs";
import {
  type Binding,
  bindingEnvironment,
  bindingTarget,
  fetchFromSsm,
  requireBinding,
} from "../../../../lib/kit/app";
import { bindingTypes, isBindable } from "../../../../lib/kit/app/binding";

const files: Binding = {
  className: "Bucket",
  client: "bucket",
  id: "my-files",
  variables: { bucketName: "files-1234" },
  permissions: [],
};

class Bound extends Construct {
  [bindingTarget](consumer?: Construct): Binding {
    return { ...files, id: consumer?.node.id ?? "nobody" };
  }
}
const root = new Construct(undefined as never, "");

describe("binding", () => {
  test("asks the construct what it hands to the consumer", () => {
    const construct = new Bound(root, "Bound");
    expect(requireBinding("test", "bind[0]", construct, new Construct(root, "Fn")).id).toBe("Fn");
    expect(requireBinding("test", "bind[0]", construct).id).toBe("nobody");
    expect(isBindable(construct)).toBe(true);
  });
  test("refuses a construct that cannot be bound and lists those that can", () => {
    class Cron extends Construct {}
    expect(() => requireBinding("dev-notes-Main/Fn", "bind[1]", new Cron(root, "Nightly"))).toThrow(
      'dev-notes-Main/Fn: bind[1] is Cron "Nightly", which cannot be bound.\n' +
        "  These can: Api, RestV1Api, WebSocketApi, GraphQLApi, AppSyncApi, EventsApi, Userbase, Auth, Function, Table, Bucket, Queue, Topic, " +
        "EventBus, KinesisStream, RDS, Job, StaticSite, Site, NextjsSite, ViteStaticSite, ReactStaticSite, McpAuthority, Config.Parameter, Config.Secret. " +
        "For anything else use environment and permissions.\n" +
        "  [not-bindable]",
    );
  });
  test.each([[undefined], [null], ["table"], [{}], [5]])("refuses %j", (value) => {
    expect(() => requireBinding("test", "bind[0]", value)).toThrow(/bind\[0\] is .*cannot be bound/);
  });
});

describe("the environment of a binding", () => {
  test("has a key per variable, with the id's dashes as underscores", () => {
    expect(bindingEnvironment(files)).toEqual({ SERVERFORM_Bucket_bucketName_my_files: "files-1234" });
  });
  test("has a placeholder for values that the function fetches itself", () => {
    expect(
      bindingEnvironment({ ...files, className: "Secret", id: "KEY", variables: { value: fetchFromSsm } }),
    ).toEqual({
      SERVERFORM_Secret_value_KEY: "__FETCH_FROM_SSM__",
    });
  });
});

describe("types of bindings", () => {
  const table: Binding = {
    ...files,
    className: "Table",
    client: "table",
    id: "Notes",
    variables: { tableName: "x" },
  };
  const users: Binding = {
    ...files,
    className: "Userbase",
    client: "userbase",
    id: "Users",
    variables: { userPoolId: "x", userPoolClientId: "x" },
  };
  const apis = ["RestV1Api", "Api"].map((className) => ({
    ...files,
    className,
    client: "api",
    id: "Main",
    variables: { url: "x" },
  }));

  test("declare ids and variables per class, in the module of its client", () => {
    expect(
      bindingTypes([files, users, ...apis]),
    ).toBe(`// Written by serverform at synthesis: what your functions may be bound to. Do not edit.
export {};

declare module "serverform/node/config" {
  export interface ConfigTypes {
    APP: string;
    STAGE: string;
  }
}

declare module "serverform/node/api" {
  export interface ApiResources {
    "Main": {
      "url": string;
    };
  }

  export interface RestV1ApiResources {
    "Main": {
      "url": string;
    };
  }
}

declare module "serverform/node/bucket" {
  export interface BucketResources {
    "my-files": {
      "bucketName": string;
    };
  }
}

declare module "serverform/node/userbase" {
  export interface UserbaseResources {
    "Users": {
      "userPoolClientId": string;
      "userPoolId": string;
    };
  }
}
`);
  });
  test("do not depend on the order of constructs", () => {
    expect(bindingTypes([table, files, ...apis])).toBe(bindingTypes([...apis, files, table]));
  });
});

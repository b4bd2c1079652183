import { RestV1Api, WebSocketApi, type WebSocketApiProps } from "../../lib";
import { type InputBase, readInputs } from "../support/construct-samples";
import { appFrom, StackInApp } from "./roots";

const handler = "functions/notes.get";

const appDefaults = { name: "notes", stage: "dev", region: "us-east-1" };
const provider = {
  version: "~> 6.25",
  assumeRole: [{ roleArn: "arn:aws:iam::123456789012:role/deployer", tags: { team: "red" } }],
  assumeRoleWithWebIdentity: {
    roleArn: "arn:aws:iam::123456789012:role/deployer",
    webIdentityTokenFile: "/token",
  },
  profile: "work",
  defaultTags: { cost: "notes" },
  ignoreTags: { keyPrefixes: ["cost:"] },
  endpoints: { s3: "http://localhost:9000" },
  allowedAccountIds: ["123456789012"],
  sharedConfigFiles: ["config"],
};

/** Valid props of the app, in a folder of its own: `outdir` is varied, too. */
const appBase: InputBase = {
  props: "AppProps",
  create: appFrom as never,
  valid: () => ({
    ...appDefaults,
    account: "123456789012",
    backend: { type: "s3", bucket: "states", keyPrefix: "notes/" },
    provider,
    quotas: { routesPerHttpApi: 600 },
    acknowledgedNotices: ["log role for API Gateway"],
    context: { some: "value" },
    defaultRemovalPolicy: "retain",
    packaging: "synth",
  }),
};

const privateEndpoint = {
  endpointConfiguration: { types: ["PRIVATE"] },
  policy: JSON.stringify({ Version: "2012-10-17", Statement: [] }),
};

const socketsOf = (authorizer: WebSocketApiProps["authorizer"]): InputBase => ({
  props: "WebSocketApiProps",
  create: WebSocketApi,
  valid: () => ({ authorizer, routes: { $connect: handler } }),
});

/** The root and its stacks, which `lib/constructs/list.ts` does not have, and constructs with other kinds of a prop. */
export const rootBases: Readonly<Record<string, InputBase>> = {
  App: appBase,
  "App with the backend cloud": {
    ...appBase,
    valid: () => ({
      ...appDefaults,
      backend: { type: "cloud", organization: "acme", project: "notes", workspacePrefix: "notes-" },
    }),
  },
  "App with local state": {
    ...appBase,
    valid: () => ({ ...appDefaults, backend: { type: "local", directory: "states" } }),
  },
  "RestV1Api in private": {
    props: "RestV1ApiProps",
    create: RestV1Api,
    valid: () => ({
      customDomain: {
        domainName: "private.example.com",
        endpointType: "private",
        securityPolicy: "TLS 1.2",
        vpcEndpoints: { office: "vpce-0a1b2c3d4e5f67890" },
      },
      routes: { "GET /a": handler },
      cdk: { restApi: privateEndpoint },
    }),
  },
  Stack: {
    props: "StackProps",
    create: StackInApp as never,
    valid: () => ({ stackName: "dev-other", tags: { team: "red" }, description: "Other", provider }),
  },
  "WebSocketApi of users": socketsOf({
    type: "user_pool",
    userPool: { id: "us-east-1_Members", clientIds: ["web"], region: "us-east-1" },
    tokenUse: "id",
    tokenSource: "subprotocol",
  }),
  "WebSocketApi of an issuer": socketsOf({
    type: "jwt",
    jwt: { issuer: "https://login.example.com", audience: ["chat"] },
    tokenSource: "header.Authorization",
  }),
};

/** The inputs of every construct, by class, or by class and kind. */
export const bases: Readonly<Record<string, InputBase>> = readInputs();

import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import {
  Api,
  AppSyncApi,
  Bucket,
  EventBus,
  EventsApi,
  Function,
  GraphQLApi,
  RestV1Api,
  type Stack,
  Userbase,
  WebSocketApi,
} from "../../lib";
import { testStack } from "../support/stack";

const handler = "functions/notes.get";
const door = (other: Stack) => new Function(other, "Door", { handler });
const users = (other: Stack) => new Userbase(other, "Users");
const listener = (other: Stack) => new DataAwsLbListener(other, "Listener", { arn: "arn" });
const certificate = (other: Stack) =>
  new AcmCertificate(other, "Certificate", { domainName: "a.example.com" });

/** By the prop that is refused. */
const inputs: Readonly<Record<string, (stack: Stack, other: Stack) => unknown>> = {
  'routes["GET /a"]': (stack, other) => new Api(stack, "It", { routes: { "GET /a": door(other) } }),
  "authorizers.door.function": (stack, other) =>
    new Api(stack, "It", { authorizers: { door: { type: "fn", function: door(other) } } }),
  "authorizers.pool.userPoolIds[0]": (stack, other) =>
    new RestV1Api(stack, "It", {
      authorizers: { pool: { type: "user_pools", userPoolIds: [users(other)] } },
    }),
  "authorizer.userPool": (stack, other) =>
    new WebSocketApi(stack, "It", { authorizer: { type: "user_pool", userPool: users(other) } }),
  "customDomain.mtls.bucket": (stack, other) =>
    new Api(stack, "It", {
      customDomain: {
        domainName: "a.example.com",
        mtls: { bucket: new Bucket(other, "Trust"), key: "ca.pem" },
      },
    }),
  "customDomain.cdk.certificate": (stack, other) =>
    new Api(stack, "It", {
      customDomain: { domainName: "a.example.com", cdk: { certificate: certificate(other) as never } },
    }),
  'routes["GET /b"].cdk.albListener': (stack, other) =>
    new Api(stack, "It", { routes: { "GET /b": { type: "alb", cdk: { albListener: listener(other) } } } }),
  "cdk.httpApi": (stack, other) =>
    new Api(stack, "It", { cdk: { httpApi: new Api(other, "Api").cdk.httpApi } }),
  "cdk.httpApi.dependsOn[0]": (stack, other) =>
    new Api(stack, "It", { cdk: { httpApi: { dependsOn: [listener(other)] } } }),
  "stageVariables.bucket": (stack, other) =>
    new Api(stack, "It", { stageVariables: { bucket: new Bucket(other, "Files").bucketName } }),
  "dataSources.bus.eventBus": (stack, other) =>
    new AppSyncApi(stack, "It", {
      dataSources: { bus: { type: "event_bus", eventBus: new EventBus(other, "Bus") } },
    }),
  "namespaces.chat.onPublish": (stack, other) =>
    new EventsApi(stack, "It", { namespaces: { chat: { onPublish: door(other) } } }),
  server: (stack, other) => new GraphQLApi(stack, "It", { server: door(other) }),
  "defaults.function.permissions[0]": (stack, other) =>
    new Api(stack, "It", { defaults: { function: { permissions: [new Bucket(other, "Files")] } } }),
};

describe("a construct of another app", () => {
  test.each(Object.entries(inputs))("is refused as %s, before anything is created", (prop, create) => {
    const stack = testStack();
    const other = testStack({ name: "other" });
    const refusal = expect.objectContaining({
      code: "construct-of-another-app",
      path: "dev-notes-Main/It",
      prop,
    });
    expect(() => create(stack, other)).toThrow(refusal);
    expect(stack.node.children.map(({ node }) => node.id)).not.toContain("It");
  });

  test("is refused in routes that are added", () => {
    const api = new Api(testStack(), "Api");
    const fn = door(testStack({ name: "other" }));
    const add = () => api.addRoutes(api, { "GET /a": fn });
    expect(add).toThrow(
      expect.objectContaining({ code: "construct-of-another-app", prop: 'addRoutes["GET /a"]' }),
    );
  });
});

import type { AppBackendProps } from "../../../lib/kit/app";
import { testApp } from "../../support/stack";

const address: readonly unknown[] = [1, "", "localhost"];
const region: readonly unknown[] = [1, "frankfurt"];
const text: readonly unknown[] = [1, [], ""];

/** Values that a setting of the backend cannot have. */
const refused: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  s3: {
    bucket: [undefined, "", 1, "a b"],
    keyPrefix: [1, []],
    dynamodbTable: text,
    kmsKeyId: text,
    acl: [1],
    region,
    stsRegion: region,
    endpoint: address,
    iamEndpoint: address,
    stsEndpoint: address,
    dynamodbEndpoint: address,
    roleArn: [1, "deploy", "arn:aws:s3:::states"],
    maxRetries: ["1", -1, 0.5],
    encrypt: ["yes", 1],
  },
  cloud: {
    organization: [undefined, "", 1, "ac me"],
    hostname: [1, "", "https://tfe.example.com"],
    workspacePrefix: [1, "a b", "a.b"],
  },
  local: { directory: [1, "", "/states"] },
};

const given = { s3: { bucket: "states" }, cloud: { organization: "acme" }, local: {} };

const cases = Object.entries(refused).flatMap(([type, settings]) =>
  Object.entries(settings).flatMap(([key, values]) => values.map((value) => [type, key, value] as const)),
);

test.each(cases)("a backend %s with the %s %j is refused", (type, key, value) => {
  const backend = { type, ...given[type as keyof typeof given], [key]: value };
  expect(() => testApp({ backend: backend as AppBackendProps })).toThrow(
    expect.objectContaining({ prop: `backend.${key}` }),
  );
});

test.each(["deploy", 1])("a backend S3 with the role %j to assume is refused", (roleArn) => {
  const backend = { type: "s3", bucket: "states", assumeRole: { roleArn } };
  expect(() => testApp({ backend: backend as AppBackendProps })).toThrow(
    expect.objectContaining({ prop: "backend.assumeRole.roleArn" }),
  );
});

import type { ProviderProps } from "../../../lib/kit/app";
import {
  assumeRoleKeys,
  ignoreTagsKeys,
  providerPropKeys,
  webIdentityKeys,
} from "../../../lib/kit/app/settings/provider-props";
import { testApp } from "../../support/stack";

const roleArn = "arn:aws:iam::111122223333:role/deploy";
const long = "x".repeat(3000);

/** For each setting values that cannot be, and where the error points to if that is not the setting itself. */
type Rows = Readonly<Record<string, readonly (readonly [value: unknown, at?: string])[]>>;

const yesOrNo: Rows[string] = [["yes"], [1]];
const wholeNumber: Rows[string] = [["1"], [-1], [0.5], [Number.NaN]];
const address: Rows[string] = [[1], [""], ["proxy"]];
const accounts: Rows[string] = [["111122223333"], [[]], [["1"], "[0]"], [["111122223333", "x"], "[1]"]];
const files: Rows[string] = [["config"], [[]], [[""], "[0]"], [["config", ""], "[1]"]];

const settings: Rows = {
  version: [[1], ["latest"], [""]],
  assumeRole: [[null], ["role"], [[]], [{}, ".roleArn"]],
  assumeRoleWithWebIdentity: [[null], ["role"], [{}, ".roleArn"]],
  profile: [[1], [""]],
  defaultTags: [[[]], [{ "aws:x": "b" }, '["aws:x"]'], [{ a: 1 }, ".a"]],
  ignoreTags: [["a"], [{ key: "a" }]],
  endpoints: [["http://x"], [{ s33: "http://x" }], [{ s3: "x" }, ".s3"], [{ s3: 1 }, ".s3"]],
  maxRetries: wholeNumber,
  retryMode: [[1], ["legacy"]],
  allowedAccountIds: accounts,
  forbiddenAccountIds: accounts,
  customCaBundle: [[1], [""]],
  ec2MetadataServiceEndpoint: address,
  ec2MetadataServiceEndpointMode: [[4], ["IPv5"]],
  httpProxy: address,
  httpsProxy: address,
  noProxy: [[1], [""]],
  insecure: yesOrNo,
  s3UsEast1RegionalEndpoint: [[1], ["global"]],
  s3UsePathStyle: yesOrNo,
  sharedConfigFiles: files,
  sharedCredentialsFiles: files,
  skipCredentialsValidation: yesOrNo,
  skipMetadataApiCheck: yesOrNo,
  skipRegionValidation: yesOrNo,
  skipRequestingAccountId: yesOrNo,
  stsRegion: [[1], ["frankfurt"]],
  tagPolicyCompliance: [[1], ["none"]],
  tokenBucketRateLimiterCapacity: wholeNumber,
  useDualstackEndpoint: yesOrNo,
  useFipsEndpoint: yesOrNo,
};

const role: Rows = {
  roleArn: [[1], ["deploy"]],
  duration: [[1], ["14 minutes"], ["13 hours"]],
  externalId: [[1], ["x"], [long]],
  policy: [[1], ["none"]],
  policyArns: [["x"], [["x"], "[0]"]],
  sessionName: [[1], ["a b"], ["x"], [long]],
  sourceIdentity: [[1], ["a b"], ["x"], [long]],
  tags: [[[]], [{ a: 1 }, ".a"]],
  transitiveTagKeys: [["team"], [["cost"], "[0]"]],
};

const webIdentity: Rows = {
  roleArn: [[1], ["deploy"]],
  duration: [[1], ["14 minutes"], ["13 hours"]],
  policy: [[1], ["none"]],
  policyArns: [["x"], [["x"], "[0]"]],
  sessionName: [[1], ["a b"], ["x"], [long]],
  webIdentityTokenFile: [[1], [""]],
};

const ignored: Rows = {
  keys: [["a"], [[""], "[0]"], [["x".repeat(129)], "[0]"]],
  keyPrefixes: [["a"], [[""], "[0]"], [["x".repeat(129)], "[0]"]],
};

/** Each value, with the settings that have it and the place of the error. */
const casesOf = (rows: Rows, prop: string, around: (values: object) => object) =>
  Object.entries(rows).flatMap(([key, values]) =>
    values.map(([value, at = ""]) => [`${prop}.${key}${at}`, value, around({ [key]: value })] as const),
  );

const cases = [
  ...casesOf(settings, "provider", (values) => values),
  ...casesOf(role, "provider.assumeRole", (values) => ({ assumeRole: { roleArn, ...values } })),
  ...casesOf(role, "provider.assumeRole[0]", (values) => ({ assumeRole: [{ roleArn, ...values }] })),
  ...casesOf(webIdentity, "provider.assumeRoleWithWebIdentity", (values) => ({
    assumeRoleWithWebIdentity: { roleArn, webIdentityTokenFile: "token", ...values },
  })),
  ...casesOf(ignored, "provider.ignoreTags", (values) => ({ ignoreTags: values })),
];

test.each<[string, Rows, readonly string[]]>([
  ["the provider", settings, providerPropKeys],
  ["a role", role, assumeRoleKeys],
  ["a role with a web identity", webIdentity, webIdentityKeys],
  ["ignored tags", ignored, ignoreTagsKeys],
])("every setting of %s has values that are refused", (_, rows, keys) => {
  expect(Object.keys(rows).sort()).toEqual([...keys].sort());
});

test.each(cases)("%s of %j is refused", (prop, _, provider) => {
  const create = () => testApp({ provider: provider as ProviderProps });
  expect(create).toThrow(expect.objectContaining({ prop }));
});

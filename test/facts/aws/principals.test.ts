import { coversAws } from "../../../lib/facts/aws/hosts";
import {
  accountOfPrincipal,
  identityPoolPrincipal,
  isServicePrincipal,
} from "../../../lib/facts/aws/principals";
import {
  bucketDomain,
  endpointUrl,
  prefixOfSignInHost,
  signInHost,
} from "../../../lib/facts/aws/service-hosts";

test.each([
  ["eu-west-1", "cognito-identity.amazonaws.com"],
  ["us-gov-west-1", "cognito-identity-us-gov.amazonaws.com"],
  ["cn-north-1", "cognito-identity.cn-north-1.amazonaws.com.cn"],
])("in %s, IAM calls identity pools %s", (region, principal) => {
  expect(identityPoolPrincipal(region)).toBe(principal);
});

test("a principal is a service, an account or another one", () => {
  expect(
    ["lambda.amazonaws.com", "logs.cn-north-1.amazonaws.com.cn", "x.example.com"].map(isServicePrincipal),
  ).toEqual([true, true, false]);
  expect(accountOfPrincipal("123456789012")).toBe("123456789012");
  expect(accountOfPrincipal("arn:aws-eusc:iam::123456789012:root")).toBe("123456789012");
  expect(accountOfPrincipal("arn:aws:iam::123456789012:role/notes")).toBeUndefined();
});

test.each([".amazonaws.com", "*", "", "sqs.eu-west-1.api.aws"])("%j covers AWS", (exception) => {
  expect(coversAws(exception)).toBe(true);
});

test("localhost does not cover AWS", () => {
  expect(coversAws("localhost")).toBe(false);
});

test.each(["amazonaws.com", "amazonaws.com.cn", "amazonaws.eu"])("hosts end in %s", (suffix) => {
  expect(`files.s3.${suffix}`).toMatch(bucketDomain);
  expect(`https://search.eu-west-1.es.${suffix}/`).toMatch(endpointUrl);
  expect(`https://search.example.com/?${suffix}`).not.toMatch(endpointUrl);
});

test("the prefix of a host of sign-in pages is known, a domain of your own has none", () => {
  expect(prefixOfSignInHost(signInHost("notes", "eu-west-1"))).toBe("notes");
  expect(prefixOfSignInHost("auth.example.com")).toBeUndefined();
});

test("GovCloud has its own host of sign-in pages", () => {
  expect(signInHost("notes", "us-gov-west-1")).toBe("notes.auth-fips.us-gov-west-1.amazoncognito.com");
  expect(signInHost("notes", "eu-west-1")).toBe("notes.auth.eu-west-1.amazoncognito.com");
});

import { PoolKeys } from "../../../lib/local";
import { LocalIssuers } from "../../../lib/local/identities/local-issuers";
import { userPoolsOf } from "../../../lib/model";
import { modelOf } from "../../model/resources/output";
import { temporaryFolder } from "../../support/stack";
import { TestClock } from "../support/clock";
import { poolsModel } from "./model";

const model = poolsModel();
const keys = new PoolKeys(temporaryFolder());
const [staff, users] = userPoolsOf(model);

function issuers(fetch = jest.fn(() => Promise.reject(new Error("no network")))) {
  return { fetch, issuers: new LocalIssuers({ model, keys, clock: new TestClock(), fetch }) };
}

test("keys of the model's own pools are at hand", async () => {
  const { issuers: local, fetch } = issuers();
  const { publicJwk } = await keys.of(users?.id ?? "");
  expect(await local.keysOf(users?.issuer ?? "")).toEqual({ keys: [publicJwk] });
  expect(fetch).not.toHaveBeenCalled();
});

test("other issuers are asked over the network", async () => {
  const { issuers: local, fetch } = issuers();
  await expect(local.keysOf("https://login.example.com")).rejects.toThrow("no network");
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a changed model brings other pools", async () => {
  const { issuers: local } = issuers();
  local.replace(modelOf({}));
  await expect(local.keysOf(users?.issuer ?? "")).rejects.toThrow("no network");
});

test("keys are made before their first use", async () => {
  const of = jest.spyOn(keys, "of");
  await issuers().issuers.prepare();
  expect(of.mock.calls.map(([id]) => id)).toEqual([staff?.id, users?.id]);
});

test("a pool publishes its keys and where they are", async () => {
  const { issuers: local } = issuers();
  const id = users?.id ?? "";
  const base = "http://127.0.0.1:4999";
  const configuration = await local.published(`/${id}/.well-known/openid-configuration`, base);
  expect(configuration).toMatchObject({
    issuer: users?.issuer,
    jwks_uri: `${base}/${id}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ["RS256"],
  });
  expect(await local.published(`/${id}/.well-known/jwks.json`, base)).toEqual(
    await local.keysOf(users?.issuer ?? ""),
  );
});

test.each([
  "/",
  "/eu-west-1_none/.well-known/jwks.json",
  `/${users?.id}/.well-known/other.json`,
  `/${users?.id}/.well-known/jwks.json/more`,
  `/../${users?.id}/.well-known/jwks.json`,
])("nothing is published at %s", async (path) => {
  expect(await issuers().issuers.published(path, "")).toBeUndefined();
});

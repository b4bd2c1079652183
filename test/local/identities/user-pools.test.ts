import { findClient, requireUserPool } from "../../../lib/local";
import { clientsOf, userPoolsOf } from "../../../lib/model";
import { modelOf } from "../../model/resources/output";
import { poolsModel } from "./model";

const model = poolsModel();
const users = requireUserPool(model, "dev-notes-Users");

test("every pool of the JSON is an issuer with Cognito's address", () => {
  expect(
    userPoolsOf(model).map(({ name, issuer, id }) => [
      name,
      issuer === `https://cognito-idp.eu-west-1.amazonaws.com/${id}`,
    ]),
  ).toEqual([
    ["dev-notes-Staff", true],
    ["dev-notes-Users", true],
  ]);
});

test("a pool that exists already is AWS's own", () => {
  const other = modelOf({ data: { aws_cognito_user_pool: { P: { user_pool_id: "eu-west-1_A" } } } });
  expect(userPoolsOf(other)).toEqual([]);
});

test.each([
  ["its id", users.id],
  ["its name", "dev-notes-Users"],
  ["its construct path", "dev-notes-Service/Users/UserPool"],
  ["its address", "app/aws_cognito_user_pool.Users"],
  ["a part of its path", "Users"],
  ["more of its path", "dev-notes-Service/Users"],
])("a pool is found by %s", (_, wanted) => {
  expect(requireUserPool(model, wanted).name).toBe("dev-notes-Users");
});

test("the only pool needs no name", () => {
  const single = modelOf({ resource: { aws_cognito_user_pool: { P: { name: "p" } } } });
  expect(requireUserPool(single, undefined).name).toBe("p");
});

test("an unknown pool is refused with the list of known pools", () => {
  expect(() => requireUserPool(model, "dev-notes-Usres")).toThrow(
    'serverform local token: --pool names the user pool "dev-notes-Usres", which does not exist.\n  Did you mean "dev-notes-Users"? Known user pools: "dev-notes-Staff", "dev-notes-Users".',
  );
});

test.each([[undefined], ["UserPool"]])("%p is refused where it can mean several pools", (wanted) => {
  expect(() => requireUserPool(model, wanted)).toThrow(
    /more than one user pool.*\n.*dev-notes-Users \(dev-notes-Service\/Users\/UserPool\)/,
  );
});

test("an app without pools gets an error that says it", () => {
  expect(() => requireUserPool(modelOf({}), undefined)).toThrow(/local-pool-none/);
});

describe("clients", () => {
  test("a pool knows its own", () => {
    expect(clientsOf(model, users).map(({ name }) => name)).toEqual(["web"]);
    expect(clientsOf(model, requireUserPool(model, "Staff"))).toEqual([]);
  });

  test.each([undefined, "web", "Client"])("the only one is found by %p", (wanted) => {
    expect(findClient(model, users, wanted)?.name).toBe("web");
  });

  test("no pool is accepted", () => {
    expect(findClient(model, requireUserPool(model, "Staff"), undefined)).toBeUndefined();
  });

  test("an unknown one is refused with those that there are", () => {
    expect(() => findClient(model, users, "app")).toThrow(/--client .*"app".*\n.*"web"/);
  });

  test("one of several must be named", () => {
    const client = (name: string) => ({ name, user_pool_id: users.id });
    const several = poolsModel({ aws_cognito_user_pool_client: { A: client("a"), B: client("b") } });
    expect(() => findClient(several, users, undefined)).toThrow(/local-several/);
    expect(findClient(several, users, "b")?.name).toBe("b");
  });
});

describe("the clients of a Userbase", () => {
  const client = (id: string, path: string) => ({
    "//": { metadata: { path } },
    name: `dev-${id}`,
    user_pool_id: "${aws_cognito_user_pool.Pool.id}",
  });
  const several = modelOf({
    provider: { aws: { region: "eu-west-1" } },
    resource: {
      aws_cognito_user_pool: { Pool: { name: "pool" } },
      aws_cognito_user_pool_client: {
        A: client("a", "Main/Users/Client_mobile"),
        B: client("b", "Main/Users/UserPoolClient"),
        C: client("c", "Main/Users/Client_jobs"),
      },
    },
  });
  const pool = requireUserPool(several, undefined);
  test.each([
    [undefined, "dev-b"],
    ["mobile", "dev-a"],
    ["jobs", "dev-c"],
    ["dev-c", "dev-c"],
    ["Client_jobs", "dev-c"],
  ])("%s is found as %s", (wanted, name) => {
    expect(findClient(several, pool, wanted)?.name).toBe(name);
  });
  test("an unknown one is refused", () => {
    expect(() => findClient(several, pool, "none")).toThrow(/--client/);
  });
});

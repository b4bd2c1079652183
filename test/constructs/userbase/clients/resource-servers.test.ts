import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { only, resources } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory, short } from "../support";

type Servers = UserbaseProps["resourceServers"];
const type = "aws_cognito_resource_server";

describe("scopes of a Userbase", () => {
  test("belong to an identifier, sorted", () => {
    const { stack } = directory({
      resourceServers: { notes: { scopes: { write: "Writes notes", read: "Reads notes" } } },
    });
    expect(short(only(stack, type))).toEqual({
      identifier: "notes",
      name: "notes",
      user_pool_id: "${aws_cognito_user_pool.id}",
      scope: [
        { scope_name: "read", scope_description: "Reads notes" },
        { scope_name: "write", scope_description: "Writes notes" },
      ],
    });
  });

  test("may belong to an address", () => {
    const { stack } = directory({ resourceServers: { "https://api.example.com": { scopes: {} } } });
    const [[address, server] = []] = Object.entries(resources(stack, type));
    expect(address).toMatch(/^Auth_ResourceServer_https/);
    expect(server).toMatchObject({ identifier: "https://api.example.com", name: "https-api.example.com" });
    expect(server).not.toHaveProperty("scope");
  });

  test("have your own name in AWS", () => {
    const { stack } = directory({ resourceServers: { notes: { name: "Notes API", scopes: {} } } });
    expect(only(stack, type).name).toBe("Notes API");
  });

  test("make the main client wait", () => {
    const { stack } = directory({ resourceServers: { notes: { scopes: { read: "Reads" } } } });
    const { depends_on: waits } = only(stack, "aws_cognito_user_pool_client");
    expect(waits).toEqual([expect.stringContaining("Auth_ResourceServer_notes")]);
  });

  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`scope${index}`, "Reads"]));

  test("are up to a hundred", () => {
    const { stack } = directory({ resourceServers: { notes: { scopes: many(100) } } });
    expect(only(stack, type).scope).toHaveLength(100);
  });

  test.each([
    [{ "my notes": { scopes: {} } }, "prop-invalid", '["my notes"]'],
    [{ notes: { scopes: many(101) } }, "quota-exceeded", '["notes"].scopes'],
    [{ notes: {} }, "prop-required", '["notes"].scopes'],
    [{ notes: { scopes: ["read"] } }, "prop-invalid", '["notes"].scopes'],
    [{ notes: { scopes: { "a/b": "x" } } }, "prop-invalid", '["notes"].scopes["a/b"]'],
    [{ notes: { scopes: { read: "" } } }, "prop-invalid", '["notes"].scopes["read"]'],
    [{ notes: { name: "a/b", scopes: {} } }, "prop-invalid", '["notes"].name'],
    [{ notes: { title: "x", scopes: {} } }, "key-unknown", '["notes"]'],
  ])("are refused: %j", (resourceServers, code, end) => {
    const props = { resourceServers: resourceServers as unknown as Servers };
    expect(failure(() => directory(props))).toMatchObject({ code, prop: `resourceServers${end}` });
  });
});

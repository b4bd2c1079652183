import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { fixture, only, resources } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory, short } from "../support";

const pages: UserbaseProps = {
  domain: "my-notes",
  cdk: { userPoolClient: { callbackUrls: ["https://example.com"] } },
};
const branding = "aws_cognito_managed_login_branding";
const images = join(fixture, "userbase-images");

beforeAll(() => {
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, "logo.png"), "png");
  writeFileSync(join(images, "logo.bmp"), "bmp");
});
afterAll(() => rmSync(images, { recursive: true }));

describe("the look of the sign-in pages", () => {
  test("is the service's own, for each client that uses them", () => {
    const { stack } = directory({
      ...pages,
      clients: {
        app: { callbackUrls: ["myapp://in"] },
        other: {},
        robot: { type: "machine", scopes: ["n/r"] },
      },
      resourceServers: { n: { scopes: { r: "Reads" } } },
    });
    const found = Object.entries(resources(stack, branding));
    expect(found.map(([name]) => name.replace(/_[0-9A-F]{8}$/, ""))).toEqual([
      "Auth_Branding",
      "Auth_Branding_app",
    ]);
    for (const [, each] of found) expect(each.use_cognito_provided_values).toBe(true);
  });

  test.each([{ ...pages, branding: false }, { domain: "my-notes" }, {}] as UserbaseProps[])(
    "is left out for %j",
    (props) => {
      expect(resources(directory(props).stack, branding)).toEqual({});
    },
  );

  test("is your own settings and images", () => {
    const { stack } = directory({
      ...pages,
      branding: {
        settings: { text: "${x}" },
        assets: [{ category: "FORM_LOGO", file: "userbase-images/logo.png" }],
      },
    });
    expect(short(only(stack, branding))).toEqual({
      user_pool_id: "${aws_cognito_user_pool.id}",
      client_id: "${aws_cognito_user_pool_client.id}",
      settings: '{"text":"$${x}"}',
      asset: [{ category: "FORM_LOGO", color_mode: "DYNAMIC", extension: "PNG", bytes: "cG5n" }],
    });
  });

  test.each([
    [{ domain: undefined, branding: true }, "prop-needs", "branding"],
    [{ featureTier: "lite", branding: true }, "userbase-tier", "branding"],
    [{ branding: "blue" }, "prop-invalid", "branding"],
    [{ branding: { logo: "x" } }, "key-unknown", "branding"],
    [
      { branding: { assets: [{ category: "LOGO", file: "x.png" }] } },
      "literal-unknown",
      "branding.assets[0].category",
    ],
    [
      { branding: { assets: [{ category: "FORM_LOGO", file: "userbase-images/none.png" }] } },
      "userbase-branding-file",
      "branding.assets[0].file",
    ],
    [
      { branding: { assets: [{ category: "FORM_LOGO", file: "userbase-images/logo.bmp" }] } },
      "userbase-branding-file",
      "branding.assets[0].file",
    ],
  ])("is refused: %j", (props, code, prop) => {
    const given = { ...pages, ...props } as UserbaseProps;
    expect(failure(() => directory(given))).toMatchObject({ code, prop });
  });
});

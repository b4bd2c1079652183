import { Site, type SiteProps, StaticSite, type StaticSiteProps } from "../../../lib";
import { failure } from "../../constructs/api/support/api";
import { testStack } from "../../support/stack";

const path = "sites/built";
const unknown = { other: 1 } as object;

describe("an unknown key is refused at its place", () => {
  test.each<[string, object]>([
    ["props", unknown],
    ["cdk", { cdk: unknown }],
    ["vite", { vite: unknown }],
    ["dev", { dev: { command: "x", url: "http://localhost", ...unknown } }],
    ["fileOptions[0]", { fileOptions: [{ exclude: "*", include: "*", cacheControl: "x", ...unknown }] }],
    ["replaceValues[0]", { replaceValues: [{ files: "*", search: "a", replace: "b", ...unknown }] }],
    ["customDomain", { customDomain: { domainName: "example.com", ...unknown } }],
    ["customDomain.cdk", { customDomain: { domainName: "example.com", cdk: unknown } }],
  ])("in %s of a StaticSite", (prop, props) => {
    const make = () => new StaticSite(testStack(), "Web", { path, ...props } as StaticSiteProps);
    expect(failure(make)).toMatchObject({ code: "key-unknown", prop });
  });

  test.each<[string, object]>([
    ["props", unknown],
    ["server", { server: { entry: "x.js", ...unknown } }],
    ["defaults", { defaults: unknown }],
    ["defaults.function", { defaults: { function: unknown } }],
  ])("in %s of a Site", (prop, props) => {
    const make = () =>
      new Site(testStack(), "Web", { path, framework: "astro", buildCommand: "x", ...props } as SiteProps);
    expect(failure(make)).toMatchObject({ code: "key-unknown", prop });
  });
});

test("a variable whose name no program can have is refused in a Site, too", () => {
  const environment = { "A-B": "c" };
  const make = () =>
    new Site(testStack(), "Web", { path, framework: "astro", buildCommand: "x", environment });
  // Other problems of the site are reported with it.
  const refused = expect.objectContaining({ code: "prop-invalid", prop: 'environment["A-B"]' });
  expect(failure(make)).toMatchObject({ problems: expect.arrayContaining([refused]) });
});

import { fakeSsm, functionEnvironment } from "../support";

functionEnvironment();

const parameter = (className: string, id: string) => `/serverform/notes/dev/${className}/${id}/url`;

/** A container of its own: nothing was read yet. */
function container(values: Readonly<Record<string, string>> = {}) {
  jest.resetModules();
  const ssm = fakeSsm(values);
  jest.doMock("@aws-sdk/client-ssm", () => ssm.sdk, { virtual: true });
  type Sites = Readonly<Record<string, { readonly url: string }>>;
  const module = require("../../../lib/runtime/node/site") as {
    readonly StaticSite: Sites;
    readonly ViteStaticSite: Sites;
    readonly fetchSites: () => Promise<void>;
  };
  return { ...module, calls: ssm.calls };
}

function bind(className: string, id: string): void {
  process.env[`SERVERFORM_${className}_url_${id}`] = "__FETCH_FROM_SSM__";
}

describe("sites that a function is bound to", () => {
  test("have their URLs once they are read, all in one call", async () => {
    bind("StaticSite", "my_web");
    bind("ViteStaticSite", "old");
    const { StaticSite, ViteStaticSite, fetchSites, calls } = container({
      [parameter("StaticSite", "my_web")]: "https://www.example.com",
      [parameter("ViteStaticSite", "old")]: "https://old.example.com",
    });
    await fetchSites();
    expect([StaticSite["my-web"]?.url, ViteStaticSite.old?.url]).toEqual([
      "https://www.example.com",
      "https://old.example.com",
    ]);
    expect(calls).toHaveLength(1);
  });

  test("say what to await before that, and which other sites there are", () => {
    bind("StaticSite", "web");
    const { StaticSite } = container();
    expect(() => StaticSite.web?.url).toThrow(/StaticSite\.web\.url is in SSM .* await fetchSites\(\)/);
    expect(() => StaticSite.wbe).toThrow(/not bound to StaticSite "wbe"\. It is bound to "web"/);
  });
});

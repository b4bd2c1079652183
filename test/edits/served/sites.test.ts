/** @group processes */
import {
  NextjsSite,
  ReactStaticSite,
  Site,
  StaticSite,
  type StaticSiteProps,
  ViteStaticSite,
} from "../../../lib";
import type { Stack } from "../../../lib/kit/app";
import { BrowserModel, type Side } from "./browser-model";
import { type Files, nothing, type SiteState, sideOf } from "./site-project";
import { type Deployment, possibleOrders, StandIns } from "./stand-ins";

const nothingElse = "exit 0";

/** A single page application, whose scripts have a hash in their names. */
const build = (release: string): Files => ({
  "index.html": `${release} <script src="assets/main-${release}.js"> <script src="config.js"> <a href="old.html">`,
  "old.html": `<script src="assets/old-${release}.js">`,
  "config.js": `import("assets/chunk-${release}.js")`,
  [`assets/main-${release}.js`]: `import("assets/chunk-${release}.js")`,
  [`assets/chunk-${release}.js`]: "chunk",
  [`assets/old-${release}.js`]: "old",
});
const first = build("a1b2c3d4");
const second = build("e5f6a7b8");
const other: Files = {
  "index.html": '<script src="assets/main-e5f6a7b8.js"> <a href="new.html">',
  "new.html": '<script src="assets/new-c9d0e1f2.js">',
  "assets/main-e5f6a7b8.js": "main",
  "assets/new-c9d0e1f2.js": "new",
};
const inside = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}${path}`, text]));

const staticSite = (files: Files, props: Partial<StaticSiteProps> = {}): SiteState => ({
  files,
  make: (stack) => void new StaticSite(stack, "Web", { path: "web", ...props }),
});

const noCache = [{ exclude: "*", include: "*", cacheControl: "no-cache" }];

/** Deploys states one after the other. Returns the problems, and the existing files after each. */
function replay(
  states: readonly (Side | SiteState)[],
  prepare: (deployment: Deployment) => Deployment = (each) => each,
): { readonly problems: readonly string[]; readonly keys: readonly string[][] } {
  const standIns = new StandIns();
  const problems: string[] = [];
  const keys: string[][] = [];
  let before: Side = nothing;
  let model = new BrowserModel();
  for (const [index, state] of states.entries()) {
    const after = "configuration" in state ? state : sideOf(state);
    const deployment = prepare(standIns.deploy(after.configuration, index === states.length - 1));
    let next = model;
    for (const order of possibleOrders(deployment).toReversed()) {
      next = model.copy();
      next.replay(order, before, after);
      problems.push(...next.problems);
    }
    [model, before] = [next, after];
    keys.push([...model.objects.keys()].map((key) => key.replace(/^\.serverform-\w+\//, "kept/")).sort());
  }
  return { problems: [...new Set(problems)], keys };
}

const keysOf = (files: Files): string[] => Object.keys(files).sort();

describe("pages find their files at each moment of a deployment", () => {
  test("StaticSite: first deployment, new builds, pages added and removed, cache headers, another folder, removal", () => {
    const { problems, keys } = replay(
      [
        staticSite(first),
        staticSite(second),
        staticSite(other),
        staticSite(other, { fileOptions: noCache }),
        staticSite(inside("dist/", first), { buildOutput: "dist" }),
        nothing,
      ].map((each) => each),
    );
    expect(problems).toEqual([]);
    expect(keys).toEqual([first, second, other, other, first, {}].map(keysOf));
  });

  test("StaticSite that keeps files, and no longer: nothing live is removed, and nothing stays", () => {
    const kept = { purgeFiles: false };
    const { problems, keys } = replay([
      staticSite(first),
      staticSite(first, kept),
      staticSite(second, kept),
      staticSite(second),
      staticSite(other, kept),
      staticSite(first),
      nothing,
    ]);
    expect(problems).toEqual([]);
    const copies = (...all: readonly Files[]) =>
      Object.assign({}, ...all.map((each) => inside("kept/", each)));
    expect(keys).toEqual(
      [
        first,
        { ...first, ...copies(first) },
        { ...second, ...copies(first, second) },
        second,
        { ...other, ...copies(other) },
        first,
        {},
      ].map(keysOf),
    );
  });

  const framework = (Made: typeof ViteStaticSite | typeof ReactStaticSite, folder: string) => {
    return (files: Files): SiteState => ({
      files: inside(`${folder}/`, files),
      make: (stack: Stack) => void new Made(stack, "Web", { path: "web", buildCommand: nothingElse }),
      published: { folder: `${folder}/` },
    });
  };

  test.each([
    ["ViteStaticSite", framework(ViteStaticSite, "dist")],
    ["ReactStaticSite", framework(ReactStaticSite, "build")],
  ])("%s: first deployment, new builds, removal", (_, state) => {
    const { problems, keys } = replay([state(first), state(second), state(other), nothing]);
    expect(problems).toEqual([]);
    expect(keys).toEqual([first, second, other, {}].map(keysOf));
  });

  const nextjs = (release: string): SiteState => ({
    files: {
      [`.next/static/chunks/main-${release}.js`]: `import("_next/static/chunks/page-${release}.js")`,
      [`.next/static/chunks/page-${release}.js`]: "page",
      ".next/standalone/server.js": "",
    },
    make: (stack) =>
      void new NextjsSite(stack, "Web", {
        path: "web",
        buildCommand: nothingElse,
        environment: { RELEASE: release },
      }),
    published: { folder: ".next/static/", under: "_next/static/" },
    serverPage: `<script src="_next/static/chunks/main-${release}.js">`,
  });

  test("NextjsSite: the code of the server changes between the new files and the end of the old ones", () => {
    const { problems, keys } = replay([nextjs("a1b2c3d4"), nextjs("e5f6a7b8"), nothing]);
    expect(problems).toEqual([]);
    expect(keys.map((each) => each.length)).toEqual([2, 2, 0]);
  });

  const rendered = (files: Files, about: string): SiteState => ({
    files: { ...files, [about]: "about" },
    make: (stack) => void new Site(stack, "Web", { path: "web", framework: "static" }),
    paths: ["about"],
  });

  test("Site of files: paths lead to their pages while the layout of the folders changes", () => {
    const { problems, keys } = replay([
      rendered(first, "about.html"),
      rendered(second, "about/index.html"),
      rendered(other, "about.html"),
      nothing,
    ]);
    expect(problems).toEqual([]);
    expect(keys.at(-1)).toEqual([]);
  });
});

describe("a site in a state of version 0.1.0", () => {
  /** The declaration of version 0.1.0: no file waits for another one, and the state has no lifecycles. */
  const released = (state: SiteState): Side => {
    const side = sideOf(state);
    const { aws_s3_object: objects = {}, terraform_data: _, ...others } = side.configuration.resource;
    const names = Object.keys(objects).map((name) => `aws_s3_object.${name}`);
    const without = Object.entries(objects).map(([name, { lifecycle: _l, depends_on: _d, ...block }]) => [
      name,
      block,
    ]);
    const distributions = Object.entries(others.aws_cloudfront_distribution ?? {}).map(([name, block]) => [
      name,
      { ...block, depends_on: names },
    ]);
    return {
      ...side,
      configuration: {
        resource: {
          ...others,
          aws_s3_object: Object.fromEntries(without),
          aws_cloudfront_distribution: Object.fromEntries(distributions),
        },
      },
    };
  };

  test("is as safe as any other one after one deployment with this version, which changes no file", () => {
    const { problems, keys } = replay([
      released(staticSite(first)),
      staticSite(first),
      staticSite(second),
      staticSite(other, { purgeFiles: false }),
    ]);
    expect(problems).toEqual([]);
    expect(keys.slice(0, 3)).toEqual([first, first, second].map(keysOf));
  });

  test("loses the files that leave the build in that very deployment at its beginning, and no page lacks a new file", () => {
    const { problems, keys } = replay([
      released(staticSite(first)),
      staticSite(second, { purgeFiles: false }),
    ]);
    const old = /^(destroy|put) \S+: (index|old)\.html needs assets\/\w+-a1b2c3d4\.js$/;
    expect(problems.filter((each) => !old.test(each))).toEqual([]);
    expect(problems).not.toEqual([]);
    expect(keys[1]).toEqual(expect.arrayContaining(keysOf(second)));
  });
});

describe("serverform start", () => {
  afterEach(() => {
    delete process.env.SERVERFORM_LIVE;
  });
  /** The site while it is developed: a placeholder in place of its page. */
  const developed = (state: SiteState): Side => {
    process.env.SERVERFORM_LIVE = "true";
    const { configuration } = sideOf(state);
    delete process.env.SERVERFORM_LIVE;
    return { configuration, files: new Map() };
  };

  test.each([{}, { purgeFiles: false }])("replaces the page, and restores it: %j", (props) => {
    const site = staticSite(first, props);
    const { problems, keys } = replay([site, developed(site), site]);
    expect(problems).toEqual([]);
    expect(keys[1]).toEqual(["index.html"]);
    expect(keys[2]).toEqual(keys[0]);
  });

  test("of version 0.1.0 had its placeholder at another address, which moves", () => {
    const side = developed(staticSite(first));
    const { moved = [], resource } = side.configuration;
    const { from, to } = moved.find((each) => each.from.includes("Placeholder")) ?? { from: "", to: "" };
    const name = (address: string) => address.replace("aws_s3_object.", "");
    const former = JSON.parse(JSON.stringify(resource).replaceAll(name(to), name(from)));
    const { problems, keys } = replay([{ ...side, configuration: { resource: former } }, staticSite(first)]);
    expect(problems).toEqual([]);
    expect(keys[1]).toEqual(keysOf(first));
  });
});

describe("the model of a browser", () => {
  test("notices files that go before the page has changed, and pages that come before their files", () => {
    const anyOrder = ({ waitsFor, applied }: Deployment): Deployment => ({
      applied,
      waitsFor: new Map([...waitsFor.keys()].map((each) => [each, new Set()])),
    });
    const { problems } = replay([staticSite(first), staticSite(second)], anyOrder);
    expect(
      problems.some((each) => /^destroy .*: index\.html needs assets\/main-a1b2c3d4\.js$/.test(each)),
    ).toBe(true);
    expect(problems.some((each) => /^put .*: index\.html needs assets\/main-e5f6a7b8\.js$/.test(each))).toBe(
      true,
    );
  });
});

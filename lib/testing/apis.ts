import type { ServedGateway } from "../local";
import { fail } from "../local/errors";
import { constructPathOf, type Model } from "../model";

/**
 * The address of an API, without a slash at the end; of its first stage, if it has several.
 *
 * @param wanted - name, construct path, or a part of the path. Undefined: the only API
 */
export function apiUrl(served: readonly ServedGateway[], model: Model, wanted: string | undefined): string {
  const apis = served.map(({ gateway: { name, address }, urls }) => {
    const resource = model.resources.find((each) => each.address === address);
    return { name, path: resource === undefined ? address : constructPathOf(resource), url: urls[0] ?? "" };
  });
  const matching = wanted === undefined ? apis : firstMatches(apis, wanted);
  const [first] = matching;
  if (first === undefined) {
    const parts = apis.map(({ path }) => path);
    return fail("serveLocal", "part-not-found", "url", { part: "API", value: wanted ?? "", parts });
  }
  if (matching.length > 1) {
    const parts = matching.map(({ path }) => path);
    return fail("serveLocal", "local-several", "url", { part: "API", value: wanted, parts });
  }
  return first.url.replace(/\/$/, "");
}

interface NamedApi {
  readonly name: string;
  readonly path: string;
  readonly url: string;
}

function firstMatches(apis: readonly NamedApi[], wanted: string): readonly NamedApi[] {
  const rules: readonly ((api: NamedApi) => boolean)[] = [
    ({ name, path }) => name === wanted || path === wanted,
    ({ path }) => path.endsWith(`/${wanted}`),
    ({ path }) => `/${path}/`.includes(`/${wanted}/`),
  ];
  return rules.map((rule) => apis.filter(rule)).find(({ length }) => length > 0) ?? [];
}

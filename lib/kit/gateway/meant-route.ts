const methods = "GET|PUT|HEAD|POST|DELETE|ANY|PATCH|OPTIONS";
const anyMethod = /^(\*|ALL|X-AMAZON-APIGATEWAY-ANY-METHOD)$/i;

/**
 * The route keys that a key of another form means, each with a method and a path that gateways take. Empty for others.
 *
 * Such forms are those of other routers (`:id`, `[id]`, `<id>`, `*`, `ALL`, `GET|POST`), a path before its method, the URL of a host, and
 * a query string.
 */
export function meantRoutes(written: string): readonly string[] {
  const text = written.trim().replace(/\s+/g, " ");
  if (/^\$?defau?lt$|^\$?d[efaul]{4,6}t$/i.test(text)) return ["$default"];
  const isMethodLast = new RegExp(`^(/\\S*)[ :](${methods}|ALL|\\*)$`, "i").exec(text);
  const [, first = "", rest = ""] = isMethodLast
    ? ["", isMethodLast[2], isMethodLast[1]]
    : (/^([A-Za-z*|,-]+)[ :]+(\S+)$/.exec(text) ?? (text.startsWith("/") ? ["", "ANY", text] : []));
  const given = first.split(/[|,]/).map((each) => (anyMethod.test(each) ? "ANY" : each.toUpperCase()));
  const path = meantPath(rest);
  const isRight = path !== undefined && given.every((each) => new RegExp(`^(${methods})$`).test(each));
  return isRight ? given.map((each) => `${each} ${path}`) : [];
}

/** The path as gateways write it. Undefined for one whose meaning is not clear. */
function meantPath(written: string): string | undefined {
  const path = written.replace(/^https?:\/\/[^/]+/i, "").replace(/[?#][^/{}]*$/, "");
  if (path === "" || /\s/.test(path)) return undefined;
  const parts = path.split("/").filter((part) => part !== "");
  const meant = parts.map((part, index) => meantPart(part, index === parts.length - 1));
  return meant.includes(undefined) ? undefined : `/${meant.join("/")}`;
}

function meantPart(part: string, isLast: boolean): string | undefined {
  const name = "[A-Za-z0-9._-]+";
  if (/^\*{1,2}$/.test(part)) return isLast ? "{proxy+}" : undefined;
  const [, greedy] =
    new RegExp(`^(?:\\{(${name})[*+]\\}|\\[{1,2}\\.\\.\\.(${name})\\]{1,2}|:(${name})[*+])$`)
      .exec(part)
      ?.filter((each) => each !== undefined) ?? [];
  if (greedy !== undefined) return isLast ? `{${greedy}+}` : undefined;
  const [, variable] =
    new RegExp(`^(?::(${name}?)\\??|\\[(${name})\\]|<(?:\\w+:)?(${name})>|\\{{1,2}(${name})\\??\\}{0,2})$`)
      .exec(part)
      ?.filter((each) => each !== undefined) ?? [];
  if (variable !== undefined) return `{${variable}}`;
  return /^[A-Za-z0-9._~-]+$/.test(part) ? part : undefined;
}

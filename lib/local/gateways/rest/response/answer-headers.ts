import type { AnswerHeaders } from "./answer";

/** Headers of a response; names are not case-sensitive. */
export class HeaderList {
  private readonly entries = new Map<string, { readonly name: string; values: string[] }>();

  /** Replaces the values of a header. */
  set(name: string, values: readonly string[]): void {
    const key = name.toLowerCase();
    this.entries.set(key, { name: this.entries.get(key)?.name ?? name, values: [...values] });
  }

  add(name: string, value: string): void {
    const known = this.entries.get(name.toLowerCase());
    if (known === undefined) this.set(name, [value]);
    else known.values.push(value);
  }

  get(name: string): readonly string[] | undefined {
    return this.entries.get(name.toLowerCase())?.values;
  }

  /** Renames the headers that the gateway sets itself, and removes some. */
  remapped(of: "proxy" | "mapped"): this {
    for (const key of [...this.entries.keys()]) {
      const entry = this.entries.get(key);
      if (entry === undefined || !(usual.has(key) || (of === "mapped" && mapped.has(key)))) continue;
      this.entries.delete(key);
      if (key !== "transfer-encoding") this.set(`x-amzn-Remapped-${entry.name}`, entry.values);
    }
    return this;
  }

  toHeaders(): AnswerHeaders {
    return Object.fromEntries(
      [...this.entries.values()].map(({ name, values }) => {
        const [first] = values;
        return [name, values.length === 1 && first !== undefined ? first : values];
      }),
    );
  }
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html */
const usual: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "date",
  "server",
  "transfer-encoding",
  "www-authenticate",
]);
const mapped: ReadonlySet<string> = new Set([
  "authorization",
  "content-md5",
  "expect",
  "host",
  "max-forwards",
  "proxy-authenticate",
  "trailer",
  "upgrade",
  "user-agent",
]);

/** Whether a name and its values can be sent. */
export function isSendable(name: string, values: readonly string[]): boolean {
  return (
    /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) &&
    values.every((value) => !/[^\t\x20-\x7e\x80-\xff]/.test(value))
  );
}

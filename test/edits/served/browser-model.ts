import type { Block } from "../../support/stack";
import type { Configuration, Operation } from "./stand-ins";

/** One side of an edit: the configuration, and the files that it uploads. */
export interface Side {
  readonly configuration: Configuration;
  /** The files of the site by key, in the order in which the publisher uploads them. */
  readonly files: ReadonlyMap<string, string>;
  /** The page that the server of the site sends. @default - it has none */
  readonly serverPage?: string | undefined;
  /** Paths that visitors ask for, besides those of files. @default - none */
  readonly paths?: readonly string[] | undefined;
}

/**
 * A bucket with a site, and browsers that load its pages after each operation.
 *
 * A page that was loaded once may be in a browser or at CloudFront until the caches are dropped: it asks for its files until
 * then.
 */
export class BrowserModel {
  readonly problems: string[] = [];
  /** The content of the bucket, by key. */
  readonly objects = new Map<string, string>();
  /** The prefixes of keys that CloudFront requests, one after the other; undefined before a distribution exists. */
  private prefixes: readonly string[] | undefined;
  /** Whether this deployment has dropped the caches. */
  private isDropped = false;
  private serverPage: string | undefined;
  private endings: string | undefined;
  /** Texts of pages that browsers may have, by key. */
  private loaded = new Map<string, Set<string>>();

  /** Takes over the resources of an earlier deployment. */
  copy(): BrowserModel {
    const copy = new BrowserModel();
    for (const [key, text] of this.objects) copy.objects.set(key, text);
    [copy.prefixes, copy.serverPage, copy.endings] = [this.prefixes, this.serverPage, this.endings];
    copy.loaded = new Map([...this.loaded].map(([key, texts]) => [key, new Set(texts)]));
    return copy;
  }

  /** Replays a deployment. */
  replay(operations: readonly Operation[], before: Side, after: Side): void {
    this.isDropped = false;
    const names = [...new Set([...before.files.keys(), ...after.files.keys()])];
    const paths = (before.paths ?? []).filter((each) => (after.paths ?? []).includes(each));
    for (const { address, isDestroyed } of operations) {
      const side = isDestroyed ? before : after;
      const [type = "", name = ""] = address.split(".");
      const block = (isDestroyed ? before : after).configuration.resource[type]?.[name] ?? {};
      const check = () => this.check(`${isDestroyed ? "destroy" : "put"} ${address}`, names, paths);
      this.perform(type, name, block, { isDestroyed, side, check });
      check();
    }
  }

  private perform(
    type: string,
    name: string,
    block: Block,
    { isDestroyed, side, check }: { isDestroyed: boolean; side: Side; check: () => void },
  ): void {
    if (type === "aws_s3_object" && !name.includes("Archive")) {
      const key = String(block.key);
      if (isDestroyed) this.remove(key);
      else this.objects.set(key, side.files.get(key) ?? String(block.content));
    }
    if (type === "aws_s3_bucket" && isDestroyed && !name.includes("Archives")) this.objects.clear();
    if (type === "aws_cloudfront_distribution") this.prefixes = isDestroyed ? undefined : prefixesOf(block);
    const input = type === "aws_lambda_invocation" ? String(block.input) : "";
    const under = /"prefix":"(.*?)"/.exec(input)?.[1] ?? "";
    if (name.startsWith("Web_Publication") && !isDestroyed) {
      for (const [key, text] of side.files) {
        this.objects.set(`${under}${key}`, text);
        check();
      }
    }
    if (name.startsWith("Web_Withdrawal") && isDestroyed) {
      for (const key of [...this.objects.keys()]) if (key.startsWith(under)) this.remove(key);
    }
    if (name.startsWith("Web_Invalidation") && !isDestroyed) {
      this.loaded = new Map();
      this.isDropped = true;
    }
    if (type === "aws_lambda_function" && name.startsWith("Web_Server_")) this.serverPage = side.serverPage;
    if (type === "aws_cloudfront_function" && name.startsWith("Web_Pages")) {
      this.endings = /request\.uri \+= "(\/index\.html|\.html)"/.exec(String(block.code))?.[1];
    }
  }

  /** The deletion of a page that no cache contains any more harms no client. */
  private remove(key: string): void {
    this.objects.delete(key);
    if (this.isDropped && this.served(key) === undefined) this.loaded.delete(key);
  }

  private check(after: string, names: readonly string[], paths: readonly string[]): void {
    if (this.prefixes === undefined) return;
    if (this.serverPage === undefined && this.served("index.html") === undefined) {
      this.problems.push(`${after}: the site is empty`);
    }
    for (const name of names.filter((each) => each.endsWith(".html"))) {
      const text = this.served(name);
      if (text !== undefined) this.load(name, text);
    }
    if (this.serverPage !== undefined) this.load("server", this.serverPage);
    for (const [page, texts] of this.loaded) {
      for (const text of texts) {
        for (const missing of this.missing(text, names, new Set())) {
          this.problems.push(`${after}: ${page} needs ${missing}`);
        }
      }
    }
    for (const path of paths) {
      if (this.endings !== undefined && this.served(`${path}${this.endings}`) === undefined) {
        this.problems.push(`${after}: /${path} leads to nothing`);
      }
    }
  }

  private load(key: string, text: string): void {
    this.loaded.set(key, (this.loaded.get(key) ?? new Set()).add(text));
  }

  private missing(text: string, names: readonly string[], seen: Set<string>): string[] {
    return names.flatMap((name) => {
      if (name.endsWith(".html") || seen.has(name) || !text.includes(name)) return [];
      seen.add(name);
      const found = this.served(name);
      return found === undefined ? [name] : this.missing(found, names, seen);
    });
  }

  private served(name: string): string | undefined {
    return this.prefixes
      ?.map((prefix) => this.objects.get(`${prefix}${name}`))
      .find((each) => each !== undefined);
  }
}

/** The places in the bucket to which a distribution leads. */
function prefixesOf({ origin = [] }: Block): readonly string[] {
  const files = (origin as Block[]).filter(({ origin_id: id }) => String(id).endsWith("files"));
  return files.map(({ origin_path: path }) => (typeof path === "string" ? `${path.slice(1)}/` : ""));
}

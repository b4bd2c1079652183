import { createHash } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { S3Object, type S3ObjectConfig } from "@cdktf/provider-aws/lib/s3-object";
import { Lazy, type TerraformProvider, type TerraformResource, Token } from "cdktf";
import { Construct } from "constructs";
import { buildFiles, finish, writeFiles } from "../../app";
import { waitFor } from "../../core/depends-on";
import { escapeTemplate } from "../../core/escape";
import { shortHash } from "../../core/hash";
import { quotas } from "../../core/quotas";
import { digestOf, quotedText } from "../../iam/template-text";
import { fail } from "../errors";
import { archiveBytes, SiteArchives } from "./archives";
import { buildSite, type SiteBuild } from "./build";
import type { CacheControlOf } from "./cache-control";
import { contentTypeOf } from "./content-types";
import { type Replacement, replacedContent } from "./replacements";
import { hashOfFile, type SiteFile, type SiteFolder, scanFiles } from "./scan";

/** What the files of a site are, and what becomes of them. */
export interface SiteFilesOptions {
  readonly site: Construct;
  readonly bucket: string;
  readonly bucketArn: string;
  /** What waits for the files. */
  readonly distribution: CloudfrontDistribution;
  /** Undefined: the files are there. */
  readonly build: SiteBuild | undefined;
  /** The prop that leads to the folders, for messages. */
  readonly prop: string;
  readonly folders: readonly SiteFolder[];
  readonly cacheControlOf: CacheControlOf;
  readonly replacements: readonly Replacement[];
  /** Refuses files that make no site. @default - any files do */
  readonly check?: ((files: readonly SiteFile[]) => void) | undefined;
  /** Whether files of earlier deployments stay. @default false */
  readonly keepsFiles?: boolean | undefined;
  /** The provider that the caller chose for the bucket. @default - that of the stack */
  readonly provider?: TerraformProvider | undefined;
}

/**
 * The files of a site as objects in its bucket.
 *
 * A site that is built has its files only after `app.synth()` has built it. Unit tests, which do not build, see none of them.
 */
export class SiteFiles extends Construct {
  /** Folder in the assets of the stack. */
  private readonly folder: string;
  private files: readonly SiteFile[] = [];
  private isRead = false;
  /** What the distribution waits for besides the files. */
  private waitsFor: readonly string[] | undefined;
  private readonly archives: SiteArchives | undefined;

  constructor(private readonly options: SiteFilesOptions) {
    super(options.site, "Files");
    const { site } = options;
    this.folder = `${site.node.id}-${shortHash(site.node.path)}`;
    if (options.keepsFiles === true) this.archives = new SiteArchives(options, this.triggers);
  }

  /** What must have happened before the caches are dropped, beside what the distribution waits for. */
  get publication(): TerraformResource | undefined {
    return this.archives?.publication;
  }

  /** Other texts for other files, whatever changes in them. */
  get triggers(): Readonly<Record<string, string>> {
    const { replacements } = this.options;
    const references = replacements.map(({ replace }) => replace).filter((each) => Token.isUnresolved(each));
    return {
      files: Lazy.stringValue({ produce: () => this.digest() }),
      ...(references.length > 0 && { values: digestOf(references) }),
    };
  }

  private digest(): string {
    const { cacheControlOf, replacements } = this.options;
    const literals = replacements.map(({ search, replace }) =>
      Token.isUnresolved(replace) ? [search] : [search, replace],
    );
    const facts = this.files.map(({ key, hash }) => [key, hash, contentTypeOf(key), cacheControlOf(key)]);
    return createHash("sha256")
      .update(JSON.stringify([facts, literals]))
      .digest("hex");
  }

  [finish](): void {
    if (this.options.build === undefined) this.read();
  }

  [buildFiles](): void {
    // A second synthesis in this process may find other files.
    if (this.isRead) return;
    const { build } = this.options;
    if (build !== undefined) buildSite(build);
    this.read();
  }

  [writeFiles](assets: string, former: string): void {
    this.isRead = false;
    if (this.archives !== undefined) return this.archives.write(join(assets, this.folder));
    const made = new Set<string>();
    for (const { key, absolute, hash } of this.files) {
      const to = join(assets, this.folder, key);
      const parent = dirname(to);
      if (!made.has(parent)) mkdirSync(parent, { recursive: true });
      made.add(parent);
      const before = join(former, this.folder, key);
      if (hashOfFile(before) !== hash || !isLinked(before, to)) copyFileSync(absolute, to);
    }
  }

  private read(): void {
    const { site, prop, folders, build, check, distribution } = this.options;
    const maxBytes = this.archives === undefined ? quotas.uploadBytes : archiveBytes;
    const files = scanFiles({ site, prop, command: build?.command, maxBytes }, folders);
    check?.(files);
    this.checkTexts(files);
    this.files = files;
    this.isRead = true;
    if (this.archives !== undefined) {
      waitFor(this.archives.publication, this.archives.declare(files, this.folder));
      return;
    }
    for (const child of this.node.children) this.node.tryRemoveChild(child.node.id);
    this.waitsFor ??= distribution.dependsOn ?? [];
    distribution.dependsOn = [...this.waitsFor];
    waitFor(
      distribution,
      files.map((file) => this.createObject(file)),
    );
  }

  private createObject(file: SiteFile): S3Object {
    const { bucket, cacheControlOf, provider } = this.options;
    const { key } = file;
    const config: S3ObjectConfig = {
      bucket,
      key: escapeTemplate(key),
      ...this.contentOf(file),
      contentType: contentTypeOf(key),
      cacheControl: cacheControlOf(key),
      provider,
      // S3 allows ten tags, and bills them.
      overrideProvider: { defaultTags: { tags: {} } },
    };
    // A slash in an id would become two dashes, which another file may have in its name.
    return new S3Object(this, encodeURIComponent(key), config);
  }

  private contentOf({ key, absolute, hash }: SiteFile): Partial<S3ObjectConfig> {
    const path = `\${path.module}/assets/${this.folder}`;
    const matching = this.options.replacements.filter(({ matches }) => matches(key));
    const text = matching.length === 0 ? undefined : readFileSync(absolute, "utf8");
    const found = matching.filter(({ search }) => text?.includes(search));
    if (found.length > 0)
      return { content: replacedContent(`${path}/${quotedText(escapeTemplate(key))}`, found) };
    return { source: `${path}/${escapeTemplate(key)}`, sourceHash: hash };
  }

  private checkTexts(files: readonly SiteFile[]): void {
    for (const { prop, matches } of this.options.replacements) {
      const file = files.find(({ key, absolute }) => matches(key) && !isText(readFileSync(absolute)));
      if (file !== undefined) fail(this.options.site, "site-file-not-text", prop, { file: file.key });
    }
  }
}

/**
 * Links to a file of the former output, which takes a hundredth of the time of a copy. Nobody changes the output, as opposed to
 * the source.
 *
 * @returns false where the file system has no links
 */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

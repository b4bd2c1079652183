import { createHash } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { S3Object, type S3ObjectConfig } from "@cdktf/provider-aws/lib/s3-object";
import { Lazy, type TerraformProvider, type TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { ServerformError } from "../../../facts/errors/error";
import { buildFiles, finish, Stack, writeFiles } from "../../app";
import { shortHash } from "../../core/names/name";
import { quotas } from "../../core/quotas";
import { waitFor } from "../../core/terraform/depends-on";
import { TerraformData } from "../../core/terraform/terraform-data";
import { escapeTemplate } from "../../core/tokens/escape";
import { isUnresolved } from "../../core/tokens/unresolved";
import { digestOf, quotedText } from "../../iam/template-text";
import { isOnThisMachine } from "../dev";
import { fail } from "../errors";
import { archiveBytes, SiteArchives } from "./archives";
import { buildSite, type SiteBuild } from "./build";
import type { CacheControlOf } from "./cache-control";
import { contentTypeOf } from "./content-types";
import { filesScope, objectId } from "./placeholder";
import { type Replacement, replacedContent } from "./replacements";
import { hashOfFile, type SiteFile, type SiteFolder, scanFiles } from "./scan";
import { NamedFiles, type UploadStage, uploadStageOf, uploadStages } from "./upload-order";

/** Errors of the build itself, and of the server that it has made. */
const buildFailures: ReadonlySet<string> = new Set([
  "site-build-failed",
  "site-server-bundle-failed",
  "site-server-missing",
  "site-server-native",
]);

/** A page that shows the error of a build. */
export function failedPage(message: string): string {
  const text = message.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><meta charset="utf-8"><title>The build failed</title><h1>The build failed</h1><pre>${text}</pre>\n`;
}

/** The files of a site, and how they are uploaded. */
export interface SiteFilesOptions {
  readonly site: Construct;
  readonly bucket: string;
  readonly bucketArn: string;
  /** The distribution that waits for the files. */
  readonly distribution: CloudfrontDistribution;
  /** The page of the root, where `serverform start` deploys a placeholder. */
  readonly page: string;
  /** Undefined: the files exist. */
  readonly build: SiteBuild | undefined;
  /** The prop that leads to the folders, for messages. */
  readonly prop: string;
  readonly folders: readonly SiteFolder[];
  readonly cacheControlOf: CacheControlOf;
  readonly replacements: readonly Replacement[];
  /** Refuses files that make no site. @default - any files do */
  readonly check?: ((files: readonly SiteFile[]) => void) | undefined;
  /** Where files stay that have left the build, as the beginning of their keys. @default - they are removed */
  readonly copyPrefix?: string | undefined;
  /** The provider that the caller chose for the bucket. @default - that of the stack */
  readonly provider?: TerraformProvider | undefined;
}

/**
 * The files of a site as objects in its bucket.
 *
 * They are uploaded stage by stage, and those that have left the build are removed after everything that waits for `uploaded`: at
 * each moment, the files that a page names exist.
 *
 * A site that is built has its files only after `app.synth()` has built it. Unit tests, which do not build, see none of them.
 */
export class SiteFiles extends Construct {
  /** Folder in the assets of the stack. */
  private readonly folder: string;
  private files: readonly SiteFile[] = [];
  private isRead = false;
  private readonly archives: SiteArchives | undefined;
  /** The resource that is ready when all files are uploaded. Everything that leads to the files waits for it. */
  readonly uploaded: TerraformResource;

  constructor(private readonly options: SiteFilesOptions) {
    super(options.site, filesScope);
    const { site, distribution } = options;
    this.folder = `${site.node.id}-${shortHash(site.node.path)}`;
    const { copyPrefix } = options;
    if (copyPrefix !== undefined) this.archives = new SiteArchives({ ...options, copyPrefix }, this.triggers);
    this.uploaded = new TerraformData(site, "Uploaded", undefined);
    waitFor(distribution, [
      this.uploaded,
      ...(this.archives === undefined ? [] : [this.archives.publication]),
    ]);
  }

  /** Other texts for other files, whatever changes in them. */
  get triggers(): Readonly<Record<string, string>> {
    const { replacements } = this.options;
    const references = replacements.map(({ replace }) => replace).filter((each) => isUnresolved(each));
    return {
      files: Lazy.stringValue({ produce: () => this.digest() }),
      ...(references.length > 0 && { values: digestOf(references) }),
      // The deletions after a switch wait for the invalidation, even if no file has changed.
      ...(this.options.copyPrefix !== undefined && { kept: "true" }),
    };
  }

  private digest(): string {
    const { cacheControlOf, replacements } = this.options;
    const literals = replacements.map(({ search, replace }) =>
      isUnresolved(replace) ? [search] : [search, replace],
    );
    const replaced = (key: string) =>
      replacements.flatMap(({ matches }, index) => (matches(key) ? [index] : []));
    const facts = this.files.map(({ key, hash }) => {
      const fact = [key, hash, contentTypeOf(key), cacheControlOf(key)];
      return replacements.length === 0 ? fact : [...fact, replaced(key)];
    });
    return createHash("sha256")
      .update(JSON.stringify([facts, literals]))
      .digest("hex");
  }

  [finish](): void {
    if (this.options.build === undefined) this.read();
  }

  [buildFiles](): void {
    this.attempt(() => this.build());
  }

  /**
   * Takes a step of the build. On this machine, a step that fails does not stop the rest of the app: a page shows its error,
   * which is returned.
   */
  attempt(step: () => void): ServerformError | undefined {
    try {
      step();
      return undefined;
    } catch (error) {
      const mayFail = isOnThisMachine(this.options.site) && error instanceof ServerformError;
      if (!mayFail || !buildFailures.has(error.code)) throw error;
      this.explain(error);
      return error;
    }
  }

  /** Builds the site and reads its files. Throws if the build fails. */
  build(): void {
    // A second synthesis in this process may find other files.
    if (this.isRead) return;
    const { build } = this.options;
    if (build !== undefined) buildSite(build);
    this.read();
  }

  /** Puts the error of the build in the place of the site. */
  private explain({ message }: ServerformError): void {
    const { site, bucket, page, provider } = this.options;
    Stack.of(site).app.addNotice(`The site is not served, because its build failed.\n${message}`, site);
    for (const child of this.node.children) this.node.tryRemoveChild(child.node.id);
    this.files = [];
    this.isRead = true;
    new S3Object(this, objectId(page), {
      bucket,
      key: escapeTemplate(page),
      content: escapeTemplate(failedPage(message)),
      contentType: "text/html; charset=utf-8",
      cacheControl: "no-store",
      provider,
    });
  }

  [writeFiles](assets: string, former: string): void {
    this.isRead = false;
    this.archives?.write(join(assets, archivesFolder(this.folder)));
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
    const { site, prop, folders, build, check } = this.options;
    const maxBytes = this.archives === undefined ? quotas.uploadBytes : archiveBytes;
    const files = scanFiles({ site, prop, command: build?.command, maxBytes }, folders);
    check?.(files);
    this.checkTexts(files);
    this.tellOfNoEffect(files);
    this.files = files;
    this.isRead = true;
    this.createObjects();
    this.archives?.declare(files, archivesFolder(this.folder));
  }

  private createObjects(): void {
    const { site } = this.options;
    for (const child of this.node.children) this.node.tryRemoveChild(child.node.id);
    this.uploaded.dependsOn = undefined;
    let before: TerraformResource | undefined;
    const earlier: Uploaded[] = [];
    for (const stage of uploadStages) {
      const id = `Uploaded_${stage}`;
      site.node.tryRemoveChild(id);
      const uploads = this.files
        .filter(({ key }) => uploadStageOf(key) === stage)
        .map((file) => ({ file, object: this.createObject(file) }));
      if (uploads.length === 0) continue;
      if (before !== undefined) waitForEarlier(uploads, earlier, before);
      const isLast = !this.files.some(({ key }) => isAfter(uploadStageOf(key), stage));
      const after = isLast ? this.uploaded : new TerraformData(site, id, undefined);
      const objects = uploads.map(({ object }) => object);
      waitFor(after, before === undefined ? objects : [before, ...objects]);
      earlier.push(...uploads);
      before = after;
    }
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
    return new S3Object(this, objectId(key), config);
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

  /** A pattern or a text with a mistake in it would have no effect, and the user would not notice. */
  private tellOfNoEffect(found: readonly SiteFile[]): void {
    const { site, replacements } = this.options;
    for (const { prop, files, matches, search } of replacements) {
      if (files === undefined) continue;
      const matching = found.filter(({ key }) => matches(key));
      const isFound = matching.some(({ absolute }) => readFileSync(absolute, "utf8").includes(search));
      if (isFound) continue;
      const because =
        matching.length === 0
          ? `no file of the site matches files: ${JSON.stringify(files)}, which is compared with paths such as ${JSON.stringify(found[0]?.key ?? "")}`
          : `none of the ${matching.length} matching files contains ${JSON.stringify(search)}`;
      Stack.of(site).app.addNotice(`serverform: ${prop} replaces nothing: ${because}`, site);
    }
  }

  private checkTexts(files: readonly SiteFile[]): void {
    for (const { prop, matches } of this.options.replacements) {
      const file = files.find(({ key, absolute }) => matches(key) && !isText(readFileSync(absolute)));
      if (file !== undefined) fail(this.options.site, "site-file-not-text", prop, { file: file.key });
    }
  }
}

/** The archives are beside the files, one of which may have the name of an archive. */
const archivesFolder = (folder: string): string => `${folder}-archives`;

/** A file and its object. */
interface Uploaded {
  readonly file: SiteFile;
  readonly object: S3Object;
}

/**
 * Terraform writes to the state of each object the addresses of all objects that it waits for, however far away. 700 files before
 * 300 pages make 17 MB of it, and a plan takes seven times as long.
 */
const maxPairs = 20_000;

/**
 * Lets the files of a stage wait for all files of earlier stages, which `before` stands for. Where they are too many, each waits
 * for those that its own text names.
 */
function waitForEarlier(
  uploads: readonly Uploaded[],
  earlier: readonly Uploaded[],
  before: TerraformResource,
): void {
  if (uploads.length * earlier.length <= maxPairs) {
    for (const { object } of uploads) waitFor(object, [before]);
    return;
  }
  const named = new NamedFiles(earlier);
  for (const { file, object } of uploads) {
    waitFor(
      object,
      named.in(file).map((each) => each.object),
    );
  }
}

const isAfter = (stage: UploadStage, other: UploadStage): boolean =>
  uploadStages.indexOf(stage) > uploadStages.indexOf(other);

/**
 * Links to a file of the former output, which takes a hundredth of the time of a copy. The output is not edited, as opposed to
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

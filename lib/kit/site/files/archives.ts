import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LambdaInvocation } from "@cdktf/provider-aws/lib/lambda-invocation";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import { Lazy } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { zipFiles } from "../../../bundle";
import { shortHash } from "../../core/names/name";
import { waitFor } from "../../core/terraform/depends-on";
import { createInvocation, createPackagedFunction } from "../../function";
import { jsonTemplate } from "../../iam/template-text";
import { refusePublicAccess } from "../delivery/bucket";
import { bucketPrefix } from "../delivery/names";
import { contentTypeOf } from "./content-types";
import type { SiteFile } from "./scan";
import type { SiteFilesOptions } from "./site-files";
import { uploadStageOf, uploadStages } from "./upload-order";

/** The largest archive, so that the function can unpack it in its memory. */
export const archiveBytes = 200 * 1024 * 1024;

const manifestName = "serverform-files.json";

/** The place of the copy in the bucket. Sites may share a bucket. */
export const copyPrefix = (site: IConstruct): string => `.serverform-${shortHash(site.node.path)}/`;

/** Files that fit into one archive. */
interface Archive {
  readonly key: string;
  readonly files: readonly SiteFile[];
  /** Keys and headers of the files, as JSON. */
  readonly manifest: string;
}

/**
 * A second copy of the files of a site, from which CloudFront takes those that have left the build. A function makes it from
 * archives, and deletes none that an earlier deployment has uploaded.
 *
 * Terraform uploads the files of the present build as for any other site, so that nothing that is live moves when a site begins
 * to keep former files, or ends. Then the function removes the copy, when the distribution no longer leads to it.
 */
export class SiteArchives {
  /** The invocation that uploads the files; the caches are dropped after it. */
  readonly publication: LambdaInvocation;
  private readonly bucket: S3Bucket;
  private readonly scope: Construct;
  private archives: readonly Archive[] = [];
  /** Resources that the publication waits for besides the archives. */
  private readonly waitsFor: readonly string[];

  constructor(
    private readonly options: SiteFilesOptions & { readonly copyPrefix: string },
    triggers: Readonly<Record<string, string>>,
  ) {
    const { site, bucket, bucketArn, copyPrefix: prefix, replacements } = options;
    this.scope = new Construct(site, "Archives");
    this.bucket = new S3Bucket(this.scope, "Bucket", {
      bucketPrefix: bucketPrefix(site, "-archives"),
      forceDestroy: true,
    });
    refusePublicAccess(this.scope, this.bucket);
    const fn = createPackagedFunction(site, "Publisher", {
      entry: "site-publisher",
      format: "cjs",
      description: "Uploads the files of a site",
      timeout: 900,
      memorySize: 2048,
      enableLiveDev: false,
      permissions: [
        { actions: ["s3:GetObject"], resources: [`${this.bucket.arn}/*`] },
        { actions: ["s3:ListBucket"], resources: [bucketArn] },
        { actions: ["s3:PutObject", "s3:DeleteObject"], resources: [`${bucketArn}/${prefix}*`] },
      ],
    });
    // It calls the function when it is destroyed: before the distribution no longer leads to the copy, which holds only files of former
    // builds. Created first, it would hand that order on to the function, whose name is fixed.
    const withdrawal = createInvocation(site, "Withdrawal", fn, {
      lifecycleScope: "CRUD",
      input: JSON.stringify({ bucket, prefix }),
    });
    this.publication = createInvocation(site, "Publication", fn, {
      lifecycleScope: "CREATE_ONLY",
      triggers: { ...triggers },
      input: jsonTemplate({
        archives: this.bucket.bucket,
        keys: Lazy.anyValue({ produce: () => this.archives.map(({ key }) => key) }),
        bucket,
        prefix,
        replacements: replacements.map(({ search, replace }) => ({ search, replace })),
      }),
    });
    waitFor(this.publication, [withdrawal]);
    this.waitsFor = this.publication.dependsOn ?? [];
  }

  /** Declares the archives of these files. The publication waits for them. */
  declare(files: readonly SiteFile[], folder: string): void {
    for (const child of this.scope.node.children) {
      if (child.node.id.startsWith("Archive_")) this.scope.node.tryRemoveChild(child.node.id);
    }
    this.archives = groupsOf(files).map((group) => {
      const manifest = JSON.stringify(this.describe(group));
      return { files: group, manifest, key: keyOf(group, manifest) };
    });
    const objects = this.archives.map(
      ({ key }, index) =>
        new S3Object(this.scope, `Archive_${index + 1}`, {
          bucket: this.bucket.bucket,
          key,
          source: `\${path.module}/assets/${folder}/${key}`,
          sourceHash: key,
          overrideProvider: { defaultTags: { tags: {} } },
        }),
    );
    this.publication.dependsOn = [...this.waitsFor];
    waitFor(this.publication, objects);
  }

  /** Writes the archives to a folder. */
  write(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const { key: name, files, manifest } of this.archives) {
      const contents = files.map(({ key, absolute }) => [key, readFileSync(absolute)] as const);
      writeFileSync(join(folder, name), zipFiles([...contents, [manifestName, Buffer.from(manifest)]]));
    }
  }

  private describe(group: readonly SiteFile[]): object {
    const { cacheControlOf, replacements } = this.options;
    return Object.fromEntries(
      group.map(({ key }) => [
        key,
        {
          contentType: contentTypeOf(key),
          cacheControl: cacheControlOf(key),
          stage: stageOf(key),
          replacements: replacements.flatMap(({ matches }, index) => (matches(key) ? [index] : [])),
        },
      ]),
    );
  }
}

const stageOf = (key: string): number => uploadStages.indexOf(uploadStageOf(key));

/** Files of an early stage are in an early archive, since the function reads one after the other. */
function groupsOf(files: readonly SiteFile[]): readonly (readonly SiteFile[])[] {
  const groups: SiteFile[][] = [];
  let free = 0;
  for (const file of files.toSorted((a, b) => stageOf(a.key) - stageOf(b.key))) {
    const { size } = statSync(file.absolute);
    if (groups.length === 0 || size > free) {
      groups.push([]);
      free = archiveBytes;
    }
    groups.at(-1)?.push(file);
    free -= size;
  }
  return groups;
}

/** Another name for other files, and for other headers of the same files. */
function keyOf(group: readonly SiteFile[], manifest: string): string {
  const facts = JSON.stringify([group.map(({ key, hash }) => [key, hash]), manifest]);
  return `${createHash("sha256").update(facts).digest("hex").slice(0, 32)}.zip`;
}

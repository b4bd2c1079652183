import { createHash, createHmac } from "node:crypto";
import { SharedBundles, type SharedPack } from "../../bundle";
import { isSameSecret } from "../../facts/text/same-secret";
import { fetchProblem } from "../ui/fetch-problem";
import type { Terminal } from "../ui/terminal";
import {
  ArtifactServer,
  artifactLimitBytes,
  CacheProblem,
  type CacheSettings,
  cacheSettings,
} from "./artifact-server";
import { type CacheKeys, cacheKeys, type ProjectFolders } from "./keys";

/** The total waiting time of a command, in milliseconds. */
class Patience {
  private readonly controller = new AbortController();

  private leftMs: number;

  constructor(readonly totalMs: number) {
    this.leftMs = totalMs;
  }

  /** Aborted when the time is used up. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Waits for work within the remaining time. After that, rejects with the reason. */
  async wait<Result>(work: Promise<Result>, reason: Error): Promise<Result> {
    const begun = performance.now();
    const timer = setTimeout(() => this.controller.abort(reason), Math.max(0, this.leftMs));
    try {
      return await Promise.race([work, this.aborted()]);
    } finally {
      clearTimeout(timer);
      this.leftMs -= performance.now() - begun;
    }
  }

  private aborted(): Promise<never> {
    return new Promise((_, reject) => {
      const end = (): void => reject(this.signal.reason);
      if (this.signal.aborted) end();
      else this.signal.addEventListener("abort", end, { once: true });
    });
  }
}

/** The total time that a command waits for the remote cache. */
const defaultPatienceMs = 1000;

/** A note in the cache of this machine: the packs that it already contains. */
const noteName = "remote-packs.json";
const notedPacks = 50;

/**
 * The cache of bundles of other machines, on a server with Turborepo's protocol.
 *
 * Synthesis never waits for the network. The command line asks the server before the app starts, puts the received bundles into
 * the cache of this machine, and uploads new ones during the rest of its work. A slow or failing server is ignored for the rest
 * of the run, and reported once: a build never fails because of it.
 */
export class RemoteCache {
  private readonly server: ArtifactServer;
  private isLeftOut = false;
  private upload: Promise<void> | undefined;
  private before: ReadonlySet<string> = new Set();
  private begun = 0;
  private keys: CacheKeys | undefined;
  /** Packs of the keys on the server. */
  private named: { readonly state?: string | undefined; readonly latest?: string | undefined } = {};

  private constructor(
    private readonly project: ProjectFolders,
    private readonly settings: CacheSettings,
    private readonly bundles: SharedBundles,
    private readonly terminal: Pick<Terminal, "warn">,
    private readonly patience: Patience,
  ) {
    this.server = new ArtifactServer(settings);
  }

  /** Undefined if none is configured in the environment, or this machine does not keep bundles. */
  static open(
    project: ProjectFolders,
    terminal: Pick<Terminal, "warn">,
    environment: NodeJS.ProcessEnv = process.env,
    patienceMs = defaultPatienceMs,
  ): RemoteCache | undefined {
    const settings = cacheSettings(environment);
    const bundles = settings && SharedBundles.open(project.root, (text) => terminal.warn(text));
    return (
      settings && bundles && new RemoteCache(project, settings, bundles, terminal, new Patience(patienceMs))
    );
  }

  /** Downloads the bundles of these sources, or else those of the last upload. Call it before the synthesis. */
  async receive(): Promise<void> {
    this.keys = cacheKeys(this.project);
    const { state, latest } = this.keys;
    await this.orLeaveOut(async () => {
      const [ofState, ofLatest] = await Promise.all([this.packOf(state), this.packOf(latest)]);
      this.named = { state: ofState, latest: ofLatest };
      const wanted = ofState ?? ofLatest;
      if (wanted !== undefined && !this.notes().includes(wanted)) await this.download(wanted);
    });
    this.before = new Set(this.bundles.names());
    this.begun = Date.now();
  }

  /** Starts to upload the bundles of these sources if the server does not have them. Call it after the synthesis. */
  offer(): void {
    if (this.isLeftOut || this.keys === undefined) return;
    const { state } = this.keys;
    const isNew = this.bundles.names().some((name) => !this.before.has(name));
    if (!isNew && (this.named.state !== undefined || state === undefined)) return;
    const pack = this.bundles.pack(this.begun, artifactLimitBytes);
    if (pack === undefined) return;
    this.upload = this.send(pack);
    // It is awaited in finish.
    this.upload.catch(() => {});
  }

  /** Waits for running uploads within the time limit. */
  async finish(): Promise<void> {
    const { upload } = this;
    if (upload !== undefined) await this.orLeaveOut(() => upload);
  }

  private async packOf(key: string | undefined): Promise<string | undefined> {
    const artifact = key === undefined ? undefined : await this.server.get(key, this.patience.signal);
    if (key === undefined || artifact === undefined) return undefined;
    const pack = readPointer(key, artifact, this.settings.signatureKey);
    if (pack === undefined) this.tellDamage();
    return pack;
  }

  private async download(name: string): Promise<void> {
    const content = await this.server.get(name, this.patience.signal);
    if (content === undefined) return;
    if (this.bundles.receive({ name, content })) this.note(name);
    else this.tellDamage();
  }

  private async send({ name, content }: SharedPack): Promise<void> {
    const { signal } = this.patience;
    const { state, latest } = this.keys ?? {};
    if (!(await this.server.has(name, signal))) await this.server.put(name, content, signal);
    this.note(name);
    const pointers = [
      { key: state, named: this.named.state },
      { key: latest, named: this.named.latest },
    ];
    await Promise.all(
      pointers.map(async ({ key, named }) => {
        if (key === undefined || named === name) return;
        await this.server.put(key, writePointer(key, name, this.settings.signatureKey), signal);
      }),
    );
  }

  private notes(): readonly unknown[] {
    const noted = this.bundles.readNote(noteName);
    return Array.isArray(noted) ? noted : [];
  }

  private note(pack: string): void {
    const others = this.notes().filter((each) => each !== pack);
    this.bundles.writeNote(noteName, [pack, ...others].slice(0, notedPacks));
  }

  private async orLeaveOut(work: () => Promise<void>): Promise<void> {
    try {
      const slow = new CacheProblem(`does not answer within ${this.patience.totalMs / 1000} s`);
      await this.patience.wait(work(), slow);
    } catch (error) {
      this.isLeftOut = true;
      const reason =
        error instanceof CacheProblem ? error.message : `cannot be reached (${fetchProblem(error)})`;
      this.tell(`${reason}. It is left out for this run`);
    }
  }

  private tellDamage(): void {
    this.tell("has an entry that differs from what was written. It is ignored and built again");
  }

  private isTold = false;

  private tell(text: string): void {
    if (!this.isTold) this.terminal.warn(`The cache of bundles at ${this.settings.url} ${text}.`);
    this.isTold = true;
  }
}

/** First line of a pointer. Another form of packs or pointers gets another one. */
const mark = "serverform bundles 1";

const hexDigest = /^[0-9a-f]{64}$/;

/**
 * A signed artifact with the name of a pack, so that only owners of the key can replace it.
 *
 * Packs are named by their content, so the name also verifies the pack.
 */
export function writePointer(key: string, pack: string, signatureKey: string | undefined): Buffer {
  return Buffer.from(`${mark}\n${pack}\n${tagOf(key, pack, signatureKey)}\n`);
}

/** The name of the pack. Undefined if the artifact was not written for this key, or was changed. */
function readPointer(key: string, artifact: Buffer, signatureKey: string | undefined): string | undefined {
  const [first, pack = "", tag = ""] = artifact.toString("latin1").split("\n");
  if (first !== mark || !hexDigest.test(pack) || !hexDigest.test(tag)) return undefined;
  return isSameSecret(tag, tagOf(key, pack, signatureKey)) ? pack : undefined;
}

function tagOf(key: string, pack: string, signatureKey: string | undefined): string {
  const hash = signatureKey === undefined ? createHash("sha256") : createHmac("sha256", signatureKey);
  return hash.update(`${mark}\n${key}\n${pack}`).digest("hex");
}

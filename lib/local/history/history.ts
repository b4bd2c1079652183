import { areRecorded, currentCauses, leaveContexts, newFactId, unrecorded, unrecordedId } from "./causes";
import {
  type Fact,
  type FactDetails,
  type FactKind,
  type FactOf,
  type FactText,
  isOfSite,
  outcomeOf,
  type Verdict,
} from "./fact";
import { type KeptFacts, SecretValues } from "./kept-facts";
import { Newest } from "./newest";
import { RunningInvocations } from "./running-invocations";

/** The maximum burst of first causes after a quiet time. */
const burst = 1000;
const refillMs = 1000;

/**
 * How many first causes are recorded. A load test sends thousands of requests in a second: recording them all would halve what the
 * server can serve, and the history would keep the last second of it only.
 */
export class Pace {
  private left = burst;
  private at: number;

  /** @param perSecond - what may be recorded in each second, besides the burst */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.at = now();
  }

  /** Whether one more may be recorded, which is counted. */
  takes(): boolean {
    if (this.left < 1) this.refill();
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }

  /** Once in a second, so that the costs of recording fall in a small part of it. */
  private refill(): void {
    const now = this.now();
    if (now - this.at < refillMs) return;
    this.left = Math.min(burst, this.left + ((now - this.at) / 1000) * this.perSecond);
    this.at = now;
  }
}

/** A fact that is not finished. Only the history changes it. */
export type OpenFact<Kind extends FactKind = FactKind> = {
  -readonly [Key in keyof FactOf<Kind>]: FactOf<Kind>[Key];
};

/** Receives a fact when it begins, when it ends, and between them when its function writes a line. */
export type FactListener = (fact: Fact) => void;

export interface HistoryOptions {
  /** The maximum number of facts that are kept. @default 10000 */
  readonly maxFacts?: number;
  /** The maximum number of characters of texts that are kept. @default 64 million */
  readonly maxTextLength?: number;
  /** Where facts survive the server. @default - they do not */
  readonly kept?: KeptFacts | undefined;
  /** How many requests of clients are recorded. @default - all */
  readonly pace?: Pace | undefined;
  /** How many requests to sites are recorded. @default - all */
  readonly sitePace?: Pace | undefined;
  /** Masks the data that leaves this server. @default - it has no values of secrets */
  readonly secrets?: SecretValues | undefined;
}

export const defaultMaxFacts = 10_000;
/** The maximum number of requests to sites that are kept, besides the other facts. */
const maxSiteFacts = 1000;
const defaultMaxTextLength = 64 * 1024 * 1024;
/** A function may loop over a denied call. */
const maxVerdicts = 100;

/**
 * The events of this server: requests, decisions, invocations, calls, deliveries, each with its causes.
 *
 * Everything that shows or explains what happened reads it. It keeps the newest facts, up to a number and a length of their texts.
 */
export class History {
  /** The invocations that still run. */
  readonly running = new RunningInvocations((fact) => {
    if (this.listeners.size > 0) this.tell(fact as unknown as Fact);
  });
  /** Masks facts for everyone but the developer's own console. */
  readonly secrets: SecretValues;
  private readonly facts = new Newest<Fact>();
  private readonly ofSites = new Newest<Fact>();
  private readonly listeners = new Set<FactListener>();
  private readonly maxFacts: number;
  private readonly maxTextLength: number;
  private textLength = 0;
  private forgotten = 0;
  private skipped = 0;

  constructor(private readonly options: HistoryOptions = {}) {
    this.maxFacts = options.maxFacts ?? defaultMaxFacts;
    this.maxTextLength = options.maxTextLength ?? defaultMaxTextLength;
    this.secrets = options.secrets ?? new SecretValues();
  }

  /** Takes the facts of earlier runs. No other process may write to their folder. */
  restore(): void {
    for (const fact of this.options.kept?.read(this.maxFacts) ?? []) this.add(fact);
  }

  /** All facts that are kept, in the order in which they began: to the millisecond for those of sites. */
  get all(): readonly Fact[] {
    if (this.ofSites.size === 0) return this.facts.all();
    return [...this.facts.all(), ...this.ofSites.all()].sort((left, right) => left.at - right.at);
  }

  /** The number of facts that had to be forgotten. */
  get forgottenCount(): number {
    return this.forgotten;
  }

  /** The number of requests that were not recorded, since they came too fast. */
  get skippedCount(): number {
    return this.skipped;
  }

  find(id: string): Fact | undefined {
    return this.facts.get(id) ?? this.ofSites.get(id);
  }

  /** The causes of a request of a client, before it begins: `unrecorded` if none is known and requests come too fast. */
  admit(causes: readonly string[], toSite = false): readonly string[] {
    const { pace, sitePace } = this.options;
    if (causes.length > 0 || (toSite ? sitePace : pace)?.takes() !== false) return causes;
    this.skipped += 1;
    leaveContexts();
    return unrecorded;
  }

  /** Begins a fact. By default, its causes are those of the running code. Below a fact that is not recorded, no fact is recorded. */
  begin<Kind extends FactKind>(
    kind: Kind,
    details: FactDetails[Kind],
    causes: readonly string[] = currentCauses(),
    id = newFactId(),
  ): OpenFact<Kind> {
    const isRecorded = areRecorded(causes);
    const fact = {
      id: isRecorded ? id : unrecordedId,
      kind,
      at: Date.now(),
      causes,
      isOpen: true,
      ...details,
    } as OpenFact<Kind>;
    if (!isRecorded) return fact;
    this.add(fact as unknown as Fact);
    if (this.listeners.size > 0) this.tell(fact as unknown as Fact);
    return fact;
  }

  /** Ends a fact. */
  end<Kind extends FactKind>(
    fact: OpenFact<Kind>,
    details: Partial<FactDetails[Kind]>,
    durationMs: number = Date.now() - fact.at,
  ): void {
    if (fact.id === unrecordedId) return;
    Object.assign(fact, details, { durationMs });
    this.close(fact as unknown as Fact, textLengthOf(details));
  }

  /** Adds a fact without a duration. It is recorded even without a cause. */
  record<Kind extends FactKind>(
    kind: Kind,
    details: FactDetails[Kind],
    causes: readonly string[] = currentCauses(),
    id = newFactId(),
  ): void {
    const known = areRecorded(causes) ? causes : [];
    const fact = { id, kind, at: Date.now(), causes: known, ...details } as unknown as Fact;
    this.add(fact);
    this.close(fact, 0);
  }

  /** Adds a fact of another source, or replaces its former state. */
  put(fact: Fact): void {
    const known = this.find(fact.id);
    if (known === undefined) this.add(fact);
    else {
      this.textLength += textLengthOf(fact) - textLengthOf(known);
      Object.assign(known, fact);
    }
    if (this.listeners.size > 0) this.tell(known ?? fact);
  }

  /** Adds a decision of the policies to the running facts. */
  readonly addVerdict = (verdict: () => Verdict): void => {
    const [cause = unrecordedId] = currentCauses();
    if (cause === unrecordedId) return;
    const fact = this.find(cause) as OpenFact | undefined;
    if (fact === undefined) return;
    const verdicts = fact.verdicts ?? [];
    if (verdicts.length < maxVerdicts) fact.verdicts = [...verdicts, verdict()];
  };

  /** Receives every fact from now on, until the returned function is called. */
  listen(listener: FactListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  clear(): void {
    this.facts.clear();
    this.ofSites.clear();
    this.textLength = 0;
    this.forgotten = 0;
    this.skipped = 0;
    this.options.kept?.clear();
  }

  /** Resolves when everything is written that survives the server. */
  async stop(): Promise<void> {
    await this.options.kept?.stop();
  }

  private add(fact: Fact): void {
    if (isOfSite(fact)) return this.addOfSite(fact);
    this.facts.add(fact);
    this.textLength += textLengthOf(fact);
    this.forgetOld();
  }

  private addOfSite(fact: Fact): void {
    this.ofSites.add(fact);
    if (this.ofSites.size <= Math.min(maxSiteFacts, this.maxFacts)) return;
    this.ofSites.takeOldest();
    this.forgotten += 1;
  }

  private close(fact: Fact, addedLength: number): void {
    // Deleting the member would make each access to the fact slower.
    (fact as OpenFact).isOpen = undefined;
    // A fact that was removed in the meantime is no longer counted.
    if (addedLength > 0 && this.facts.has(fact.id)) {
      this.textLength += addedLength;
      this.forgetOld();
    }
    // After a restart, the loaded files of a page are not helpful.
    if (!isOfSite(fact) || outcomeOf(fact) !== "fine") this.options.kept?.add(fact);
    if (this.listeners.size > 0) this.tell(fact);
  }

  private tell(fact: Fact): void {
    for (const listener of this.listeners) listener(fact);
  }

  private forgetOld(): void {
    while (this.facts.size > this.maxFacts || (this.textLength > this.maxTextLength && this.facts.size > 1)) {
      const oldest = this.facts.takeOldest();
      if (oldest === undefined) return;
      this.textLength -= textLengthOf(oldest);
      this.forgotten += 1;
    }
  }
}

/** Members of facts with texts of clients, handlers and services. */
interface Texts {
  readonly body?: FactText;
  readonly answer?: FactText;
  readonly payload?: FactText;
  readonly input?: FactText;
}

function textLengthOf(details: object): number {
  const { body, answer, payload, input } = details as Texts;
  return (
    (body?.text.length ?? 0) +
    (answer?.text.length ?? 0) +
    (payload?.text.length ?? 0) +
    (input?.text.length ?? 0)
  );
}

import { useState } from "preact/hooks";
import type { DataRequest } from "../data";
import { ask } from "./api";
import { Problem } from "./detail";
import { tellProblem } from "./store";
import { clean } from "./trace";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

export function Field({ label, value, change }: FieldProps) {
  return (
    <label class="field">
      {clean(label)}
      <input value={value} spellcheck={false} onInput={({ currentTarget }) => change(currentTarget.value)} />
    </label>
  );
}

/** The search of a view, which the key `/` reaches. */
export function SearchField({ value, change }: Omit<FieldProps, "label">) {
  return (
    <input
      type="search"
      placeholder="Search (/)"
      aria-label="Search"
      value={value}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

interface AreaProps extends FieldProps {
  /** @default false */
  readonly isShort?: boolean;
}

export function Area({ label, value, change, isShort = false }: AreaProps) {
  return (
    <label class="field">
      {clean(label)}
      <textarea
        class={isShort ? "low" : ""}
        value={value}
        spellcheck={false}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function Choice({ label, value, change, options }: ChoiceProps) {
  return (
    <label class="field">
      {clean(label)}
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {clean(text)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Asks a service for an operation. Throws with its reason. */
export async function operate<Answer>(asked: DataRequest): Promise<Answer> {
  const answered = await ask("operate", asked);
  if ("problem" in answered) throw new Error(answered.problem);
  return answered.answer as Answer;
}

/** The time after which the page shows that it waits. */
const patienceMs = 500;

/** Runs something that may fail or take time, and what to show of that. */
export function useAttempt(): readonly [
  problem: preact.ComponentChild,
  attempt: (work: () => Promise<void>) => void,
] {
  const [problem, setProblem] = useState<string>();
  const [isSlow, setSlow] = useState(false);
  const attempt = (work: () => Promise<void>): void => {
    setProblem(undefined);
    const timer = setTimeout(() => setSlow(true), patienceMs);
    work()
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        clearTimeout(timer);
        setSlow(false);
      });
  };
  const shown = isSlow ? <p class="quiet">Waiting for the server.</p> : <Problem text={problem} />;
  return [shown, attempt];
}

/** A button that asks again before it does something that cannot be undone. */
export function Danger({ text, run }: { readonly text: string; readonly run: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <button
      type="button"
      class={isAsked ? "bad" : ""}
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (isAsked) run();
        setAsked(!isAsked);
      }}
    >
      {isAsked ? `${text}: are you sure?` : text}
    </button>
  );
}

/** A button that copies a text. */
export function Copy({ name, text }: { readonly name: string; readonly text: () => string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void (async () => navigator.clipboard.writeText(text()))().then(() => setCopied(true), tellProblem);
  return (
    <button type="button" onClick={copy}>
      {isCopied ? "Copied" : `Copy as ${clean(name)}`}
    </button>
  );
}

/** A word for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Saves a text as a file. */
export function save(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

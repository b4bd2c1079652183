import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { openSession, secretInAddress } from "./api";
import { Data } from "./data/data";
import { Logs } from "./logs";
import { AppMap } from "./map";
import { Permissions } from "./permissions";
import { Routes } from "./routes/routes";
import { StageNote } from "./stage";
import { follow, load, tellProblem, useConsole } from "./store";
import { Timeline } from "./timeline";

const views = {
  timeline: Timeline,
  logs: Logs,
  routes: Routes,
  data: Data,
  permissions: Permissions,
  map: AppMap,
} as const;
type View = keyof typeof views;

const titles: Readonly<Record<View, string>> = {
  timeline: "Timeline",
  logs: "Logs",
  routes: "Routes",
  data: "Data",
  permissions: "Permissions",
  map: "Map",
};

const names = Object.keys(views) as readonly View[];

function viewInAddress(): View {
  const [found] = location.hash.slice(1).split("/");
  return names.find((each) => each === found) ?? "timeline";
}

/** Opens the session of the address, and follows what happens from then on. */
function connect(): void {
  openSession().then(load).then(follow).catch(tellProblem);
}

function Console() {
  const { app, problem, omitted } = useConsole();
  const [view, setView] = useState(viewInAddress);
  const stage = app?.stage;
  useEffect(() => {
    const changed = () => {
      // The address of a server that was started again, in a page that was open before.
      if (secretInAddress() !== undefined) connect();
      setView(viewInAddress());
    };
    const pressed = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const chosen = names[Number(event.key) - 1];
      if (chosen !== undefined) location.hash = chosen;
      if (event.key !== "/") return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
    };
    addEventListener("hashchange", changed);
    addEventListener("keydown", pressed);
    return () => {
      removeEventListener("hashchange", changed);
      removeEventListener("keydown", pressed);
    };
  }, []);
  const Shown = views[view];
  return (
    <>
      <header>
        <h1>serverform</h1>
        <nav aria-label="Views">
          {names.map((each, index) => (
            <button
              type="button"
              key={each}
              title={`Key ${index + 1}`}
              aria-current={each === view ? "page" : undefined}
              onClick={() => {
                location.hash = each;
              }}
            >
              {titles[each]}
            </button>
          ))}
        </nav>
        <span class="grow" />
        {omitted > 0 && <span class="quiet">{omitted} older or left out</span>}
      </header>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {stage !== undefined && <StageNote stage={stage} />}
      <main>
        <Shown />
      </main>
    </>
  );
}

const place = document.getElementById("console");
if (place !== null) render(<Console />, place);
connect();

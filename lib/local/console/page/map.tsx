import { h, type VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { drawingOf, type PlacedMap, pictureOf, type Shape } from "../../map/drawing";
import { ask } from "./api";
import { save, useAttempt } from "./form";
import { useRefresh } from "./store";
import { clean, countText, looks } from "./trace";

type Shown = Awaited<ReturnType<typeof load>>;

declare const mapLayout: typeof import("../../map/layout");

/** The package that places the map, as a global. It is not in the page itself, which is often opened without its map. */
const layoutFile = "/layout.js";

/** The map and its traffic. */
async function load() {
  const [{ map, traffic }] = await Promise.all([ask("map"), import(layoutFile)]);
  return { text: JSON.stringify(map), map, traffic };
}

/** Texts on a narrow screen stay readable. */
const smallest = 0.85;
const largest = 3;

/** The app as a picture, with the traffic of the last minute. */
export function AppMap() {
  const refresh = useRefresh();
  const [shown, setShown] = useState<Shown>();
  /** Zero: the whole map in the window. Undefined, at first: as wide as the window, as far as texts are readable. */
  const [zoom, setZoom] = useState<number>();
  const [chosen, choose] = useState<string>();
  const [problem, attempt] = useAttempt();
  useEffect(() => attempt(async () => setShown(await load())), [refresh]);
  // The traffic changes, the places do not.
  const placed = useMemo(() => shown && mapLayout.placedMap(shown.map), [shown?.text]);
  if (shown === undefined || placed === undefined)
    return problem ?? <p class="empty">The map is being drawn.</p>;
  const drawing = drawingOf(placed, shown.traffic);
  const { width } = placed;
  const change = (factor: number) => setZoom(Math.min(largest, Math.max(0.1, (zoom || 1) * factor)));
  return (
    <div class="page wide-page">
      <div class="buttons">
        <button type="button" onClick={() => setZoom(0)}>
          Fit
        </button>
        <button type="button" aria-label="Smaller" onClick={() => change(0.8)}>
          −
        </button>
        <button type="button" aria-label="Larger" onClick={() => change(1.25)}>
          +
        </button>
        <button type="button" onClick={() => save("map.svg", pictureOf(drawing), "image/svg+xml")}>
          Save as SVG
        </button>
        <span class="quiet">
          The numbers count the last minute: requests, invocations, calls, deliveries. The arrow keys follow
          the lines.
        </span>
      </div>
      {problem}
      <NodeNote id={chosen} placed={placed} traffic={shown.traffic} />
      <section
        class="map-frame"
        aria-label="Map"
        style={{ "--map-width": `${width}px`, "--map-zoom": zoom || 1, "--map-least": zoom ?? smallest }}
        data-fits={zoom === 0 ? "whole" : zoom === undefined}
      >
        <Drawing shape={drawing} placed={placed} chosen={chosen} choose={choose} />
      </section>
    </div>
  );
}

interface DrawingProps {
  readonly shape: Shape;
  readonly placed: PlacedMap;
  readonly chosen: string | undefined;
  readonly choose: (id: string) => void;
}

/** The drawing as elements of the page, whose boxes the keyboard reaches. */
function Drawing({ shape, placed, chosen, choose }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const moved = (event: KeyboardEvent): void => {
    const next = neighbour(placed, chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    const boxes = [...(frame.current?.querySelectorAll<SVGElement>("[data-id]") ?? [])];
    boxes.find((each) => each.dataset.id === next)?.focus();
  };
  // The APIs, where requests begin, are in the middle of a tall map.
  useEffect(() => {
    const [view, boxes] = [frame.current?.parentElement, frame.current?.querySelectorAll(".map-api")];
    if (view == null || boxes === undefined) return;
    const [top = 0, ...tops] = [view, ...boxes].map((each) => each.getBoundingClientRect().top);
    view.scrollTop = Math.min(...tops) - top - view.clientHeight / 2;
  }, []);
  const vnode = ({ tag, attributes, children }: Shape): VNode => {
    const inner = children.map((each) => (typeof each === "string" ? clean(each) : vnode(each)));
    const id = attributes["data-id"];
    const own =
      tag === "svg"
        ? { role: "group", "aria-label": "Parts of the app", preserveAspectRatio: "xMidYMin" }
        : {};
    if (typeof id !== "string") return h(tag, { ...attributes, ...own }, inner);
    return h(
      tag,
      {
        ...attributes,
        role: "button",
        // Preact does not translate names of SVG.
        tabindex: 0,
        "aria-pressed": id === chosen,
        onFocus: () => choose(id),
        onClick: () => choose(id),
      },
      inner,
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the boxes in it take the focus
    <div ref={frame} onKeyDown={moved}>
      {vnode(shape)}
    </div>
  );
}

/** The node to which an arrow key leads: along a line to the right and to the left, else to the next one above or below. */
function neighbour({ nodes, edges }: PlacedMap, chosen: string | undefined, key: string): string | undefined {
  const current = nodes.find(({ id }) => id === chosen);
  if (current === undefined) return undefined;
  if (key === "ArrowRight") return edges.find(({ from }) => from === chosen)?.to;
  if (key === "ArrowLeft") return edges.find(({ to }) => to === chosen)?.from;
  const column = nodes.filter(({ x }) => x === current.x).sort((left, right) => left.y - right.y);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  return step === undefined ? undefined : column[column.indexOf(current) + step]?.id;
}

interface NodeNoteProps {
  readonly id: string | undefined;
  readonly placed: PlacedMap;
  readonly traffic: Shown["traffic"];
}

/** The facts about the chosen node. */
function NodeNote({ id, placed: { nodes, edges }, traffic }: NodeNoteProps) {
  const node = nodes.find((each) => each.id === id);
  if (node === undefined) return null;
  const titleOf = (other: string): string => nodes.find((each) => each.id === other)?.title ?? other;
  const { count, failed, outcome } = traffic[node.id] ?? { count: 0, failed: 0, outcome: "fine" as const };
  return (
    <p class="map-note" aria-live="polite">
      <b>{clean(node.title)}</b> {node.kind} · {countText(count, "use")}
      {failed > 0 && <span class={looks[outcome].class}> · {failed} failed</span>}
      {edges.map(({ from, to, label }) =>
        from === node.id
          ? ` · ${label} ${clean(titleOf(to))}`
          : to === node.id
            ? ` · ${clean(titleOf(from))} ${label} it`
            : "",
      )}
    </p>
  );
}

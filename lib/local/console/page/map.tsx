import { useEffect, useState } from "preact/hooks";
import { ask } from "./api";
import { save, useAttempt } from "./form";
import { useRefresh } from "./store";

/** The app as a picture, with the traffic of the last minute. */
export function AppMap() {
  const refresh = useRefresh();
  const [svg, setSvg] = useState("");
  const [problem, attempt] = useAttempt();
  useEffect(() => attempt(async () => setSvg((await ask("map")).svg)), [refresh]);
  return (
    <div class="page">
      <div class="buttons">
        <button type="button" onClick={() => save("map.svg", svg, "image/svg+xml")}>
          Save as SVG
        </button>
        <span class="quiet">
          The numbers count the last minute: requests, invocations, calls, deliveries.
        </span>
      </div>
      {problem}
      {svg !== "" && (
        // A picture runs no script.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
        <section class="map" tabIndex={0} aria-label="Map">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            alt="The parts of the app, and what calls, feeds and uses what. Routes and Permissions list the same."
          />
        </section>
      )}
    </div>
  );
}

import { RunningWork } from "../pending/running-work";
import { definePart, nothing } from "./part";

export const work = definePart({
  title: "the work that runs",
  needs: [],
  start: () => new RunningWork(),
  replace: nothing,
  stop: nothing,
});

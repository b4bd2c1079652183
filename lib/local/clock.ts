export { type Clock, systemClock, type Timers } from "../invoke";

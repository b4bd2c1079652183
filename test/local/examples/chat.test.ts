/** @group processes */

// One server for both: to synthesize and serve the example takes longer than the tests of each.
import "./sockets";
// Hours pass.
import "./socket-times";

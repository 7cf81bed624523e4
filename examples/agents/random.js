// Plays any legal move, the same ones again from the same seed. Run by node, needs nothing else.
const readline = require("readline");

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// Mulberry32: a generator of a few lines, so that games can be repeated.
function generator(seed) {
  let state = seed % 4294967296;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "hello", protocol: 1, name: "random", version: "1" });
  } else if (message.type === "turn") {
    const pick = Math.floor(generator(message.seed)() * message.moves.length);
    say({ type: "move", id: message.id, move: message.moves[pick] });
  } else if (message.type === "bye") {
    process.exit(0);
  }
});

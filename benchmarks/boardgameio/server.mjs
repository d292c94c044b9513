// boardgame.io's own server with a game of about the size of ours: 16 figures on a board, dice, a log. It sends whole states, as it
// does unless told otherwise: with `deltaState` it sends patches, but needs ten times the processor time for an answer.
import { createRequire } from "node:module";

const { Server, Origins } = createRequire(import.meta.url)("boardgame.io/server");

const WIDTH = 20;
const HEIGHT = 14;
const MOVES_IN_A_TURN = 6;
const MOVES_IN_A_GAME = 400;
const STEPS = [[1, 0], [-1, 0], [0, 1], [0, -1]];

function figure(number) {
  const side = number % 2;
  return {
    name: `figure ${number}`,
    side,
    x: side ? WIDTH - 2 : 1,
    y: (number >> 1) + 2,
    life: 12,
    actions: 2,
    skills: ["steady", "quick", `skill ${number % 5}`],
    weapon: { name: `weapon ${number % 3}`, dice: 4, hit: 4, damage: 3, reach: 8, ammunition: 6 },
    marks: { hidden: false, down: false, waiting: false },
  };
}

const game = {
  name: "skirmish",
  setup: () => ({
    moves: 0,
    cells: Array.from({ length: WIDTH * HEIGHT }, (_, number) => ({ kind: number % 7 ? "floor" : "wall", mark: "" })),
    figures: Array.from({ length: 16 }, (_, number) => figure(number)),
    log: [],
    dice: [],
  }),
  turn: { minMoves: MOVES_IN_A_TURN, maxMoves: MOVES_IN_A_TURN },
  moves: {
    go: ({ G, playerID, random }, number, step) => {
      const one = G.figures[number * 2 + Number(playerID)];
      const [x, y] = STEPS[step];
      one.x = Math.min(WIDTH - 1, Math.max(0, one.x + x));
      one.y = Math.min(HEIGHT - 1, Math.max(0, one.y + y));
      G.dice = random.D6(4);
      const hits = G.dice.filter((face) => face >= one.weapon.hit).length;
      const other = G.figures[number * 2 + 1 - Number(playerID)];
      other.life = Math.max(1, other.life - (hits > 2 ? 1 : 0));
      G.moves += 1;
      G.log.push({ at: G.moves, text: `${one.name} moves to ${one.x}, ${one.y}`, hits });
      if (G.log.length > 40) G.log.shift();
    },
  },
  endIf: ({ G }) => (G.moves >= MOVES_IN_A_GAME ? { draw: true } : undefined),
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const running = await server.run({ port: 0 });
console.log(`open ${running.appServer.address().port}`);
process.on("SIGUSR2", () => globalThis.gc?.());
process.on("SIGTERM", () => process.exit(0));

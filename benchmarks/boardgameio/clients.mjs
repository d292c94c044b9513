// Clients of boardgame.io that answer at random. Told by the first argument what to do; says JSON lines on its output.
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const { port, quiet, pairs } = JSON.parse(process.argv[2]);
const home = `http://127.0.0.1:${port}`;
let taken;
let every = 0;
clear();

function clear() {
  taken = { acknowledged: 0, finished: 0, waits: [], errors: 0 };
}

async function post(path, body) {
  const answer = await fetch(`${home}/games/skirmish/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

function enter(matchID, playerID, credentials) {
  const socket = io(`${home}/skirmish`, { transports: ["websocket"], forceNew: true, reconnection: false });
  socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
  return socket;
}

async function watch() {
  const { matchID } = await post("create", { numPlayers: 2 });
  const socket = enter(matchID, null, undefined);
  await new Promise((done) => socket.once("sync", done));
  return socket;
}

async function play() {
  let due = performance.now() + every * Math.random();
  for (;;) {
    const { matchID } = await post("create", { numPlayers: 2 });
    const seats = ["0", "1"];
    const credentials = [];
    for (const playerID of seats) {
      credentials.push((await post(`${matchID}/join`, { playerID, playerName: playerID })).playerCredentials);
    }
    let sentAt = 0;
    let sender = "";
    let there = 0;
    let first;
    const sockets = [];
    await new Promise((over) => {
      for (const seat of seats) {
        const socket = enter(matchID, seat, credentials[seat]);
        sockets.push(socket);
        const answer = (stateID) => {
          const payload = { type: "go", args: [Math.floor(Math.random() * 8), Math.floor(Math.random() * 4)], playerID: seat };
          const send = () => {
            sentAt = performance.now();
            sender = seat;
            socket.emit("update", { type: "MAKE_MOVE", payload: { ...payload, credentials: credentials[seat] } }, stateID, matchID, seat);
          };
          if (!every) return send();
          due = Math.max(due + every * (0.5 + Math.random()), performance.now() - every);
          setTimeout(send, Math.max(0, due - performance.now()));
        };
        socket.on("sync", (_, { state }) => {
          if (state.ctx.currentPlayer === seat) first = () => answer(state._stateID);
          there += 1;
          if (there === 2) first();
        });
        socket.on("update", (_, { ctx, _stateID }) => {
          if (sender === seat) taken.acknowledged += 1;
          else taken.waits.push(performance.now() - sentAt);
          if (ctx.gameover) over();
          else if (ctx.currentPlayer === seat) answer(_stateID);
        });
        socket.on("connect_error", () => (taken.errors += 1));
      }
    });
    taken.finished += 1;
    for (const socket of sockets) socket.close();
  }
}

const say = (message) => console.log(JSON.stringify(message));
const idle = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [word, number] = line.split(" ");
  if (word === "quiet") {
    for (let made = 0; made < quiet; made += 50) {
      idle.push(...(await Promise.all(Array.from({ length: Math.min(50, quiet - made) }, watch))));
    }
    say({ open: idle.length });
  } else if (word === "begin") {
    every = Number(number);
    for (const socket of idle.splice(0, pairs)) socket.close();
    for (let count = 0; count < pairs; count += 1) play();
    say({ begun: pairs });
  } else if (word === "every") {
    every = Number(number);
    say({ every });
  } else if (word === "clear") {
    clear();
    say({});
  } else if (word === "tell") {
    say(taken);
  } else {
    break;
  }
}
process.exit(0);

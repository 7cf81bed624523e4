import { beforeEach, expect, test, vi } from "vitest";

import { TableModel } from "./table.svelte";
import type { ServerMessage } from "./generated/types";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: unknown[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
});

const moved = (seq: number, ply: number, text: string) => ({ seq, event: "moved", ply, seat: ply % 2, text });

test("after a break the table asks for what it missed, and counts nothing twice", () => {
  const table = new TableModel("x");
  const [first] = FakeSocket.all;
  first!.onopen?.();
  expect(first!.sent).toEqual([{ type: "hello", version: 1, drawing: "none" }]);
  first!.tell({ type: "update", seq: 6, events: [{ seq: 5, event: "started", game: "g", seats: [] }, moved(6, 0, "a1")] });
  expect(table.connected).toBe(true);
  first!.onclose?.();
  expect(table.connected).toBe(false);
  vi.advanceTimersByTime(400);
  const second = FakeSocket.all[1]!;
  second.onopen?.();
  expect(second.sent).toEqual([{ type: "hello", version: 1, last: 6, drawing: "none" }]);
  second.tell({ type: "update", seq: 8, events: [moved(6, 0, "a1"), moved(7, 1, "b1"), moved(8, 2, "c1")] });
  expect(table.history.map((played) => played.text)).toEqual(["a1", "b1", "c1"]);
  table.handle({ type: "update", seq: 9, events: [{ seq: 9, event: "undone", ply: 1 }] } as ServerMessage);
  expect(table.history).toEqual([{ seat: 0, text: "a1" }]);
});

test("what an agent thought of an earlier position is not shown", () => {
  const table = new TableModel("x");
  const thought = (ply: number) => ({ ply, agent: "mcts", best: "a1", line: [], candidates: [], nodes: 5, playouts: 0, depth: 1, time: 1 });
  const update = (ply: number) => ({ type: "update", seq: ply + 1, events: [], game: { ply, to_move: 1, dropouts: [], take_backs: 0, unrated: false } }) as ServerMessage;
  table.handle(update(1));
  table.handle({ type: "thinking", seat: 1, ply: 1 });
  table.handle({ type: "considering", seat: 1, thought: thought(1) });
  expect(table.thought).toMatchObject({ seat: 1, done: false });
  table.handle({ type: "thought", seat: 1, thought: thought(1) });
  expect([table.thinking, table.thought?.done]).toEqual([null, true]);
  table.handle(update(2));
  table.handle({ type: "considering", seat: 1, thought: thought(1) });
  expect([table.thinking, table.thought?.done]).toEqual([null, true]);
});

test("moves of others are shown at a pace, one's own at once, and all of them by skipping", () => {
  const table = new TableModel("x");
  const [socket] = FakeSocket.all;
  socket!.onopen?.();
  const game = (ply: number, moves: string[] | null = null) => ({ ply, position: `p${ply}`, to_move: ply % 2, moves });
  const update = (ply: number, moves: string[] | null = null) => ({ type: "update", seq: ply, events: [moved(ply, ply - 1, "m")], game: game(ply, moves) });
  socket!.tell({ type: "you", version: 1, table: "x", seats: [0], host: true });
  socket!.tell({ type: "update", seq: 0, events: [], game: game(0, ["m"]) });
  table.pace = 200;
  socket!.tell(update(1));
  expect(table.game?.ply).toBe(1);
  socket!.tell(update(2));
  socket!.tell({ ...update(4, ["m"]), events: [moved(4, 3, "m")] });
  expect([table.game?.ply, table.queued]).toEqual([1, 2]);
  vi.advanceTimersByTime(200);
  expect([table.game?.ply, table.queued]).toEqual([2, 1]);
  table.skip();
  expect([table.game?.ply, table.queued]).toEqual([4, 0]);
  expect([...table.positions.keys()]).toEqual([0, 1, 2, 4]);
  socket!.tell(update(6));
  expect(table.game?.ply).toBe(4);
  // Skipping before one's turn shows everything until then.
  vi.advanceTimersByTime(200);
  expect(table.game?.ply).toBe(6);
  table.skip();
  socket!.tell(update(8));
  expect(table.game?.ply).toBe(8);
  socket!.tell(update(10, ["m"]));
  socket!.tell(update(12));
  expect(table.game?.ply).toBe(10);
  table.close();
});

test("a move is sent once however often it is clicked, and again when it was refused or lost", () => {
  const table = new TableModel("x");
  const [socket] = FakeSocket.all;
  socket!.onopen?.();
  socket!.tell({ type: "you", version: 1, table: "x", seats: [0, 1], host: true });
  const at = (ply: number) => ({ type: "update", seq: ply, events: [], game: { ply, position: "p", to_move: ply % 2, moves: ["a1", "b1"] } });
  const played = (socket: FakeSocket) => (socket.sent as { type: string; ply: number; text: string }[]).flatMap(({ type, ply, text }) => (type === "move" ? [`${ply} ${text}`] : []));
  socket!.tell(at(0));
  table.play("a1");
  table.play("a1");
  expect(played(socket!)).toEqual(["0 a1"]);
  // A different move is sent.
  table.play("b1");
  expect(played(socket!)).toEqual(["0 a1", "0 b1"]);
  socket!.tell({ type: "refused", problem: { code: "illegal_move" } });
  table.play("b1");
  socket!.tell(at(1));
  table.play("b1");
  expect(played(socket!)).toEqual(["0 a1", "0 b1", "0 b1", "1 b1"]);
  socket!.onclose?.();
  vi.advanceTimersByTime(400);
  const second = FakeSocket.all[1]!;
  second.onopen?.();
  second.tell({ type: "you", version: 1, table: "x", seats: [0, 1], host: true });
  table.play("b1");
  expect(played(second)).toEqual(["1 b1"]);
  // Without a connection nothing is sent or counted as sent.
  second.readyState = 3;
  table.play("a1");
  second.readyState = 1;
  table.play("a1");
  expect(played(second)).toEqual(["1 b1", "1 a1"]);
  table.close();
});

test("with other eyes everything is told again, and nothing of what the others saw is left", () => {
  const table = new TableModel("x");
  const [socket] = FakeSocket.all;
  socket!.onopen?.();
  const you = (eyes?: number) => ({ type: "you", version: 1, table: "x", seats: [0, 1], host: true, hidden: true, ...(eyes === undefined ? {} : { eyes }) });
  const told = (to: string, moves: string[], to_move: number) => ({
    type: "update",
    seq: 5 + moves.length,
    events: [{ seq: 5, event: "started", game: "g", seats: [] }, ...moves.map((text, ply) => moved(6 + ply, ply, text))],
    game: { ply: moves.length, position: `${to}${moves.length}`, to_move },
  });
  socket!.tell(you());
  socket!.tell(told("nobody", ["?"], 0));
  expect([table.shared, table.eyes, table.handoverSeat]).toEqual([true, null, 0]);
  table.viewAs(0);
  socket!.tell(you(0));
  // Only public information is here until the update.
  expect([table.eyes, table.game?.position]).toEqual([null, "nobody1"]);
  socket!.tell(told("first", ["a"], 0));
  expect([table.eyes, table.handoverSeat, table.game?.position]).toEqual([0, null, "first1"]);
  socket!.tell({ type: "update", seq: 7, events: [moved(7, 1, "b")], game: { ply: 2, position: "first2", to_move: 1 } });
  expect([table.handoverSeat, table.history.map(({ text }) => text)]).toEqual([1, ["a", "b"]]);
  // Covered and lifted at once.
  table.viewAs(null);
  table.viewAs(1);
  socket!.tell(you());
  socket!.tell(told("nobody", ["?", "?"], 1));
  expect([table.eyes, table.history.map(({ text }) => text), [...table.positions]]).toEqual([null, ["?", "?"], [[1, "nobody1"], [2, "nobody2"]]]);
  socket!.tell(you(1));
  socket!.tell(told("second", ["?", "b"], 1));
  expect([table.eyes, table.handoverSeat, table.history.map(({ text }) => text)]).toEqual([1, null, ["?", "b"]]);
  expect([...table.positions]).toEqual([[2, "second2"]]);
  // After a reconnection the viewer is requested again.
  socket!.onclose?.();
  vi.advanceTimersByTime(400);
  FakeSocket.all[1]!.onopen?.();
  expect(FakeSocket.all[1]!.sent).toEqual([{ type: "hello", version: 1, last: 7, seat: 1, drawing: "none" }]);
  table.close();
});

test("a move made without a connection is kept and told, and played once there is one", () => {
  const table = new TableModel("x");
  const [first] = FakeSocket.all;
  const game = (ply: number, moves: string[] | null) => ({ ply, position: `p${ply}`, to_move: ply % 2, moves });
  const meet = (socket: FakeSocket, ply: number, moves: string[] | null, events: unknown[] = []) => {
    socket.onopen?.();
    socket.tell({ type: "you", version: 1, table: "x", seats: [0], host: true });
    socket.tell({ type: "update", seq: ply, events, game: game(ply, moves) });
  };
  const reconnect = () => {
    vi.advanceTimersByTime(10_000);
    return FakeSocket.all.at(-1)!;
  };
  const drop = (socket: FakeSocket) => {
    socket.readyState = 3;
    socket.onclose?.();
  };
  meet(first!, 0, ["a1", "b1"]);
  drop(first!);
  table.play("a1");
  expect(table.unsent).toBe("kept");
  // A second choice replaces the first.
  table.play("b1");
  const second = reconnect();
  meet(second, 0, ["a1", "b1"]);
  expect(second.sent.slice(1)).toEqual([{ type: "move", ply: 0, text: "b1" }]);
  expect(table.unsent).toBeNull();
  // Sent, but the connection broke before the answer.
  drop(second);
  expect(table.unsent).toBe("kept");
  const third = reconnect();
  meet(third, 1, null, [moved(1, 0, "b1")]);
  expect(third.sent.slice(1)).toEqual([]);
  expect(table.unsent).toBeNull();
  // The game continued differently.
  third.tell({ type: "update", seq: 2, events: [moved(2, 1, "c1")], game: game(2, ["d1"]) });
  drop(third);
  table.play("d1");
  const fourth = reconnect();
  meet(fourth, 1, null, [{ seq: 3, event: "undone", ply: 1 }]);
  expect(table.unsent).toBe("late");
  // Only moves are kept.
  drop(fourth);
  table.send({ type: "undo" });
  expect(table.unsent).toBe("refused");
  const fifth = reconnect();
  meet(fifth, 1, null);
  expect([fifth.sent.length, table.unsent]).toEqual([1, null]);
});

test("places of those who left are the server's, and an agent in their seat plays for itself", () => {
  const table = new TableModel("t");
  const seat = { kind: "person", name: "A", colour: "#000000", ready: true, present: true };
  const dropouts = [{ seat: 2, place: 3, cause: "resigned", agent: "random" }, { seat: 0, place: 2, cause: "left", agent: "random" }];
  table.receive({ type: "update", seq: 1, events: [], table: { seats: Array(4).fill(seat) }, game: { ply: 9, dropouts, take_backs: 0, unrated: false } } as unknown as ServerMessage);
  // One player was eliminated by the rules: the server counts places.
  expect([table.placeOf(2), table.placeOf(0), table.placeOf(1)]).toEqual([3, 2, null]);
  expect(table.droppedOut).toEqual([2, 0]);
  expect([table.replacementOf(0), table.replacementOf(1)]).toEqual(["random", null]);
});

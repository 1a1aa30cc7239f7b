// One question to one player: what do you think of this position? The answer grows until the stream ends.

import { listen, queryText, type ApiError, type Stream } from "../lib/api";
import type { Exact, Session, Threat, Thought } from "../lib/types";
import { ui } from "./ui.svelte";

export interface Question {
  player: string; // "": the strongest
  time?: number; // milliseconds; absent: until it is sure
  solvers: boolean; // exact values and threat searches, where the game has them
}

export class Thinker {
  running = $state(false);
  ahead = $state(0); // jobs that come first
  thought = $state.raw<Thought | undefined>();
  exact = $state.raw<Exact | undefined>();
  threat = $state.raw<Threat | undefined>(); // a forced win only
  reason = $state(""); // why it ended: limit, sure, over
  about = $state(""); // which position this is about: session and node
  #stream: Stream | undefined;

  ask(session: Session, question: Question): void {
    this.stop();
    this.thought = this.exact = this.threat = undefined;
    this.reason = "";
    this.ahead = 0;
    this.about = `${session.id}/${session.at}`;
    this.running = true;
    const query = queryText({
      game: session.game,
      start: session.start,
      moves: session.position.moves.join(" "),
      player: question.player,
      time: question.time,
      ...(question.solvers ? { exact: 1, threats: 1 } : {}),
    });
    const handlers = {
      waiting: (data: { ahead: number }) => (this.ahead = data.ahead),
      thought: (thought: Thought) => {
        this.ahead = 0;
        this.thought = thought;
      },
      exact: (exact: Exact) => (this.exact = exact),
      threat: (threat: Threat) => {
        if (threat.verdict === "win") this.threat = threat;
      },
      done: (data: { reason: string }) => (this.reason = data.reason),
    };
    this.#stream = listen(`analysis?${query}`, handlers, (error?: ApiError) => {
      this.running = false;
      if (error) {
        this.reason = "failed";
        ui.fail(error);
      }
    });
  }

  stop(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.running = false;
  }

  clear(): void {
    this.stop();
    this.thought = this.exact = this.threat = undefined;
    this.about = "";
  }

  fits(session: Session | undefined): boolean {
    return session !== undefined && this.about === `${session.id}/${session.at}`;
  }
}

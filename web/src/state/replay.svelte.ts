// Replay: step, jump, play at so many milliseconds a move. It ends at the end; it does not loop.

import { game } from "./game.svelte";

class Replay {
  playing = $state(false);
  pace = $state(800); // milliseconds a move
  #timer: ReturnType<typeof setTimeout> | undefined;

  get place(): number {
    const session = game.session;
    return session ? session.line.indexOf(session.at) : 0;
  }
  get length(): number {
    return (game.session?.line.length ?? 1) - 1;
  }

  jump(ply: number): Promise<boolean> {
    const line = game.session?.line ?? [];
    const node = line[Math.min(Math.max(ply, 0), line.length - 1)];
    return node === undefined || node === game.headed ? Promise.resolve(true) : game.goto(node);
  }

  step(by: number): Promise<boolean> {
    this.pause();
    return this.jump((game.session?.line.indexOf(game.headed) ?? 0) + by);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.length === 0) return;
    this.playing = true;
    void (this.place >= this.length ? this.jump(0) : Promise.resolve()).then(() => this.#tick());
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    if (!this.playing) return;
    if (this.place >= this.length) return this.pause();
    this.#timer = setTimeout(async () => {
      if (this.playing && (await this.jump(this.place + 1))) this.#tick();
      else this.pause();
    }, this.pace);
  }
}

export const replay = new Replay();

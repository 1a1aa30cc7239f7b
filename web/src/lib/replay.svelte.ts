// Replay of any line of positions: step, jump, play at so many milliseconds a move. It ends at the end; it does not loop.

export interface Line {
  readonly length: number; // moves
  readonly place: number; // after so many of them
  readonly headed: number; // where it will be when all that was asked for has been answered
  go(ply: number): Promise<boolean> | boolean;
}

export class Replay {
  playing = $state(false);
  pace = $state(800); // milliseconds a move
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly line: Line) {}

  get place(): number {
    return this.line.place;
  }
  get length(): number {
    return this.line.length;
  }

  jump(ply: number): Promise<boolean> | boolean {
    const to = Math.min(Math.max(ply, 0), this.length);
    return to === this.line.headed || this.line.go(to);
  }

  step(by: number): Promise<boolean> | boolean {
    this.pause();
    return this.jump(this.line.headed + by);
  }

  async toggle(): Promise<void> {
    if (this.playing) return this.pause();
    if (this.length === 0) return;
    this.playing = true;
    if (this.place >= this.length) await this.jump(0);
    this.#tick();
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

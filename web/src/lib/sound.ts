// A short click of a stone, made on the spot: no files, and silence unless it was asked for.

let context: AudioContext | undefined;

export function click(end = false): void {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.setValueAtTime(end ? 520 : 900, now);
    oscillator.frequency.exponentialRampToValueAtTime(end ? 260 : 180, now + (end ? 0.3 : 0.05));
    gain.gain.setValueAtTime(0.25, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + (end ? 0.35 : 0.08));
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(now);
    oscillator.stop(now + 0.4);
  } catch {
    // A browser without sound plays the game all the same.
  }
}

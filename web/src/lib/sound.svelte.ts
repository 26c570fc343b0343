// Clicks and bells made on the spot; silent until somebody asks for sound.

import { keepSetting, setting } from "./keep";

class Sound {
  on = $state(setting("sound", false));
  private context: AudioContext | null = null;

  toggle(): void {
    this.on = !this.on;
    keepSetting("sound", this.on);
    if (this.on) this.bell();
  }

  /** Dice that fall: a handful of short knocks. */
  dice(count: number): void {
    for (let knock = 0; knock < Math.min(9, count + 3); knock++) this.tone(0.06 * knock + Math.random() * 0.05, 160 + Math.random() * 240, 0.05, "square", 0.05);
  }

  bell(): void {
    this.tone(0, 660, 0.25, "sine", 0.12);
    this.tone(0.09, 880, 0.3, "sine", 0.1);
  }

  fanfare(): void {
    [523, 659, 784, 1047].forEach((pitch, at) => this.tone(at * 0.12, pitch, 0.35, "triangle", 0.12));
  }

  private tone(after: number, pitch: number, length: number, type: OscillatorType, loudness: number): void {
    if (!this.on) return;
    this.context ??= new AudioContext();
    const start = this.context.currentTime + after;
    const source = this.context.createOscillator();
    const volume = this.context.createGain();
    source.type = type;
    source.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    source.connect(volume).connect(this.context.destination);
    source.start(start);
    source.stop(start + length);
  }
}

export const sound = new Sound();

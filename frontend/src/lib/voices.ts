/** How the table's sounds are made, with nothing recorded. */

import type { Sound } from "./sounds";

let context: AudioContext | null = null;

export function sing(sound: Sound): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const at = context.currentTime;
  if (sound === "card") hiss(context, at);
  else if (sound === "chip") [2900, 4100].forEach((pitch, i) => tone(at + 0.03 * i, pitch, 0.07, 0.05, "sine"));
  else if (sound === "knock") [0, 0.11].forEach((later) => tone(at + later, 170, 0.09, 0.22, "sine"));
  else [523, 659, 784, 1047].forEach((pitch, i) => tone(at + 0.12 * i, pitch, 0.5, 0.09, "triangle"));
}

function tone(at: number, pitch: number, seconds: number, loud: number, shape: OscillatorType): void {
  if (!context) return;
  const voice = new OscillatorNode(context, { type: shape, frequency: pitch });
  voice.connect(faded(context, at, seconds, loud));
  voice.start(at);
  voice.stop(at + seconds);
}

/** Paper over cloth: noise through a narrow gap. */
function hiss(audio: AudioContext, at: number): void {
  const seconds = 0.09;
  const noise = audio.createBuffer(1, Math.ceil(seconds * audio.sampleRate), audio.sampleRate);
  const wave = noise.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = 2 * Math.random() - 1;
  const gap = new BiquadFilterNode(audio, { type: "bandpass", frequency: 2600, Q: 0.8 });
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  source.connect(gap).connect(faded(audio, at, seconds, 0.14));
  source.start(at);
}

function faded(audio: AudioContext, at: number, seconds: number, loud: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

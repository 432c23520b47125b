import { Pause, Play } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Voice } from '../attachment-contract.ts'
import { formatClock } from './clock.ts'
import { useVoicePlayer } from './voice-player.ts'

/** Plays a voice note. The arrow keys jump in it, and a button changes how fast it is. */
export default function VoiceNote({ voice }: { voice: Voice }) {
  const { audio, events, isPlaying, position, rate, toggle, seek, changeRate } = useVoicePlayer(voice)
  const length = voice.seconds
  const button = 'disc size-11 shrink-0 hover:bg-current/10'
  return (
    <div className="w-72 max-w-full px-1.5 py-1">
      <audio ref={audio} src={voice.url} preload="none" {...events} />
      <div className="flex items-center gap-1">
        <button type="button" aria-label={isPlaying ? 'Pause' : 'Play voice note'} onClick={toggle} className={button}>
          <Icon icon={isPlaying ? Pause : Play} size={20} />
        </button>
        <span className="relative flex h-9 min-w-0 flex-1 items-center gap-px rounded-control has-focus-visible:outline-2 has-focus-visible:outline-current">
          {voice.waveform.map((value, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change their order
              key={index}
              className={`min-w-0 flex-1 rounded-full bg-current ${(index + 0.5) / voice.waveform.length > position / length ? 'opacity-45' : ''}`}
              style={{ height: `${Math.max(8, value)}%` }}
            />
          ))}
          <input
            type="range"
            aria-label="Position"
            aria-valuetext={`${formatClock(position)} of ${formatClock(length)}`}
            min={0}
            max={length}
            step={1}
            value={Math.min(position, length)}
            onChange={({ target }) => seek(Number(target.value))}
            className="absolute inset-0 m-0 w-full cursor-pointer opacity-0"
          />
        </span>
        <button
          type="button"
          aria-label={`Speed: ${rate}×`}
          onClick={changeRate}
          className={`${button} text-small font-semibold tabular-nums`}
        >
          {rate}×
        </button>
      </div>
      <p className="px-3 pb-1 text-tiny tabular-nums">
        {isPlaying || position > 0 ? `${formatClock(position)} of ${formatClock(length)}` : formatClock(length)}
      </p>
      {voice.transcript && (
        <details className="px-3 pb-1.5 text-small">
          <summary className="min-h-8 cursor-pointer font-medium">Transcript</summary>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {voice.transcript}
          </p>
        </details>
      )}
    </div>
  )
}

import { SendHorizontal, Trash2 } from 'lucide'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { replyFieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { maxTranscriptLength, maxVoiceMs } from '../../media/attachment-contract.gen.ts'
import { formatClock } from '../../media/web/clock.ts'
import { type Recorded, type Recording, startRecording } from '../../media/web/recorder.ts'

/** Stops a little before the limit of the server, so that the last packet is below it. */
const maxSeconds = maxVoiceMs / 1000 - 1

type Props = {
  onSend: (recorded: Recorded, transcript: string) => void
  onClose: () => void
}

/** Records a voice note, in the place of the field. Stopping lets the sender type what they said. */
export default function VoiceRecorder({ onSend, onClose }: Props) {
  const { seconds, problem, recorded, isRecording, stop } = useRecording()
  const [transcript, setTranscript] = useState('')
  const sendNow = async () => onSend(recorded ?? (await stop()), transcript.trim())
  if (problem)
    return (
      <div className="flex min-h-11 items-center gap-2 pl-2">
        <p role="alert" className="flex-1 text-small font-medium text-danger">
          {problem}
        </p>
        <Button onClick={onClose}>Close</Button>
      </div>
    )
  return (
    <fieldset className="min-w-0 space-y-2 pl-2">
      <legend className="sr-only">Voice note</legend>
      {recorded && (
        <textarea
          rows={1}
          // biome-ignore lint/a11y/noAutofocus: opened by a command, to type here
          autoFocus
          value={transcript}
          maxLength={maxTranscriptLength}
          aria-label="Transcript (optional)"
          placeholder="Transcript (optional)"
          onChange={({ target }) => setTranscript(target.value)}
          className={`${replyFieldClassName} w-full`}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="flex flex-1 items-center gap-2 whitespace-nowrap tabular-nums max-desk:basis-full">
          {isRecording && <span className="size-2.5 shrink-0 animate-pulse rounded-full bg-danger" />}
          <span role="timer">
            {isRecording ? `Recording… ${formatClock(seconds)}` : recorded ? formatClock(seconds) : 'Starting…'}
          </span>
        </p>
        {isRecording && <Button onClick={() => void stop()}>Add a transcript</Button>}
        <Button variant="ghost" onClick={onClose}>
          <Icon icon={Trash2} size={18} />
          Discard
        </Button>
        <Button variant="primary" disabled={!isRecording && !recorded} onClick={() => void sendNow()}>
          <Icon icon={SendHorizontal} size={18} />
          Send
        </Button>
      </div>
    </fieldset>
  )
}

function useRecording() {
  const recording = useRef<Recording>(undefined)
  const [startedAt, setStartedAt] = useState<number>()
  const [seconds, setSeconds] = useState(0)
  const [problem, setProblem] = useState<string>()
  const [recorded, setRecorded] = useState<Recorded>()
  const stop = async (): Promise<Recorded> => {
    const running = recording.current
    recording.current = undefined
    const result = (await running?.stop()) ?? { file: new File([], ''), waveform: [] }
    setRecorded(result)
    return result
  }
  const tick = useEffectEvent(() => {
    if (startedAt === undefined || recorded) return
    const passed = (Date.now() - startedAt) / 1000
    setSeconds(passed)
    if (passed >= maxSeconds && recording.current) void stop()
  })
  useEffect(() => {
    let isGone = false
    startRecording().then(
      (started) => {
        if (isGone) return started.discard()
        recording.current = started
        setStartedAt(Date.now())
      },
      (error: unknown) => setProblem(describeProblem(error)),
    )
    const timer = setInterval(tick, 250)
    return () => {
      isGone = true
      clearInterval(timer)
      recording.current?.discard()
    }
  }, [])
  return { seconds, problem, recorded, isRecording: startedAt !== undefined && !recorded, stop }
}

const describeProblem = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotFoundError'
    ? 'No microphone was found.'
    : 'Allow the microphone in the browser settings.'

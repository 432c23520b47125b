import { Camera } from 'lucide'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { openQrReader } from './qr-reader.ts'

const frameIntervalMs = 200
/** Time in which the same code is not reported again: it stays before the camera. */
const repeatDelayMs = 4000

type State = 'off' | 'starting' | 'on' | 'failed'

const failureText = 'We can’t use the camera. Allow it in your browser, or type the digits.'

/** The camera as a scanner of QR codes. Shows nothing on devices without one. */
export function Scanner({ onCode }: { onCode: (text: string) => void }) {
  const [state, setState] = useState<State>('off')
  if (navigator.mediaDevices?.getUserMedia === undefined) return null
  const isRunning = state === 'starting' || state === 'on'
  return (
    <section aria-label="Scanner" className="overflow-hidden rounded-card bg-sunken">
      {isRunning ? (
        <Viewfinder onCode={onCode} onState={setState} isOn={state === 'on'} />
      ) : (
        <div className="centered min-h-40 flex-col gap-3 p-4 text-center">
          {state === 'failed' && <p role="alert">{failureText}</p>}
          <Button onClick={() => setState('starting')}>
            <Icon icon={Camera} size={18} />
            {state === 'failed' ? 'Try Again' : 'Scan with the camera'}
          </Button>
        </div>
      )}
      {isRunning && (
        <div className="flex justify-end p-2">
          <Button variant="ghost" onClick={() => setState('off')}>
            Turn off the camera
          </Button>
        </div>
      )}
    </section>
  )
}

type ViewfinderProps = { onCode: (text: string) => void; onState: (state: State) => void; isOn: boolean }

function Viewfinder({ onCode, onState, isOn }: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useEffectEvent(onCode)
  const setState = useEffectEvent(onState)
  useEffect(() => {
    const stop = new AbortController()
    const element = video.current
    if (element)
      void scan(
        element,
        stop.signal,
        (text) => report(text),
        () => setState('on'),
      ).catch(() => {
        if (!stop.signal.aborted) setState('failed')
      })
    return () => stop.abort()
  }, [])
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label={isOn ? 'Camera: hold a code before it' : 'The camera starts'}
      className="aspect-square max-h-[45dvh] w-full object-cover"
    />
  )
}

/** Reads frames until the signal aborts, then turns off the camera. */
async function scan(video: HTMLVideoElement, signal: AbortSignal, onCode: (text: string) => void, onStart: () => void) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  const reader = await openQrReader().catch((error: unknown) => {
    for (const track of stream.getTracks()) track.stop()
    throw error
  })
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    onStart()
    let last = { text: '', at: Number.NEGATIVE_INFINITY }
    while (!signal.aborted) {
      const text = await reader.read(video)
      if (signal.aborted) return
      const now = performance.now()
      if (text && (text !== last.text || now - last.at > repeatDelayMs)) {
        last = { text, at: now }
        onCode(text)
      }
      await new Promise((resolve) => setTimeout(resolve, frameIntervalMs))
    }
  } finally {
    reader.close()
    video.srcObject = null
    for (const track of stream.getTracks()) track.stop()
  }
}

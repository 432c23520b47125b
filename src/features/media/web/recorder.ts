import { toWaveform } from './waveform.ts'

/** What browsers record and the server accepts, best first. */
const recordedTypes = ['audio/webm;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4']

/** Whether this browser can record voice notes: only pages that are served securely may use the microphone. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined

/** Enough for speech; three minutes have 700 KB. */
const bitsPerSecond = 32_000
const measureIntervalMs = 50

export type Recorded = { readonly file: File; readonly waveform: readonly number[] }
export type Recording = { readonly stop: () => Promise<Recorded>; readonly discard: () => void }

/** Starts recording with the microphone. Rejects as `getUserMedia` does. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    const mimeType = recordedTypes.find((type) => MediaRecorder.isTypeSupported(type))
    const recorder = new MediaRecorder(stream, { ...(mimeType ? { mimeType } : {}), audioBitsPerSecond: bitsPerSecond })
    const chunks: Blob[] = []
    recorder.ondataavailable = ({ data }) => void chunks.push(data)
    const meter = startMeter(stream)
    recorder.start()
    const end = () => {
      meter.stop()
      release()
    }
    return {
      stop: () =>
        new Promise((resolve) => {
          const finish = () => {
            end()
            const type = recorder.mimeType.split(';')[0] ?? ''
            resolve({ file: new File(chunks, 'Voice note', { type }), waveform: toWaveform(meter.levels) })
          }
          if (recorder.state === 'inactive') return finish() // the microphone was removed
          recorder.onstop = finish
          recorder.stop()
        }),
      discard: () => {
        if (recorder.state !== 'inactive') recorder.stop()
        end()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Measures how loud it is, for the waveform. */
function startMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const levels: number[] = []
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    levels.push(Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length))
  }, measureIntervalMs)
  return {
    levels,
    stop: () => {
      clearInterval(timer)
      void context.close()
    },
  }
}

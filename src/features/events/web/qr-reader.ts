/** Reads QR codes in frames of a camera. */
export type QrReader = {
  /** The text of a code in the frame, or undefined. */
  read(video: HTMLVideoElement): Promise<string | undefined>
  close(): void
}

type Detector = { detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Pixels of the longer side of a frame that the worker reads: enough for a code that fills a fifth of it. */
const maxFrameSize = 960

/** The reader of the browser, or one in a worker, which loads a library for browsers without their own. */
export async function openQrReader(): Promise<QrReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector === undefined || !formats.includes('qr_code')) return openWorkerReader()
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue, close: () => {} }
}

function openWorkerReader(): QrReader {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module', name: 'scan' })
  let answer: ((text: string | undefined) => void) | undefined
  let fail: ((error: Error) => void) | undefined
  worker.onmessage = ({ data }: MessageEvent<string | undefined>) => answer?.(data)
  worker.onerror = () => fail?.(new Error('The QR reader could not be loaded'))
  return {
    async read(video) {
      const scale = Math.min(1, maxFrameSize / Math.max(video.videoWidth, video.videoHeight, 1))
      const size = {
        resizeWidth: Math.max(1, Math.round(video.videoWidth * scale)),
        resizeHeight: Math.max(1, Math.round(video.videoHeight * scale)),
      }
      const frame = await createImageBitmap(video, size)
      return new Promise((resolve, reject) => {
        answer = resolve
        fail = reject
        worker.postMessage(frame, [frame])
      })
    },
    close: () => worker.terminate(),
  }
}

/// <reference lib="webworker" />
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Only this worker may compile WebAssembly: its reply has its own security policy. The library's default is another host.
prepareZXingModule({ overrides: { locateFile: () => readerUrl } })
const detector = new BarcodeDetector({ formats: ['qr_code'] })

addEventListener('message', async ({ data: frame }: MessageEvent<ImageBitmap>) => {
  const [code] = await detector.detect(frame)
  frame.close()
  postMessage(code?.rawValue)
})

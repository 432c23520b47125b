// Inspects a running server through Node's inspector.

type Answer = { id: number; result: { result?: { value: unknown } } }

/** Connects to the process whose inspector listens on this local port. */
export async function inspect(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  const line = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    line.addEventListener('open', resolve)
    line.addEventListener('error', () => reject(new Error('The inspector does not answer.')))
  })
  const waiting = new Map<number, (answer: Answer['result']) => void>()
  line.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as Answer
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let asked = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<Answer['result']>((resolve) => {
      waiting.set(++asked, resolve)
      line.send(JSON.stringify({ id: asked, method, params }))
    })
  return {
    /** Collects all garbage and returns the remaining megabytes, in the JavaScript heap and outside. */
    async collect(): Promise<number> {
      await ask('HeapProfiler.collectGarbage')
      const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true })
      return Number(result?.value) / 2 ** 20
    },
    leave: () => line.close(),
  }
}

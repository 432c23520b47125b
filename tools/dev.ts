// `npm run dev`: the server restarts when its code changes, the client hot-reloads. Open the client's address.
import { spawn } from 'node:child_process'

const clientPort = '5173'
const env = { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${clientPort}` }
const children = [
  spawn(
    process.execPath,
    [
      '--watch-path=src/app',
      '--watch-path=demo',
      '--watch-path=src/features',
      '--watch-path=src/shared',
      'src/app/main.ts',
    ],
    { env, stdio: 'inherit' },
  ),
  spawn('vite', ['--port', clientPort, '--strictPort'], { env, stdio: 'inherit' }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)

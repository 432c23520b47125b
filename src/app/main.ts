// `npm start` runs this. It loads little, because the process starts twice: first with the secret keys, then without them.
import { configOrExit, exitWith } from './exits.ts'
import { moveKeysOut } from './start-keys.ts'

process.stdout.on('error', () => {}) // the reader of our output may exit; the server must keep running
process.stderr.on('error', () => {})

const config = configOrExit()
await moveKeysOut(config).catch(exitWith)
const { runServer } = await import('./run-server.ts')
await runServer(config)

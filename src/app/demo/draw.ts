// Draws the pictures of the demo, in a process of its own: that takes a core and memory for some seconds, in which the
// server answers. It ends with the server that started it.
import { setPriority } from 'node:os'
import { readConfig } from '../../shared/server/config.ts'
import { alone } from '../../shared/server/db.ts'
import { openStorage } from '../../shared/server/storage/open.ts'
import { openDatabase } from '../open.ts'
import { hangPictures } from './picture-rows.ts'

/** Whoever waits for an answer comes first. */
const behindOthers = 10

process.on('disconnect', () => process.exit())
setPriority(behindOthers)
const config = readConfig(process.env)
const { db, close } = await openDatabase(config, { beside: true, asIs: true })
const storage = await openStorage(config)
await alone(db, 'quad pictures', () => hangPictures(db, storage))
await close()
process.exit()

import { afterAll } from 'vitest'
import { closeTestApps } from './app.ts'

afterAll(closeTestApps)

// Runs before each test file of the server.
import { afterAll } from 'vitest'
import { closeTestHouses } from './testing.ts'

afterAll(closeTestHouses)

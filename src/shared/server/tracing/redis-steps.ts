import type { Step } from './trace.ts'

const steps = new Map<string, Step>()

/** A command to Redis, and what it is for. */
export function redisStep(command: string, part: 'live' | 'limits' | 'tabs'): Step {
  const key = `${command} ${part}`
  const known = steps.get(key)
  if (known) return known
  const attributes = { 'db.system.name': 'redis', 'db.operation.name': command, 'quad.redis.part': part }
  const step = { name: key, attributes }
  steps.set(key, step)
  return step
}

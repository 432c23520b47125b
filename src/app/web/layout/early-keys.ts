const keys: KeyboardEvent[] = []
const maxKeys = 8
const maxAgeMs = 5000
const hold = (event: KeyboardEvent) => {
  if (keys.length < maxKeys) keys.push(event)
}
addEventListener('keydown', hold)

/** The keys that were pressed before the code of the shortcuts was loaded. Holds no more of them from now on. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  removeEventListener('keydown', hold)
  return keys.splice(0).filter(({ timeStamp }) => performance.now() - timeStamp < maxAgeMs)
}
